"""Cards print their names in two languages: who reads Japanese reads those."""

from __future__ import annotations

import pytest

from ironbottom.catalog import card_set
from ironbottom.client.plain.reader import PlainReader
from ironbottom.client.text import sanitize
from ironbottom.client.text.naming import Naming
from ironbottom.language import Reader
from ironbottom.words import CardId

from ..plain.sitting import lines_of


@pytest.mark.parametrize(
    ("language", "printable", "enterprise", "division"),
    [
        ("en", True, "Enterprise", "38th Division"),
        ("ja_JP.UTF-8", True, "エンタープライズ", "第三十八師団"),
        ("ja", False, "Enterprise", "38th Division"),
    ],
)
def test_names_are_in_the_readers_language(
    language: str, printable: bool, enterprise: str, division: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Reader, "language", language)
    monkeypatch.setattr(sanitize, "can_print", lambda _text: printable)
    naming = Naming(card_set("core"))
    assert naming.card("us/enterprise") == enterprise
    assert naming.half(CardId("jp/combined-fleet-1")) == division


@pytest.mark.parametrize(
    ("language", "printable", "first", "other"),
    [
        ("en", True, "Enterprise: ", "エンタープライズ"),
        ("ja", True, "エンタープライズ", "Enterprise"),
        ("ja", False, "Enterprise", ""),
    ],
)
def test_a_card_begins_with_the_name_that_its_reader_reads(
    language: str, printable: bool, first: str, other: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both names stand on the card; that of the reader's language is the first, and neither stands there twice."""
    monkeypatch.setattr(Reader, "language", language)
    monkeypatch.setattr(sanitize, "can_print", lambda text: printable or text.isascii())
    told = lines_of(PlainReader(card_set("core"), width=0).line("card enterprise"))
    assert told[0].startswith(first)
    assert [line for line in told[1:] if line in ("Enterprise", "エンタープライズ")] == [other] * bool(other)


def test_the_troops_of_a_card_are_named_in_both_languages_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Reader, "language", "ja")
    monkeypatch.setattr(sanitize, "can_print", lambda _text: True)
    told = "\n".join(lines_of(PlainReader(card_set("core"), width=0).line("card jp/combined-fleet-1")))
    assert told.index("第三十八師団") < told.index("38th Division")
    assert told.count("38th Division") == 1
