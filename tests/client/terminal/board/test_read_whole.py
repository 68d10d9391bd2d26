"""At 80x24 what one decides by is read whole: the values of a row, and those of what is pointed at on the board."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ironbottom.catalog import card_set
from ironbottom.client.terminal.answer.cursor import Stop
from ironbottom.client.terminal.answer.offered import Offer, offer_of
from ironbottom.client.terminal.answer.staging import begin
from ironbottom.client.terminal.board.about import about
from ironbottom.client.terminal.question.listing import as_text, detail, drawn
from ironbottom.client.terminal.question.pieces import ShownQuestion
from ironbottom.client.terminal.state.model import Touch
from ironbottom.client.terminal.table.status import notice_text
from ironbottom.client.text.naming import Naming
from ironbottom.client.text.question.menu import menu_of
from ironbottom.language import speak
from ironbottom.words import SIDES
from tests.support.languages import english
from tests.support.lengths import some

from ..support.tables import played, ui_at

__all__ = ["english"]  # after each test the next one hears English

COLUMNS, ROWS = 79, 9  # of the panel in a window of 80x24
LANGUAGES = ("en", "ja")


def cursors(offer: Offer) -> Iterator[Stop]:
    """Everything that something is told of."""
    for n, row in enumerate(offer.rows):
        yield Stop("row", n)
        yield from [Stop("option", n, i) for i in range(min(3, len(row.options)))]
    yield from [Stop("play", n) for n in range(len(offer.plays))]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("number", [1, 2])
def test_what_is_told_of_a_row_is_not_cut(language: str, number: int) -> None:
    """In all questions of a game; and the row itself stays in sight."""
    speak(language)
    namings = {side: Naming(card_set("full@1" if number % 2 else "core@1")) for side in SIDES}
    for turn in some(played(number), 80):
        for side, naming in namings.items():
            shown_to = turn.updates[side].view
            naming.see(shown_to)
            if shown_to.question is None:
                continue
            staged = begin(offer_of(menu_of(shown_to.question, naming)))
            for cursor in cursors(staged.offer):
                shown = ShownQuestion(staged, naming, cursor)
                lines = as_text(drawn(shown, COLUMNS, ROWS, None).lines, COLUMNS)
                told = "".join("".join(lines[-5:]).split())
                wanted = "".join(detail(shown, verbs=False).split())
                assert wanted in told, (wanted, lines)
                assert cursor.what == "option" or any(line.startswith(">") for line in lines)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_pointed_at_is_not_cut(language: str) -> None:
    """All cards on the table and in the hand, with their values."""
    speak(language)
    for n in range(0, 120, 12):
        ui = ui_at(n)
        touches = [Touch("token", token) for token in ui.names.rows] + [Touch("card", card) for card in ui.names.hand]
        for touch in touches:
            ui.pointed = about(ui, touch)
            text = notice_text(ui, 80).plain
            assert "…" not in text, text
