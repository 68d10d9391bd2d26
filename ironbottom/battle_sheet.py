"""§24  Battles from their files: read strictly, checked against the cards, one sentence for what is wrong.

cards/FIELDS.md says how such a file is written; those of the project lie in cards/battles/.  A file may come from
anybody: it is short, and nothing in it raises anything but a `CardError`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from functools import cache
from importlib.resources import files

from ironbottom.battle import LINE_WORDS, LONGEST_WORD, SCORES, Battle, BattleSide, BattleText, PlacedBase, PlacedShip
from ironbottom.battle_check import check_battle
from ironbottom.card_sheet import Sheet
from ironbottom.language import _, counted
from ironbottom.strict_yaml import CardError, Node, at_most, characters, fault, in_line, quoted, read
from ironbottom.words import CardId, Side

__all__ = [
    "battle_names", "battle_text", "begins", "check_battle", "day_in", "name_in", "prose_in", "read_battle",
]

MOST_BYTES = 16 * 1024
MOST_CARDS = {"bases": 16, "deck": 80, "held": 80, "reserve": 80, "airplanes": 80} | dict.fromkeys(LINE_WORDS, 40)
MOST_SHIPS, MOST_TURNS, MOST_SOURCES, MOST_OPTIONS = 40, 40, 20, 24
TITLE, INTRODUCTION, HISTORY, SOURCE = 80, 800, 6000, 200  # characters

FIELDS = (
    "battle", "version", "set", "date", "first", "turns", "decks", "options", "scores", "ties", "levels", "us", "jp",
    "english", "japanese", "sources",
)
SIDE = ("lead", "bases", *LINE_WORDS, "deck", "hand", "held", "reserve")
BASE = ("base", "damage", "airplanes")
SHIP = ("ship", "transports", "escort", "damage", "seen", "airplanes")
LEVELS = ("clear", "decisive")
USUAL_LEVELS = 4, 10
TEXT = ("title", "introduction", "history")

_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
_CARDS = re.compile(r"(?:([1-9][0-9]?) )?([a-z0-9]+(?:-[a-z0-9]+)*)")
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_WIDE = re.compile(r"(?<=[^\x00-\x7f]) (?=[^\x00-\x7f])")  # Japanese has no space where a line of the file ended


def read_battle(text: str, file: str = "battle") -> Battle:
    """The battle that a file describes.  Raises CardError; which cards there are is not looked at."""
    size = len(text.encode("utf-8", "surrogatepass"))
    if size > MOST_BYTES:
        raise fault(file, (), counted("{n} byte", "{n} bytes", size), at_most(MOST_BYTES))
    begins(text, file, "battle", _("a first line like battle: cape-esperance"))
    sheet = Sheet(file, (), read(file, text))
    try:
        return _battle(sheet)
    except CardError as error:
        raise in_line(error, text) from None


def _battle(sheet: Sheet) -> Battle:
    sheet.only(FIELDS)
    us, jp = [_side(sheet.below(side.name.lower()), side) for side in Side]
    clear, decisive = _levels(sheet)
    return Battle(
        name=name_in(sheet, "battle"), version=sheet.number("version", 1, 999) if sheet.has("version") else 1,
        set=sheet.text("set", _("the name of a set of cards, as core or full"), 64), date=day_in(sheet),
        first=_which(sheet, "first"), turns=sheet.number("turns", 1, MOST_TURNS), decks=_yes(sheet, "decks"),
        options=_options(sheet), scores=_scores(sheet), ties=_which(sheet, "ties") if sheet.has("ties") else Side.JP,
        us=us, jp=jp, english=_told(sheet.below("english")), japanese=_told(sheet.below("japanese")),
        sources=_sources(sheet), clear=clear, decisive=decisive,
    )


def begins(text: str, file: str, key: str, allowed: str) -> None:
    """Whoever sees the first line knows what kind of file it is."""
    for number, row in enumerate(text.splitlines(), 1):
        if row.strip() and not row.startswith("#"):
            if not re.match(f"{key}:( |$)", row):
                raise fault(file, (), quoted(row.strip()), allowed, number)
            return
    raise fault(file, (), _("an empty file"), allowed)


def name_in(sheet: Sheet, field: str) -> str:
    """A name that a command can be given."""
    allowed = _("at most 40 small letters, digits and hyphens")
    text = sheet.text(field, allowed)
    if not _NAME.fullmatch(text):
        raise sheet.wrong(field, quoted(text), allowed)
    return text


def day_in(sheet: Sheet) -> str:
    """The day in the field `date`."""
    allowed = _("a day like 1942-10-11")
    text = sheet.text("date", allowed)
    try:
        if not _DATE.fullmatch(text):
            raise ValueError
        date.fromisoformat(text)
    except ValueError:
        raise sheet.wrong("date", quoted(text), allowed) from None
    return text


def prose_in(sheet: Sheet, field: str, allowed: str, longest: int) -> str:
    """Text on one line, without the spaces that ends of lines have put between Japanese letters."""
    return _WIDE.sub("", sheet.text(field, allowed, longest))


def _which(sheet: Sheet, field: str) -> Side:
    return Side[sheet.word(field, ("us", "jp")).upper()]


def _yes(sheet: Sheet, field: str) -> bool:
    return sheet.word(field, ("yes", "no")) == "yes"


def _options(sheet: Sheet) -> tuple[str, ...]:
    allowed = _("words of optional rules in square brackets")
    found = sheet.words("options", allowed)
    if len(found) > MOST_OPTIONS:
        raise sheet.wrong("options", str(len(found)), at_most(MOST_OPTIONS))
    for said in found:
        if len(said) > LONGEST_WORD:  # no message has room for it
            raise sheet.wrong("options", quoted(said[:40]), allowed)
    return found


def _scores(sheet: Sheet) -> tuple[tuple[str, int], ...]:
    """§24.6  In the order of SCORES, in whatever order they are written."""
    if not sheet.has("scores"):
        return ()
    table = sheet.below("scores")
    table.only(SCORES)
    return tuple([(word, table.number(word, 1, 99)) for word in SCORES if table.has(word)])


def _levels(sheet: Sheet) -> tuple[int, int]:
    """§24.7  Both, or as usual."""
    if not sheet.has("levels"):
        return USUAL_LEVELS
    table = sheet.below("levels")
    table.only(LEVELS)
    return table.number("clear", 1, 99), table.number("decisive", 1, 99)


def _side(sheet: Sheet, side: Side) -> BattleSide:
    for near in ("ships", "formations", "lines"):
        if sheet.has(near):
            raise sheet.wrong(near, _("ships in no line"), _("ships below front, middle or rear"))
    sheet.only(SIDE)
    ships = [_ship(one, side, line) for line, word in enumerate(LINE_WORDS) for one in _items(sheet, word, "ship")]
    if len(ships) > MOST_SHIPS:
        raise fault(sheet.file, sheet.path, counted("{n} formation", "{n} formations", len(ships)), at_most(MOST_SHIPS))
    return BattleSide(
        bases=tuple([_base(one, side) for one in _items(sheet, "bases", "base")]), ships=tuple(ships),
        deck=_cards(sheet, "deck", side), hand=_small(sheet, "hand"), held=_cards(sheet, "held", side),
        reserve=_cards(sheet, "reserve", side), lead=_small(sheet, "lead"),
    )


def _small(sheet: Sheet, field: str) -> int:
    return sheet.number(field, 0, 99) if sheet.has(field) else 0


def _items(sheet: Sheet, field: str, what: str) -> Iterator[Sheet]:
    """The bases or the ships of a line; one that is only named stands there as it is printed."""
    node = sheet.fields.get(field, [])
    if not isinstance(node, list):
        raise sheet.wrong(field, _("no list"), _("a list, each below the other with a hyphen, or in square brackets"))
    if len(node) > MOST_CARDS[field]:
        raise sheet.wrong(field, str(len(node)), at_most(MOST_CARDS[field]))
    for n, one in enumerate(node, 1):
        yield Sheet(sheet.file, (*sheet.path, field, str(n)), {what: one} if isinstance(one, str) else one)


def _base(sheet: Sheet, side: Side) -> PlacedBase:
    sheet.only(BASE)
    return PlacedBase(
        card=_card(sheet, "base", side), damage=_small(sheet, "damage"), airplanes=_cards(sheet, "airplanes", side)
    )


def _ship(sheet: Sheet, side: Side, line: int) -> PlacedShip:
    sheet.only(SHIP)
    if sheet.has("ship") is sheet.has("transports"):
        found = _("both a ship and transports") if sheet.has("ship") else _("neither a ship nor transports")
        raise fault(sheet.file, sheet.path, found, _("either ship or transports"))
    field = "ship" if sheet.has("ship") else "transports"
    return PlacedShip(
        lead=_card(sheet, field, side), line=line, transports=field == "transports",
        escort=_card(sheet, "escort", side) if sheet.has("escort") else None, damage=_small(sheet, "damage"),
        detected=_yes(sheet, "seen") if sheet.has("seen") else False, airplanes=_cards(sheet, "airplanes", side),
    )


def _card(sheet: Sheet, field: str, side: Side) -> CardId:
    allowed = _("the id of one card, without us/ or jp/")
    text = sheet.text(field, allowed)
    return _id(sheet, field, text, side, allowed)[0]


def _id(sheet: Sheet, field: str, text: str, side: Side, allowed: str) -> tuple[CardId, int]:
    match = _CARDS.fullmatch(text)
    if not match or len(match[2]) > 60 or (match[1] and field in ("ship", "transports", "escort", "base")):
        raise sheet.wrong(field, quoted(text), allowed)
    return CardId(f"{side.name.lower()}/{match[2]}"), int(match[1] or 1)


def _cards(sheet: Sheet, field: str, side: Side) -> tuple[CardId, ...]:
    """Cards in square brackets; "3 wildcat" is three of them."""
    allowed = _("ids of cards in square brackets, as [3 wildcat, dauntless]")
    node: Node = sheet.fields.get(field, [])
    if not isinstance(node, list) or not all(isinstance(one, str) for one in node):
        raise sheet.wrong(field, quoted(node) if isinstance(node, str) else _("no list of words"), allowed)
    found: list[CardId] = []
    for text in node:
        card, times = _id(sheet, field, str(text), side, allowed)
        found += [card] * times
    if len(found) > MOST_CARDS[field]:
        raise sheet.wrong(field, str(len(found)), at_most(MOST_CARDS[field]))
    return tuple(found)


def _told(sheet: Sheet) -> BattleText:
    """All of it must be there: a reader of the other language is not left without."""
    sheet.only(TEXT)
    return BattleText(
        title=prose_in(sheet, "title", _("the name of the battle in this language"), TITLE),
        introduction=prose_in(sheet, "introduction", _("three sentences in this language"), INTRODUCTION),
        history=_history(sheet),
    )


def _history(sheet: Sheet) -> str:
    """Paragraphs, an empty line between them; where lines of the file end within one is left to who shows it."""
    allowed = _("paragraphs below history: |, an empty line between them")
    sheet.text("history", allowed, HISTORY)
    paragraphs = re.split(r"\n[ \t]*\n", str(sheet.fields["history"]).strip())
    return "\n\n".join([_WIDE.sub("", " ".join(paragraph.split())) for paragraph in paragraphs])


def _sources(sheet: Sheet) -> tuple[str, ...]:
    allowed = _("a list of works, each below the other with a hyphen")
    node = sheet.fields.get("sources", [])
    if not isinstance(node, list) or not all(isinstance(one, str) and one for one in node):
        raise sheet.wrong("sources", _("no list of words"), allowed)
    if len(node) > MOST_SOURCES:
        raise sheet.wrong("sources", str(len(node)), at_most(MOST_SOURCES))
    found = tuple([" ".join(str(one).split()) for one in node])
    for work in found:
        if len(work) > SOURCE:
            raise sheet.wrong("sources", characters(len(work)), at_most(SOURCE))
    return found


def battle_names() -> tuple[str, ...]:
    """The battles of the project, in the order of their dates."""
    return tuple(_project())


def battle_text(name: str) -> str:
    """The file of a battle of the project.  Raises CardError for one that does not exist."""
    texts = _project()
    if name not in texts:
        found = _("found the battle {name}; allowed is one of {names}.")
        raise CardError(found.format(name=quoted(name), names=", ".join(texts)))
    return texts[name]


@cache
def _project() -> dict[str, str]:
    """Names and texts of the files in cards/battles/, the earliest battle first."""
    folder = files("ironbottom.cards").joinpath("battles")
    texts = [file.read_text("utf-8") for file in folder.iterdir() if file.name.endswith(".yaml")]
    battles = [(battle.date, battle.name, text) for text in texts for battle in [read_battle(text)]]
    return {name: text for _day, name, text in sorted(battles)}
