"""Whole games, hundreds on a push and thousands by night: none stuck, none with a broken position, and nothing of the
rules left out.

The games are the same on every run; among them are those that reach what hardly any game reaches.  Where a change of
the rules leads them elsewhere, `python -m tests.engine.test_many_games` finds others.

They are played in four chunks, which pytest's workers share; whichever chunk is done last holds what all of them
reached against the windows of §20 and the events of §21.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from ironbottom.catalog import card_set
from ironbottom.events import Played
from ironbottom.flow import Game
from ironbottom.printed import EventCard
from ironbottom.rules import new_game
from ironbottom.rules.effects import EFFECTS
from ironbottom.windows import OF_OPTIONS, WINDOWS
from ironbottom.words import SIDES, Side
from tests.support.lengths import WHOLE_GAMES
from tests.support.players import (
    Player,
    at_random,
    by_default,
    cards_in,
    eager,
    first_legal,
    printed_cards,
    questions,
    seed,
    window_of,
)

CHUNKS = 4
RARE = (505, 702, 726, 806, 1187, 1225, 1300)  # window 15, the evacuation
Reached = Counter[str]


def players(number: int, rng: Random) -> tuple[Player, Player]:
    """Who plays: mostly the eager one, who reaches most; also chance, the first legal answer and the default."""
    pairs: tuple[tuple[Player, Player], ...] = (
        (eager(rng), eager(rng)), (eager(rng), eager(rng)), (at_random(rng), at_random(rng)),
        (first_legal, eager(rng)), (eager(rng), by_default),
    )
    return pairs[number // 4 % len(pairs)]


def opened(number: int) -> Game:
    """Even games are of the full set, odd ones of the core set; every other two ask who plays which side."""
    return new_game(card_set("core" if number % 2 else "full"), seed(number), ask_sides=number % 4 > 1)


def sound(g: Game) -> None:
    """What holds at every question."""
    assert g.outcome is None
    assert g.stack
    assert g.state.check() == []


def play(number: int) -> Reached:
    """One game; the windows and events that it came by."""
    rng = Random(number)
    g, reached = opened(number), Reached()
    us, jp = players(number, rng)
    for side in questions(g, us, jp, rng):
        sound(g)
        reached[f"window {window_of(g, side)}"] += 1
        if window_of(g, side) == "3":
            assert all(cards_in(g, s) == printed_cards(g, s) for s in SIDES)
    assert g.outcome is not None
    assert g.outcome.points == (g.forces[Side.US].points, g.forces[Side.JP].points)
    reached[f"end {g.outcome.reason}"] += 1
    reached.update(events_played(g))
    return reached


def events_played(g: Game) -> Iterator[str]:
    """The effects of the events played in a game, and the ship halves."""
    does = {c.id: c.effect.does for s in SIDES for c in g.state.cards.side(s).air if isinstance(c, EventCard)}
    for e in g.events or ():
        if isinstance(e, Played):
            yield f"event {does[e.card]}" if e.half == "event" else f"half {e.half}"


@contextmanager
def untraced() -> Iterator[None]:
    """Measure no coverage: it takes five times as long, and what these games reach is asserted anyway.

    pytest-cov's mark `no_cover` does not do it in a worker of pytest-xdist.
    """
    tracing = sys.gettrace()
    sys.settrace(None)
    try:
        yield
    finally:
        sys.settrace(tracing)


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_many_games(chunk: int, tmp_path_factory: pytest.TempPathFactory, testrun_uid: str) -> None:
    """§1.1, §11, §20.1  Every game ends, every position is sound; all windows and events are reached by one of them."""
    reached = Reached()
    with untraced():
        for number in numbers()[chunk::CHUNKS]:
            try:
                reached.update(play(number))
            except Exception as error:
                raise AssertionError(f"game {number}: {error!r}") from error
    together = tmp_path_factory.getbasetemp().parent / f"reached-{testrun_uid}"
    together.mkdir(exist_ok=True)
    draft = together / f"{chunk}.draft"
    draft.write_text(json.dumps(reached), encoding="utf-8")
    draft.rename(together / f"{chunk}.json")  # whole or not at all: another worker may look at it now
    assert_all_reached([json.loads(file.read_text("utf-8")) for file in written(together)])


def written(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.json"))


def numbers() -> list[int]:
    """The games of this run."""
    return [*range(WHOLE_GAMES), *[number for number in RARE if number >= WHOLE_GAMES]]


def assert_all_reached(chunks: list[dict[str, int]]) -> None:
    """Every window, every event, both ship halves and both ends, once all chunks are there."""
    if len(chunks) < CHUNKS:
        return
    reached: Reached = sum((Reached(found) for found in chunks), Reached())
    wanted = everything()
    assert wanted - set(reached) == set(), (
        "not reached; give the eager player of tests/support/players.py an inclination"
    )
    rare = {name: n for name, n in sorted(reached.items()) if name in wanted and n < 3}
    assert not rare, (
        "reached so seldom that the next change of a rule may lose it; add games that reach it to RARE: "
        "python -m tests.engine.test_many_games"
    )


def everything() -> set[str]:
    wanted = {f"window {w}" for w in WINDOWS if w not in OF_OPTIONS} | {f"event {does}" for does in EFFECTS}
    return wanted | {"half transports", "half submarine", "end strategic-base", "end time-up"}


def test_what_was_not_reached_is_named() -> None:
    """The check above can fail."""
    with pytest.raises(AssertionError, match="inclination"):
        assert_all_reached([{"window 3": 10} for _ in range(CHUNKS)])


def main(most: int = 4_000, enough: int = 5) -> None:
    """Print games that reach what the games of a push reach less often than that."""
    found = [play(number) for number in range(most)]
    often = sum(found[:WHOLE_GAMES], Reached())
    for name in sorted(everything()):
        if often[name] < enough:
            print(name, [number for number in range(WHOLE_GAMES, most) if name in found[number]][:enough])


if __name__ == "__main__":
    main()
