"""Where the time of a random game goes: shares by timers, the dearest functions by cProfile, and no broadcast."""

from __future__ import annotations

import os
import sys
from cProfile import Profile
from statistics import median
from typing import Any, NamedTuple

from ironbottom import dice, questions
from ironbottom.client.bots.light.shape_players import RandomPlayer
from ironbottom.flow import Game, Procedure
from ironbottom.printed import EventCard
from ironbottom.words import Side
from tests.bench.figures import Goal, Row, plain
from tests.bench.measuring import timed
from tests.bench.playing import decisions, play_games
from tests.bench.run import Run
from tests.bench.stopwatch import REST, Stopwatch, exchanged

GAMES, SHOWN = 100, 15
BUILDING, ANSWERS, RULES = "building questions", "applying answers", "rules between questions"
DICE, CHECKING, PLAYER = "dice", "checking answers", "the random player's choice"
LONGER = "longer"
SHAPES = (
    questions.Choose, questions.Pick, questions.Assign, questions.Order, questions.Place, questions.Move,
)
KINDS = {"ask": BUILDING, "both": BUILDING, "do": RULES, "until": RULES, "call": RULES}


class Called(NamedTuple):
    """A function in a profile."""

    calls: int
    own: float  # seconds
    within: float  # seconds, with what it calls
    place: str


class TimedLaw:
    """The law of event cards, timed."""

    def __init__(self, watch: Stopwatch) -> None:
        law = Game.law
        self.windows = law.windows
        self._may_come = watch.around(BUILDING, law.may_come)
        self._playable = watch.around(BUILDING, law.playable)
        self._play = watch.around(ANSWERS, law.play)

    def may_come(self, g: Game, side: Side, window: str) -> bool:
        """§20.1"""
        return bool(self._may_come(g, side, window))

    def playable(self, g: Game, side: Side, window: str) -> tuple[EventCard, ...]:
        """§20.1"""
        found: tuple[EventCard, ...] = self._playable(g, side, window)
        return found

    def play(self, g: Game, side: Side, card: EventCard, window: str) -> None:
        """§20.2"""
        self._play(g, side, card, window)


def measure(run: Run) -> list[Row]:
    """Two goals: what building questions costs, and how often the busiest function is called."""
    seeds = range(GAMES)
    shares = []
    for number in range(run.rounds + 1):
        run.say(f"timers, round {number} of {run.rounds}")
        shares.append(by_timers(seeds))
    run.notes.append(told(shares[1:]))
    run.say("by cProfile")
    busiest, on_table = by_profile(seeds, run)
    building = [share[BUILDING] for share in shares[1:]]
    engine = [share[BUILDING] / (1 - share[PLAYER]) for share in shares[1:]]
    return [
        Row("building questions, of playout time", "%", building, goal=Goal("<=", 0.4)),
        Row("building questions, of engine time alone", "%", engine),
        Row(
            "busiest function, calls a decision", "", [busiest], [on_table], "cards on the table",
            [busiest / on_table], goal=Goal("<=", 0.5),
        ),
    ]


def timers(watch: Stopwatch) -> list[tuple[Any, str, Any]]:
    """Timers for all steps, the law of event cards, the dice, the shapes."""
    changes: list[tuple[Any, str, Any]] = [
        (Game, "law", TimedLaw(watch)),
        (RandomPlayer, "choose", watch.around(PLAYER, RandomPlayer.choose)),
    ]
    kinds = [Procedure]
    for kind in kinds:
        kinds += kind.__subclasses__()
        for step in kind.steps:
            if step.kind in KINDS:
                changes.append((step, "run", watch.around(KINDS[step.kind], step.run)))
            if step.kind in ("ask", "both"):
                changes.append((step, "then", watch.around(ANSWERS, step.then)))
    for shape in SHAPES:
        changes.append((shape, "fault", watch.around(CHECKING, shape.fault)))
    rolled = watch.around(DICE, dice.roll)
    users = [m for name, m in [*sys.modules.items()] if name.startswith("ironbottom.")]
    return changes + [(m, "roll", rolled) for m in users if getattr(m, "roll", None) is dice.roll]


def by_timers(seeds: range) -> dict[str, float]:
    """The share of every kind of work in random games, from 0 to 1, and by what the timers made play longer."""
    before, _ = timed(lambda: play_games(seeds))
    watch = Stopwatch()
    with exchanged(timers(watch)):
        watch.start()
        play_games(seeds)
        watch.stop()
    after, _ = timed(lambda: play_games(seeds))
    untimed = (before.wall + after.wall) / 2
    share = {kind: seconds / untimed for kind, seconds in watch.net(untimed).items()}
    return share | {LONGER: sum(watch.spent.values()) / untimed}


def told(shares: list[dict[str, float]]) -> str:
    """The shares as text."""
    mean = {kind: median([share[kind] for share in shares]) for kind in shares[0]}
    longer = mean.pop(LONGER)
    named = {REST: "kernel (the flow, legality of cards, clones of rows) and set-up of games"}
    rows = sorted(mean.items(), key=lambda row: -row[1])
    lines = [f"  {100 * share:5.1f} %  {named.get(kind, kind)}" for kind, share in rows]
    head = (
        "where the time of a random game goes (log off; timers around every step, the law of events, dice.roll and the"
        f" shapes; they make play {plain(longer)} times as long,\nand what is too much over untimed play of the same"
        " games is taken off each kind by the number of its timers):\n"
    )
    return head + "\n".join(lines)


def by_profile(seeds: range, run: Run) -> tuple[float, float]:
    """Calls a decision of the busiest function of the engine, and how many cards lie on the table, on average."""
    tables = [len(f.formations) + len(f.bases) + len(f.airplanes) for g, _, _ in decisions(seeds) for f in g.forces]
    made = len(tables) / 2
    profile = Profile()
    profile.runcall(play_games, seeds)
    called = functions(profile)
    total = sum(f.own for f in called)
    dearest = sorted(called, key=lambda f: -f.own)[:SHOWN]
    lines = [f"  {f.own / total:6.1%}  {f.within / total:6.1%}  {f.calls / made:6.2f}  {f.place}" for f in dearest]
    head = f"the {SHOWN} dearest functions by cProfile: own share, share with what they call, calls a decision:\n"
    run.notes.append(head + "\n".join(lines))
    busiest = max(called)
    run.notes.append(f"no broadcast: the busiest function of all, built-in ones included, is {busiest.place}.")
    return busiest.calls / made, sum(tables) / made


def functions(profile: Profile) -> list[Called]:
    """Every function that was called."""
    root = os.getcwd() + os.sep
    found = []
    for entry in profile.getstats():
        code = entry.code
        if isinstance(code, str):
            place = f"{{{code.strip('<>')}}}"
        else:
            place = f"{code.co_filename.removeprefix(root)}:{code.co_firstlineno} {code.co_qualname}"
        found.append(Called(entry.callcount, entry.inlinetime, entry.totaltime, place))
    return found
