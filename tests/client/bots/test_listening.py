"""Bots that listen: at a seat they are told each update, in order, before they are asked; those that do not are not."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from random import Random
from threading import Event
from typing import Any, cast

import pytest
from msgspec.structs import replace

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
PATIENCE = 20.0  # seconds, after which a test has failed


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


async def play(game: Game, seats: dict[Side, tuple[BotSeat, TableOfOne]], most: int) -> None:
    """Both seats hear every update; who is asked answers it."""
    while game.asked and game.answers < most:
        assert game.events is not None
        events, game.events = game.events, []
        for side, (seat, session) in seats.items():
            session.update = updated(game, side, events)
            await seat._hear(session.update)
        side = next(iter(game.asked))
        game.answer(side, seats[side][1].answers[-1])


def test_a_seat_tells_its_bot_every_update_before_it_asks() -> None:
    game = new_game(CARDS, bytes(32))
    ears = {side: RememberingBot(side) for side in SIDES}
    asyncio.run(play(game, {side: seat_of(game, side, NamedBot("ear", ears[side])) for side in SIDES}, FEW))
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
    asyncio.run(seat._hear(Past(((first,), (second,)))))
    assert ear.told == []
    assert game.events is not None
    session.update = updated(game, Side.JP, game.events)
    asyncio.run(seat._hear(session.update))
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
        asyncio.run(seat._hear(session.update))


def test_a_bot_that_takes_only_a_view_is_told_nothing() -> None:
    game = new_game(CARDS, bytes(32))
    bots = {side: made("mate", CARDS, Random(side)) for side in SIDES}
    assert not any(bot.listens for bot in bots.values())
    asyncio.run(play(game, {side: seat_of(game, side, bots[side]) for side in SIDES}, FEW))
    assert game.state.turn > 3


class SlowBot:
    """Makes up its mind only when somebody else has done something meanwhile."""

    def __init__(self) -> None:
        self.begun, self.may_answer = Event(), Event()

    def choose(self, view: View) -> Answer:
        assert view.question is not None
        self.begun.set()
        assert self.may_answer.wait(PATIENCE), "nothing else happened while the bot thought"
        return view.question.default


def thinking(between: Callable[[TableOfOne], None]) -> list[Answer]:
    """What a slow bot answers, if this happens while it thinks, in the loop in which its connection lives."""
    game, bot = new_game(CARDS, bytes(32)), SlowBot()
    seat, session = seat_of(game, Side.US, NamedBot("slow", bot))
    session.update = updated(game, Side.US, ())

    async def live() -> None:
        assert session.update is not None
        heard = asyncio.create_task(seat._hear(session.update))
        while not bot.begun.is_set():
            await asyncio.sleep(0)
        between(session)
        bot.may_answer.set()
        await heard

    asyncio.run(live())
    return session.answers


def test_a_connection_lives_on_while_its_bot_thinks() -> None:
    """A search may take a second and more, in which the server asks whether anybody is there."""
    assert thinking(lambda session: None) == ["keep"]


def test_an_answer_to_what_is_asked_no_more_is_not_given() -> None:
    def goes_on(session: TableOfOne) -> None:
        assert session.update is not None
        session.update = session.update._replace(view=replace(session.update.view, question=None))

    assert thinking(goes_on) == []
