"""The catalogue of all texts that people read, collected from what says them.

    python -m tests.tools.catalogue             is ironbottom/locale/ironbottom.pot what the sources give?
    python -m tests.tools.catalogue --update    write it
    python -m tests.tools.catalogue --compile   check each language's ironbottom.po, and make the .mo that is read,
                                                and the .json that the page reads

The texts are those of ironbottom/vocabulary/, those that the Python sources and the modules of the page mark by `_`,
`N_` and `counted`, the prompts of the questions, which are the docstrings of their steps, what cards print that has no
Japanese of its own beside it, and the lessons of the tutorial.
"""

from __future__ import annotations

import argparse
import ast
import json
import re
import sys
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from functools import cache
from importlib import import_module
from io import BytesIO
from pathlib import Path
from pkgutil import iter_modules

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from ironbottom import rules
from ironbottom.catalog import SECTION, card_set, cards_by_id
from ironbottom.flow import Procedure
from ironbottom.language import DOMAIN
from ironbottom.printed import EventCard
from ironbottom.vocabulary import texts as vocabulary_texts
from ironbottom.vocabulary import texts_of_room
from tests import ROOT
from tests.tools import lesson

LOCALE = ROOT / "ironbottom" / "locale"
TEMPLATE = LOCALE / f"{DOMAIN}.pot"
UPDATE = "python -m tests.tools.catalogue --update"
FOLDERS = ("client", "ironbottom", "server")
PAGE = ROOT / "client" / "web"
OPENED = ("shell/review/", "shell/puzzles/", "start/games/")  # rooms that are fetched when somebody opens them
ROOMS = {  # parts that bring words of their own, as the vocabulary has them: their modules
    "special": ("terms/special.js", "agreed/special_sheet.js", "text/table_rules.js"),
    "orders": ("sheets/orders.js", "tables/standing.js"),
    "editor": tuple(
        [f"editor/{name}.js" for name in ("carrying", "checking", "editor", "screen", "settings", "share", "typing")]
    ),
    "even": tuple([f"terms/{name}.js" for name in ("bid", "even", "even_words", "handicap", "rating", "strength")]),
    "notifying": ("install/notifying.js", "install/push.js"),
    "ratings": ("games/ladder.js", "games/player.js"),
    "challenge": ("challenges/challenges.js", "challenges/waiting.js", "games/blocked.js"),
    "cups": ("games/cups.js", "seat/cup_seats.js"),
    "pace": ("language/clock_words.js", "agreed/clock_sheet.js", "invite/by_the_day.js"),
    "teams": ("table/teams.js", "invite/partner_invitation.js", "replay/cast.js"),
    "hotseat": tuple([f"curtain/{name}.js" for name in ("curtain", "pair", "words")]),
    "own-key": ("install/own_key.js", "crypto/sealing.js"),
}
PAGE_WORDS = PAGE / "base" / "language" / "words"  # what the page reads: a .json for each language
WINDOWS_FILE = "ironbottom/windows.py"
LESSONS_FILE = "client/tutorial/lesson.yaml"
IN_TEMPLATES = {"parse_template_string": True}  # texts inside of `${...}` too
KEYWORDS: dict[str, tuple[int, ...] | None] = {"_": None, "N_": None, "counted": (1, 2)}

HEADER = """\
# All texts of Iron Bottom & Sunset Sky that people read; collected by: python -m tests.tools.catalogue --update
#
# {fields} and %(fields)s stay as they are and may change places. In the sentences of events a part in [brackets] falls
# away where one of its fields is empty or hidden; {field?} with a question mark only decides that, and is never shown.
# Options, names of commands and words in CAPITALS that stand for a value are the same in every language.
msgid ""
msgstr ""
"Project-Id-Version: ironbottom\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""

FIELD = re.compile(r"\{[^{}]*\}|%(?:\(\w+\))?[a-z]?")
CALL = r"(?<![\w.$])(?:_|N_|counted)\(\s*"  # of a module of the page
PUT_TOGETHER = re.compile(CALL + r"""(?:`|fill\(|"[^"\n]*"\s*\+|'[^'\n]*'\s*\+)""")
COMMENT = re.compile(r"/\*.*?\*/|^\s*//[^\n]*", re.DOTALL | re.MULTILINE)
SIMPLY_SAID = re.compile(r"(?<![\w.$])(?:_|N_)\(\s*" + r'"((?:[^"\\]|\\.)*)"')
OPTION = re.compile(r"\[([^\]]*)\]")

ANY_DAY = datetime(1942, 8, 7, tzinfo=UTC)  # so that the same .po always gives the same .mo

Text = tuple[str | tuple[str, ...], str]  # a text, or one and many, and the file that says it


def named(file: Path) -> str:
    return file.relative_to(ROOT).as_posix()


def sources() -> list[Path]:
    return [file for folder in FOLDERS for file in sorted((ROOT / folder).rglob("*.py"))]


def page_sources() -> list[Path]:
    return sorted(PAGE.rglob("*.js"))


def marked() -> Iterator[Text]:
    """What the Python sources mark."""
    for file in sources():
        yield from _marked_in(file, "python")


def marked_by_page() -> Iterator[Text]:
    """What the modules of the page mark; also where one mark stands inside of another, which Babel overlooks."""
    for file in page_sources():
        found = [(text, place) for text, place in _marked_in(file, "javascript") if text]
        yield from found
        known = {text if isinstance(text, str) else text[0] for text, _place in found}
        for text in _simply_said(file.read_text("utf-8")):
            said = text.replace('\\"', '"')
            if said not in known:
                yield said, named(file)


def _marked_in(file: Path, language: str) -> Iterator[Text]:
    for text in _extracted(file.read_bytes(), language):
        yield text, named(file)


@cache
def _extracted(source: bytes, language: str) -> tuple[str | tuple[str, ...], ...]:
    """Each room of the page asks for all of them again."""
    found = extract(language, BytesIO(source), KEYWORDS, options=IN_TEMPLATES)
    return tuple([text for _line, text, _comments, _context in found])


@cache
def _simply_said(source: str) -> tuple[str, ...]:
    return tuple(SIMPLY_SAID.findall(COMMENT.sub("", source)))


def unreadable() -> list[str]:
    """Places where a marked text is put together before it is looked up, so that no catalogue can hold it."""
    return [*_unreadable_python(), *_unreadable_page()]


def _unreadable_python() -> Iterator[str]:
    for file in sources():
        for call in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in KEYWORDS:
                for text in call.args[: 2 if call.func.id == "counted" else 1]:
                    if isinstance(text, ast.JoinedStr | ast.BinOp) or _is_filled(text):
                        yield f"{named(file)}:{call.lineno}"


def _is_filled(text: ast.expr) -> bool:
    return isinstance(text, ast.Call) and isinstance(text.func, ast.Attribute) and text.func.attr == "format"


def _unreadable_page() -> Iterator[str]:
    """There a template in `backticks`, a text with a plus behind it, or one that was filled before."""
    for file in page_sources():
        for n, line in enumerate(file.read_text("utf-8").splitlines(), 1):
            if not line.lstrip().startswith("*") and PUT_TOGETHER.search(line):
                yield f"{named(file)}:{n}"


def procedures(kind: type[Procedure] = Procedure) -> Iterator[type[Procedure]]:
    """Every section of the rules that has been imported."""
    for below in kind.__subclasses__():
        if below.__module__.startswith(rules.__name__):
            yield below
        yield from procedures(below)


def prompts() -> Iterator[Text]:
    """What is asked: the server sends it as it stands in the rules, and the client translates it."""
    for module in iter_modules(rules.__path__):
        import_module(f"{rules.__name__}.{module.name}")
    for procedure in procedures():
        for step in procedure.steps:
            if step.kind in ("ask", "both"):
                yield step.prompt, f"{procedure.__module__.replace('.', '/')}.py"


def printed() -> Iterator[Text]:
    """The rules and the remarks on cards; their names are in the card files in both languages."""
    for card in cards_by_id(card_set("full")).values():
        file = f"cards/{card.side.name.lower()}_{SECTION[type(card)]}.yaml"
        for text in (card.note, card.text if isinstance(card, EventCard) else ""):
            if text:
                yield text, file


def lessons() -> Iterator[Text]:
    """What the tutorial says."""
    for text in lesson.texts():
        yield text, LESSONS_FILE


def vocabulary() -> Iterator[Text]:
    """What all clients say."""
    for text, file in vocabulary_texts():
        yield text, f"ironbottom/vocabulary/{file}"


def template() -> str:
    """The catalogue of all texts, without translations: the same on every machine and on every day."""
    catalogue = Catalog()
    for text, file in (*marked(), *marked_by_page(), *vocabulary(), *prompts(), *printed(), *lessons()):
        catalogue.add(text, locations=[(file, 0)])
    out = BytesIO()
    write_po(out, catalogue, width=0, omit_header=True, sort_output=True, include_lineno=False)
    return HEADER + out.getvalue().decode()


def fields(text: str) -> list[str]:
    return sorted(FIELD.findall(text))


def options(text: str) -> list[list[str]]:
    """The fields of each part in brackets that may fall away."""
    return sorted([fields(part) for part in OPTION.findall(text) if fields(part)])


def faults(catalogue: Catalog) -> list[str]:
    """What is wrong with the translations of a catalogue: each must have the fields of its text."""
    return [f"{message.id!r}: {why}" for message in catalogue if message.id for why in _faults(message)]


def _faults(message: Message) -> Iterator[str]:
    texts = (message.id,) if isinstance(message.id, str) else tuple(message.id)
    forms = (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
    if message.fuzzy or not any(forms):
        return
    for n, form in enumerate(forms):
        # With one form for all numbers there is none for 1 alone.
        allowed = texts if len(forms) > 1 and n == 0 else texts[-1:]
        if not form:
            yield f"form {n} is empty"
        elif fields(form) not in [fields(text) for text in allowed]:
            yield f"{form!r} has other fields"
        elif options(form) != options(texts[-1]):
            yield f"{form!r} has other parts in brackets"
        elif FIELD.sub("", form).count("{") != FIELD.sub("", texts[-1]).count("{") or "}" in FIELD.sub("", form):
            yield f"{form!r} has a brace that is no field"


def read(file: Path) -> Catalog:
    """A template, or the catalogue of the language whose folder it is in."""
    with file.open("rb") as opened:
        return read_po(opened, locale=file.parent.parent.name if file.suffix == ".po" else None)


def compile_catalogue(file: Path) -> list[str]:
    """Write the .mo of a .po beside it, if its translations are sound; else what is wrong with them."""
    catalogue = read(file)
    catalogue.creation_date = catalogue.revision_date = ANY_DAY
    wrong = faults(catalogue)
    if not wrong:
        with file.with_suffix(".mo").open("wb") as opened:
            write_mo(opened, catalogue)
    return [f"{file.parent.parent.name}: {why}" for why in wrong]


def page_texts() -> tuple[set[str], set[str]]:
    """What the page may look up: at once its own texts and those of questions; later cards, and what is opened."""
    at_once, opened = list[Text](), list[Text]()
    for text in marked_by_page():
        (opened if any(room in text[1] for room in OPENED) else at_once).append(text)
    windows = [(text, file) for text, file in marked() if file == WINDOWS_FILE]
    first, later = [
        {text if isinstance(text, str) else text[0] for text, _file in said}
        for said in ((*at_once, *vocabulary(), *prompts(), *windows), (*opened, *printed()))
    ]
    first -= (fetched := {text for room in ROOMS for text in room_texts(room)})
    return first, later - first - fetched


def room_texts(room: str) -> set[str]:
    """What comes with a room, and what its modules say, if nobody else does."""
    modules = ROOMS[room]
    elsewhere = {text for text, file in marked_by_page() if not file.endswith(modules)}
    own = {text for text, file in marked_by_page() if file.endswith(modules) and isinstance(text, str)}
    others = {text for text, _file in vocabulary()} - texts_of_room(room)
    return (own - others | texts_of_room(room)) - elsewhere


def page_catalogue(catalogue: Catalog, wanted: set[str]) -> str:
    """A language as the page reads it: each text by its English, and one for all numbers by the English for one."""
    rows: dict[str, str] = {}
    for message in catalogue:
        text = message.id if isinstance(message.id, str) else message.id[0]
        said = message.string if isinstance(message.string, str) else (message.string or ("",))[-1]
        if text in wanted and said and not message.fuzzy:
            rows[text] = said
    return json.dumps(rows, ensure_ascii=False, sort_keys=True, indent=0) + "\n"


def page_lessons(catalogue: Catalog) -> str:
    """The lessons as the page reads them: in the order of their English, which it has; "" where none is there."""
    said = {message.id: message.string for message in catalogue if not message.fuzzy}
    return json.dumps([said.get(text) or "" for text in lesson.texts()], ensure_ascii=False, indent=0) + "\n"


def page_files(file: Path) -> Iterator[tuple[Path, str]]:
    """Where the page reads the language of a .po, and what: the words for the beginning, those for later, lessons."""
    language, catalogue = file.parent.parent.name, read(file)
    names = (f"{language}.json", f"{language}-later.json", *[f"rooms/{name}-{language}.json" for name in ROOMS])
    for name, wanted in zip(names, (*page_texts(), *map(room_texts, ROOMS)), strict=True):
        yield PAGE_WORDS / name, page_catalogue(catalogue, wanted)
    yield PAGE_WORDS / f"{language}-lessons.json", page_lessons(catalogue)


def stale_pages(files: Sequence[Path]) -> Iterator[str]:
    """Files of languages that are not what their .po gives."""
    for file in files:
        for words, right in page_files(file):
            if not words.exists() or words.read_text("utf-8") != right:
                yield f"{named(words)} is not what {named(file)} gives; run: python -m tests.tools.catalogue --compile"


def main(argv: Sequence[str]) -> int:
    """1 if the template is not what the sources give, or a translation is not sound."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.catalogue")
    parser.add_argument("--update", action="store_true", help="write the template anew")
    parser.add_argument("--compile", action="store_true", help="make the catalogues that are read")
    asked = parser.parse_args(argv)
    if asked.update:
        LOCALE.mkdir(exist_ok=True)
        TEMPLATE.write_text(template(), encoding="utf-8")
    wrong = [f"{place}: a text is put together inside the mark" for place in unreadable()]
    languages = sorted(LOCALE.glob(f"*/LC_MESSAGES/{DOMAIN}.po"))
    if asked.compile:
        for file in languages:
            faults_found = compile_catalogue(file)
            wrong += faults_found
            if not faults_found:
                (PAGE_WORDS / "rooms").mkdir(parents=True, exist_ok=True)
                for words, right in page_files(file):
                    words.write_text(right, encoding="utf-8")
        return _told(wrong)
    wrong += stale_pages(languages)
    if not TEMPLATE.exists() or TEMPLATE.read_text("utf-8") != template():
        wrong.append(f"{named(TEMPLATE)} is not what the sources give; run: {UPDATE}")
    return _told(wrong)


def _told(wrong: Sequence[str]) -> int:
    for why in wrong:
        print(why, file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
