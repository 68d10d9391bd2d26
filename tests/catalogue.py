"""The catalogue of all texts that people read, collected from what says them.

    python -m tests.catalogue             is ironbottom/locale/ironbottom.pot what the sources give?
    python -m tests.catalogue --update    write it
    python -m tests.catalogue --compile   check each language's ironbottom.po, and make the .mo that is read

The texts are those that the Python sources mark by `_`, `N_` and `counted`, the prompts of the questions, which are the
docstrings of their steps, and what cards print that has no Japanese of its own beside it.
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
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

ROOT = Path(__file__).resolve().parent.parent
LOCALE = ROOT / "ironbottom" / "locale"
TEMPLATE = LOCALE / f"{DOMAIN}.pot"
UPDATE = "python -m tests.catalogue --update"
FOLDERS = ("client", "ironbottom", "server")
KEYWORDS: dict[str, tuple[int, ...] | None] = {"_": None, "N_": None, "counted": (1, 2)}

HEADER = """\
# All texts of Iron Bottom & Sunset Sky that people read; collected by: python -m tests.catalogue --update
#
# {fields} and %(fields)s stay as they are and may change places. In the phrases of events a part in [brackets] falls
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
OPTION = re.compile(r"\[([^\]]*)\]")

ANY_DAY = datetime(1942, 8, 7, tzinfo=UTC)  # so that the same .po always gives the same .mo

Text = tuple[str | tuple[str, ...], str]  # a text, or one and many, and the file that says it


def named(file: Path) -> str:
    return file.relative_to(ROOT).as_posix()


def sources() -> list[Path]:
    return [file for folder in FOLDERS for file in sorted((ROOT / folder).rglob("*.py"))]


def marked() -> Iterator[Text]:
    """What the sources mark."""
    for file in sources():
        with file.open("rb") as source:
            for _line, text, _comments, _context in extract("python", source, KEYWORDS):
                yield text, named(file)


def unreadable() -> list[str]:
    """Places where a marked text is put together before it is looked up, so that no catalogue can hold it."""
    return [
        f"{named(file)}:{call.lineno}"
        for file in sources()
        for call in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in KEYWORDS
        for text in call.args[: 2 if call.func.id == "counted" else 1]
        if isinstance(text, ast.JoinedStr | ast.BinOp)
        or (isinstance(text, ast.Call) and isinstance(text.func, ast.Attribute) and text.func.attr == "format")
    ]


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


def template() -> str:
    """The catalogue of all texts, without translations: the same on every machine and on every day."""
    catalogue = Catalog()
    for text, file in (*marked(), *prompts(), *printed()):
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


def main(argv: Sequence[str]) -> int:
    """1 if the template is not what the sources give, or a translation is not sound."""
    parser = argparse.ArgumentParser(prog="python -m tests.catalogue")
    parser.add_argument("--update", action="store_true", help="write the template anew")
    parser.add_argument("--compile", action="store_true", help="make the catalogues that are read")
    asked = parser.parse_args(argv)
    if asked.update:
        LOCALE.mkdir(exist_ok=True)
        TEMPLATE.write_text(template(), encoding="utf-8")
    wrong = [f"{place}: a text is put together inside the mark" for place in unreadable()]
    if asked.compile:
        for file in sorted(LOCALE.glob(f"*/LC_MESSAGES/{DOMAIN}.po")):
            wrong += compile_catalogue(file)
    elif not TEMPLATE.exists() or TEMPLATE.read_text("utf-8") != template():
        wrong.append(f"{named(TEMPLATE)} is not what the sources give; run: {UPDATE}")
    for why in wrong:
        print(why, file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
