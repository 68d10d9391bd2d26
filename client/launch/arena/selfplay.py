"""Games of simple players against each other on the bare engine, and what many such games amount to.

A game depends on the seed of the series and its own number alone, so that any of them can be played again.
"""

from __future__ import annotations

import traceback
from collections import Counter
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, Protocol

from ironbottom.flow import Asked, Game
from ironbottom.language import _
from ironbottom.position import to_text
from ironbottom.printed import CardSet, EventCard
from ironbottom.questions import Answer
from ironbottom.record import Recorded
from ironbottom.rules import new_game
from ironbottom.windows import WINDOWS
from ironbottom.words import SIDES, Side

from ...bots.light.shape_players import FirstPlayer, RandomPlayer

PLAYERS = ("random", "first", "mixed")


class LocalPlayer(Protocol):
    def choose(self, asked: Asked) -> Answer: ...


class Job(NamedTuple):
    """One game to play."""

    n: int
    seed: str  # of the series
    cards: CardSet  # read once: whichever process plays it, every game has the same cards
    players: str
    out: str  # the folder for its record; "": none is kept
    dump: str  # the folder for what a failure leaves


class SelfplayGame(NamedTuple):
    """What one game was."""

    n: int
    winner: str = ""
    reason: str = ""
    points: tuple[int, int] = (0, 0)
    turns: int = 0
    decisions: int = 0
    windows: tuple[tuple[str, int], ...] = ()
    events: tuple[tuple[str, int], ...] = ()
    failure: str = ""  # one sentence; then the rest says nothing


def draw(job: Job, label: str) -> bytes:
    """32 bytes that only the series, the game's number and the label decide."""
    return sha256(f"ironbottom selfplay\n{job.seed}\n{job.n}\n{label}".encode("utf-8", "surrogateescape")).digest()


def players(job: Job) -> dict[Side, LocalPlayer]:
    """Who plays which side; of mixed players each has either side in turn."""
    first = {"random": (), "first": SIDES, "mixed": (SIDES[job.n // 2 % 2],)}[job.players]
    return {side: FirstPlayer() if side in first else RandomPlayer(Random(draw(job, side.name))) for side in SIDES}


def play(job: Job) -> SelfplayGame:
    """Play one game; a rule that fails is told in the result, and its files lie in the folder for failures."""
    counted: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
    try:
        game = _recorded(job, counted) if job.out else _bare(job, counted)
    except Exception as error:
        return SelfplayGame(job.n, failure=_report(job, error))
    assert game.outcome is not None
    o = game.outcome
    assert o.winner is not None  # nobody offers a draw here
    windows, events = [tuple(counter.items()) for counter in counted]
    turns, answers = game.state.turn, game.answers
    return SelfplayGame(job.n, o.winner.name, o.reason, o.points, turns, answers, windows, events)


def _answer(
    game: Game, who: dict[Side, LocalPlayer], counted: tuple[Counter[str], Counter[str]]
) -> tuple[Side, Answer]:
    """The next answer; where both are asked the US gives its own first."""
    side = next(iter(game.asked))
    asked = game.asked[side]
    counted[0][game.window(side)] += 1
    answer = who[side].choose(asked)
    if asked.plays and isinstance(answer, tuple) and answer[:1] == ("play",):
        counted[1][str(answer[1])] += 1
    return side, answer


def _bare(job: Job, counted: tuple[Counter[str], Counter[str]]) -> Game:
    game, who = new_game(job.cards, draw(job, "game"), ask_sides=_asks(job), log=False), players(job)
    while game.asked:
        game.answer(*_answer(game, who, counted))
    return game


def _recorded(job: Job, counted: tuple[Counter[str], Counter[str]]) -> Game:
    recorded, who = Recorded(job.cards, draw(job, "game"), ask_sides=_asks(job)), players(job)
    while recorded.game.asked:
        recorded.take(*_answer(recorded.game, who, counted))
    (Path(job.out) / f"game-{job.n:06}.jsonl").write_text(recorded.text, encoding="utf-8")
    return recorded.game


def _asks(job: Job) -> bool:
    return job.n % 2 == 1


def _report(job: Job, error: Exception) -> str:
    """The record and the position up to the answer that the rules fail on, from the same game played again."""
    if isinstance(error, OSError):
        text = _("game {n}: its record cannot be written to {folder} ({why}): make room there, or give another --out.")
        return text.format(n=job.n, folder=job.out, why=error.strerror or error)
    recorded, who = Recorded(job.cards, draw(job, "game"), ask_sides=_asks(job)), players(job)
    told = f"the failure did not come again: {error!r}"
    try:
        while recorded.game.asked:
            told = "the player failed"
            side, answer = _answer(recorded.game, who, (Counter(), Counter()))
            told = f"{side.name} answered {answer!r}"
            recorded.take(side, answer)
    except Exception as again:
        told += "\n" + "".join(traceback.format_exception(again))
    stem = Path(job.dump) / f"game-{job.n:06}-failed"
    comment = "".join([f"# {line}\n" for line in told.splitlines()])
    said = _("game {n}: {failure}").format(n=job.n, failure=f"{type(error).__name__}: {error}")
    try:
        stem.with_suffix(".jsonl").write_text(recorded.text, encoding="utf-8")
        stem.with_suffix(".position").write_text(to_text(recorded.game) + comment, encoding="utf-8")
    except OSError as unwritten:
        return _("{failure}; its record is lost: {why}").format(failure=said, why=unwritten)
    record, position = f"{stem}.jsonl", f"{stem}.position"
    return _("{failure}; see {record} and {position}").format(failure=said, record=record, position=position)


def summary(job: Job, games: Iterable[SelfplayGame]) -> dict[str, Any]:
    """What a series amounts to; the same whatever the number of processes."""
    whole = list(games)
    played = [game for game in whole if not game.failure]
    windows, events = Counter[str](), Counter[str]()
    for game in played:
        windows.update(dict(game.windows))
        events.update(dict(game.events))
    cards = {c.id for side in SIDES for c in job.cards.side(side).air if isinstance(c, EventCard)}
    return {
        "games": len(whole), "seed": job.seed, "set": job.cards.name, "cards": job.cards.fingerprint,
        "players": job.players,
        "wins": {side.name: sum([game.winner == side.name for game in played]) for side in SIDES},
        "reasons": dict(sorted(Counter([game.reason for game in played]).items())),
        "turns": spread([game.turns for game in played]),
        "decisions": spread([game.decisions for game in played]),
        "points": {side.name: spread([game.points[side] for game in played]) for side in SIDES},
        "windows": {window: windows[window] for window in WINDOWS},
        "never_reached": [window for window in WINDOWS if not windows[window]],
        "events": {card: events[card] for card in sorted(cards)},
        "failures": [game.failure for game in whole if game.failure],
    }


def spread(values: list[int]) -> dict[str, float]:
    """Mean, least and most; nothing of nothing."""
    if not values:
        return {"mean": 0, "min": 0, "max": 0}
    return {"mean": round(sum(values) / len(values), 3), "min": min(values), "max": max(values)}
