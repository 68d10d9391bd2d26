"""Games to learn from: the light player plays itself, and chance decides for it up to some turn in three of four.

Where a player alone decides, what it holds and what it would do with it go together, and a card in the hand has no
price of its own.  So up to a turn that the game draws, decisions are random now and then, those on the hand most of
all; and in half of the games both hands are dealt anew at that turn, from hand and deck, and some cards are taken away.
Only what comes after is learned from: there it plays by itself, and the hand hangs on nothing that was decided.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from hashlib import sha256
from random import Random
from typing import NamedTuple

from ironbottom.flow import Game
from ironbottom.printed import AirplaneCard, AnyCard, CardSet, EventCard
from ironbottom.questions import Answer
from ironbottom.rules import new_game
from ironbottom.rules.s13_draw import KEEP, Draw
from ironbottom.sight import view
from ironbottom.words import SIDES, Side

from ....bots.light import LightPlayer
from ....bots.registry import made
from ....bots.value.features import Figures, as_valued
from ....bots.value.stakes import inputs

LIGHT = "light"
HAND = frozenset(["1", "3", "4", "14", "33"])  # the windows in which a hand is decided on
LATEST = 15  # turn up to which chance may decide
APART, APART_IN_BATTLE = 30, 10  # answers between two positions that are learned from, on the mean
NOISE = ((0.5, 0.02), (1.0, 0.0), (0.3, 0.1), (0.2, 0.3))  # how often chance decides: on the hand, on anything else
LOST = (0, 0, 1, 2, 3)  # cards that are taken from a hand
SKIPS = 0.2  # how many of the turns that chance would skip are skipped: a player never does

Pile = tuple[AirplaneCard | EventCard, ...]
Decider = Callable[[Game, Side], Answer]
Dealt = tuple[tuple[Pile, Pile, tuple[AnyCard, ...]], ...]  # of each side: hand, deck, discards


class Games(NamedTuple):
    """What decides every game by its number."""

    seed: str
    cards: CardSet

    def chance(self, n: int) -> Random:
        return Random(sha256(f"ironbottom training\n{self.seed}\n{n}".encode()).digest())


class Position(NamedTuple):
    """One that is learned from."""

    turn: int  # 0: the set-up
    inputs: Figures


class Explored(NamedTuple):
    """A game as it was played; nothing before `begins` is learned from."""

    n: int
    seed: bytes
    answers: tuple[tuple[Side, Answer], ...]
    begins: int
    dealt: Dealt | None  # both hands as they were dealt anew there
    won: bool  # by the US
    positions: tuple[Position, ...]

    @property
    def whole(self) -> bool:
        """Whether chance decided nothing in it."""
        return self.begins == 0


def explored(games: Games, n: int, name: str = LIGHT) -> Explored | None:
    """The n-th game of a player with himself; None where it was over before chance had done with it."""
    rng = games.chance(n)
    seed, kind = rng.randbytes(32), n % 4
    until = rng.randrange(1, latest(games.cards) + 1) if kind else 0
    game, noise = new_game(games.cards, seed, log=False), rng.choice(NOISE)
    player = decider(name, games.cards, rng)
    answers: list[tuple[Side, Answer]] = []
    while until and game.asked and not _begins(game, until):
        side = next(iter(game.asked))
        _take(game, side, _by_chance(game, side, player, rng, noise), answers)
    if not game.asked:
        return None
    begins, dealt, found = len(answers), None, list[Position]()
    if kind >= 2:
        dealt = deal_anew(game, rng)
        lay(game, dealt)
    looked, apart = begins, APART if games.cards.battle is None else APART_IN_BATTLE
    while game.asked:
        if len(answers) == looked:
            found.append(position(game))
            looked += 1 + int(rng.expovariate(1.0 / apart))
        side = next(iter(game.asked))
        _take(game, side, player(game, side), answers)
    assert game.outcome is not None
    return Explored(n, seed, tuple(answers), begins, dealt, game.outcome.winner is Side.US, tuple(found))


def decider(name: str, cards: CardSet, rng: Random) -> Decider:
    """Who decides for both sides: the light player in the game itself, or bots by their views."""
    if name == LIGHT:
        return light(cards).choose
    bots = [made(name, cards, rng) for _side in SIDES]
    return lambda game, side: bots[side].choose(view(game, side))


@cache
def light(cards: CardSet) -> LightPlayer:
    return LightPlayer(cards)


def _take(game: Game, side: Side, answer: Answer, answers: list[tuple[Side, Answer]]) -> None:
    answers.append((side, answer))
    game.take(side, answer)


def latest(cards: CardSet) -> int:
    """The turn up to which chance may decide; a battle may have less turns."""
    return LATEST if cards.battle is None else min(LATEST, cards.battle.turns)


def _begins(game: Game, turn: int) -> bool:
    """Whether that turn is at its draw, or at its first question where nobody draws (§24.3)."""
    battle = game.state.cards.battle
    return game.state.turn >= turn and (_drawn(game) is not None or (battle is not None and not battle.decks))


def _drawn(game: Game) -> Draw | None:
    """The draw that a game is at."""
    top = game.stack[-1]
    return top if isinstance(top, Draw) else None


def _by_chance(game: Game, side: Side, player: Decider, rng: Random, noise: tuple[float, float]) -> Answer:
    """The player's answer, or now and then any."""
    asked, (hand, other) = game.asked[side], noise
    if asked.plays and rng.random() < hand / 2:
        return ("play", rng.choice(asked.plays).id)
    if rng.random() < (hand if game.window(side) in HAND else other):
        answer = asked.shape.guess(rng)
        if answer != KEEP or rng.random() < SKIPS:
            return answer
    return player(game, side)


def deal_anew(game: Game, rng: Random) -> Dealt:
    """Other hands, of as many cards or some less; what was just drawn stays, for the question is about that."""
    top, found = _drawn(game), []
    for side in SIDES:
        forces, rest, drawn = game.forces[side], list(game.forces[side].hand), []
        for card_id in top.drawn if top is not None and side is top.phasing else ():
            drawn.append(rest.pop(next(i for i, card in enumerate(rest) if card.id == card_id)))
        pool, lost = [*rest, *forces.air_deck], rng.choice(LOST)
        rng.shuffle(pool)
        hand, deck = pool[: len(rest)], pool[len(rest) :]
        found.append(((*hand[lost:], *drawn), tuple(deck), (*forces.discards, *hand[:lost])))
    return tuple(found)


def lay(game: Game, dealt: Dealt) -> None:
    """Put these hands, decks and discards in their places."""
    for side in SIDES:
        forces = game.forces[side]
        forces.hand, forces.air_deck, forces.discards = dealt[side]


def begun(games: Games, one: Explored) -> Game:
    """The game where learning from it begins."""
    game = new_game(games.cards, one.seed, log=False)
    for side, answer in one.answers[: one.begins]:
        game.answer(side, answer)
    if one.dealt is not None:
        lay(game, one.dealt)
    return game


def position(game: Game) -> Position:
    """As it is learned from, and valued."""
    state = as_valued(game)
    return Position(state.turn, inputs(state))
