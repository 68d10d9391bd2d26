"""Which answer may be taken back: as a server sees it while the game goes on, and whoever checks it afterwards.

It is the last one that its player gave himself and of which others heard, until the opponent acts.  Never one over a
die or another mix, and never one by which anybody has learned a card: that could not be unlearned.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from ironbottom.catalog import cards_by_id
from ironbottom.events import AnyEvent, Rolled
from ironbottom.flow import Game
from ironbottom.language import _
from ironbottom.proof.entries import AnsweredEntry
from ironbottom.proof.told import goes_on_in_private, window_of
from ironbottom.sight import seen, view
from ironbottom.views import View
from ironbottom.words import SIDES, Side


class Undoable(Struct, frozen=True):
    """An answer that might be taken back, and what has come of it since."""

    game: Game  # before it
    after: Game  # after it, and what its player has done since: no step of the opponent that nobody else has seen
    side: Side  # who gave it
    entry: int  # its number
    update: int  # that it was to
    events: tuple[AnyEvent, ...]  # since then, with nothing hidden
    chance: bool  # a die was rolled, or something was mixed
    acted: bool = False  # the opponent has taken a step that nobody but he has seen


def undoable(was: Undoable | None, before: Game, after: Game, body: AnsweredEntry, n: int) -> Undoable | None:
    """What might be taken back after entry n, which led from one game to the other; `was` is what it was till then.

    A step that its player alone has seen changes nothing that another could notice: it is none that could be offered.
    """
    side, events = Side(body.side), tuple(after.events or ())
    chance = bool(after.mixes) or any(isinstance(event, Rolled) for event in events)
    hidden = goes_on_in_private(window_of(before, side), window_of(after, side)) and not seen(events, side.enemy)
    if not hidden and body.given == "player":
        return Undoable(before, after.clone(), side, n, body.update, events, chance)
    if was is None or was.side is not side:
        return replace(was, acted=True) if was is not None and hidden else None
    if not hidden and body.given != "order":
        return None
    return replace(was, after=after.clone(), events=(*was.events, *events), chance=was.chance or chance)


def why_not(found: Undoable | None, side: Side, now: Game) -> str:
    """Why a side cannot take its last answer back, as a sentence; empty: it can."""
    if found is None or found.side is not side:
        return _("There is no answer of yours that could be taken back: the last one that others saw must be yours.")
    if now.outcome is not None:
        return _("The game is over.")
    if found.chance:
        return _("That answer led to a die or a mix: it stands.")
    if any(_learned(found, viewer) for viewer in (*SIDES, None)):
        return _("By that answer somebody has seen a card: it stands.")
    return ""


def before_it(found: Undoable) -> Game:
    """The game as it was before that answer."""
    game = found.game.clone()
    game.events, game.mixes = [], []
    return game


def _learned(found: Undoable, viewer: Side | None) -> bool:
    """Whether a viewer has been shown a card since, or one more of a kind, that he did not see before."""
    before, after = view(found.game, viewer), view(found.after, viewer)
    names = cards_by_id(found.game.state.cards).keys()
    known, seen_now = Counter(_cards(_halves(before), names)), Counter(_cards(_halves(after), names))
    if seen_now - known:
        return True
    told = {*_cards(seen(found.events, viewer), names), *_cards(after.question, names)}
    return not told <= {*known, *_cards(before.question, names)}


def _halves(one: View) -> tuple[object, object]:
    return one.us, one.jp


def _cards(shown: object, names: Iterable[str]) -> Iterator[str]:
    """The ids of cards wherever they stand in something that is shown: no field of it can be forgotten."""
    return _named(msgspec.to_builtins(shown, str_keys=True), names)


def _named(plain: Any, names: Iterable[str]) -> Iterator[str]:
    if isinstance(plain, str):
        if plain in names:
            yield plain
    elif isinstance(plain, dict):
        for key, value in plain.items():
            yield from _named(key, names)
            yield from _named(value, names)
    elif isinstance(plain, list | tuple):
        for value in plain:
            yield from _named(value, names)
