"""Cards as text: a table of many, or one drawn in a box, aligned also where Japanese letters are twice as wide."""

from __future__ import annotations

from collections.abc import Sequence
from unicodedata import combining, east_asian_width

from ironbottom.dice import Ability
from ironbottom.printed import AirplaneCard, AnyCard, BaseCard, EventCard, ShipCard
from ironbottom.words import Icon, Rank

from .letters import can_print, shown

INNER = 66  # columns between the borders of a drawn card

KNOWN = "*"  # stands behind a value that is known from the published game

ICONS = {Icon.CARRIER: "C", Icon.LAND: "L", Icon.SEA: "S", Icon.FLYING: "F"}

Figures = list[tuple[str, str]]  # what is printed: label and value


def width(text: str) -> int:
    """The columns that text takes in a terminal."""
    return sum([0 if combining(c) else 2 if east_asian_width(c) in "WF" else 1 for c in text])


def padded(text: str, columns: int, align: str = "<") -> str:
    """Text filled up to so many columns: "<" to the left, ">" to the right, "^" in the middle."""
    space = max(0, columns - width(text))
    before = {"<": 0, ">": space, "^": space // 2}[align]
    return " " * before + text + " " * (space - before)


def clipped(text: str, columns: int) -> str:
    """Text in at most so many columns, with "…" where something is missing."""
    text = shown(text)
    if width(text) <= columns:
        return text
    while width(text) >= columns:
        text = text[:-1]
    return text.rstrip() + "…"


def wrapped(text: str, columns: int) -> list[str]:
    """Text in lines of at most so many columns; a word is broken only where it is longer than a line."""
    lines = [""]
    for word in shown(text).split(" "):
        longer = f"{lines[-1]} {word}" if lines[-1] else word
        if width(longer) <= columns:
            lines[-1] = longer
            continue
        if lines[-1]:
            lines.append("")
        for c in word:
            if width(lines[-1] + c) > columns:
                lines.append("")
            lines[-1] += c
    return lines


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


def figures(card: AnyCard) -> Figures:
    """All values of a card, labelled; those that are known from the published game are marked."""
    if isinstance(card, ShipCard):
        fields = _ship(card)
    elif isinstance(card, BaseCard):
        fields = _base(card)
    elif isinstance(card, AirplaneCard):
        fields = _airplane(card)
    else:
        return _half(card)
    return [(label, value + (KNOWN if field in card.known else "")) for field, label, value in fields]


def _ship(card: ShipCard) -> list[tuple[str, str, str]]:
    v, a = card.values, card.attached
    plus = _plus if a else ability
    return [
        ("type", "Type", card.type),
        ("icons", "Icons", icons(card)),
        ("air", "Air", plus(v.air)),
        ("surface", "Surface", _columns(v.surface, a.surface) if a else ability(v.surface)),
        ("torp", "Torp", _columns(v.torp, a.torp) if a else ability(v.torp)),
        ("land", "Land", _columns(v.land, a.land) if a else ability(v.land)),
        ("sub", "Sub", plus(v.sub)),
        ("speed", "Speed", ability(v.speed)),
        ("hp", "HP", plus(v.hp)),
        ("vp", "VP", str(card.vp)),
    ]


def _base(card: BaseCard) -> list[tuple[str, str, str]]:
    auto = {Rank.HOME: "-", Rank.STRATEGIC: "Auto", Rank.FRONT: str(card.vp)}
    return [
        ("rank", "Rank", card.rank),
        ("icons", "Icons", icons(card)),
        ("air", "Air", ability(card.air)),
        ("tb", "TB", ability(card.tb)),
        ("guns", "Guns", ability(card.guns)),
        ("garrison", "Garrison", ability(card.garrison)),
        ("patrol", "Patrol", ability(card.patrol)),
        ("repair", "Repair", ability(card.repair)),
        ("hp", "HP", str(card.hp)),
        ("vp", "VP", auto[card.rank]),
    ]


def _five(card: BaseCard) -> Figures:
    fields = [
        ("first_hand", "First hand", card.first_hand), ("fleet", "Fleet", card.fleet),
        ("max_hand", "Max hand", card.max_hand), ("drawn", "Drawn", card.drawn), ("kept", "Kept", card.kept),
    ]
    return [(label, str(value) + (KNOWN if field in card.known else "")) for field, label, value in fields]


def _airplane(card: AirplaneCard) -> list[tuple[str, str, str]]:
    return [
        ("icon", "Icon", icons(card)),
        ("airc", "AirC", ability(card.airc)),
        ("air", "Air", ability(card.air)),
        ("bomb", "Bomb", ability(card.bomb)),
        ("torp", "Torp", ability(card.torp)),
        ("land", "Land", ability(card.land)),
        ("recon", "Recon", ability(card.recon)),
        ("range", "Range", str(card.range)),
    ]


def _half(card: EventCard) -> Figures:
    """§2.5  The values of the ship half."""
    if card.transports:
        v = card.transports.values
        fields = [("Army", ability(v.army)), ("Air", ability(v.air)), ("Speed", ability(v.speed)), ("HP", str(v.hp))]
        half = "transports"
    else:
        assert card.submarine
        s = card.submarine
        fields = [("Torp", str(s.torp)), ("Recon", str(s.recon)), ("HP", str(s.hp))]
        half = "submarine"
    known = [label for label, _ in fields if f"{half}.{label.lower()}" in card.known]
    return [(label, value + (KNOWN if label in known else "")) for label, value in fields]


def ship_half(card: EventCard) -> str:
    """§2.5  The name of the ship half."""
    half = card.transports or card.submarine
    assert half
    return f"{'Transports' if card.transports else 'Submarine'} {half.name}"


def copies(card: AnyCard) -> str:
    """How many of the card there are, in the smaller and in the larger set."""
    if not isinstance(card, AirplaneCard | EventCard) or card.copies_full == 1:
        return ""
    larger = f", {card.copies_full} in the larger set" if card.copies not in (0, card.copies_full) else ""
    return f"{card.copies or card.copies_full} cards{larger}"


def _figure_lines(pairs: Figures) -> list[str]:
    """Labels above, values below."""
    sizes = [max(width(label), width(value)) for label, value in pairs]
    labels, values = zip(*pairs, strict=True)
    rows = [zip(row, sizes, strict=True) for row in (labels, values)]
    return ["  ".join([padded(cell, size, "^") for cell, size in row]) for row in rows]


def _printed(card: AnyCard) -> Figures:
    """§2.3  The values that the card has room for: not the repair of a front base, nor the garrison of a home base."""
    pairs = figures(card)
    if not isinstance(card, BaseCard):
        return pairs
    absent = {"TB", "Guns", "Garrison", "Patrol", "VP"} if card.rank is Rank.HOME else {"Repair"}
    if card.guns is None:
        absent.add("Guns")
    return [pair for pair in pairs if pair[0] not in absent]


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
        parts.insert(1, [*wrapped(card.text, INNER)])
        parts[2] = [*wrapped(f"{ship_half(card)} {_known(half.ja)}".rstrip(), INNER), "", *parts[2]]
    parts.append(_foot(card))
    rule = "─" * (INNER + 2)
    body = f"\n├{rule}┤\n".join(["\n".join([f"│ {padded(line, INNER)} │" for line in part]) for part in parts])
    return [f"┌{rule}┐", *body.split("\n"), f"└{rule}┘"]


def _known(ja: str) -> str:
    """A Japanese name; nothing where it cannot be printed."""
    return ja if can_print(ja) else ""


def _title(card: AnyCard) -> list[str]:
    lines = wrapped(card.name, INNER - 4)
    if _known(card.ja):
        lines += wrapped(card.ja, INNER)
    lines[0] = _between(lines[0], card.side.name)
    if isinstance(card, AirplaneCard):
        lines.append(shown(card.maker))
    return lines


def _foot(card: AnyCard) -> list[str]:
    lines = wrapped(card.note, INNER) if card.note else []
    if isinstance(card, BaseCard) and card.decides_ties:
        lines += wrapped("Decides a tie: the US wins one if this base stands in its front line (§11.3).", INNER)
    if isinstance(card, EventCard):
        effect = card.effect
        shown = [str(effect.n) if effect.n else "", effect.airplane or "", " ".join(effect.types)]
        lines.append(f"effect: {' '.join([effect.does, *[part for part in shown if part]])}")
    about = ", ".join([part for part in (f"set {card.set}", copies(card)) if part])
    lines += wrapped(f"{card.id}  ({about})", INNER)
    if card.known:
        lines += wrapped(f"{KNOWN} known from the published game; all other values are derived", INNER)
    return lines
