"""The line above the table, in any language and at any width; and what must not be missed."""

from __future__ import annotations

from collections.abc import Iterator
from gettext import NullTranslations
from time import monotonic

import pytest
from msgspec.structs import replace

from ironbottom.client.terminal.state.model import Net, UiState
from ironbottom.client.terminal.table.status import banner_text, clock_text, notice_text, status_text
from ironbottom.language import _, speak, use
from ironbottom.wire.cleaning import cells
from ironbottom.wire.messages import Status
from ironbottom.wire.terms import Absent, Terms
from ironbottom.words import SIDES, Side
from tests.client.support.table import seat, table
from tests.support.lengths import some

from ..support.tables import asked_at, played, ui_at, update_of


class Wide(NullTranslations):
    """A language whose every letter takes two cells."""

    def gettext(self, message: str) -> str:
        return "".join(["日" if letter.isalpha() and depth == 0 else letter for letter, depth in _with_depth(message)])


def _with_depth(text: str) -> Iterator[tuple[str, int]]:
    depth = 0
    for letter in text:
        depth += (letter == "{") - (letter == "}")
        yield letter, depth


@pytest.fixture
def _wide() -> Iterator[None]:
    use(Wide())
    yield
    use(NullTranslations())


def at_table(ui: UiState) -> UiState:
    own = ui.viewer
    ui.table = table(seats=(seat("Ann", own), seat("Bob", None if own is None else own.enemy, here=False)))
    return ui


@pytest.mark.parametrize("width", [10, 20, 40, 80, 120, 200])
@pytest.mark.parametrize("n", some([3, 40, 0, 90], 2))
def test_the_line_never_is_wider_than_the_screen(n: int, width: int) -> None:
    for side in (*SIDES, None):
        assert cells(status_text(at_table(ui_at(n, side=side)), width).plain) <= width


@pytest.mark.usefixtures("_wide")
@pytest.mark.parametrize("width", [20, 40, 80, 120])
def test_letters_that_take_two_cells_are_counted_so(width: int) -> None:
    ui = at_table(ui_at(90))
    ui.notice = "日" * 200
    text = status_text(ui, width).plain
    assert "日" in text or width < 40
    assert cells(text) <= width
    assert {cells(line) for line in notice_text(ui, width).plain.split("\n")} == {width}


def test_whose_move_it_is_is_said_at_any_width() -> None:
    ui = at_table(asked_at(20))
    assert "YOUR MOVE" in status_text(ui, 12).plain
    assert ui.question is not None
    ui.gave(ui.question.default)
    assert "answer on its way" in status_text(ui, 80).plain
    ui.arrive(update_of(played(1)[ui.number], Side.US))
    assert "answer on its way" not in status_text(ui, 80).plain  # it has come, and what it did is to be seen first
    other = at_table(asked_at(20, side=Side.JP))
    us = ui_at(other.number - 1, side=Side.US)
    assert "Japan decides" in status_text(us, 80).plain or us.menu is not None


def test_the_other_is_named_and_whether_he_is_there() -> None:
    assert "against Bob (away)" in status_text(at_table(ui_at(40)), 160).plain
    onlooker = ui_at(40, side=None)
    onlooker.table = table()
    assert "You look on." in status_text(onlooker, 160).plain


@pytest.fixture(params=["en", "ja"])
def _spoken(request: pytest.FixtureRequest) -> Iterator[None]:
    speak(request.param)
    yield
    speak("en")


@pytest.mark.usefixtures("_spoken")
@pytest.mark.parametrize("name", some(["a-name-as-long-as-may-be", "Bob"], 1))
def test_the_other_is_named_at_80_columns_wherever_the_game_stands(name: str) -> None:
    """With points, and with clocks; what is long gives way, and a section that is cut says so."""
    for n in some(range(0, len(played(1)), 17), 4):
        for ui in (at_table(ui_at(n)), timed(ui_at(n))):
            table, view = ui.table, ui.view
            assert table is not None
            assert view is not None
            other = replace(table.seats[1], name=name, here=n % 2 == 0)
            ui.table = replace(table, seats=(table.seats[0], other))
            text = status_text(ui, 80).plain
            assert cells(text) <= 80
            assert name[:5] in text, text
            assert "1:" in text if ui.clocks else _("VP") in text, text
            assert not view.turn or _("Turn {turn}").format(turn=view.turn) in text, text


def timed(ui: UiState, *, status: Status = "playing", absent: Absent = "clock", here: bool = True) -> UiState:
    """At a table with clocks: this side has 90 seconds and the other 5; it was so ten seconds ago."""
    at_table(ui)
    assert ui.table is not None
    own, other = ui.table.seats
    seats = replace(own, left=90_000, here=here), replace(other, left=5_000)
    ui.sit(replace(ui.table, seats=seats, status=status, terms=Terms(absent=absent, bank=1)), 0)
    ui.clocks_at = monotonic() - 10
    assert ui.view is not None
    ui.newest = replace(ui.view, waiting=((Side.US, "8"),))
    return ui


def test_the_clock_of_who_is_asked_goes_on_between_two_updates() -> None:
    ui = timed(ui_at(40))
    assert ui.viewer is Side.US
    assert ui.newest is not None
    left = ui.clock(Side.US)
    assert left is not None
    assert 70_000 < left <= 80_000
    assert ui.clock(Side.JP) == 5_000
    text = status_text(ui, 160).plain
    assert "▶US 1:" in text
    assert "Japan 0:05" in text
    ui.newest = replace(ui.newest, waiting=((Side.JP, "8"),))  # the next update: nothing else is told of the table
    assert ui.clock(Side.US) == 90_000
    assert "▶Japan" in status_text(ui, 160).plain


@pytest.mark.parametrize(("status", "absent", "here", "runs"), [
    ("playing", "clock", True, True), ("paused", "clock", True, False), ("playing", "wait", True, True),
    ("playing", "wait", False, False), ("playing", "clock", False, False), ("over", "clock", True, False),
])
def test_a_clock_stands_where_nobody_is_waited_for(status: Status, absent: Absent, *, here: bool, runs: bool) -> None:
    assert timed(ui_at(40), status=status, absent=absent, here=here).runs(Side.US) is runs


@pytest.mark.parametrize(("left", "said"), [(0, "0:00"), (1, "0:01"), (61_000, "1:01"), (3_723_000, "1:02:03")])
def test_a_clock_is_read_as_clocks_are(left: int, said: str) -> None:
    assert clock_text(left) == said


def test_the_banner_says_what_is_wrong_and_nothing_when_all_is_well() -> None:
    ui = at_table(ui_at(40))
    assert banner_text(ui) == ""
    assert ui.table is not None
    ui.table = replace(ui.table, status="paused", note="the disk is [b]full[/]")
    assert banner_text(ui) == "The game is paused: the disk is [b]full[/]"
    ui.net = Net("gone", "no route")
    assert banner_text(ui).startswith("⚠ The connection is lost (no route); it is tried again")
    assert "no connection" in status_text(ui, 80).plain
    ui.net = Net("ended", "It is over.")
    assert banner_text(ui) == "⚠ It is over.  Press q to leave."


def test_a_game_that_counts_no_more_for_its_cup_says_so() -> None:
    ui = at_table(ui_at(40))
    assert ui.table is not None
    ui.table = replace(ui.table, settled=True)
    assert banner_text(ui) == "This game counts no more for its cup: play it out, or leave it."


def test_looking_back_is_said() -> None:
    ui = ui_at(40)
    ui.look(ui.log[3])
    assert "YOU LOOK BACK" in status_text(ui, 80).plain
    assert "Escape" in banner_text(ui)
    ui.look(None)
    assert banner_text(ui) == ""


def test_a_notice_is_read_whole_and_what_is_too_long_even_so_says_so() -> None:
    """On three lines at most, each of which goes on to the edge."""
    ui = ui_at(40)
    ui.notice = "a long story that does not end before the line does"
    assert notice_text(ui, 30).plain.split("\n") == [
        "── a long story that does ────", "── not end before the line ───", "── does ──────────────────────",
    ]
    ui.notice = " ".join(["word"] * 40)
    lines = notice_text(ui, 30).plain.split("\n")
    assert [cells(line) for line in lines] == [30, 30, 30]
    assert lines[-1] == "── word word word word wor… ──"
