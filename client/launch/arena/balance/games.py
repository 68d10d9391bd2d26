"""Games of a bot against itself, and what each of them tells of the cards that it was played with.

Two equal players make the cards the only difference between the sides.  No deal is played twice: where both games of a
deal had the same player on both sides, the second would be the first one again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from ironbottom.events import ExpressLoaded, Played
from ironbottom.flow import Game
from ironbottom.printed import BaseCard, CardSet, EventCard
from ironbottom.questions import Move, Question
from ironbottom.rules import new_game
from ironbottom.rules.s13_draw import Draw
from ironbottom.sight import view
from ironbottom.words import SIDES, CardId, Rank, Side

from ....bots.registry import ENDLESS, NamedBot, made
from ..in_process import Series, aside, forget, tell
from ..workers import spread


class BalancePlan(NamedTuple):
    """What is to be measured: it decides every game by its number."""

    bot: str
    seed: str
    cards: CardSet
    first: str  # who has the first turn: "us", as §10.6 has it, "jp", or "both" in turn; a battle says it itself

    def starts(self, n: int) -> Side:
        """Who has the first turn of a game."""
        if self.cards.battle is not None:
            return self.cards.battle.first
        return {"us": Side.US, "jp": Side.JP, "both": SIDES[n % 2]}[self.first]

    @property
    def fight(self) -> str | None:
        """The name of the battle, if it is one."""
        return None if self.cards.battle is None else self.cards.battle.name

    @property
    def skips(self) -> bool:
        """Whether the first turn of the US may be left out."""
        return self.cards.battle is None


class UseOfEvent(NamedTuple):
    """What one side did with an event card that it held when it could do anything else than discard it at the draw."""

    card: CardId
    able: bool  # whether it could have been played as the event, and would have done something
    played: bool  # as the event
    half: bool  # as its transports or its submarine


class BalanceGame(NamedTuple):
    """What one game was."""

    n: int
    seed: str
    first: Side
    winner: Side
    reason: str
    points: tuple[int, int]  # VP of US and JP
    turns: int
    decisions: int
    taken: tuple[int, int]  # bases that US and JP took, front and strategic
    events: tuple[UseOfEvent, ...]


class _Hands:
    """Watches what becomes of event cards."""

    def __init__(self) -> None:
        self.held: set[CardId] = set()
        self.able: set[CardId] = set()
        self.played: set[CardId] = set()
        self.halves: set[CardId] = set()
        self._seen: list[object] = [None, None]

    def look(self, game: Game) -> None:
        """After each answer.  While a side chooses what to discard of its draw, it does not hold that yet."""
        for event in game.events or ():
            if isinstance(event, Played):
                (self.played if event.half == "event" else self.halves).add(event.card)
            elif isinstance(event, ExpressLoaded) and event.card is not None:
                self.halves.add(event.card)
        forget(game)
        if game.stack and isinstance(game.stack[-1], Draw):
            return
        for side in SIDES:
            hand = game.forces[side].hand
            if hand is not self._seen[side]:
                self._seen[side] = hand
                self.held.update([card.id for card in hand if isinstance(card, EventCard)])

    def ask(self, game: Game, question: Question) -> None:
        """Before each answer: what could be played now."""
        if question.plays or isinstance(question.shape, Move):
            hand = [card for card in game.forces[question.side].hand if isinstance(card, EventCard)]
            self.able.update(playable(question, hand))

    def uses(self) -> tuple[UseOfEvent, ...]:
        cards = sorted(self.held | self.played | self.halves)
        return tuple([
            UseOfEvent(card, card in self.able, card in self.played, card in self.halves) for card in cards
        ])


def playable(question: Question, hand: Sequence[EventCard]) -> set[CardId]:
    """The event cards of a hand that do something if they are played at this question.

    §21.4  Submarine Patrol Line works for other submarines of the hand.  §21.16  Tokyo Express is no card that is
    played first but a step of the reinforcement segment, with other transports.
    """
    able = {card.id for card in hand if card.id in question.plays}
    boats = {card.id for card in hand if card.submarine is not None}
    steps = question.shape.steps.get("express", {}) if isinstance(question.shape, Move) else {}
    for card in hand:
        if card.effect.does == "patrol-line" and not boats - {card.id}:
            able.discard(card.id)
        elif card.effect.does == "express" and any(other != card.id for other in steps):
            able.add(card.id)
    return able


def begun(plan: BalancePlan, n: int) -> Game:
    """A game at its first question.

    Where Japan is to begin, the first turn of the US counts as over.  No rule lets it be so: it is only measured what
    the first turn is worth.
    """
    game = new_game(plan.cards, _series(plan).deal(n))
    if plan.skips and plan.starts(n) is Side.JP:
        game.state.turn = 1
    return game


def play_one(plan: BalancePlan, n: int) -> BalanceGame:
    """The n-th game; it depends on nothing else.  Raises BotFault."""
    game, series = begun(plan, n), _series(plan)
    bots = {side: made(plan.bot, plan.cards, series.chance(n, side)) for side in SIDES}
    hands = _Hands()
    tell(game, bots)
    forget(game)
    while game.asked:
        if game.answers > ENDLESS:
            raise bots[Side.US].endless()
        _answer(game, bots, hands)
        tell(game, bots)
        hands.look(game)
    assert game.outcome is not None
    o, first = game.outcome, plan.starts(n)
    assert o.winner is not None  # nobody offers a draw here
    turns = game.state.turn - (plan.skips and first is Side.JP)
    taken = _taken(game, o.winner if o.reason == "strategic-base" else None)
    return BalanceGame(
        n, series.deal(n).hex(), first, o.winner, o.reason, o.points, turns, game.answers, taken, hands.uses()
    )


def play_all(plan: BalancePlan, games: int, jobs: int = 1, cluster: str = "") -> Iterator[BalanceGame]:
    """All games in their order, over so many processes or a cluster; what bots print goes to the standard error."""
    play, many = partial(play_one, plan), jobs > 1 or cluster
    return spread(play, range(games), jobs, cluster) if many else map(partial(aside, play), range(games))


def _series(plan: BalancePlan) -> Series:
    """The deals of `arena BOT BOT` of the same seed."""
    return Series(plan.bot, plan.bot, plan.seed, plan.cards)


def _answer(game: Game, bots: dict[Side, NamedBot], hands: _Hands) -> None:
    side = next(iter(game.asked))
    seen = view(game, side)
    assert seen.question is not None
    hands.ask(game, seen.question)
    answer = bots[side].choose(seen)
    try:
        game.answer(side, answer)
    except Exception:
        if (fault := bots[side].judged(seen, answer)) is not None:
            raise fault from None
        raise


def _taken(game: Game, by: Side | None) -> tuple[int, int]:
    """Bases that each side took; a strategic base, which scores nothing, by the side that won with it."""
    us, jp = [
        sum([isinstance(card, BaseCard) and card.rank is Rank.FRONT for card, _points in game.forces[side].victory])
        + (side is by)
        for side in SIDES
    ]
    return us, jp
