"""A script of decisions: a whole game against `mate`, as a person played it who thinks where it matters and takes what
the rules propose elsewhere; and with which of them he would have said "not again".

A person who tried the page had 144 decisions in a game, answered 74 of 100 of them by default, and was asked in a third
whether somebody withdraws, breaks off or aims anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from random import Random
from typing import NamedTuple

from ironbottom.catalog import card_set
from ironbottom.client.bots.registry import made
from ironbottom.client.text.naming import half_of
from ironbottom.client.text.question.by_itself import Hand, Scope, Unasked, comes_again
from ironbottom.questions import Answer, Question
from ironbottom.rules import new_game
from ironbottom.sight import view
from ironbottom.wire.messages import Update
from ironbottom.words import SIDES, Side
from tests.support.players import seed
from tests.wire.games import told

THINKS = {  # steps at which he does as `mate` would in his place
    "first-deployment.place", "ships.step", "airplanes.step", "action.choose", "approach.target",
    "reconnaissance.search", "air-combat-phase.attack", "air-attack.declare", "air-combat.divide", "air-combat.assign",
    "landing-phase.reveal",
    "landing-phase.assign", "landing-phase.divide", "going-ashore.name", "bombardment.choose", "playing.name",
    "setup.redraw",
}
WIDEST: tuple[Scope, ...] = ("turn", "battle", "change")


class PlayedScript(NamedTuple):
    """A game: of which deal, whose eyes, which cards."""

    number: int
    side: Side
    cards: str


class Decision(NamedTuple):
    """What he was told since the last, what he was asked, what he said; `scope`: where he need not be asked again."""

    updates: tuple[Update, ...]
    question: Question
    answer: Answer
    hand: Hand
    scope: Scope | None = None


@cache
def decisions(script: PlayedScript) -> tuple[Decision, ...]:
    """All that he decided."""
    plain = tuple(_played(script))
    return tuple([one._replace(scope=_scope(plain[n:])) for n, one in enumerate(plain)])


def _played(script: PlayedScript) -> Iterator[Decision]:
    number, side, cards = script
    # The mate that does not change: what was measured once can be measured again.
    bots = {who: made("mate-1", card_set(cards), Random(f"{number}{who}")) for who in SIDES}
    game, n, updates = new_game(card_set(cards), seed(number)), 1, list[Update]()
    while game.asked:
        asked = next(iter(game.asked))
        updates.append(told(game, n)[side])
        seen = view(game, asked)
        assert seen.question is not None
        thinks = asked is not side or seen.question.step in THINKS
        answer = bots[asked].choose(seen) if thinks else seen.question.default
        if asked is side:
            yield Decision(tuple(updates), seen.question, answer, half_of(seen, side).hand or ())
            updates = []
        game, n = game.after(asked, answer), n + 1


def _scope(ahead: tuple[Decision, ...]) -> Scope | None:
    """The widest scope in which he answers the same wherever he would be asked; None where it spares him nothing."""
    now = ahead[0]
    if not comes_again(now.question) or now.question.shape.fault(now.answer) is not None:
        return None
    return next((scope for scope in WIDEST if spared(scope, ahead) > 0), None)


def spared(scope: Scope, ahead: Iterable[Decision]) -> int:
    """How often the answer of the first decision is given again without asking; -1: once it would be another."""
    now, *later = ahead
    unasked, n = Unasked(), 0
    unasked.say(now.question, scope, now.answer, now.hand)
    for one in later:
        for update in one.updates:
            unasked.hear(update.events)
        if not unasked.rules:
            break
        found = unasked.answer(one.question, one.hand)
        if found is not None and found.answer != one.answer:
            return -1
        n += found is not None and found.rule is not None
    return n
