"""Random decisions and whole random games, with the event log and without, beside catanatron and python-chess."""

from __future__ import annotations

from tests.bench.figures import Goal, Row, compared
from tests.bench.measuring import Time, in_turns, timed
from tests.bench.peers import PeerProcess
from tests.bench.playing import play_games
from tests.bench.run import Run

OURS, CATANATRON, CHESS = 80, 16, 8  # games a round: a third of a second each
SHORTER = 3  # and so many times the rounds, as the noise of the machine comes and goes within seconds
EACH_ROUND = 1000  # seeds


def measure(run: Run) -> list[Row]:
    """Two goals against catanatron, one against ourselves."""
    with PeerProcess("peer_catanatron") as catanatron, PeerProcess("peer_chess") as chess:
        quiet, logged, catan, moves = in_turns(
            SHORTER * run.rounds,
            [
                lambda k: ours(k, log=False),
                lambda k: ours(k, log=True),
                lambda k: catanatron.measure("play", k * EACH_ROUND, CATANATRON),
                lambda k: chess.measure("play", k * EACH_ROUND, CHESS),
            ],
            run.say,
        )
    run.notes.append(
        f"games: {SHORTER * run.rounds} rounds of {OURS} games of ours, {CATANATRON} and {CHESS} of theirs; decisions a"
        f" game: ours {length(quiet):.0f}, catanatron {length(catan):.0f}, python-chess {length(moves):.0f}."
    )
    return [
        compared("random decisions, log off", "/s", quiet[0], catan[0], "catanatron", Goal(">=", 2)),
        compared("whole random games, log off", "/s", quiet[1], catan[1], "catanatron", Goal(">=", 4)),
        compared("random decisions, log off", "/s", quiet[0], moves[0], "python-chess"),
        compared("whole random games, log off", "/s", quiet[1], moves[1], "python-chess"),
        compared("a random game, log on", "us", logged[1], quiet[1], "log off", Goal("<=", 1.5)),
    ]


def ours(number: int, *, log: bool) -> tuple[Time, Time]:
    """The time of a decision and of a game."""
    first = number * EACH_ROUND
    took, decisions = timed(lambda: play_games(range(first, first + OURS), log=log))
    return took.per(decisions), took.per(OURS)


def length(told: list[list[Time]]) -> float:
    """Decisions a game, from the times of a decision and of a game."""
    decision, whole = told
    return sum(t.cpu for t in whole) / sum(t.cpu for t in decision)
