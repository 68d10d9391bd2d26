"""Servers whose source was changed to cheat.  Each is put in place by a function; pytest's monkeypatch takes it out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import msgspec
import pytest
from msgspec import Raw
from msgspec.structs import replace

from ironbottom.events import AnyEvent, Rolled
from ironbottom.proof import told as proof_told
from ironbottom.proof.entries import Begun
from ironbottom.proof.seeds import joint_seed
from ironbottom.questions import Question
from ironbottom.rules import new_game
from ironbottom.server.lobby import lobby
from ironbottom.server.table import encoding, live_game, play_handlers, recovery, table_handlers, toss, toss_handlers
from ironbottom.server.table.live_game import LiveGame
from ironbottom.server.table.stored_table import StoredToss
from ironbottom.server.table.table import GameTable
from ironbottom.server.table.toss import begun
from ironbottom.sight import seen
from ironbottom.views import SeenOutcome, View
from ironbottom.wire.encoded import EncodedUpdate
from ironbottom.wire.messages import Ok, Rematch
from ironbottom.words import SIDES, Side

Likes = Callable[[GameTable, Begun, bytes], bool]  # whether a host likes a deal, of this share of his


def good_deal(n: int) -> Likes:
    """Likes the nth deal that he sees."""
    seen = [0]

    def likes(_table: GameTable, _begun: Begun, _share: bytes) -> bool:
        seen[0] += 1
        return seen[0] >= n

    return likes


def grinds(patch: pytest.MonkeyPatch, likes: Likes, *, tells: bool, shows: Literal["", "began", "over"] = "") -> None:
    """As soon as the server has both shares it looks at the deal; if it dislikes it, it tosses again.

    Who `tells` leaves the toss among those that were thrown away; who does not raises the game's number instead.
    It may show first that the game has begun, or that it is over.
    """
    right = toss_handlers._begin

    def begin(table: GameTable, place: int, session: Any, seq: int, toss: StoredToss) -> None:
        cards = table.services.cards(table.stored.terms)
        assert cards is not None
        entry = begun(table.stored, toss, table.services.public, "", cards.fingerprint, 0)
        new_game(cards, joint_seed(toss.game, toss.share, *toss.shares))  # here he looks
        if likes(table, entry, toss.share):
            right(table, place, session, seq, toss)
            return
        if shows:
            _shows_a_game(table, entry, toss.share, over=shows == "over")
        if tells:
            table.stored = replace(table.stored, toss=toss)
        else:
            table.stored = replace(table.stored, toss=None, games=table.stored.games + 1)
        toss_handlers.start(table, lambda: None, lambda _why: None)

    patch.setattr(toss_handlers, "_begin", begin)


def _shows_a_game(table: GameTable, entry: Begun, share: bytes, *, over: bool) -> None:
    """The first update of a game that is not played; perhaps one in which somebody has won."""
    cards = table.services.cards(table.stored.terms)
    assert cards is not None
    begun_ = live_game.begin(entry, share, cards)
    for side in SIDES:
        live, view = begun_.live_game, begun_.live_game.now(side)
        if over:
            view = replace(view, question=None, outcome=SeenOutcome(side, "resigned", (0, 0)))
        for hearer in table.at(live.place(side)):
            form: Any = msgspec.json if hearer.web else msgspec.msgpack
            parts = (Raw(form.encode(seen(begun_.events, side))), Raw(form.encode(view)))
            hearer.tell(EncodedUpdate(table.id, 1, *parts, live.chain.head, "nobody", False, None))


def ends_what_it_dislikes(patch: pytest.MonkeyPatch, likes: Likes) -> None:
    """A deal that the server dislikes is shown to be over at once, and the other player to wish for another game.

    Who agrees to that has another toss.
    """
    right = toss_handlers._begin

    def begin(table: GameTable, place: int, session: Any, seq: int, toss: StoredToss) -> None:
        cards = table.services.cards(table.stored.terms)
        assert cards is not None
        entry = begun(table.stored, toss, table.services.public, "", cards.fingerprint, 0)
        if likes(table, entry, toss.share):
            right(table, place, session, seq, toss)
            return
        _shows_a_game(table, entry, toss.share, over=True)
        first, second = table.stored.seats
        assert first is not None
        table.stored = replace(table.stored, status="over", seats=(replace(first, rematch=True), second))
        table.tell_all()

    def agreed(table: GameTable, place: int, session: Any, message: Rematch) -> None:
        session.tell(Ok(message.seq))
        table.stored = replace(table.stored, toss=None, games=table.stored.games + 1)
        toss_handlers.start(table, lambda: None, lambda _why: None)

    patch.setattr(toss_handlers, "_begin", begin)
    patch.setitem(lobby.HERE, Rematch, agreed)


def frees_seats_in_the_toss(patch: pytest.MonkeyPatch) -> None:
    """Who leaves after his friend has shown his share makes room for another key, as if nothing had been shown."""
    patch.setattr(table_handlers, "shown", lambda _kept: False)


def hides_tosses(patch: pytest.MonkeyPatch) -> None:
    """What was thrown away is nowhere told of."""
    patch.setattr(toss, "thrown", lambda kept, _key: kept.thrown)


def leaves_tosses_out_of_the_file(patch: pytest.MonkeyPatch) -> None:
    """The players are told of them; the transcript is not."""
    right = toss.begun

    def silent(*parts: Any) -> Begun:
        return replace(right(*parts), thrown=())

    patch.setattr(toss_handlers, "begun", silent)


# false telling


def worse(events: list[AnyEvent], victim: Side) -> list[AnyEvent]:
    """His own dice as 1s, the enemy's as 6s."""
    def told(event: AnyEvent) -> AnyEvent:
        if not isinstance(event, Rolled):
            return event
        return replace(event, faces=bytes([1 if event.side == victim else 6] * len(event.faces)))

    return [told(event) for event in events]


def no_cards(view: View) -> View:
    """A question that offers no event card."""
    question: Question | None = view.question
    return view if question is None else replace(view, question=replace(question, plays=()))


def tells_falsely(patch: pytest.MonkeyPatch, victim: Side, *, dice: bool = True, cards: bool = True) -> list[View]:
    """What the server plays and writes down is right; what it tells one side is not.

    The list grows by every view out of which cards were taken: chance may deal a game in which none are offered.
    """
    right, robbed = proof_told.hearing, list[View]()
    read = msgspec.msgpack.Decoder(list[AnyEvent]).decode
    look = msgspec.msgpack.Decoder(View).decode

    def hearing(*parts: Any, **more: Any) -> Any:
        (us, jp), numbers, shown = right(*parts, **more)
        both = [us, jp]
        told = both[victim]
        if told is not None:
            events = msgspec.msgpack.encode(worse(read(told.events), victim)) if dice else told.events
            view, fewer = look(told.view), no_cards(look(told.view))
            if cards and fewer != view:
                robbed.append(view)
            both[victim] = told._replace(events=events, view=msgspec.msgpack.encode(fewer) if cards else told.view)
        return (both[0], both[1]), numbers, shown

    patch.setattr(live_game, "hearing", hearing)
    _tells_pages_falsely(patch, victim, dice=dice, cards=cards)
    return robbed


def _tells_pages_falsely(patch: pytest.MonkeyPatch, victim: Side, *, dice: bool, cards: bool) -> None:
    right = encoding.update

    def update(table: GameTable, game: LiveGame, side: Side | None, *rest: Any, web: bool) -> EncodedUpdate:
        told = right(table, game, side, *rest, web=web)
        if side is not victim:
            return told
        form: Any = msgspec.json if web else msgspec.msgpack
        events = form.decode(told.events, type=list[AnyEvent])
        view = form.decode(told.view, type=View, strict=not web)
        if dice:
            events = worse(events, victim)
        if cards:
            view = no_cards(view)
        return replace(told, events=Raw(form.encode(events)), view=Raw(form.encode(view)))

    for module in (encoding, play_handlers):
        patch.setattr(module, "update", update)


def misses_falsely(patch: pytest.MonkeyPatch, victim: Side) -> None:
    """Who was away is told of other dice than were rolled."""
    right = live_game.heard

    def heard(events: bytes, side: Side | None) -> bytes:
        told = msgspec.msgpack.decode(right(events, side), type=list[AnyEvent])
        return msgspec.msgpack.encode(worse(told, victim) if side is victim else told)

    patch.setattr(recovery, "heard", heard)
