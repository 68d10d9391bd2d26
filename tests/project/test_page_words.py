"""The texts of the page: collected from its modules like those of the Python sources, and given to it in Japanese."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.support.languages import po
from tests.tools import catalogue

MODULE = """\
import { N_, _, counted, fill } from "../words.js";
/** Not a text: _("in a comment"). */
const TABLE = { a: N_("from a table"), "b": N_('in single quotes') };
export const plain = () => _("said plainly");
export const filled = (side) => fill(_("{side} \\"wins\\""), { side });
export const some = (n) => counted("{n} hull", "{n} hulls", n);
export const inside = (n) => `(${_("in a template")}) ${/_\\("no"\\)/.test(n)}`;
export const nested = (key) => _(TABLE[key] ?? N_("inside of another mark"));
export const member = (x) => x._("of something else");
"""
TEXTS = {
    "from a table", "in single quotes", "said plainly", '{side} "wins"', ("{n} hull", "{n} hulls"), "in a template",
    "inside of another mark",
}


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A page of its own, with a folder for its modules."""
    monkeypatch.setattr(catalogue, "ROOT", tmp_path)
    monkeypatch.setattr(catalogue, "PAGE", tmp_path / "web")
    monkeypatch.setattr(catalogue, "PAGE_WORDS", tmp_path / "web" / "words")
    (tmp_path / "web" / "say").mkdir(parents=True)
    return tmp_path / "web" / "say"


def test_every_marked_text_of_a_module_is_found(page: Path) -> None:
    (page / "module.js").write_text(MODULE, "utf-8")
    found = list(catalogue.marked_by_page())
    assert {text for text, _file in found} >= TEXTS
    assert "in a comment" not in {text for text, _file in found}
    assert {file for _text, file in found} == {"web/say/module.js"}


@pytest.mark.parametrize(
    "line",
    [
        '_(`${side} wins`)', '_("one" + "two")', "N_('one' + two)", 'counted(`${n} hull`, "{n} hulls", n)',
        '_(fill("{a}", {a}))',
    ],
)
def test_a_text_put_together_inside_the_mark_is_named(page: Path, line: str) -> None:
    (page / "wrong.js").write_text(f"const a = 1;\nconst b = {line};\n", "utf-8")
    assert [place for place in catalogue.unreadable() if "wrong.js" in place] == ["web/say/wrong.js:2"]


def test_the_page_reads_what_a_language_says(page: Path, tmp_path: Path) -> None:
    """By the English for one where there are several forms; nothing that is not said yet, or not by the page."""
    (page / "module.js").write_text(MODULE, "utf-8")
    rows = (
        'msgid "said plainly"\nmsgstr "はっきり"', 'msgid "{n} hull"\nmsgid_plural "{n} hulls"\nmsgstr[0] "船{n}"',
        'msgid "from a table"\nmsgstr ""', '#, fuzzy\nmsgid "in a template"\nmsgstr "たぶん"',
        'msgid "only of the server"\nmsgstr "サーバー"',
    )
    told = json.loads(catalogue.page_catalogue(catalogue.read(po(tmp_path, *rows)), catalogue.page_texts()[0]))
    assert told == {"said plainly": "はっきり", "{n} hull": "船{n}"}


def test_what_questions_and_cards_say_is_among_it() -> None:
    """The server sends it in English, and the page looks it up."""
    first, later = catalogue.page_texts()
    assert {text for text, _file in catalogue.prompts()} <= first
    assert {text for text, _file in catalogue.printed()} <= first | later
    assert "Attack, or break off?" in first
    assert {"No game is reviewed yet.", "What this game teaches"} <= later
    special = catalogue.room_texts("special")
    assert {"Rules of this table", "Semper Fi", "Long Lance"} & special == {"Semper Fi", "Long Lance"}
    assert not first & later
    even = catalogue.room_texts("even")
    assert {"Make it even for us", "Your strength", "Semper Fi"} & even == {"Make it even for us", "Your strength"}
    assert not special & (first | later | even)
    assert not even & (first | later)


def test_a_page_that_is_behind_its_language_is_named(page: Path, tmp_path: Path) -> None:
    (page / "module.js").write_text(MODULE, "utf-8")
    file = po(tmp_path, 'msgid "said plainly"\nmsgstr "はっきり"')
    names = ["ja", "ja-later", *[f"rooms/{room}-ja" for room in catalogue.ROOMS], "ja-lessons"]
    for told, name in zip(catalogue.stale_pages([file]), names, strict=True):
        assert told.startswith(f"web/words/{name}.json")
    for words, right in catalogue.page_files(file):
        words.parent.mkdir(exist_ok=True)
        words.write_text(right, "utf-8")
    assert list(catalogue.stale_pages([file])) == []


def test_no_sentence_is_typed_twice() -> None:
    """What the page and the programs both say, or the vocabulary has, stands in ironbottom/vocabulary/ alone."""
    in_page, in_programs, in_vocabulary = (
        sentences(texts()) for texts in (catalogue.marked_by_page, catalogue.marked, catalogue.vocabulary)
    )
    assert in_page & in_programs == set()
    assert in_vocabulary & (in_page | in_programs) == set()


def sentences(texts: Iterable[catalogue.Text]) -> set[str]:
    """Texts of five words and more: a word or two may be said in two places."""
    said = {text if isinstance(text, str) else text[0] for text, _file in texts}
    return {text for text in said if len(text.split()) > 4}
