"""Cards as text: a table of many, or one drawn in a box, aligned also where Japanese letters are twice as wide."""

from __future__ import annotations

from collections.abc import Sequence

from ironbottom.dice import Ability
from ironbottom.language import _, counted
from ironbottom.printed import AirplaneCard, AnyCard, BaseCard, EventCard, ShipCard
from ironbottom.vocabulary import phrase, word
from ironbottom.wire.cleaning import cells
from ironbottom.words import Icon, Rank

from .sanitize import other_name, printed_name, sanitize

INNER = 66  # columns between the borders of a drawn card

KNOWN = "*"  # stands behind a value that is known from the published game

ICONS = {Icon.CARRIER: "C", Icon.LAND: "L", Icon.SEA: "S", Icon.FLYING: "F"}

OPENING = frozenset("([{「『（［｛〈《【〔“‘")
CLOSING = frozenset(
    ")]},.;:!?」』）］｝〉》】〕”’、。，．・：；！？…"
    "ー々ゝゞヽヾぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ"
)

Figures = list[tuple[str, str]]  # what is printed: label and value

Rows = list[tuple[str, str]]  # the same with the name of the field in the file instead of its label


def width(text: str) -> int:
    """The columns that text takes in a terminal."""
    return cells(text)


def padded(text: str, columns: int, align: str = "<") -> str:
    """Text filled up to so many columns: "<" to the left, ">" to the right, "^" in the middle."""
    space = max(0, columns - width(text))
    before = {"<": 0, ">": space, "^": space // 2}[align]
    return " " * before + text + " " * (space - before)


def clipped(text: str, columns: int) -> str:
    """Text in at most so many columns, with "…" where something is missing."""
    text = sanitize(text)
    if width(text) <= columns:
        return text
    while width(text) >= columns:
        text = text[:-1]
    return text.rstrip() + "…"


def wrapped(text: str, columns: int) -> list[str]:
    """Text in lines of at most so many columns; a word is broken only where it is longer than a line, as Japanese is.

    No line begins with what closes (a full stop, a closing bracket) or ends with what opens, unless there is no room.
    """
    lines = [""]
    for spoken in spaced(sanitize(text)):
        longer = f"{lines[-1]} {spoken}" if lines[-1] else spoken
        if width(longer) <= columns:
            lines[-1] = longer
            continue
        if lines[-1]:
            lines.append("")
        for part in unbroken(spoken, columns):
            if lines[-1] and width(lines[-1] + part) > columns:
                lines.append("")
            lines[-1] += part
    return lines


def spaced(text: str) -> list[str]:
    """What stands between spaces; a space before what closes, or behind what opens, is no place for a break."""
    words: list[str] = []
    for spoken in text.split(" "):
        if words and (spoken[:1] in CLOSING or words[-1].rstrip(" ")[-1:] in OPENING):
            words[-1] += f" {spoken}"
        else:
            words.append(spoken)
    return words


def unbroken(word: str, columns: int) -> list[str]:
    """A long word in parts that stay whole; what is too long even so falls into letters, each with what closes it."""
    found: list[str] = []
    for part in _parted(word):
        some = [part] if width(part) <= columns else _parted(part, anywhere=True)
        found += [one for few in some for one in ([few] if width(few) <= columns else few)]
    return found


def _parted(word: str, *, anywhere: bool = False) -> list[str]:
    if word.isascii() and not anywhere:  # no wide letter, no place for a break
        return [word]
    parts = [""]
    for c in word:
        if parts[-1] and _may_break(parts[-1][-1], c, anywhere=anywhere):
            parts.append("")
        parts[-1] += c
    return parts


def _may_break(before: str, after: str, *, anywhere: bool) -> bool:
    """Whether a line may end between two letters: beside a wide one, and not where something opens or closes."""
    if before in OPENING or after in CLOSING or " " in (before, after) or width(after) == 0:
        return False
    return anywhere or width(before) == 2 or width(after) == 2


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Lines with all columns aligned; figures stand to the right, the last column is never filled up."""
    columns = [max(map(width, column)) for column in zip(head, *rows, strict=True)]
    aligns = [">" if all(map(_is_figure, column)) else "<" for column in zip(*rows, strict=True)]
    lines = []
    for row in (head, *rows):
        cells = [padded(*cell) for cell in zip(row, columns, aligns, strict=True)]
        lines.append("  ".join(cells).rstrip())
    return [lines[0], "-" * width(lines[0]), *lines[1:]]


def _is_figure(cell: str) -> bool:
    return cell[:1] in tuple("-+0123456789") and width(cell) <= 6


def ability(printed: Ability) -> str:
    """§3.3  As the card prints it."""
    return "-" if printed is None else str(printed)


def _plus(printed: Ability) -> str:
    return "-" if printed is None else f"+{printed}"


def _columns(alone: Ability, attached: Ability) -> str:
    return "-" if alone is None and attached is None else f"{ability(alone)}/{_plus(attached)}"


def icons(card: AnyCard) -> str:
    """§6.1  The icons of a card, "4C", "2L 1S 1F"; for an airplane the kind that it needs."""
    if isinstance(card, ShipCard):
        return f"{card.values.icons}{ICONS[card.values.icon]}" if card.values.icon else "-"
    if isinstance(card, BaseCard):
        counts = {Icon.LAND: card.land, Icon.SEA: card.sea, Icon.FLYING: card.flying}
        return " ".join([f"{count}{ICONS[icon]}" for icon, count in counts.items() if count]) or "-"
    return ICONS[card.icon] if isinstance(card, AirplaneCard) else "-"


def figures(card: AnyCard, without: Sequence[str] = ()) -> Figures:
    """All values of a card but some, labelled; those that are known from the published game are marked."""
    return _labelled(card, [row for row in _rows(card) if row[0] not in without])


def values(card: AnyCard) -> Rows:
    """Everything that a card prints, by the names of the fields; of a home base its five figures too."""
    five = card if isinstance(card, BaseCard) and card.rank is Rank.HOME else None
    return [*_rows(card), *([] if five is None else _five_rows(five))]


def _labelled(card: AnyCard, rows: Rows) -> Figures:
    """That there is no value needs no mark."""
    return [
        (word("labels", field.split(".")[-1]), value + (KNOWN if field in card.known and value != "-" else ""))
        for field, value in rows
    ]


def _rows(card: AnyCard) -> Rows:
    if isinstance(card, ShipCard):
        return _ship(card)
    if isinstance(card, BaseCard):
        return _base(card)
    return _airplane(card) if isinstance(card, AirplaneCard) else _half(card)


def _ship(card: ShipCard) -> Rows:
    v, a = card.values, card.attached
    plus = _plus if a else ability
    return [
        ("type", card.type),
        ("icons", icons(card)),
        ("air", plus(v.air)),
        ("surface", _columns(v.surface, a.surface) if a else ability(v.surface)),
        ("torp", _columns(v.torp, a.torp) if a else ability(v.torp)),
        ("land", _columns(v.land, a.land) if a else ability(v.land)),
        ("sub", plus(v.sub)),
        ("speed", ability(v.speed)),
        ("hp", plus(v.hp)),
        ("vp", str(card.vp)),
    ]


def _base(card: BaseCard) -> Rows:
    auto = {Rank.HOME: "-", Rank.STRATEGIC: phrase("card_face.auto"), Rank.FRONT: str(card.vp)}
    return [
        ("rank", word("printed_ranks", card.rank)),
        ("icons", icons(card)),
        ("air", ability(card.air)),
        ("tb", ability(card.tb)),
        ("guns", ability(card.guns)),
        ("garrison", ability(card.garrison)),
        ("patrol", ability(card.patrol)),
        ("repair", ability(card.repair)),
        ("hp", str(card.hp)),
        ("vp", auto[card.rank]),
    ]


def _five(card: BaseCard) -> Figures:
    return _labelled(card, _five_rows(card))


def _five_rows(card: BaseCard) -> Rows:
    fields = [
        ("first_hand", card.first_hand),
        ("fleet", card.fleet),
        ("max_hand", card.max_hand),
        ("drawn", card.drawn),
        ("kept", card.kept),
    ]
    return [(field, str(value)) for field, value in fields]


def _airplane(card: AirplaneCard) -> Rows:
    return [
        ("icon", icons(card)),
        ("airc", ability(card.airc)),
        ("air", ability(card.air)),
        ("bomb", ability(card.bomb)),
        ("torp", ability(card.torp)),
        ("land", ability(card.land)),
        ("recon", ability(card.recon)),
        ("range", str(card.range)),
    ]


def _half(card: EventCard) -> Rows:
    """§2.5  The values of the ship half."""
    if card.transports:
        v = card.transports.values
        return [
            ("transports.army", ability(v.army)),
            ("transports.air", ability(v.air)),
            ("transports.speed", ability(v.speed)),
            ("transports.hp", str(v.hp)),
        ]
    assert card.submarine
    s = card.submarine
    return [
        ("submarine.torp", str(s.torp)),
        ("submarine.recon", str(s.recon)),
        ("submarine.hp", str(s.hp)),
    ]


def ship_half(card: EventCard) -> str:
    """§2.5  The name of the ship half."""
    half = card.transports or card.submarine
    assert half
    return phrase("card_face.transports" if card.transports else "card_face.submarine", name=printed_name(half))


def copies(card: AnyCard) -> str:
    """How many of the card there are, in the smaller and in the larger set."""
    if not isinstance(card, AirplaneCard | EventCard) or card.copies_full == 1:
        return ""
    if card.copies in (0, card.copies_full):
        return _("{n} cards").format(n=card.copies_full)
    cards = counted("{n} card", "{n} cards", card.copies)
    return _("{cards}, {more} in the larger set").format(cards=cards, more=card.copies_full)


def _figure_lines(pairs: Figures) -> list[str]:
    """Labels above, values below."""
    sizes = [max(width(label), width(value)) for label, value in pairs]
    labels, values = zip(*pairs, strict=True)
    rows = [zip(row, sizes, strict=True) for row in (labels, values)]
    return ["  ".join([padded(cell, size, "^") for cell, size in row]) for row in rows]


def _printed(card: AnyCard) -> Figures:
    """§2.3  The values that the card has room for: not the repair of a front base, nor the garrison of a home base."""
    if not isinstance(card, BaseCard):
        return figures(card)
    absent = {"tb", "guns", "garrison", "patrol", "vp"} if card.rank is Rank.HOME else {"repair"}
    if card.guns is None:
        absent.add("guns")
    return _labelled(card, [row for row in _rows(card) if row[0] not in absent])


def _between(left: str, right: str) -> str:
    """One text to the left and one to the right of a line."""
    return padded(left, INNER - width(right) - 1) + " " + right


def face(card: AnyCard) -> list[str]:
    """The card, drawn in a box."""
    parts = [_title(card), _figure_lines(_printed(card))]
    if isinstance(card, BaseCard) and card.rank is Rank.HOME:
        parts.append(_figure_lines(_five(card)))
    if isinstance(card, EventCard):
        half = card.transports or card.submarine
        assert half
        parts.insert(1, [*wrapped(_(card.text), INNER)])
        parts[2] = [*wrapped(f"{ship_half(card)} {other_name(half)}".rstrip(), INNER), "", *parts[2]]
    parts.append(_foot(card))
    rule = "─" * (INNER + 2)
    body = f"\n├{rule}┤\n".join(["\n".join([f"│ {padded(line, INNER)} │" for line in part]) for part in parts])
    return [f"┌{rule}┐", *body.split("\n"), f"└{rule}┘"]


def _title(card: AnyCard) -> list[str]:
    """Both names that are printed, that of the reader's language first."""
    lines = wrapped(printed_name(card), INNER - 4)
    if other := other_name(card):
        lines += wrapped(other, INNER)
    lines[0] = _between(lines[0], card.side.name)
    if isinstance(card, AirplaneCard):
        lines.append(sanitize(card.maker))
    return lines


def _foot(card: AnyCard) -> list[str]:
    lines = wrapped(_(card.note), INNER) if card.note else []
    if isinstance(card, BaseCard) and card.decides_ties:
        lines += wrapped(phrase("card_face.decides_ties"), INNER)
    if isinstance(card, EventCard):
        effect = card.effect
        parts = [str(effect.n) if effect.n else "", effect.airplane or "", " ".join(effect.types)]
        words = " ".join([effect.does, *[part for part in parts if part]])
        lines.append(_("effect: {words}").format(words=words))
    about = ", ".join([part for part in (_("set {name}").format(name=card.set), copies(card)) if part])
    lines += wrapped(f"{card.id}  ({about})", INNER)
    if card.known:
        lines += wrapped(marks(), INNER)
    return lines


def marks() -> str:
    """What the mark behind a value means."""
    return phrase("card_face.known", mark=KNOWN)
