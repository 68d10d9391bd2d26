"""Cards print their names in two languages: who reads Japanese reads those."""

from __future__ import annotations

import pytest

from ironbottom.catalog import card_set
from ironbottom.client import letters
from ironbottom.client.plain.naming import Naming
from ironbottom.language import Reader
from ironbottom.words import CardId


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
    monkeypatch.setattr(letters, "can_print", lambda _text: printable)
    naming = Naming(card_set("core"))
    assert naming.card("us/enterprise") == enterprise
    assert naming.half(CardId("jp/combined-fleet-1")) == division
