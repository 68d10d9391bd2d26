"""Playouts of the light player beside those of `mate`: from the same positions, with the same dice.

`mate` is shown its view at each question, and its answer is looked at; the light player reads the state, and its answer
is taken as it is.
"""

from __future__ import annotations

from random import Random

from ironbottom.client.bots.light import LightPlayer, playout
from ironbottom.client.bots.mate import Mate
from ironbottom.dice import Stream
from ironbottom.flow import Game
from ironbottom.questions import Answer
from ironbottom.rules import new_game
from ironbottom.sight import view
from ironbottom.words import SIDES, Side
from tests.bench.figures import Goal, Row, compared
from tests.bench.measuring import Time, in_turns, timed
from tests.bench.playing import CARDS
from tests.bench.run import Run
from tests.support.players import seed

GAMES, EVERY, DICE = 12, 60, 2  # positions of so many games, every so many answers, each with so many dice
DECISION = 40e-6  # the issue: an answer with all that the engine then does


def measure(run: Run) -> list[Row]:
    """To the end of the side-turn, and for the light player to the end of the game."""
    games = positions()
    light, engine, to_the_end, mate = in_turns(
        run.rounds,
        [
            lambda k: light_playouts(games, k, 1),
            lambda k: played_again(games, k),
            lambda k: light_playouts(games[:: GAMES // 2], k, None),
            lambda k: mate_playouts(games, k),
        ],
        run.say,
    )
    run.notes.append(f"playouts: from {len(games)} positions of {GAMES} games, each with {DICE} dice.")
    return [
        compared("playouts to the end of a side-turn", "/s", light[0], mate[0], "mate's"),
        compared("an answer and what the engine does with it", "us", light[1], mate[1], "mate's", Goal("<=", 0.5)),
        Row("an answer and what the engine does with it", "us", [t.cpu for t in light[1]], goal=Goal("<=", DECISION)),
        Row("of it the choice", "us", [whole.cpu - rest.cpu for whole, rest in zip(light[1], engine[0], strict=True)]),
        Row("of it the engine", "us", [t.cpu for t in engine[0]]),
        Row("a playout to the end of the game", "ms", [t.cpu for t in to_the_end[0]]),
    ]


def positions() -> list[Game]:
    """Games in progress, without a log."""
    found, player = [], LightPlayer(CARDS)
    for number in range(GAMES):
        g = new_game(CARDS, seed(number), log=False)
        while g.asked:
            found.append(g.clone())
            playout(g, player, None, EVERY)
    return found


def clones(games: list[Game], key: int) -> list[Game]:
    """Every position with each of some dice, which hang on the round."""
    found = []
    for g in games:
        for n in range(DICE):
            clone = g.clone()
            clone.state.dice = Stream.of(bytes([key, n] * 16), "dice")
            found.append(clone)
    return found


def light_playouts(games: list[Game], key: int, side_turns: int | None) -> list[Time]:
    """The mean time of a playout, and of an answer in it."""
    player, played = LightPlayer(CARDS), clones(games, key)
    before = sum(g.answers for g in played)

    def loop() -> None:
        for g in played:
            playout(g, player, side_turns)

    return shares(timed(loop)[0], played, before)


def played_again(games: list[Game], key: int) -> list[Time]:
    """The engine alone: the answers of these playouts to the end of the side-turn, carried out once more."""
    player, played = LightPlayer(CARDS), clones(games, key)
    noted = [answers(g, player) for g in clones(games, key)]

    def loop() -> None:
        for g, row in zip(played, noted, strict=True):
            for side, answer in row:
                g.take(side, answer)

    return [timed(loop)[0].per(sum(map(len, noted)))]


def answers(g: Game, player: LightPlayer) -> list[tuple[Side, Answer]]:
    """What the light player answers to the end of the side-turn, which it plays."""
    found, turn = [], g.state.turn
    while g.asked and g.state.turn == turn:
        side = next(iter(g.asked))
        found.append((side, player.choose(g, side)))
        g.take(*found[-1])
    return found


def mate_playouts(games: list[Game], key: int) -> list[Time]:
    """The same by `mate` for both sides, to the end of the side-turn."""
    players, played = {side: Mate(CARDS, Random(side)) for side in SIDES}, clones(games, key)
    before = sum(g.answers for g in played)

    def loop() -> None:
        for g in played:
            turn = g.state.turn
            while g.asked and g.state.turn == turn:
                side = next(iter(g.asked))
                g.answer(side, players[side].choose(view(g, side)))

    return shares(timed(loop)[0], played, before)


def shares(whole: Time, played: list[Game], before: int) -> list[Time]:
    """Of each game, and of each answer."""
    return [whole.per(len(played)), whole.per(sum(g.answers for g in played) - before)]
