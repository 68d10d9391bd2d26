"""Every shipped puzzle is one; whatever is none is refused with a sentence that names the place."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec import json

from ironbottom.catalog import card_set, cards_by_id
from ironbottom.client.bots.review.puzzles.solving.kinds import KINDS, ODDS
from ironbottom.client.bots.review.puzzles.solving.puzzle import GAP, Puzzle
from ironbottom.client.bots.review.puzzles.solving.shelf import ENDING, FOLDER, BadPuzzle, read, shelf
from ironbottom.language import LANGUAGES
from ironbottom.views import View
from ironbottom.words import Side

BY_HAND = 30

Spoil = Callable[[dict[str, Any]], object]


@pytest.fixture(scope="module")
def puzzles() -> list[Puzzle]:
    return shelf()


def test_all_kinds_are_there_and_those_worded_by_hand_come_first(puzzles: list[Puzzle]) -> None:
    assert {one.kind for one in puzzles} == {*KINDS}
    by_hand = [one for one in puzzles if one.hand is not None]
    assert puzzles[: len(by_hand)] == by_hand
    assert [one.hand.place for one in by_hand if one.hand] == [*range(1, len(by_hand) + 1)]
    assert len(by_hand) == BY_HAND
    assert {one.kind for one in by_hand} == {*KINDS}


def test_every_answer_is_legal_and_the_best_is_ahead_of_all_others(puzzles: list[Puzzle]) -> None:
    for one in puzzles:
        assert one.fault() is None
        if one.kind == ODDS:
            continue
        best = one.answers[one.best].chance
        assert best is not None
        for i, other in enumerate(one.answers):
            assert one.question.fault(other.given) is None, one.id
            assert other.chance is not None
            assert i == one.best or best - other.chance >= GAP - 0.001, one.id


def test_everything_is_said_in_both_languages_and_no_two_answers_alike(puzzles: list[Puzzle]) -> None:
    for one in puzzles:
        for language in LANGUAGES:
            said = [each.words[language] for each in one.answers]
            assert all(said), one.id
            assert len({*said}) == len(said), one.id
            assert one.answers[one.best].why[language], one.id
            assert one.kind != ODDS or one.ask[language]
            if one.hand is not None:
                assert one.hand.title[language]
                assert one.hand.situation[language]


def test_the_index_of_the_page_says_the_same(puzzles: list[Puzzle]) -> None:
    rows = json.decode((FOLDER / "index.json").read_bytes())
    assert sorted(rows) == sorted([one.id, one.kind, one.rating, one.hand.place if one.hand else 0] for one in puzzles)


def test_no_file_is_large() -> None:
    assert sum(file.stat().st_size for file in FOLDER.iterdir()) < 4_000_000


def test_nothing_of_what_the_enemy_hides_is_in_a_puzzle(puzzles: list[Puzzle]) -> None:
    """A view has no hand and no face-down card of the enemy; nor has anything else."""
    for one in puzzles:
        hidden(one.view)
        told = json.encode((one.answers, one.source, one.ask, one.part, one.hand)).decode()
        for card in secret_cards(one.view):
            assert f'"{card}"' not in told, one.id


def hidden(view: View) -> None:
    enemy = view.jp if view.viewer is Side.US else view.us
    assert enemy.hand is None
    assert enemy.discarded is None
    for f in enemy.formations:
        assert f.detected or f.known or f.lead is None


def secret_cards(view: View) -> set[str]:
    """Cards of the enemy that the view does not show: of his nothing is named in an answer but what lies open."""
    shown = json.encode(view).decode()
    side = "jp/" if view.viewer is Side.US else "us/"
    return {card for card in cards_by_id(card_set("core")) if card.startswith(side) and f'"{card}"' not in shown}


SPOILT: dict[str, tuple[Spoil, str]] = {
    "field": (lambda p: p.update(more=1), "more"),
    "no view": (lambda p: p.pop("view"), "view"),
    "format": (lambda p: p.update(format=9), "format"),
    "kind": (lambda p: p.update(kind="chess"), "no kind"),
    "best": (lambda p: p.update(best=99), "best"),
    "not best": (lambda p: p.update(best=(p["best"] + 1) % len(p["answers"])), "not worse"),
    "illegal": (lambda p: p["answers"][0].update(answer="fly to the moon"), "not legal"),
    "chance": (lambda p: p["answers"][0].update(chance=1.5), "chance"),
    "no question": (lambda p: p["view"].update(question=None), "question"),
}


@pytest.mark.parametrize("name", SPOILT)
def test_a_spoilt_puzzle_is_refused_by_file_and_line(tmp_path: Path, puzzles: list[Puzzle], name: str) -> None:
    spoil, word = SPOILT[name]
    one = json.decode(json.encode(next(each for each in puzzles if each.kind == "landing")))
    spoil(one)
    file = tmp_path / f"landing{ENDING}"
    file.write_bytes(json.encode(one) + b"\n")
    with pytest.raises(BadPuzzle, match="line 1") as caught:
        list(read(file))
    assert word in str(caught.value)


def test_odds_that_do_not_lie_in_their_band_or_are_shown_are_refused(puzzles: list[Puzzle], tmp_path: Path) -> None:
    one = json.decode(json.encode(next(each for each in puzzles if each.kind == ODDS)))
    file = tmp_path / f"odds{ENDING}"
    for spoilt in ({**one, "best": (one["best"] + 1) % 5}, {**one, "exact": None}):
        file.write_bytes(json.encode(spoilt) + b"\n")
        with pytest.raises(BadPuzzle, match="band"):
            list(read(file))


def test_no_file_and_no_json_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadPuzzle, match="cannot be read"):
        shelf(tmp_path)
    file = tmp_path / f"tasks{ENDING}"
    file.write_bytes(b"{\n")
    with pytest.raises(BadPuzzle, match="line 1"):
        list(read(file))
