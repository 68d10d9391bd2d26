"""YAML without surprises, for card files that people write by hand.

Every scalar stays the text that was written: what it means is for the field that reads it, so `no` is never a
boolean and `1_0` never a number.  A lone `-` is text too, as the cards print it.  Anchors, aliases, tags, keys written
twice and keys that are not text are refused, each with one sentence, in the language of who reads it here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import NoReturn, TypeAlias
from unicodedata import category

import yaml

from ironbottom.language import N_, _, counted
from ironbottom.vocabulary import phrase

Node: TypeAlias = "str | list[Node] | dict[str, Node]"
Path = tuple[str, ...]  # the keys that lead to a place in a file

SECTIONS = ("ships", "bases", "airplanes", "events")  # below these stand cards
DEEPEST = 6  # section, card, field, and what a field may hold
LONGEST = 1_000_000  # characters of a file: the whole game has a tenth of it
_COMMENT = re.compile(r"(^| )#.*")
_NO_SPACE = re.compile(r" *([\w-]+):([^\s:].*)")
_NO_COLON = re.compile(r" *[\w-]+( [^:{}\[\]]*)?$")
YAML = N_("YAML, where text with a colon or a special sign stands in quotes")


class CardError(ValueError):
    """What is wrong with a set of cards, in one sentence: file, card, field, what was found, what is allowed."""

    def __init__(self, sentence: str, path: Path = (), again: Callable[..., CardError] | None = None) -> None:
        """`again` makes it with `line`, the number of one; none where it has one, or where no line is meant."""
        super().__init__(sentence)
        self.path, self.again = path, again


def quoted(text: str) -> str:
    """Text from a file as a sentence may hold it: short, in quotes, nothing in it that a terminal would obey."""
    clean = "".join(c if c.isprintable() else "?" for c in text)
    return f'"{clean if len(clean) <= 40 else clean[:39] + "…"}"'


def fault(file: str, path: Path, found: str, allowed: str, line: int = 0) -> CardError:
    """The sentence about one place in a file."""
    sentence = phrase("battle_faults.place", place=_place(file, path, line), found=found, allowed=allowed)
    return CardError(sentence, path, None if line else partial(fault, file, path, found, allowed))


def mistyped(file: str, path: Path, found: str, meant: str, line: int = 0) -> CardError:
    """The sentence about something that is nearly right."""
    sentence = _("{place}: found {found}; did you mean {meant}?")
    told = sentence.format(place=_place(file, path, line), found=found, meant=meant)
    return CardError(told, path, None if line else partial(mistyped, file, path, found, meant))


def refused(file: str, path: Path, why: str, line: int = 0) -> CardError:
    """What something else has to say of one place in a file."""
    told = _("{place}: {why}").format(place=_place(file, path, line), why=why)
    return CardError(told, path, None if line else partial(refused, file, path, why))


def in_line(error: CardError, text: str) -> CardError:
    """The same fault with the line where its field stands in this text, or the last field above it that is there."""
    line = line_of(text, error.path) if text and error.again is not None else 0
    return error if not line or error.again is None else error.again(line=line)


def line_of(text: str, path: Path) -> int:
    """Where in this text a field stands, which may be read; 0: there is none."""
    node, line = yaml.compose(text, Loader=_Scanner), 0
    for key in path:
        found = _below(node, key)
        if found is None:
            break
        mark, node = found
        line = _line(mark)
    return line


def _below(node: yaml.Node | None, key: str) -> tuple[yaml.Mark, yaml.Node] | None:
    """A field of a mapping or an entry of a list: where it begins, and what it holds."""
    if isinstance(node, yaml.MappingNode):
        return next(((name.start_mark, value) for name, value in node.value if name.value == key), None)
    if isinstance(node, yaml.SequenceNode) and key.isdigit() and 0 < int(key) <= len(node.value):
        entry = node.value[int(key) - 1]
        return entry.start_mark, entry
    return None


def _place(file: str, path: Path, line: int) -> str:
    place = [file] if file else []
    if line:
        place.append(_("line {n}").format(n=line))
    if len(path) > 1 and path[0] in SECTIONS:
        place.append(_("card {name}").format(name=_plain(path[1])))
        path = path[2:]
    if path:
        place.append(_("field {name}").format(name=_plain(".".join(path))))
    return ", ".join(place)


def _plain(name: str) -> str:
    return name if name.isascii() and name.isprintable() and 0 < len(name) <= 60 else quoted(name)


class _Scanner(yaml.SafeLoader):
    """PyYAML's own, but "-" opens a list only where a list may begin; after a key it is text."""

    def check_block_entry(self) -> bool:
        return bool(super().check_block_entry()) and self.flow_level == 0 and bool(self.allow_simple_key)

    def check_plain(self) -> bool:
        return self.peek() == "-" or bool(super().check_plain())


def read(file: str, text: str) -> dict[str, Node]:
    """The mapping that a file holds."""
    if len(text) > LONGEST:
        raise fault(file, (), characters(len(text)), at_most(LONGEST))
    try:
        root = _Tree(file, text).document()
    except CardError:
        raise
    except yaml.MarkedYAMLError as error:
        found, allowed, line = _likely(text, error)
        raise fault(file, (), found, allowed, line) from None
    except yaml.YAMLError:
        raise fault(file, (), _("a control character"), _("plain text")) from None
    except RecursionError:  # PyYAML on keys of keys of keys
        raise fault(file, (), _("too many levels"), at_most(DEEPEST)) from None
    except (ValueError, OverflowError):  # PyYAML on an escape or a version number beyond all bounds
        raise fault(file, (), _("text that is no YAML (a number out of bounds)"), _(YAML)) from None
    if not isinstance(root, dict):
        raise fault(file, (), _("no mapping"), _('lines like "side: us" and "ships:"'))
    return root


def characters(n: int) -> str:
    return counted("{n} character", "{n} characters", n)


def at_most(n: int) -> str:
    return _("at most {n}").format(n=n)


def _line(mark: object) -> int:
    """The line of a mark, counted from one; 0 where PyYAML gives none."""
    line = getattr(mark, "line", None)
    return line + 1 if isinstance(line, int) else 0


def _likely(text: str, error: yaml.MarkedYAMLError) -> tuple[str, str, int]:
    """What is likely wrong, what is allowed, and the line: PyYAML often stops at the line after the mistake."""
    last, problem = _line(error.problem_mark), error.problem or ""
    if "quoted" in (error.context or "") and "end of stream" in problem:
        found = _("a quotation mark without the one that closes it")
        return found, _("text between two of them"), _line(error.context_mark)
    rows = [(number, _COMMENT.sub("", row)) for number, row in enumerate(text.splitlines()[:last], 1)]
    opened = _line(error.context_mark) if "flow" in (error.context or "") else 0
    near = [(number, row) for number, row in rows if row.strip()][-2:]
    for number, row in [*rows[max(0, opened - 1):opened], *near]:
        if "\t" in row:
            return _("a tab"), _("spaces"), number
        if match := _NO_SPACE.match(row):
            found = _("no space after the colon of {word}").format(word=quoted(match[1]))
            good = quoted(f"{match[1]}: {match[2].rstrip()}")
            return found, _("a space after it, like {text}").format(text=good), number
        if _NO_COLON.match(row):
            found = _("{text} without a colon").format(text=quoted(row.strip()))
            return found, _("a word, a colon, a space and a value"), number
        if row.count("{") > row.count("}") or row.count("[") > row.count("]"):
            return _("a bracket that is not closed"), _("brackets in pairs on one line"), number
    if len(near) == 2 and near[1][0] == last and _shifted(rows, near[0][1], near[1][1]):
        found = _("an indentation that does not fit the lines above")
        return found, _("fields of a card exactly below each other"), last
    return _("text that is no YAML ({problem})").format(problem=quoted(problem)), _(YAML), last


def _shifted(rows: list[tuple[int, str]], above: str, row: str) -> bool:
    """Whether a line is further right than a line that has a value already, or below no line that it could join."""
    if _indent(row) > _indent(above):
        return not above.rstrip().endswith(":")
    return _indent(row) not in [_indent(other) for number, other in rows[:-1] if other.strip()]


def _indent(row: str) -> int:
    return len(row) - len(row.lstrip(" "))


class _Tree:
    """Builds what a file says from the parser's events, and refuses what card files have no need of."""

    def __init__(self, file: str, text: str) -> None:
        self.file = file
        self.events: Iterator[yaml.Event] = yaml.parse(text, Loader=_Scanner)

    def document(self) -> Node:
        next(self.events)  # the stream starts
        if isinstance(next(self.events), yaml.StreamEndEvent):
            raise fault(self.file, (), _("an empty file"), _("a file with cards"))
        root = self._node(next(self.events), ())
        next(self.events)  # the document ends
        after = next(self.events)
        if not isinstance(after, yaml.StreamEndEvent):
            self._refuse(after, (), _("a second document"), _("one document"))
        return root

    def _refuse(self, event: yaml.Event, path: Path, found: str, allowed: str) -> NoReturn:
        raise fault(self.file, path, found, allowed, _line(event.start_mark))

    def _node(self, event: yaml.Event, path: Path) -> Node:
        if isinstance(event, yaml.AliasEvent):
            found = _("the alias {name}").format(name=quoted(f"*{event.anchor}"))
            self._refuse(event, path, found, _("the value itself, written out"))
        assert isinstance(event, yaml.NodeEvent)
        if event.anchor is not None:
            found = _("the anchor {name}").format(name=quoted(f"&{event.anchor}"))
            self._refuse(event, path, found, _("a value without a name"))
        assert isinstance(event, (yaml.ScalarEvent, yaml.CollectionStartEvent))
        if event.tag is not None:
            self._refuse(event, path, _("the tag {name}").format(name=quoted(event.tag)), _("a value without a tag"))
        if len(path) > DEEPEST:
            self._refuse(event, path[:2], _("too many levels"), at_most(DEEPEST))
        if isinstance(event, yaml.ScalarEvent):
            return self._scalar(event, path)
        return self._mapping(path) if isinstance(event, yaml.MappingStartEvent) else self._list(path)

    def _scalar(self, event: yaml.ScalarEvent, path: Path) -> str:
        text = str(event.value)
        if any(category(c)[0] == "C" for c in text if c != "\n"):
            found = _("an invisible character in {text}").format(text=quoted(text))
            self._refuse(event, path, found, _("plain text"))
        return text

    def _list(self, path: Path) -> list[Node]:
        items: list[Node] = []
        while not isinstance(event := next(self.events), yaml.SequenceEndEvent):
            items.append(self._node(event, (*path, str(len(items) + 1))))
        return items

    def _mapping(self, path: Path) -> dict[str, Node]:
        found: dict[str, Node] = {}
        while not isinstance(event := next(self.events), yaml.MappingEndEvent):
            key = self._node(event, path)
            if not isinstance(key, str) or not key:
                self._refuse(event, path, _("a key that is no word"), _("a word before each colon"))
            if key in found:
                self._refuse(event, (*path, key), _("it a second time"), _("each key once"))
            found[key] = self._node(next(self.events), (*path, key))
        return found
