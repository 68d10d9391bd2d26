"""Bots that listen: at a seat they are told each update, in order, before they are asked; those that do not are not."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from random import Random
from typing import Any, cast

import pytest

from ironbottom.catalog import card_set
from ironbottom.client.bots.registry import BotFault, NamedBot, made
from ironbottom.client.bots.seat.bot_seat import BotSeat
from ironbottom.client.net.session_events import Past, SessionEvent, Updated
from ironbottom.events import AnyEvent, TurnBegan
from ironbottom.flow import Game
from ironbottom.questions import Answer
from ironbottom.rules import new_game
from ironbottom.sight import seen, view
from ironbottom.views import View
from ironbottom.words import SIDES, Side
from ironbottom.worlds import Memory, Worlds

CARDS = card_set("core")
FEW = 400  # answers, at most


class RememberingBot:
    """Answers by default, remembers what it heard, and deals itself a world now and then."""

    def __init__(self, side: Side) -> None:
        self.memory, self.worlds, self.rng = Memory.of(CARDS, side), Worlds(CARDS), Random(side)
        self.told: list[tuple[tuple[AnyEvent, ...], View]] = []
        self.dealt = 0

    def hears(self, events: Sequence[AnyEvent], view: View) -> None:
        self.told.append((tuple(events), view))
        self.memory.hear(events, view)

    def choose(self, seen: View) -> Answer:
        assert self.told[-1][1] is seen
        assert seen.question is not None
        if seen.question.step in ("action.choose", "draw.choose"):
            self.dealt += 1
            assert view(self.worlds.sample(seen, self.memory, self.rng), self.memory.side) == seen
        self.memory.answered(seen.question.default)
        return seen.question.default


class TableOfOne:
    """What a seat needs of its session and its client, around a game in this process."""

    def __init__(self, game: Game, side: Side) -> None:
        self.game, self.side, self.update, self.answers = game, side, cast("Updated | None", None), list[Answer]()

    @property
    def question(self) -> Any:
        return None if self.update is None else self.update.view.question

    def answer(self, answer: Answer) -> None:
        self.answers.append(answer)

    def flush(self) -> None:
        """Nothing is sent."""


def updated(game: Game, side: Side, events: Sequence[AnyEvent]) -> Updated:
    return Updated(view(game, side), tuple(seen(events, side)), game.answers, "player", None)


def seat_of(game: Game, side: Side, bot: NamedBot) -> tuple[BotSeat, TableOfOne]:
    session = TableOfOne(game, side)
    queue: asyncio.Queue[SessionEvent] = asyncio.Queue()
    return BotSeat(cast("Any", session), cast("Any", session), queue, lambda: bot, bugs=0), session


def play(game: Game, seats: dict[Side, tuple[BotSeat, TableOfOne]], most: int) -> None:
    """Both seats hear every update; who is asked answers it."""
    while game.asked and game.answers < most:
        assert game.events is not None
        events, game.events = game.events, []
        for side, (seat, session) in seats.items():
            session.update = updated(game, side, events)
            seat._hear(session.update)
        side = next(iter(game.asked))
        game.answer(side, seats[side][1].answers[-1])


def test_a_seat_tells_its_bot_every_update_before_it_asks() -> None:
    game = new_game(CARDS, bytes(32))
    ears = {side: RememberingBot(side) for side in SIDES}
    play(game, {side: seat_of(game, side, NamedBot("ear", ears[side])) for side in SIDES}, FEW)
    for ear in ears.values():
        turns = [e.turn for events, _ in ear.told for e in events if isinstance(e, TurnBegan)]
        assert turns == list(range(1, turns[-1] + 1))
        assert len(ear.told) == game.answers
        assert ear.dealt > 3


def test_what_was_missed_is_told_with_the_next_update() -> None:
    """A connection that comes back brings what happened meanwhile, and then the table."""
    game, ear = new_game(CARDS, bytes(32)), RememberingBot(Side.JP)
    seat, session = seat_of(game, Side.JP, NamedBot("ear", ear))
    first, second = TurnBegan("12.2", 1, Side.US), TurnBegan("12.2", 2, Side.JP)
    seat._hear(Past(((first,), (second,))))
    assert ear.told == []
    assert game.events is not None
    session.update = updated(game, Side.JP, game.events)
    seat._hear(session.update)
    assert ear.told[0][0][:2] == (first, second)
    assert len(ear.told[0][0]) == 2 + len(session.update.events)


def test_a_bot_that_fails_as_it_hears_is_named() -> None:
    class FailingEar(RememberingBot):
        def hears(self, events: Sequence[AnyEvent], view: View) -> None:
            raise LookupError("no ears")

    game = new_game(CARDS, bytes(32))
    seat, session = seat_of(game, Side.US, NamedBot("own:FailingEar", FailingEar(Side.US)))
    session.update = updated(game, Side.US, ())
    with pytest.raises(BotFault, match=r"own:FailingEar.*as it heard.*LookupError: no ears"):
        seat._hear(session.update)


def test_a_bot_that_takes_only_a_view_is_told_nothing() -> None:
    game = new_game(CARDS, bytes(32))
    bots = {side: made("mate", CARDS, Random(side)) for side in SIDES}
    assert not any(bot.listens for bot in bots.values())
    play(game, {side: seat_of(game, side, bots[side]) for side in SIDES}, FEW)
    assert game.state.turn > 3
