"""The sheet by which two players agree: what can be offered, and how an offer that stands is answered."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace
from textual.pilot import Pilot

from ironbottom.client.terminal.state.model import UiState
from ironbottom.client.terminal.table.status import banner_text
from ironbottom.wire.agreeing import Agreeable, Offers, StandingOffer
from ironbottom.wire.terms import Terms
from tests.client.support.table import table
from tests.client.terminal.sheets.test_sheets import with_sheet
from tests.client.terminal.support.screens import Bench, read
from tests.client.terminal.support.tables import ui_at

TERMS = Terms(offers=("draw", "pause", "takeback"))


def ui_with(offers: Offers | None, place: int = 0, terms: Terms = TERMS) -> UiState:
    ui = ui_at(60)
    ui.table, ui.offers, ui.place = replace(table(), terms=terms), offers, place
    return ui


def pressed(ui: UiState, *keys: str) -> tuple[list[Any], str]:
    """What is done when the sheet is opened and these keys are pressed, and what it said."""
    found: list[Any] = []

    async def scene(app: Bench, pilot: Pilot[None]) -> None:
        found.append(read(app))
        await pilot.press(*keys)
        await pilot.pause()
        found.append([one for one in app.done if one[0] in ("offer", "reply")])

    with_sheet("offers", scene, ui=ui)
    return found[1], found[0]


def standing(place: int, what: Agreeable = "draw") -> Offers:
    return Offers("TABLE", 1, StandingOffer(place, what, 1))


@pytest.mark.parametrize(("downs", "what"), [(1, "draw"), (2, "pause"), (3, "takeback")])
def test_what_the_terms_allow_can_be_offered(downs: int, what: str) -> None:
    done, told = pressed(ui_with(None), *["down"] * downs, "enter")
    assert done == [("offer", what)]
    assert "a draw" in told


def test_enter_alone_does_nothing() -> None:
    """Whoever opens it by mistake has agreed to nothing."""
    assert pressed(ui_with(standing(1)), "enter")[0] == []


def test_an_offer_of_the_other_is_accepted_or_declined() -> None:
    assert pressed(ui_with(standing(1)), "down", "enter")[0] == [("reply", True)]
    done, told = pressed(ui_with(standing(1)), "down", "down", "enter")
    assert done == [("reply", False)]
    assert "offers a draw" in told


def test_ones_own_can_only_be_withdrawn() -> None:
    done, told = pressed(ui_with(standing(0)), "down", "enter")
    assert done == [("reply", False)]
    assert "Accept" not in told


def test_in_a_pause_one_may_go_on_and_take_nothing_back() -> None:
    told = pressed(ui_with(Offers("TABLE", 1, None, paused=True)), "escape")[1]
    assert "Offer to go on" in told
    assert "Offer a pause" not in told
    assert "Offer a takeback" not in told


def test_without_terms_nothing_can_be_offered() -> None:
    assert "The terms of this table do not allow that." in pressed(ui_with(None, terms=Terms()), "escape")[1]


def test_the_banner_tells_of_an_offer_as_long_as_it_stands() -> None:
    assert banner_text(ui_with(standing(1))).endswith("offers a draw. (Shift+Y: answer)")
    assert banner_text(ui_with(Offers("TABLE", 1, None))) == ""
