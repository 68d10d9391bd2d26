"""Golden transcripts: finished games with their records, and what people read of them.

A record in transcripts/ must replay bit for bit, and its transcript must read as the text beside it.  After a
change of the wording, or of a rule, the difference of the text is what a reviewer reads:

    python -m tests.engine.test_transcripts --update

rewrites the texts; a record that does not replay any more is played anew, by the players that played it first.  A bug
report is a record as well: put it here under a name that says what it shows, and `--update` writes its text.
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

import pytest

from ironbottom.catalog import card_set
from ironbottom.record import Recorded, RecordError, replay, transcript
from ironbottom.words import SIDES
from tests.support.players import eager, seed

FOLDER = Path(__file__).parent / "transcripts"
SETS = (card_set("core"), card_set("full"))
PLAYED = {"core": 1010, "full": 1115}  # the games that are played anew, by set, and their numbers
UPDATE = "if that is meant: python -m tests.engine.test_transcripts --update, and read the difference"


def records() -> list[Path]:
    return sorted(FOLDER.glob("*.jsonl"))


def told(text: str) -> str:
    """What people read of a record."""
    return "\n".join([*transcript(replay(text, SETS)), ""])


def played(name: str) -> str:
    """The record of one of the games that are played anew."""
    rng = Random(PLAYED[name])
    recorded, player = Recorded(card_set(name), seed(PLAYED[name]), ask_sides=True), eager(rng)
    while recorded.game.asked:
        side = rng.choice([side for side in SIDES if side in recorded.game.asked])
        recorded.take(side, player(recorded.game, side))
    return recorded.text


def test_the_folder_holds_games() -> None:
    """One of each set at least."""
    assert {file.stem for file in records()} >= set(PLAYED)


@pytest.mark.parametrize("file", records(), ids=lambda file: file.stem)
def test_a_record_replays_and_reads_the_same(file: Path) -> None:
    """§3, §20  The same answers bring the same dice and facts, told in the same words."""
    try:
        found = told(file.read_text("utf-8"))
    except RecordError as error:
        pytest.fail(f"{file.name} does not replay: {error} {UPDATE}")
    known = file.with_suffix(".txt").read_text("utf-8")
    for number, (ours, theirs) in enumerate(zip(found.split("\n"), known.split("\n"), strict=False), 1):
        assert ours == theirs, f"{file.stem}.txt, line {number}, is the first that differs; {UPDATE}"
    assert found == known, f"{file.stem}.txt is longer or shorter; {UPDATE}"


def update() -> None:
    """Rewrite the texts, and the records that do not replay any more."""
    for name in PLAYED:
        (FOLDER / f"{name}.jsonl").touch()
    for file in records():
        try:
            text = told(file.read_text("utf-8"))
        except RecordError as error:
            if file.stem not in PLAYED:
                sys.exit(f"{file.name}: {error}")
            file.write_text(played(file.stem), encoding="utf-8")
            text = told(file.read_text("utf-8"))
        file.with_suffix(".txt").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    if sys.argv[1:] != ["--update"]:
        sys.exit("python -m tests.engine.test_transcripts --update")
    update()
