"""Elo between player and puzzles, what is kept of it, and which puzzle comes next."""

from __future__ import annotations

from pathlib import Path

import pytest

from ironbottom.client.bots.review.puzzles.solving.progress import FILE, PuzzleProgress, keep, progress
from ironbottom.client.bots.review.puzzles.solving.rating import START, after, expected
from ironbottom.client.bots.review.puzzles.solving.shelf import shelf
from ironbottom.client.console.errors import UserError


def test_equals_share_and_four_hundred_points_are_ten_to_one() -> None:
    assert expected(1500, 1500) == 0.5
    assert expected(1900, 1500) == pytest.approx(10 / 11)
    assert expected(1500, 1900) + expected(1900, 1500) == pytest.approx(1)


def test_who_solves_rises_and_the_puzzle_falls_more_so_where_it_was_hard() -> None:
    player, puzzle = after(1200, 1200, 0, solved=True)
    assert player > 1200 > puzzle
    assert after(1200, 1600, 0, solved=True)[0] > player
    assert after(1200, 1200, 0, solved=False)[0] < 1200 < after(1200, 1200, 0, solved=False)[1]
    assert after(1200, 1200, 50, solved=True)[0] < player


def test_a_player_of_a_strength_comes_to_it() -> None:
    """Whoever solves by chance as one of 1600 would, is rated so after some hundred puzzles."""
    own, solved = START, 0.0
    for n in range(600):
        puzzle = 1000 + 40 * (n % 30)
        solved += expected(1600, puzzle)
        right = solved >= 1
        solved -= right
        own = after(own, puzzle, n, solved=right)[0]
    assert abs(own - 1600) < 120


def test_only_the_first_attempt_counts_and_it_is_kept(tmp_path: Path) -> None:
    puzzle = shelf()[0]
    now = PuzzleProgress().with_attempt(puzzle, solved=False)
    assert now.with_attempt(puzzle, solved=True) == now
    keep(tmp_path, now)
    assert progress(tmp_path) == now
    assert (now.solved, len(now.attempts)) == (0, 1)
    (tmp_path / FILE).write_bytes(b"[]")
    with pytest.raises(UserError, match="damaged"):
        progress(tmp_path)


def test_newcomers_get_those_by_hand_in_order_then_what_is_near_then_what_was_not_solved() -> None:
    puzzles, now, seen = shelf(), PuzzleProgress(), list[str]()
    while len(seen) < len(puzzles):
        one = now.next_of(puzzles)
        assert one is not None
        fresh = [other for other in puzzles if now.tried(other.id) is None]
        if not any(other.hand for other in fresh):
            assert abs(one.rating - now.rating) == min(abs(other.rating - now.rating) for other in fresh)
        seen.append(one.id)
        now = now.with_attempt(one, solved=len(seen) != 3)
    assert len({*seen}) == len(puzzles)
    by_hand = [one.id for one in puzzles if one.hand]
    assert seen[: len(by_hand)] == by_hand
    again = now.next_of(puzzles)
    assert again is not None
    assert again.id == seen[2]
