"""Transcripts of every format that was ever written are read and checked; what each cannot tell is said.

The samples were written by the versions that had those formats.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from ironbottom.catalog import every_set
from ironbottom.client.cli.commands.verify import report
from ironbottom.proof.entries import FORMAT, NEWER, READ
from ironbottom.proof.kept import read
from ironbottom.proof.transcript import lines
from ironbottom.proof.verify import Verdict, check
from tests.support.signed_games import Setting, honest, verdict

SAMPLES = Path(__file__).parent / "samples"


def sound(name: str, *, receipts: str = "") -> Verdict:
    record = None
    if receipts:
        with (SAMPLES / receipts).open("rb") as file:
            record = read(file)
    with (SAMPLES / name).open("rb") as file:
        return check(lines(file), every_set(), record=record)


def test_there_is_a_sample_of_each_but_those_that_are_written_now() -> None:
    before = {f"format-{n}" for n in READ if n not in (FORMAT, NEWER)}
    assert {path.stem for path in SAMPLES.glob("*.ibss")} == before


@pytest.mark.parametrize("name", ["format-1.ibss", "format-2.ibss"])
def test_an_older_file_is_sound_and_does_not_tell_of_tosses(name: str) -> None:
    found = sound(name)
    assert found.ok, found.sentence
    said = "\n".join(report(name, found))
    assert f"{name}: sound: " in said
    assert "what was tossed before it, a file of this format does not tell" in said
    assert "Not proven: that nobody chose the seed. Files of this format do not tell what was tossed in vain." in said
    assert "Proven: results follow from the seed; the signed answers are genuine." in said
    assert "Proven: nobody chose the seed" not in said


def test_the_receipts_that_an_older_client_kept_are_read() -> None:
    found = sound("format-1.ibss", receipts="format-1.receipts.jsonl")
    assert found.ok, found.sentence
    assert "2 receipts are of this game." in found.notes


def test_what_is_written_now_tells_of_tosses() -> None:
    found = verdict(honest(Setting(number=33, resigns=40)).lines)
    assert found.facts is not None
    assert found.facts.thrown == ()
