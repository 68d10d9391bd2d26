"""The curve as text: heights, turns, what was known, what was lost."""

from __future__ import annotations

from ironbottom.client.bots.review.figures import CurvePoint, KnownPoint
from ironbottom.client.terminal.review.plot import SCALE, column_of, moment_at, plot
from ironbottom.client.terminal.review.telling import bar, change

from ..support.tables import ui_at

LAST, WIDTH = 40, 60


def drawn(
    chances: list[float], *, known: tuple[KnownPoint, ...] = (), lost: tuple[int, ...] = (), here: int = -1
) -> list[str]:
    """The rows of a curve in which a turn is ten answers."""
    curve = [CurvePoint(n, n // 10, "US", chance) for n, chance in enumerate(chances)]
    return plot(ui_at(0), curve, known, lost, here, (WIDTH, 10)).plain.split("\n")


def test_what_is_certain_fills_a_column_and_what_is_lost_leaves_it_empty() -> None:
    rows = drawn([0.0] * 20 + [1.0] * 21)
    assert len(rows) == 10
    assert {len(row) for row in rows[:8]} == {WIDTH}
    for row in rows[:8]:
        assert row[SCALE:][:5].strip("┄ ") == ""
        assert row[-5:] == "█████"


def test_the_scale_is_the_chance() -> None:
    rows = drawn([0.5] * (LAST + 1))
    assert [row[-1] for row in rows[:8]] == [" "] * 4 + ["█"] * 4
    assert rows[0].startswith("100 % ")
    assert rows[4].startswith(" 50 % ")
    assert rows[7].startswith("  0 % ")


def test_turns_losses_and_the_place_of_the_cursor_are_marked() -> None:
    rows = drawn([0.5] * (LAST + 1), known=(KnownPoint(20, 2, "JP", 0.9, 0.1),), lost=(40,), here=20)
    assert rows[8].split() == ["1", "2", "3", "4"]
    assert rows[9].index("▲") == SCALE + column_of(20, LAST, WIDTH - SCALE)
    assert rows[9].index("✶") == WIDTH - 1
    assert rows[0][SCALE + column_of(20, LAST, WIDTH - SCALE)] == "j"


def test_a_click_finds_the_moment_of_its_column() -> None:
    assert [moment_at(SCALE + column_of(n, LAST, WIDTH - SCALE), LAST, WIDTH) for n in range(LAST + 1)] == [
        *range(LAST + 1)
    ]
    assert moment_at(0, LAST, WIDTH) == 0
    assert moment_at(WIDTH + 9, LAST, WIDTH) == LAST


def test_changes_have_a_sign_and_a_side() -> None:
    assert change(0.123) == "+12.3 %"
    assert change(-0.0001) == "+0.0 %"
    assert bar(0.1) == " " * 10 + "│██"
    assert bar(-0.1) == " " * 8 + "██│"
    assert bar(3.0) == " " * 10 + "│" + "█" * 10
