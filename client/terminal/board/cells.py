"""What there is to draw of each card on the table, gathered from the view; how large it is drawn is decided later."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Literal, NamedTuple, Protocol

from ironbottom.dice import Ability, Attempts
from ironbottom.language import N_, _, counted
from ironbottom.phrases import task_name
from ironbottom.printed import AirplaneCard, AnyCard, BaseCard, EventCard, ShipCard, Submarine, Values
from ironbottom.views import SeenAirplane, SeenBase, SeenFormation, SeenSide, SeenValues, View
from ironbottom.words import LINES, SIDES, CardId, Icon, Line, Rank, Side, Task, Token

from ...text.card_text import ICONS
from ...text.naming import Naming, sides
from ...text.sanitize import sanitize
from ..drawing.signs import spread
from ..state.model import Mark, Touch

MOST = 40  # of what is drawn one by one: a server may say any number
BRACKETS = (" (", "（")  # behind a name: what may be left out
TAG = 3  # cells of the short name of an airplane, at least

SHIP_FIGURES = N_("A G T L S V M")
BASE_FIGURES = N_("A B G D P R")
AIRPLANE_FIGURES = N_("C A B T L R F")

ShipField = Literal["air", "surface", "torp", "land", "sub", "speed", "army"]
SHIP_FIELDS: tuple[ShipField, ...] = ("air", "surface", "torp", "land", "sub", "speed", "army")

Kind = Literal["ship", "base", "airplane", "unseen", "event"]


class Drawable(Protocol):
    """What of the state the pictures are made of."""

    @property
    def drawn(self) -> View | None: ...

    @property
    def names(self) -> Naming: ...


Marks = Mapping[Touch, Mark]


class Figure(NamedTuple):
    """An ability: its letter, and what it is now."""

    letter: str
    value: int
    less: bool  # than is printed


class Tag(NamedTuple):
    """A place for an airplane: its letter, and the airplane that stands there."""

    letter: str  # of its kind; "?" of an airplane that lies face down
    state: Literal["there", "empty", "lost"]
    name: str = ""  # short
    touch: Touch | None = None
    mark: Mark | None = None


class Cell(NamedTuple):
    """A card, or a pair, with all that may be drawn of it."""

    touch: Touch
    side: Side
    kind: Kind
    name: str
    short: str = ""  # where there is little room; "": as much of the name as there is room for
    sight: Literal["open", "closed", "known", ""] = ""
    type: str = ""  # "CV"
    escort: str = ""  # "+DD DesDiv 15"; of an event its other half
    pair: bool = False
    hp: int = 0
    damage: int = 0
    figures: tuple[Figure, ...] = ()
    tags: tuple[Tag, ...] = ()
    airplanes: int = 0  # aboard of what lies face down
    doing: str = ""  # its task, and the dice that are left
    flag: str = ""
    mark: Mark | None = None


class Eyes(NamedTuple):
    """A view, what its things are called, and what the question does to them."""

    view: View
    naming: Naming
    marks: Marks
    tags: Mapping[CardId, str]  # short names of airplanes

    def mark(self, touch: Touch) -> Mark | None:
        return self.marks.get(touch)


def eyes(view: View, naming: Naming, marks: Marks) -> Eyes:
    return Eyes(view, naming, marks, tag_names(naming))


def cells_of(e: Eyes) -> tuple[tuple[Cell, ...], ...]:
    """What lies in each of the six lines, by their numbers: who owns the line comes first, what flies last."""
    found: tuple[list[Cell], ...] = tuple([[] for _line in LINES])
    flying: tuple[list[Cell], ...] = tuple([[] for _line in LINES])
    for line in LINES:
        for side in (line.owner, line.owner.enemy):
            found[line].extend(_stacks(e, side, line))
    for side, half in sides(e.view):
        for a in half.airplanes:
            if not a.host and a.line is not None:
                flying[a.line].append(_flight(e, a, side))
    return tuple([(*there, *above) for there, above in zip(found, flying, strict=True)])


def _stacks(e: Eyes, side: Side, line: Line) -> Iterator[Cell]:
    half = sides(e.view)[side][1]
    for b in half.bases:
        if b.line is line:
            yield _base(e, b, _on(half, b.token), side)
    for f in half.formations:
        if f.line is line:
            yield (_unseen if f.lead is None else _formation)(e, f, _on(half, f.token), side)


def _on(half: SeenSide, host: Token) -> list[SeenAirplane]:
    return [a for a in half.airplanes if a.host == host]


def token(number: int) -> Touch:
    return Touch("token", number)


def short_name(name: str) -> str:
    """A name without what stands in brackets behind it."""
    for bracket in BRACKETS:
        name = name.partition(bracket)[0] or name
    return name


def _base(e: Eyes, b: SeenBase, aboard: list[SeenAirplane], side: Side) -> Cell:
    card, touch = e.naming.cards.get(b.card), token(b.token)
    printed = card if isinstance(card, BaseCard) else None
    return Cell(
        touch, side, "base", e.naming.card(b.card), hp=min(MOST, printed.hp if printed else 0), damage=b.damage,
        figures=base_figures(printed, b.damage) if printed else (), tags=_places(e, aboard, slots(printed), b.damage),
        flag=_("landing") if e.view.target == b.token else "", mark=e.mark(touch),
    )


def _formation(e: Eyes, f: SeenFormation, aboard: list[SeenAirplane], side: Side) -> Cell:
    """A formation whose face may be read."""
    touch, naming = token(f.token), e.naming
    lead = naming.cards.get(f.lead) if f.lead is not None else None
    escort = naming.cards.get(f.escort) if f.escort is not None else None
    return Cell(
        touch, side, "ship", short_name(naming.half(f.lead)) if f.lead is not None else "",
        sight="open" if f.detected else "known" if f.known else "closed", type=kind_of(lead),
        escort="" if f.escort is None else "+" + f"{kind_of(escort)} {short_name(naming.card(f.escort))}".strip(),
        pair=f.pair, hp=min(MOST, f.values.hp if f.values else 0), damage=f.damage,
        figures=ship_figures(f.values, lead, escort) if f.values else (),
        tags=_places(e, aboard, slots(lead) + slots(escort), _spoiled(f)),
        doing=doing_now(f.task, f.attempts, at_sea=True), mark=e.mark(touch),
    )


def _unseen(e: Eyes, f: SeenFormation, aboard: list[SeenAirplane], side: Side) -> Cell:
    """A formation of which only the place is known; of its airplanes those are drawn that are asked about."""
    touch = token(f.token)
    marked = [_aboard(e, a, None) for a in aboard if token(a.token) in e.marks]
    return Cell(
        touch, side, "unseen", e.naming.unseen.given.get(f.token) or e.naming.token(f.token).rsplit(" ", 1)[-1],
        pair=f.pair, tags=tuple(marked), airplanes=max(f.airplanes, len(aboard)),
        doing=doing_now(f.task, f.attempts, at_sea=True), mark=e.mark(touch),
    )


def _flight(e: Eyes, a: SeenAirplane, side: Side) -> Cell:
    """An airplane in the air."""
    touch = token(a.token)
    card = e.naming.cards.get(a.card) if a.card is not None else None
    seen = card if isinstance(card, AirplaneCard) else None
    name = e.naming.token(a.token) if seen else e.naming.in_air.given.get(a.token) or e.naming.token(a.token)
    return Cell(
        touch, side, "airplane", name, _short(e, a), type=ICONS[seen.icon] if seen else "?",
        figures=airplane_figures(seen) if seen else (), doing=doing_now(a.task, a.attempts, at_sea=False),
        mark=e.mark(touch),
    )


def _short(e: Eyes, a: SeenAirplane) -> str:
    """The short name of an airplane, with its letter where there are several of its kind."""
    if a.card is None:
        return ""
    letter = e.naming.token(a.token).removeprefix(e.naming.card(a.card))
    return e.tags.get(a.card, "") + letter


def kind_of(card: AnyCard | None) -> str:
    """The type that a ship prints; of a formation that an event card makes, what it is."""
    if isinstance(card, ShipCard):
        return sanitize(card.type)[:6]
    if isinstance(card, EventCard):
        return _("Troops") if card.transports is not None else _("Subm.")
    return ""


def doing_now(task: str | None, attempts: Attempts | None, *, at_sea: bool) -> str:
    """A task and the dice that are left, as short as can be; that an airplane has flown is to be seen."""
    said = [] if task is None or task == Task.FLOWN else [task_name(task, at_sea=at_sea)]
    if attempts is not None:
        said.append(dice_short(attempts))
    return " ".join(said)


def dice_short(attempts: Attempts) -> str:
    """Dice that are left: "2d"; the limited one needs a six."""
    return _("d=6") if attempts.limited else counted("{n}d", "{n}d", attempts.dice)


# what cards print


def _letters(row: str) -> list[str]:
    """The signs of the figures in the reader's language: as many as there are in English."""
    signs = _(row).split()
    return signs if len(signs) == len(row.split()) else row.split()


def ship_figures(values: SeenValues, lead: AnyCard | None, escort: AnyCard | None) -> tuple[Figure, ...]:
    """What a formation can do now; what is "-" is left out."""
    figures = []
    for letter, field in zip(_letters(SHIP_FIGURES), SHIP_FIELDS, strict=False):
        value: Ability = getattr(values, field)
        if value is not None:
            figures.append(Figure(letter, value, value < _printed(lead, field) + _added(escort, field)))
    return tuple(figures)


def printed_figures(values: Values) -> tuple[Figure, ...]:
    """What a ship can do alone."""
    fields = zip(_letters(SHIP_FIGURES), SHIP_FIELDS, strict=False)
    pairs: list[tuple[str, Ability]] = [(letter, getattr(values, field)) for letter, field in fields]
    return tuple([Figure(letter, value, False) for letter, value in pairs if value is not None])


def _printed(card: AnyCard | None, field: ShipField) -> int:
    half = card.transports if isinstance(card, EventCard) else card
    values = getattr(half, "values", None)
    return (getattr(values, field) or 0) if values is not None else 0


def _added(card: AnyCard | None, field: ShipField) -> int:
    values = card.attached if isinstance(card, ShipCard) else None
    return 0 if values is None or field == "speed" else getattr(values, field) or 0


def base_figures(card: BaseCard, damage: int = 0) -> tuple[Figure, ...]:
    """§4.5  What a base can do now: each damage takes one of everything."""
    if card.rank is Rank.HOME:
        values: tuple[Ability, ...] = (card.air, None, None, None, None, card.repair)
    else:
        values = (card.air, card.tb, card.guns, card.garrison, card.patrol, None)
    return tuple([
        Figure(letter, max(0, value - damage), value > 0 and damage > 0)
        for letter, value in zip(_letters(BASE_FIGURES), values, strict=False) if value is not None
    ])


def airplane_figures(card: AirplaneCard) -> tuple[Figure, ...]:
    values = (card.airc, card.air, card.bomb, card.torp, card.land, card.recon, card.range)
    pairs = zip(_letters(AIRPLANE_FIGURES), values, strict=False)
    return tuple([Figure(letter, value, False) for letter, value in pairs if value is not None])


def submarine_figures(half: Submarine) -> tuple[Figure, ...]:
    torp, recon = _letters(AIRPLANE_FIGURES)[3], _letters(AIRPLANE_FIGURES)[5]
    return Figure(torp, half.torp, False), Figure(recon, half.recon, False)


def slots(card: AnyCard | None) -> tuple[tuple[Icon, int], ...]:
    """§6.1  The kinds of icon that a card prints, and how many."""
    if isinstance(card, BaseCard):
        return card.slots
    if isinstance(card, ShipCard) and card.values.icon is not None:
        return ((card.values.icon, card.values.icons),)
    return ()


# airplanes on their places


def _spoiled(f: SeenFormation) -> int:
    """§4.6, §23.11  How many icons of a formation damage has spoiled: its view says whether any is left."""
    return f.damage if f.values is None or f.values.icons else MOST


def _places(e: Eyes, aboard: list[SeenAirplane], printed: Iterable[tuple[Icon, int]], damage: int) -> tuple[Tag, ...]:
    """§6.1, §4.6  The places of a host, of a pair together, and who stands there; damage spoils one of each kind."""
    counts: dict[Icon, int] = {}
    for icon, n in printed:
        counts[icon] = min(MOST, counts.get(icon, 0) + n)
    free = [(icon, i >= n - damage) for icon, n in counts.items() for i in range(n)]
    taken: dict[int, Tag] = {}
    beyond = len(free)
    for a in aboard:
        card = e.naming.cards.get(a.card) if a.card is not None else None
        spot = _spot(card.icon if isinstance(card, AirplaneCard) else None, free, taken)
        if spot is None:
            spot, beyond = beyond, beyond + 1
        taken[spot] = _aboard(e, a, card)
    places = [taken.pop(i, Tag(ICONS[icon], "lost" if lost else "empty")) for i, (icon, lost) in enumerate(free)]
    return (*places, *taken.values())


def _spot(icon: Icon | None, free: list[tuple[Icon, bool]], taken: Mapping[int, Tag]) -> int | None:
    """The place that an airplane stands on: a sound one, of its own kind where there is one."""
    left = sorted([(lost, i, kind) for i, (kind, lost) in enumerate(free) if i not in taken])
    own = [i for _lost, i, kind in left if kind is icon]
    land = [i for _lost, i, kind in left if icon is Icon.CARRIER and kind is Icon.LAND]
    return next(iter((*own, *land, *[i for _lost, i, _kind in left])), None)


def _aboard(e: Eyes, a: SeenAirplane, card: AnyCard | None) -> Tag:
    touch = token(a.token)
    if not isinstance(card, AirplaneCard):
        return Tag("?", "there", "?", touch, e.mark(touch))
    return Tag(ICONS[card.icon], "there", e.tags[card.id], touch, e.mark(touch))


def tag_names(naming: Naming) -> dict[CardId, str]:
    """The short names of all airplanes."""
    planes = [card for card in naming.cards.values() if isinstance(card, AirplaneCard)]
    names = [tuple([naming.card(card.id) for card in planes if card.side is side]) for side in SIDES]
    return {card.id: beginning(naming.card(card.id), names[card.side]) for card in planes}


@lru_cache(maxsize=1024)
def beginning(name: str, names: tuple[str, ...]) -> str:
    """The shortest beginning of a name that no other of these names has."""
    cells, others = spread(name), [other for other in names if other != name]
    for end in range(TAG, len(cells)):
        text = "".join(cells[:end])
        if cells[end] != "" and not any(other.startswith(text) for other in others):
            return text
    return name
