"""§2  Reads one card from the text in a card file; cards/FIELDS.md tells people what this reads.

Each kind of card has a tuple of its fields and a function that reads them.  A wrong field ends the reading with a
`CardError`.  What needs more than one card to judge is checked in `ironbottom.catalog`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches

from ironbottom.dice import Ability
from ironbottom.language import _
from ironbottom.printed import AirplaneCard, BaseCard, Effect, EventCard, ShipCard, Submarine, Transports, Values
from ironbottom.strict_yaml import CardError, Node, Path, at_most, characters, fault, mistyped, quoted
from ironbottom.words import CardId, Icon, Rank, Side

HIGHEST = 20  # no ability is above this
MOST_HP = 30

FIRST = ("name", "ja", "set")
LAST = ("known", "note")
SHIP = (*FIRST, "type", "icons", "air", "surface", "torp", "land", "sub", "speed", "hp", "vp", *LAST)
FIVE = ("first_hand", "fleet", "max_hand", "drawn", "kept")
BASES = {
    Rank.HOME: (*FIRST, "rank", "icons", "air", "hp", "repair", *FIVE, *LAST),
    Rank.STRATEGIC: (*FIRST, "rank", "icons", "air", "tb", "guns", "garrison", "patrol", "hp", "vp", *LAST),
    Rank.FRONT: (*FIRST, "rank", "icons", "air", "tb", "guns", "garrison", "patrol", "hp", "vp", "decides_ties", *LAST),
}
COPIES = ("copies", "copies_full")
AIRPLANE = (*FIRST, "maker", "icon", "airc", "air", "bomb", "torp", "land", "recon", "range", *COPIES, *LAST)
EVENT = (*FIRST, "text", "effect", "transports", "submarine", *COPIES, *LAST)
TRANSPORTS = ("name", "ja", "army", "air", "speed", "hp")
SUBMARINE = ("name", "ja", "torp", "recon", "hp")

EFFECTS: dict[str, tuple[str, ...]] = {  # §21: every word of the vocabulary, and the parameters that it takes
    "reinforce": ("n",),
    "draw": ("n",),
    "uncover": ("n",),
    "patrol-line": ("n",),
    "watchers": ("n",),
    "squall": (),
    "decoy": (),
    "weave": ("airplane",),
    "skip": ("n",),
    "radar": ("n",),
    "lookouts": (),
    "lance": ("n",),
    "shells": ("n", "types"),
    "boats": ("n",),
    "engineers": ("n",),
    "express": (),
    "evacuate": (),
}

SHIP_ICONS = ("carrier", "sea")  # §6.2
BASE_ICONS = ("land", "sea", "flying")  # §6.2: carrier airplanes stand on its land icons

_NUMBER = re.compile(r"0|[1-9][0-9]{0,2}")
_PLUS = re.compile(r"\+(0|[1-9][0-9]?)")
_TWO = re.compile(r"(-|0|[1-9][0-9]?)/(-|\+(?:0|[1-9][0-9]?))")
_TYPE = re.compile(r"[A-Z]{2,8}")
_SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


class Sheet:
    """A mapping in a card file: reads its fields, and knows where it stands when one of them is wrong."""

    def __init__(self, file: str, path: Path, node: Node) -> None:
        self.file, self.path = file, path
        if not isinstance(node, dict):
            raise fault(file, path, _shape(node), _("fields with their values"))
        self.fields = node

    def only(self, allowed: Iterable[str]) -> None:
        """Refuse every field that is not one of these."""
        names = tuple(allowed)
        for field in self.fields:
            if field not in names:
                key, colon, value = field.partition(":")
                if colon and key in names:  # {carrier:4} is one word to YAML
                    raise self.wrong(key, _("no space after the colon"), quoted(f"{key}: {value}"))
                for near in get_close_matches(field, names, 1):
                    raise mistyped(self.file, (*self.path, field), _("an unknown field"), quoted(near))
                raise self.wrong(field, _("an unknown field"), _one_of(names))

    def has(self, field: str) -> bool:
        return field in self.fields

    def wrong(self, field: str, found: str, allowed: str) -> CardError:
        return fault(self.file, (*self.path, field), found, allowed)

    def below(self, field: str) -> Sheet:
        """The mapping that a field holds."""
        if field not in self.fields:
            raise self.wrong(field, _("nothing"), _("fields with their values"))
        return Sheet(self.file, (*self.path, field), self.fields[field])

    def text(self, field: str, allowed: str, longest: int = 120) -> str:
        """Text on one line; a field that must be there."""
        node = self.fields.get(field, "")
        if not isinstance(node, str):
            raise self.wrong(field, _shape(node), allowed)
        if not (text := " ".join(node.split())):
            raise self.wrong(field, _("nothing"), allowed)
        if len(text) > longest:
            raise self.wrong(field, characters(len(text)), at_most(longest))
        return text

    def word(self, field: str, words: Iterable[str]) -> str:
        """One of these words."""
        choice = tuple(words)
        text = self.text(field, _or(choice))
        if text not in choice:
            raise self.wrong(field, quoted(text), _or(choice))
        return text

    def words(self, field: str, allowed: str) -> tuple[str, ...]:
        """A list of words in square brackets, each once."""
        node = self.fields.get(field, [])
        if not isinstance(node, list) or not all(isinstance(item, str) for item in node):
            raise self.wrong(field, _shape(node), allowed)
        found = tuple([str(item) for item in node])
        if len(set(found)) < len(found):
            raise self.wrong(field, _("a word twice"), _("each word once"))
        return found

    def number(self, field: str, low: int, high: int) -> int:
        """A number that must be there."""
        allowed = _whole(low, high)
        text = self.text(field, allowed)
        if not _NUMBER.fullmatch(text) or not low <= int(text) <= high:
            raise self.wrong(field, quoted(text), allowed)
        return int(text)

    def ability(self, field: str) -> Ability:
        """§3.3  A number, or "-"."""
        allowed = _("a whole number from 0 to {most}, or -").format(most=HIGHEST)
        text = self.text(field, allowed)
        if text == "-":
            return None
        if not _NUMBER.fullmatch(text) or int(text) > HIGHEST:
            raise self.wrong(field, quoted(text), allowed)
        return int(text)

    def plus(self, field: str) -> Ability:
        """§8.4  "+3", the same number alone and attached; or "-"."""
        allowed = _("a number with a plus from +0 to +{most}, or -, as hp has a plus").format(most=HIGHEST)
        text = self.text(field, allowed)
        if text == "-":
            return None
        match = _PLUS.fullmatch(text)
        if not match or int(match[1]) > HIGHEST:
            raise self.wrong(field, quoted(text), allowed)
        return int(match[1])

    def two(self, field: str) -> tuple[Ability, Ability]:
        """§8.4  "2/+1", alone and attached; or "-", which is none of both."""
        allowed = _("alone/+attached like 2/+1, or -, as hp has a plus")
        text = self.text(field, allowed)
        if text == "-":
            return None, None
        match = _TWO.fullmatch(text)
        columns = [None if column == "-" else int(column) for column in match.groups()] if match else []
        if not columns or any(column is not None and column > HIGHEST for column in columns):
            raise self.wrong(field, quoted(text), allowed)
        return columns[0], columns[1]

    def icons(self, kinds: tuple[str, ...]) -> dict[str, int]:
        """§6.1  How many icons of each kind; none where the field is left out."""
        if not self.has("icons") or self.fields["icons"] == "-":
            return {}
        if not isinstance(node := self.fields["icons"], dict):
            allowed = _("kinds with numbers, as {example}, or -").format(example=f"{{{kinds[0]}: 4}}")
            raise self.wrong("icons", _shape(node), allowed)
        table = self.below("icons")
        table.only(kinds)
        return {kind: table.number(kind, 1, 9) for kind in table.fields}


def _shape(node: Node) -> str:
    if isinstance(node, str):
        return quoted(node) if node else _("nothing")
    return _("a list") if isinstance(node, list) else _("fields with values")


def _or(words: tuple[str, ...]) -> str:
    if len(words) == 1:
        return words[0]
    return _("{first} or {last}").format(first=", ".join(words[:-1]), last=words[-1])


def _one_of(words: tuple[str, ...]) -> str:
    return _("one of {words}").format(words=", ".join(words))


def _whole(low: int, high: int) -> str:
    return _("a whole number from {low} to {high}").format(low=low, high=high)


class Prints:
    """What every card prints, read once: its names, its set, which of its values are known."""

    def __init__(self, sheet: Sheet, side: Side, slug: str, sets: tuple[str, ...]) -> None:
        if not _SLUG.fullmatch(slug) or len(slug) > 60:
            raise fault(sheet.file, sheet.path, _("this id"), _("small letters, digits and single hyphens"))
        self.id = CardId(f"{side.name.lower()}/{slug}")
        self.side = side
        self.name = sheet.text("name", _("the name of the card"))
        self.ja = sheet.text("ja", _("the Japanese name of the card"))
        self.set = sheet.word("set", sets) if sheet.has("set") else sets[0]
        self.known = sheet.words("known", _("fields of this card in square brackets"))
        self.note = sheet.text("note", _("a remark"), 400) if sheet.has("note") else ""
        for field in self.known:
            if not _has_value(sheet, field):
                raise sheet.wrong("known", quoted(field), _("the fields of this card that hold values"))


def _has_value(sheet: Sheet, field: str) -> bool:
    if field in (*FIRST, *LAST, "text", *COPIES):
        return False
    inner: Node = sheet.fields
    for name in field.split("."):
        if not isinstance(inner, dict) or name not in inner:
            return False
        inner = inner[name]
    return field not in ("transports", "submarine")


def ship(sheet: Sheet, side: Side, slug: str, sets: tuple[str, ...]) -> ShipCard:
    """§2.2  A ship card; with a plus before its hp it is escort-capable (§8.1)."""
    sheet.only(SHIP)
    prints = Prints(sheet, side, slug, sets)
    icons = sheet.icons(SHIP_ICONS)
    if len(icons) > 1:
        raise sheet.wrong("icons", _("two kinds of icons"), _("one kind on a ship card (R-37)"))
    allowed = _("a number from 1 to {most}, with a plus on an escort-capable card").format(most=MOST_HP)
    escorts = sheet.text("hp", allowed).startswith("+")
    if not escorts:
        _no_pluses(sheet)
    alone, attached = _escort(sheet, icons) if escorts else (_alone(sheet, icons), None)
    return ShipCard(
        id=prints.id, side=side, name=prints.name, ja=prints.ja, set=prints.set, known=prints.known, note=prints.note,
        type=_type(sheet), vp=sheet.number("vp", 0, HIGHEST), values=alone, attached=attached,
    )


def _type(sheet: Sheet) -> str:
    """§21.13  The type of a ship, in the letters by which Type 3 Shells knows it."""
    allowed = _("a type of ship in capital letters, like CV, BB, CA, CL or DD")
    text = sheet.text("type", allowed)
    if not _TYPE.fullmatch(text):
        raise sheet.wrong("type", quoted(text), allowed)
    return text


def _no_pluses(sheet: Sheet) -> None:
    """§8.4  Without a plus on hp there is none elsewhere; where several fields have one, it is hp that lacks it."""
    texts = {field: sheet.fields.get(field) for field in ("air", "sub", "surface", "torp", "land")}
    pluses = {field: text for field, text in texts.items() if isinstance(text, str) and "+" in text}
    if len(pluses) > 1:
        hp = quoted(sheet.text("hp", ""))
        found = _("{hp} without a plus, while {fields} have one").format(hp=hp, fields=", ".join(pluses))
        allowed = _('a plus before it on an escort-capable card, like "+3", else no plus anywhere')
        raise sheet.wrong("hp", found, allowed)
    for field, text in pluses.items():
        allowed = _("a whole number from 0 to {most}, or -, as hp has no plus").format(most=HIGHEST)
        raise sheet.wrong(field, quoted(text), allowed)


def _icon(icons: dict[str, int]) -> Icon | None:
    return Icon(next(iter(icons))) if icons else None


def _alone(sheet: Sheet, icons: dict[str, int]) -> Values:
    return Values(
        hp=sheet.number("hp", 1, MOST_HP), air=sheet.ability("air"), surface=sheet.ability("surface"),
        torp=sheet.ability("torp"), land=sheet.ability("land"), sub=sheet.ability("sub"), speed=sheet.ability("speed"),
        icon=_icon(icons), icons=sum(icons.values()),
    )


def _escort(sheet: Sheet, icons: dict[str, int]) -> tuple[Values, Values]:
    """§8.4  What the card is alone, and what it adds to another."""
    hp = sheet.plus("hp")
    if not hp:
        raise sheet.wrong("hp", quoted(sheet.text("hp", "")), _("+1 to +{most}").format(most=HIGHEST))
    air, sub, speed = sheet.plus("air"), sheet.plus("sub"), sheet.ability("speed")
    surface, torp, land = sheet.two("surface"), sheet.two("torp"), sheet.two("land")
    alone, attached = (
        Values(
            hp=hp, air=air, surface=surface[column], torp=torp[column], land=land[column], sub=sub, speed=speed,
            icon=_icon(icons), icons=sum(icons.values()),
        )
        for column in (0, 1)
    )
    return alone, attached


def base(sheet: Sheet, side: Side, slug: str, sets: tuple[str, ...]) -> BaseCard:
    """§2.3  A base card of any of the three ranks."""
    rank = Rank(sheet.word("rank", tuple(Rank)))
    _only_of(sheet, rank)
    prints = Prints(sheet, side, slug, sets)
    icons = sheet.icons(BASE_ICONS)
    home = rank is Rank.HOME
    five = _five(sheet) if home else dict.fromkeys(FIVE, 0)
    return BaseCard(
        id=prints.id, side=side, name=prints.name, ja=prints.ja, set=prints.set, known=prints.known, note=prints.note,
        rank=rank, hp=sheet.number("hp", 1, MOST_HP), vp=_base_vp(sheet, rank), air=sheet.ability("air"),
        tb=None if home else sheet.ability("tb"), guns=sheet.ability("guns") if sheet.has("guns") else None,
        garrison=None if home else sheet.ability("garrison"), patrol=None if home else sheet.ability("patrol"),
        repair=sheet.ability("repair") if home else None,
        land=icons.get("land", 0), sea=icons.get("sea", 0), flying=icons.get("flying", 0),
        first_hand=five["first_hand"], fleet=five["fleet"], max_hand=five["max_hand"],
        drawn=five["drawn"], kept=five["kept"],
        decides_ties=sheet.has("decides_ties") and _decides(sheet, side),
    )


def _only_of(sheet: Sheet, rank: Rank) -> None:
    """§2.3  Refuse what a base of this rank does not print, and say which rank does."""
    for field in sheet.fields:
        ranks = tuple([str(other) for other, fields in BASES.items() if field in fields])
        if ranks and rank not in ranks:
            found = _("it on a base with rank {rank}").format(rank=rank)
            raise sheet.wrong(field, found, _("this field with rank {ranks} only").format(ranks=_or(ranks)))
    sheet.only(BASES[rank])


def _base_vp(sheet: Sheet, rank: Rank) -> int:
    if rank is Rank.HOME:
        return 0
    if rank is Rank.STRATEGIC:
        sheet.word("vp", ("auto",))
        return 0
    return sheet.number("vp", 0, HIGHEST)


def _five(sheet: Sheet) -> dict[str, int]:
    """§2.3  The five figures of a home base."""
    five = {field: sheet.number(field, 0, 99) for field in FIVE}
    if not 1 <= five["drawn"] <= HIGHEST:
        raise sheet.wrong("drawn", quoted(str(five["drawn"])), _whole(1, HIGHEST))
    if five["kept"] != five["drawn"] - 1:
        allowed = _("{kept}, as one of the {drawn} drawn cards is discarded (§13.2)")
        raise sheet.wrong(
            "kept", quoted(str(five["kept"])), allowed.format(kept=five["drawn"] - 1, drawn=five["drawn"])
        )
    return five


def _decides(sheet: Sheet, side: Side) -> bool:
    yes = sheet.word("decides_ties", ("yes", "no")) == "yes"
    if yes and side is not Side.US:
        raise sheet.wrong("decides_ties", '"yes"', _("yes on an American base only (§11.3)"))
    return yes


def airplane(sheet: Sheet, side: Side, slug: str, sets: tuple[str, ...]) -> AirplaneCard:
    """§2.4  An airplane card."""
    sheet.only(AIRPLANE)
    prints = Prints(sheet, side, slug, sets)
    copies, copies_full = _copies(sheet, prints.set, sets)
    return AirplaneCard(
        id=prints.id, side=side, name=prints.name, ja=prints.ja, set=prints.set, known=prints.known, note=prints.note,
        maker=sheet.text("maker", _("the maker and the type")), icon=Icon(sheet.word("icon", tuple(Icon))),
        range=sheet.number("range", 0, 9), airc=sheet.ability("airc"), air=sheet.ability("air"),
        bomb=sheet.ability("bomb"), torp=sheet.ability("torp"), land=sheet.ability("land"),
        recon=sheet.ability("recon"), copies=copies, copies_full=copies_full,
    )


def _copies(sheet: Sheet, its: str, sets: tuple[str, ...]) -> tuple[int, int]:
    """How many are in the smaller and in the larger set; a card of the larger set only has none in the smaller."""
    copies = sheet.number("copies", 1, 40) if sheet.has("copies") else 1
    if not sheet.has("copies_full"):
        return (copies if its == sets[0] else 0), copies
    if its != sets[0] or len(sets) == 1:
        allowed = _("copies alone, as the card is in one set only")
        raise sheet.wrong("copies_full", _("this field"), allowed)
    return copies, sheet.number("copies_full", copies, 40)


def event(sheet: Sheet, side: Side, slug: str, sets: tuple[str, ...]) -> EventCard:
    """§2.5  An event card with its one ship half."""
    sheet.only(EVENT)
    prints = Prints(sheet, side, slug, sets)
    if sheet.has("transports") is sheet.has("submarine"):
        found = _("both ship halves") if sheet.has("submarine") else _("no ship half")
        raise sheet.wrong("transports", found, _("either transports or submarine (§2.5)"))
    copies, copies_full = _copies(sheet, prints.set, sets)
    return EventCard(
        id=prints.id, side=side, name=prints.name, ja=prints.ja, set=prints.set, known=prints.known, note=prints.note,
        text=sheet.text("text", _("the text of the event"), 600), effect=_effect(sheet.below("effect")),
        transports=_transports(sheet.below("transports")) if sheet.has("transports") else None,
        submarine=_submarine(sheet.below("submarine")) if sheet.has("submarine") else None,
        copies=copies, copies_full=copies_full,
    )


def _effect(sheet: Sheet) -> Effect:
    """§21  A word of the vocabulary with exactly the parameters that it takes."""
    does = sheet.word("does", EFFECTS)
    takes = EFFECTS[does]
    for field in sheet.fields:
        if field != "does" and field not in takes:
            exactly = _(" and ").join(takes) if takes else _("no parameter")
            allowed = _("{parameters} beside does: {does}").format(parameters=exactly, does=does)
            raise sheet.wrong(field, _("a parameter that this effect does not take"), allowed)
    allowed = _("types of ship in square brackets, like [BB, CA]")
    types = sheet.words("types", allowed) if "types" in takes else ()
    if "types" in takes and not types:
        raise sheet.wrong("types", _("nothing"), allowed)
    return Effect(
        does=does,
        n=sheet.number("n", 1, HIGHEST) if "n" in takes else 0,
        airplane=CardId(sheet.text("airplane", _("the id of an airplane card"))) if "airplane" in takes else None,
        types=types,
    )


def _transports(sheet: Sheet) -> Transports:
    """R-39  Air and Speed are printed, as "-"; they may be left out."""
    sheet.only(TRANSPORTS)
    for field in ("air", "speed"):
        if sheet.has(field):
            sheet.word(field, ("-",))
    return Transports(
        name=sheet.text("name", _("the name of the troops")), ja=sheet.text("ja", _("the Japanese name of the troops")),
        values=Values(hp=sheet.number("hp", 1, MOST_HP), army=sheet.number("army", 0, HIGHEST)),
    )


def _submarine(sheet: Sheet) -> Submarine:
    sheet.only(SUBMARINE)
    return Submarine(
        name=sheet.text("name", _("the name of the submarine")), ja=sheet.text("ja", _("its Japanese name")),
        torp=sheet.number("torp", 0, HIGHEST), recon=sheet.number("recon", 0, HIGHEST),
        hp=sheet.number("hp", 1, MOST_HP),
    )
