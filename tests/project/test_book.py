"""The book: rulebook, rulings, code and tests name each other, and every name exists.

A paragraph of RULEBOOK.md is carried out by a step that wears its number, or where code cites it as §17.2(3)(a); and it
is held by a test whose docstring cites it.  The same goes for the rulings, cited as R-20.  The last line of each ruling
names the tests that hold it, and is written by

    python -m tests.project.test_book --update
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from importlib import import_module

from ironbottom.catalog import card_set
from ironbottom.flow import Procedure
from ironbottom.printed import EventCard
from ironbottom.rules.effects import EFFECTS
from ironbottom.words import SIDES
from tests import ROOT

RULEBOOK = ROOT / "ironbottom" / "rules" / "RULEBOOK.md"
RULINGS = ROOT / "ironbottom" / "rules" / "RULINGS.md"
ON_ONE_PAGE = sorted((ROOT / "ironbottom" / "rules").glob("TEN_MINUTES*.md"))
UPDATE = "python -m tests.project.test_book --update"
WIDTH = 120

NUMBER = r"\d+(?:\.\d+)?(?:\((?:\d+|[a-z])\))*"
PARAGRAPH = re.compile(rf"^\*\*({NUMBER})\*\*", re.MULTILINE)
HEADING = re.compile(rf"^#+ ({NUMBER}) ", re.MULTILINE)
CITED = re.compile(rf"§({NUMBER})")
RULING = re.compile(r"\bR-(\d+b?)\b")
TITLE = re.compile(r"^## R-(\d+b?)$", re.MULTILINE)
TESTED = re.compile(r"^Test: .*(?:\n(?!\n).*)*", re.MULTILINE)

# Paragraphs that no step, function or class of the engine carries out, and why.
NO_CODE = {
    "1.2": "says in short what §11 says exactly",
}
# Paragraphs that no test can hold, and why.
NO_TEST: dict[str, str] = {}


@cache
def paragraphs() -> tuple[str, ...]:
    """The numbers of the paragraphs, in the order of the book."""
    return tuple(PARAGRAPH.findall(RULEBOOK.read_text("utf-8")))


@cache
def headings() -> frozenset[str]:
    return frozenset(HEADING.findall(RULEBOOK.read_text("utf-8")))


@cache
def rulings() -> tuple[str, ...]:
    return tuple(TITLE.findall(RULINGS.read_text("utf-8")))


@cache
def code() -> str:
    """Everything that is written in ironbottom/, and the numbers that the steps of its sections wear."""
    files = sorted((ROOT / "ironbottom").rglob("*.py"))
    for file in (ROOT / "ironbottom" / "rules").glob("s*.py"):
        import_module(f"ironbottom.rules.{file.stem}")
    return "\n".join([*[file.read_text("utf-8") for file in files], *[f"§{rule}" for rule in worn()]])


def worn() -> Iterator[str]:
    """The paragraphs that steps wear."""
    left: list[type[Procedure]] = list(Procedure.__subclasses__())
    while left:
        kind = left.pop()
        left += kind.__subclasses__()
        if kind.__module__.startswith("ironbottom."):
            yield from [step.rule for step in kind.steps if step.rule]


@cache
def docstrings() -> dict[str, str]:
    """The docstring of every test function, by its name as pytest has it."""
    found = {}
    for file in sorted((ROOT / "tests").rglob("test_*.py")):
        for node in ast.parse(file.read_text("utf-8")).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                found[f"{file.relative_to(ROOT).as_posix()}::{node.name}"] = ast.get_docstring(node) or ""
    return found


@cache
def held() -> str:
    return "\n".join(docstrings().values())


def missing(wanted: tuple[str, ...], text: str, pattern: re.Pattern[str], excused: dict[str, str]) -> str:
    """What a text should cite and doesn't, in a line."""
    cited = set(pattern.findall(text))
    return " ".join([number for number in wanted if number not in cited and number not in excused])


def test_numbers_are_unique() -> None:
    """A number names one paragraph, or one ruling, for ever."""
    assert len(paragraphs()) > 150
    assert len(set(paragraphs())) == len(paragraphs())
    assert len(set(rulings())) == len(rulings())
    assert [n for n in range(1, len(rulings())) if str(n) not in rulings()] == []  # and R-2b


def test_every_paragraph_is_carried_out() -> None:
    """By a step that wears its number, or by what cites it."""
    assert missing(paragraphs(), code(), CITED, NO_CODE) == ""


def test_every_paragraph_is_tested() -> None:
    """By a test whose docstring cites it."""
    assert missing(paragraphs(), held(), CITED, NO_TEST) == ""


def test_every_ruling_is_carried_out() -> None:
    """By code that cites it."""
    assert missing(rulings(), code(), RULING, {}) == ""


def test_every_ruling_is_tested() -> None:
    """By a test whose docstring cites it."""
    assert missing(rulings(), held(), RULING, {}) == ""


def test_excuses_are_still_needed() -> None:
    """An excuse for a paragraph that is gone, or cited by now, is itself gone."""
    cited = set(CITED.findall(code())), set(CITED.findall(held()))
    for excused, found in zip((NO_CODE, NO_TEST), cited, strict=True):
        assert [number for number in excused if number not in paragraphs() or number in found] == []


def test_every_citation_exists() -> None:
    """In code, in tests, in the rulings, on the one page and in the rulebook itself; a heading counts."""
    known = {*paragraphs(), *headings()}
    texts = {"ironbottom/": code(), "RULINGS.md": paragraphs_of_rulings()}
    texts |= {file.name: file.read_text("utf-8") for file in ON_ONE_PAGE}
    texts |= {str(file.relative_to(ROOT)): file.read_text("utf-8") for file in (ROOT / "tests").rglob("*.py")}
    wrong = {name: sorted(set(CITED.findall(text)) - known) for name, text in texts.items()}
    assert {name: cited for name, cited in wrong.items() if cited and name != "tests/engine/test_flow.py"} == {}
    assert sorted(set(RULING.findall(code() + held() + RULEBOOK.read_text("utf-8"))) - set(rulings())) == []


def paragraphs_of_rulings() -> str:
    """The lines of RULINGS.md that say where in the rulebook a ruling stands."""
    lines = re.findall(r"^Paragraph: (.*)$", RULINGS.read_text("utf-8"), re.MULTILINE)
    return " ".join(f"§{number}" for line in lines for number in line.split(", "))


def test_every_ruling_stands_in_the_rulebook() -> None:
    """In the paragraphs that it names, marked with its number."""
    book = RULEBOOK.read_text("utf-8")
    assert [n for n in rulings() if f"[R-{n}]" not in book] == []


def test_every_event_has_an_effect_and_a_test() -> None:
    """§21  Each card of the full set: its effect is in EFFECTS and cites its paragraph, and a test names the card."""
    written = "\n".join(file.read_text("utf-8") for file in sorted((ROOT / "tests").rglob("test_*.py")))
    for side in SIDES:
        for card in {c.id: c for c in card_set("full").side(side).air if isinstance(c, EventCard)}.values():
            assert card.effect.does in EFFECTS, card.id
            assert "§21." in (EFFECTS[card.effect.does].work.__doc__ or ""), card.id
            assert f'"{card.id}"' in written or f'"{card.name}"' in written, f"no test names {card.id}"


def held_by(ruling: str) -> str:
    """The line that names the tests of a ruling."""
    names = [name for name, text in docstrings().items() if ruling in RULING.findall(text)]
    return "Test: " + ",\n".join(names) if names else "Test: none yet"


def with_tests(text: str) -> str:
    """RULINGS.md with the lines that name the tests as they should be."""
    parts = TITLE.split(text)
    for i in range(1, len(parts), 2):
        line = held_by(parts[i])
        parts[i + 1] = TESTED.sub(line, parts[i + 1], count=1)  # no name holds a backslash
    return parts[0] + "".join(f"## R-{n}{body}" for n, body in zip(parts[1::2], parts[2::2], strict=True))


def test_rulings_name_their_tests() -> None:
    """The last line of each ruling names the tests that cite it."""
    text = RULINGS.read_text("utf-8")
    assert len(TESTED.findall(text)) == len(rulings())
    assert text == with_tests(text), f"RULINGS.md names other tests than there are: {UPDATE}"


if __name__ == "__main__":
    if sys.argv[1:] != ["--update"]:
        sys.exit(UPDATE)
    RULINGS.write_text(with_tests(RULINGS.read_text("utf-8")), encoding="utf-8")
