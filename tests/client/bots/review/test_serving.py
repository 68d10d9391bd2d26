"""A review that another program has made for it: lines that tell how far it is, and files in each language."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from msgspec import json
from msgspec.structs import replace

from ironbottom.client.bots.review import figures
from ironbottom.client.bots.review.figures import RatedDecision
from ironbottom.client.bots.review.reading import NoReview, finished_transcript
from ironbottom.client.bots.review.serving import faults_told, file_of, make, reviewed
from ironbottom.client.bots.review.telling import ReviewFilter, ReviewWriter
from ironbottom.client.storage.card_sets import KnownSets
from ironbottom.language import LANGUAGES
from ironbottom.server.archive import studies
from tests.client.support.reviewed import LITTLE, short_review, short_transcript

SETS = KnownSets(None)
PATIENCE = 60.0  # seconds


def test_first_the_curve_then_progress_then_files(tmp_path: Path) -> None:
    lines: list[dict[str, Any]] = []
    data = short_transcript(tmp_path).read_bytes()
    make(data, SETS, tmp_path / "one", lines.append, LITTLE)
    assert [*lines[0]] == ["curve"]
    assert lines[-1] == {"kept": True}
    assert all(0 <= line["done"] <= line["all"] for line in lines[1:-1])
    for language in LANGUAGES:
        found = json.decode(file_of(tmp_path / "one", language).read_bytes())
        assert len(found["curve"]) == len(lines[0]["curve"])
        assert found["words"]["text"]
        assert set(found["words"]["sections"]) >= {one["section"] for one in found["decisions"]}
    english, japanese = [json.decode(file_of(tmp_path / "one", one).read_bytes())["words"] for one in ("en", "ja")]
    assert english["sides"] != japanese["sides"]


def test_who_gave_each_answer_is_read(tmp_path: Path) -> None:
    game = finished_transcript("game", short_transcript(tmp_path).read_bytes(), SETS)
    assert len(game.given) == 40
    assert set(game.given) <= {"player", "order", "clock", "stand-in", "nobody"}


def test_what_is_no_transcript_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NoReview, match="found no transcript"):
        make(b"nothing\n", SETS, tmp_path / "one", lambda _line: None, LITTLE)
    assert [*tmp_path.iterdir()] == []


def test_where_none_can_be_kept_it_is_made_all_the_same(tmp_path: Path) -> None:
    lines = list[dict[str, Any]]()
    made = reviewed(short_review()[0], LITTLE, lines.append, tuple, beside=str(tmp_path / "no folder" / "game.ibss"))
    assert lines[0] == {"curve": made.curve}
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize(("fault", "said"), [(NoReview("game.ibss: none."), "ibss: none."), (MemoryError(), "memory")])
def test_a_fault_is_the_last_line(fault: Exception, said: str) -> None:
    lines = list[dict[str, Any]]()
    with faults_told(lines.append):
        raise fault
    assert said in lines[-1]["fault"]


def test_a_server_keeps_them_by_the_same_format() -> None:
    """One that was made by another judge is not shown any more."""
    assert studies.FORMAT == figures.FORMAT
    assert studies.name_of(b"a game", "1") != studies.name_of(b"a game", "2") != studies.name_of(b"another", "2")


def costly(given: str) -> RatedDecision:
    """A decision that cost much, surely."""
    one = next(one for one in short_review()[1].decisions if one.side == "US")
    return replace(one, known=replace(one.known, loss=0.4, error=0.01), thorough=True, given=given)


@pytest.mark.parametrize(("given", "told"), [("player", 1), ("order", 1), ("clock", 0), ("stand-in", 0)])
def test_what_others_answered_for_him_is_none_of_his_dearest(given: str, told: int) -> None:
    game, review = short_review()
    one = costly(given)
    review = replace(review, decisions=tuple([one if one.n == other.n else other for other in review.decisions]))
    assert [one.n in [other.n for other in review.dearest("US", 3)]] == [bool(told)]
    listed = "\n".join(ReviewWriter(game, review).listed(ReviewFilter(least=0.39)))
    assert ("[given by" in listed) == (not told)


def test_the_process_ends_by_itself_and_without_a_fault(tmp_path: Path) -> None:
    """Its input stays open, as a server leaves it."""
    argv = [sys.executable, "-P", "-m", "ironbottom.client.bots.review.serving", str(tmp_path / "one")]
    with subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as made:
        assert made.stdin is not None
        assert made.stdout is not None
        assert made.stderr is not None
        made.stdin.write(b"3\nabc")
        made.stdin.flush()
        assert b"found no transcript" in made.stdout.read()
        assert made.wait(PATIENCE) == 0, made.stderr.read()
