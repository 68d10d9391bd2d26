"""A die of the game beside random.randint; exact odds beside simulation and beside fractions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from random import Random

from ironbottom import odds
from ironbottom.dice import Stream
from ironbottom.events import Rolled
from tests.bench import by_chance
from tests.bench.figures import Goal, Row, compared
from tests.bench.measuring import Time, each, in_turns, timed
from tests.bench.playing import game, play, player
from tests.bench.run import Run

Cases = Mapping[tuple[int, ...], int]  # arguments, weight
TRIALS = 10_000
GAMES = 300  # whose rolls are thrown again
KILLS: Cases = {  # ability, HP
    (0, 1): 1, (1, 1): 1, (2, 2): 1, (3, 4): 1, (4, 4): 1, (6, 5): 1, (8, 6): 1, (12, 12): 1,
}
DUELS: Cases = {  # attack, HP, defence, HP: how often each was asked for in the views of 60 random games
    (2, 1, 1, 1): 1246, (2, 1, 1, 4): 458, (2, 1, 0, 1): 409, (2, 1, 2, 1): 402,
    (2, 1, 1, 5): 263, (1, 1, 1, 1): 218, (2, 1, 0, 2): 188, (2, 1, 1, 2): 182,
    (2, 1, 0, 3): 163, (1, 1, 2, 1): 143, (2, 1, 2, 3): 133, (2, 1, 3, 1): 118,
}
FLEETS: Cases = {(4, 4, 4, 4): 1, (8, 6, 6, 5): 1, (12, 12, 12, 12): 1}  # as two-sided odds may get
FRACTIONS = [(ability, hp) for ability in range(21) for hp in range(1, 14)]


def measure(run: Run) -> list[Row]:
    """Dice, odds of one roll, odds of two sides, and how exact they are."""
    sizes = thrown_in_play()
    run.notes.append(
        f"dice: {len(sizes)} throws of {GAMES} random games, {sum(sizes) / len(sizes):.2f} dice a throw.\n"
        f"odds: the mean over {len(KILLS)} pairs of ability and HP; two-sided: the {len(DUELS)} duels most frequent in"
        f" play, by their frequency, and {len(FLEETS)} large ones.\n"
        "`fires known` works a duel out anew from each side's fire by itself, which is remembered from earlier"
        " questions as in play; `cold` remembers nothing; `cached` asks again."
    )
    ours, randint = in_turns(run.rounds, [lambda k: (stream(sizes, k),), lambda k: (mersenne(sizes, k),)], run.say)
    rows = [compared("a die of the game's stream", "ns", ours[0], randint[0], "randint(1, 6)", Goal("<=", 1))]
    rows += kills(run)
    rows += duels(run, DUELS, "two-sided odds in play", Goal(">=", 500))
    rows += duels(run, FLEETS, "two-sided odds of fleets", None)
    error = max(abs(odds.at_least(n, h) - by_chance.exactly(n, h)) for n, h in FRACTIONS)
    return [*rows, Row("largest error of kill odds against fractions", "", [float(error)], goal=Goal("<=", 1e-12))]


def kills(run: Run) -> list[Row]:
    """Odds of one roll."""
    name = f"{TRIALS:,} trials"
    trials, fresh, cached = in_turns(
        run.rounds,
        [
            lambda k: over(KILLS, 1, partial(by_chance.kill, Random(k), TRIALS)),
            lambda _: over(KILLS, 2000, odds.at_least.__wrapped__),
            lambda _: over(KILLS, 20_000, odds.at_least),
        ],
        run.say,
    )
    return [
        compared("exact kill odds, uncached", "us", fresh[0], trials[0], name, Goal(">=", 1000)),
        compared("exact kill odds, cached", "us", cached[0], trials[0], name, Goal(">=", 1000)),
    ]


def duels(run: Run, cases: Cases, what: str, goal: Goal | None) -> list[Row]:
    """Odds of two sides."""
    name = f"{TRIALS:,} trials"
    trials, cold, known, cached = in_turns(
        run.rounds,
        [
            lambda k: over(cases, 1, partial(by_chance.duel, Random(k), TRIALS)),
            lambda _: over(cases, 10, cold_duel),
            lambda _: over(cases, 300, odds.duel.__wrapped__),
            lambda _: over(cases, 10_000, odds.duel),
        ],
        run.say,
    )
    return [
        compared(f"{what}, fires known", "us", known[0], trials[0], name, goal),
        compared(f"{what}, cold", "us", cold[0], trials[0], name),
        compared(f"{what}, cached", "us", cached[0], trials[0], name),
    ]


def cold_duel(attack: int, attacker_hp: int, defence: int, defender_hp: int) -> odds.Duel:
    """Nothing is remembered."""
    odds._fire.cache_clear()
    return odds.duel.__wrapped__(attack, attacker_hp, defence, defender_hp)


def over(cases: Cases, times: int, work: Callable[..., object]) -> tuple[Time]:
    """The mean time of the work over cases, each with its weight."""
    took = [(each(partial(work, *case), times), weight) for case, weight in cases.items()]
    return (Time(sum(t.cpu * w for t, w in took), sum(t.wall * w for t, w in took)).per(sum(cases.values())),)


def thrown_in_play() -> list[int]:
    """How many dice each throw of some random games had."""
    sizes = []
    for seed in range(GAMES):
        g = game(seed, log=True)
        play(g, player(seed))
        assert g.events is not None
        sizes += [len(e.faces) for e in g.events if isinstance(e, Rolled) and e.faces]
    return sizes


def stream(sizes: list[int], number: int) -> Time:
    """A die of ours."""
    faces = Stream.of(bytes(32), f"round {number}").faces

    def throws() -> None:
        for n in sizes:
            faces(n)

    return timed(throws)[0].per(sum(sizes))


def mersenne(sizes: list[int], number: int) -> Time:
    """A die of Python's."""
    randint = Random(number).randint

    def throws() -> None:
        for n in sizes:
            for _ in range(n):
                randint(1, 6)

    return timed(throws)[0].per(sum(sizes))
