"""The rulebook at the prompt: a paragraph by its number, with what stands below it, or those that hold some words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from ironbottom.language import Reader, _, counted

from ..sanitize import sanitize

ON_ONE_PAGE = "TEN_MINUTES"
BOOKS = (ON_ONE_PAGE, "RULEBOOK", "RULINGS")
NUMBER = r"[0-9]+(?:\.[0-9]+)?(?:\([0-9a-z]+\))*"
PARAGRAPH = re.compile(rf"\*\*({NUMBER})\*\*\s?")
HEADING = re.compile(rf"#+ (?:({NUMBER}) |(R-[0-9]+b?)$)?(.*)")
ASKED = re.compile(rf"(?:§\s*)?({NUMBER}|r-[0-9]+b?)\.?")
MARKS = re.compile(r"\*\*|(?<!\w)\*(?=\S)|(?<=\S)\*(?!\w)|`", re.ASCII)  # Japanese writes no spaces around them
TESTS = "Test:"  # of a ruling: for programmers
MOST = 12  # paragraphs that a search shows
EXCERPT = 100  # letters of each
BREAKS = " 、。"  # after which an excerpt may begin


class Paragraph(NamedTuple):
    """A numbered paragraph, or a section without numbers, as lines for people."""

    number: str  # "17.2(3)(a)", "R-20"; "" where a heading has none
    title: str  # of a section
    lines: tuple[str, ...]


def paragraphs() -> tuple[Paragraph, ...]:
    """The game on one page, the book in its order, the rulings behind it; in the reader's language where it has it."""
    return tuple([one for book in BOOKS for one in _read(book)])


def _read(book: str) -> tuple[Paragraph, ...]:
    return _written_in(Reader.language.partition(".")[0].partition("_")[0], book)


@cache
def _written_in(language: str, book: str) -> tuple[Paragraph, ...]:
    # By the path below `ironbottom`: asking for the package of the rules would load the engine.
    folder = files("ironbottom") / "rules"
    file = folder / f"{book}.{language}.md"
    return tuple(_parsed((file if file.is_file() else folder / f"{book}.md").read_text("utf-8")))


def _parsed(text: str) -> Iterator[Paragraph]:
    number = title = ""
    lines: list[str] = []
    for raw in [*text.splitlines(), "# "]:
        heading, begun = HEADING.fullmatch(raw), PARAGRAPH.match(raw)
        if heading is not None or begun is not None:
            if number or title:
                yield Paragraph(number, title, tuple(_joined(lines)))
            title, lines = "", []
            if heading is not None:
                number, title = heading[1] or heading[2] or "", heading[3].strip()
                continue
        if begun is not None:
            number = begun[1]
        lines.append(raw if begun is None else raw[begun.end() :])


def _joined(lines: list[str]) -> Iterator[str]:
    """Lines of text as one for each passage; examples, rows of tables and items of lists begin anew."""
    passage = ""
    for raw in [*lines, ""]:
        line = raw.removeprefix(">").strip()
        begins = not line or line.startswith(("|", "- ", "Example.", "Note.")) or passage.startswith("|")
        if begins and passage.strip("|- ") and not passage.startswith(TESTS):
            yield _plain(passage)
        passage = line if begins else f"{passage} {line}".strip()


def _plain(text: str) -> str:
    """Without the marks of Markdown; a row of a table with semicolons."""
    if text.startswith("|"):
        cells = [cell.strip() for cell in text.strip("|").split("|")]
        text = "; ".join([cell for cell in cells if cell.strip("- ")])
    return sanitize(MARKS.sub("", text))


def rules_lines(words: str) -> list[str]:
    """What `rules` prints: a paragraph, a search, the game on one page, or the contents."""
    asked = " ".join(words.casefold().split())
    if not asked:
        return contents()
    if asked.startswith("search"):
        return search(asked.removeprefix("search").strip())
    if asked == "short":
        return [line for one in _read(ON_ONE_PAGE) for line in lines_of(one)]
    number = ASKED.fullmatch(asked)
    if number is not None:
        found = below(number[1])
        return found or [_("The rulebook has no paragraph {number}; rules alone prints the contents.").format(
            number=sanitize(number[1][:20])
        )]
    titled = [one for one in paragraphs() if one.title.casefold().startswith(asked)]
    return [line for one in titled[:1] for line in lines_of(one)] or search(asked)


def below(number: str) -> list[str]:
    """A paragraph and those below it: 17.2 has 17.2(1), 17.2(2), ..."""
    wanted = number.upper() if number.startswith("r") else number
    found = [one for one in paragraphs() if _is_below(one.number, wanted)]
    return [line for one in found for line in lines_of(one)]


def _is_below(number: str, wanted: str) -> bool:
    rest = number.removeprefix(wanted)
    return number.startswith(wanted) and (not rest or rest[0] in "(.")


def lines_of(paragraph: Paragraph) -> list[str]:
    """The number stands before the first line, so that it is heard first."""
    head = f"{_sign(paragraph.number)} {paragraph.title}".strip()
    if paragraph.title:
        return [head, *paragraph.lines]
    first, *rest = paragraph.lines or ("",)
    return [f"{head} {first}".strip(), *rest]


def _sign(number: str) -> str:
    return f"§{number}" if number[:1].isdigit() else number


def contents() -> list[str]:
    """The sections of the book."""
    lines = [
        _("The rulebook. Type rules with a number, or rules search with words."),
        _("The game on one page: rules short."),
    ]
    for one in paragraphs():
        if one.number.isdigit() and one.title:
            lines.append(f"  {one.number} {one.title}")
    return lines


def search(words: str) -> list[str]:
    """The paragraphs that hold all of these words; what has no number explains, and comes last."""
    wanted = words.split()
    if not wanted:
        return [_("Type rules search and the words that you look for.")]
    texts = [(one, " ".join([one.title, *one.lines]).casefold()) for one in paragraphs()]
    hits = [one for one, text in texts if all(word in text for word in wanted)]
    found = sorted(hits, key=lambda one: not one.number)
    if not found:
        return [_('No paragraph holds all of "{words}".').format(words=sanitize(words[:60]))]
    lines = [f"{_sign(one.number)} {_excerpt(one, wanted[0])}".strip() for one in found[:MOST]]
    if len(found) > MOST:
        more = len(found) - MOST
        lines.append(counted("{n} more paragraph holds these words.", "{n} more paragraphs hold these words.", more))
    return lines


def _excerpt(paragraph: Paragraph, word: str) -> str:
    text = " ".join([paragraph.title, *paragraph.lines]).strip()
    at = max(0, text.casefold().find(word) - EXCERPT // 3)
    start = max([text.rfind(one, 0, at) for one in BREAKS]) + 1
    cut = text[start : start + EXCERPT]
    return ("..." if start else "") + cut + ("..." if len(text) > start + EXCERPT else "")


def paragraph_lines(rule: str) -> list[str]:
    """The paragraph of a rule itself; nothing for a number that is not in the book."""
    exact = [one for one in paragraphs() if one.number == rule]
    return [line for one in exact for line in lines_of(one)]
