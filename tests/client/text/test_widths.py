"""How wide a text is in a terminal: the wire's count, which lines of text go by too, and that of pictures."""

from __future__ import annotations

from babel.messages.pofile import read_po

from ironbottom.catalog import card_set, cards_by_id
from ironbottom.client.terminal.drawing.signs import columns
from ironbottom.client.text.card_text import face, width
from ironbottom.language import LANGUAGES
from ironbottom.wire.cleaning import cells
from tests import ROOT

LOCALE = ROOT / "ironbottom" / "locale"


def texts() -> set[str]:
    """All that we say in any language, and all that stands on the cards."""
    said = {line for card in cards_by_id(card_set("full")).values() for line in face(card)}
    for language in set(LANGUAGES) - {"en"}:
        with (LOCALE / language / "LC_MESSAGES" / "ironbottom.po").open("rb") as file:
            for message in read_po(file):
                for text in (message.id, message.string):
                    said.update([text] if isinstance(text, str) else filter(None, text or ()))
    return {line for text in said for line in text.splitlines()}


def test_of_our_texts_all_say_the_same() -> None:
    ours = texts()
    assert len(ours) > 1_000
    assert any(cells(text) > len(text) for text in ours)  # Japanese
    assert [text for text in ours if not cells(text) == width(text) == columns(text)] == []


def test_lines_of_text_go_by_the_count_of_the_wire() -> None:
    """Of letters that combine, also of those without a combining class."""
    for text in ("か\N{COMBINING KATAKANA-HIRAGANA VOICED SOUND MARK}", "a\u0488", "a\u07a6"):
        assert width(text) == cells(text)
    assert width("a\u07a6") == 1


def test_rare_letters_are_why_pictures_have_a_count_of_their_own() -> None:
    """Rich lays out by a table that moves with its version: what it draws in one cell must be counted as one."""
    assert (columns("a\u0903"), cells("a\u0903")) == (1, 2)
    assert (columns("\u2630"), cells("\u2630")) == (2, 1)
