"""What it costs to value a position, and to reckon the luck of a game."""

from __future__ import annotations

from random import Random

from ironbottom.client.bots.mate import Mate
from ironbottom.client.bots.value.baseline import shipped_baseline
from ironbottom.client.bots.value.features import features
from ironbottom.client.bots.value.luck import Accounts
from ironbottom.client.bots.value.value import shipped_value
from ironbottom.client.launch.arena.in_process import OFTEN
from ironbottom.flow import Game
from ironbottom.questions import Answer
from ironbottom.rules import new_game
from ironbottom.sight import view
from ironbottom.words import Side
from tests.bench.figures import Goal, Row
from tests.bench.measuring import Time, in_turns, timed
from tests.bench.playing import CARDS
from tests.bench.run import Run
from tests.support.players import seed

GAMES, EVERY, TIMES = 4, 10, 20
Played = tuple[int, list[tuple[Side, Answer]]]


def measure(run: Run) -> list[Row]:
    """In the processor's time; the games are those of `mate`."""
    games = [played(n) for n in range(GAMES)]
    positions = [game for one in games for game in positions_of(one)]
    told, valued, reckoned = in_turns(
        run.rounds,
        [lambda _: (telling(positions),), lambda _: (valuing(positions),), lambda _: (reckoning(games),)],
        run.say,
    )
    run.notes.append(f"values: {len(positions)} positions of {GAMES} games of mate, every {EVERY}th.")
    return [
        Row("the features of a position", "us", [t.cpu for t in told[0]]),
        Row("a value", "us", [t.cpu for t in valued[0]], goal=Goal("<=", 50e-6)),
        Row("the luck of a game of mate, reckoned afterwards", "ms", [t.cpu for t in reckoned[0]]),
    ]


def played(n: int) -> Played:
    """The answers of a game."""
    game, mate, answers = new_game(CARDS, seed(n), log=False), Mate(CARDS, Random(n)), []
    while game.asked:
        side = next(iter(game.asked))
        answers.append((side, mate.choose(view(game, side))))
        game.answer(*answers[-1])
    return n, answers


def positions_of(one: Played) -> list[Game]:
    n, answers = one
    game, found = new_game(CARDS, seed(n), log=False), []
    for number, answer in enumerate(answers):
        if number % EVERY == 0:
            found.append(game.clone())
        game.answer(*answer)
    return found


def telling(positions: list[Game]) -> Time:
    return timed(lambda: [features(game.state) for _ in range(TIMES) for game in positions])[0].per(
        TIMES * len(positions)
    )


def valuing(positions: list[Game]) -> Time:
    value = shipped_value()
    return timed(lambda: [value.of_game(game) for _ in range(TIMES) for game in positions])[0].per(
        TIMES * len(positions)
    )


def reckoning(games: list[Played]) -> Time:
    return timed(lambda: [reckon(one) for one in games])[0].per(len(games))


def reckon(one: Played) -> float:
    n, answers = one
    game = new_game(CARDS, seed(n), log=False)
    accounts = Accounts(shipped_baseline(), game, b"bench", OFTEN)
    for side, answer in answers:
        accounts.answer(game, side, answer)
    return accounts.reckoning().adjusted
