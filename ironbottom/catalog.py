"""§2  Sets of cards: read from files, checked as a whole, and ready to play with.

`card_set("core")` and `card_set("full")` are the sets of the project as new games have them.  A game is played to its
end, verified and looked through with the cards that it was begun with: `card_set("core@1")` is version 1 of core, and
`every_set()` has all versions.  `read_folder` reads any folder of the same shape, so that somebody who owns the printed
cards can play with them.  cards/FIELDS.md says how such files are written.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, lru_cache
from hashlib import sha256
from importlib.resources import files

from msgspec import Struct, json, to_builtins

from ironbottom.card_sheet import Sheet, airplane, base, event, ship
from ironbottom.language import _
from ironbottom.printed import AirplaneCard, AnyCard, BaseCard, CardSet, EventCard, ShipCard, SideCards
from ironbottom.strict_yaml import SECTIONS, CardError, Node, fault, quoted, read
from ironbottom.words import SIDES, CardId, Icon, Rank, Side

__all__ = ["CardError", "card_set", "cards_by_id", "earlier", "every_set", "fingerprint", "read_folder"]

DESCRIPTION = "set.yaml"
SETS = ("core", "full")
EARLIER, AT = "earlier", "@"  # the folder of what cards were before; what stands before the version in a name
LATEST = 999

Changes = dict[CardId, dict[str, Node]]  # fields that were others in an earlier version

# All versions of our sets are written in the same files: each is parsed once, which is most of the time that a server
# takes to start.  What comes of it is shared, and nobody writes into it.
_read = lru_cache(maxsize=16)(read)

READERS: dict[str, Callable[[Sheet, Side, str, tuple[str, ...]], AnyCard]] = {
    "ships": ship, "bases": base, "airplanes": airplane, "events": event,
}
SECTION = {ShipCard: "ships", BaseCard: "bases", AirplaneCard: "airplanes", EventCard: "events"}

# What is only said about a card, counted apart or made from its other fields: two sets that differ in nothing else play
# the same game.
PROSE = frozenset({"name", "ja", "set", "known", "note", "maker", "text", "copies", "copies_full", "slots"})


class Written(Struct, frozen=True):
    """A card, and where it was written, so that a check of the whole set can still name the place."""

    card: AnyCard
    file: str

    def wrong(self, field: str, found: str, allowed: str) -> CardError:
        return fault(self.file, (SECTION[type(self.card)], self.card.id.partition("/")[2], field), found, allowed)


@cache
def card_set(name: str) -> CardSet:
    """The set "core" or "full"; "core@1" is its version 1."""
    if name not in SETS and name not in earlier():
        raise CardError(_("found the set {name}; allowed is core or full.").format(name=quoted(name)))
    folder = files("ironbottom.cards")
    texts = {file.name: file.read_text("utf-8") for file in folder.iterdir() if file.name.endswith(".yaml")}
    plain, _at, version = name.partition(AT)
    return read_folder(texts, plain, [text for n, text in _changed() if version and n >= int(version)])


@cache
def earlier() -> tuple[str, ...]:
    """The names of all versions of the sets before the newest, the latest first."""
    sheets = [Sheet(EARLIER, (), _read(EARLIER, text)) for _n, text in _changed()]
    every = _("names of sets in square brackets")
    return tuple([f"{name}{AT}{sheet.text('version', '')}" for sheet in sheets for name in sheet.words("sets", every)])


def every_set() -> Iterator[CardSet]:
    """All versions of the sets, the newest first; each is read when it is asked for."""
    return map(card_set, (*SETS, *earlier()))


def _changed() -> list[tuple[int, str]]:
    """What cards were before, by version, the latest first."""
    folder = files("ironbottom.cards").joinpath(EARLIER)
    found = [file for file in folder.iterdir() if file.name.endswith(".yaml")]
    return sorted([(int(file.name.removesuffix(".yaml")), file.read_text("utf-8")) for file in found], reverse=True)


def read_folder(texts: Mapping[str, str], name: str = "", before: Iterable[str] = ()) -> CardSet:
    """The set that these files hold, file name to text.  `name` picks one where set.yaml names two, else the larger.

    `before` leads back to an earlier version: the texts of cards/earlier, the latest first.
    """
    sets, version = _sets(texts.get(DESCRIPTION))
    name = name or sets[-1]
    if name not in sets:
        raise fault(DESCRIPTION, ("set",), _("no set {name}").format(name=quoted(name)), _(" or ").join(sets))
    changes: Changes = {}
    for text in before:
        version = _add_changes(changes, text)
    written: dict[CardId, Written] = {}
    for file in sorted(texts):
        if file != DESCRIPTION:
            _add(written, file, texts[file], sets, changes)
    chosen = [written[card_id] for card_id in sorted(written) if name == sets[-1] or written[card_id].card.set == name]
    full = name != sets[0]
    us, jp = [_side(side, [w for w in chosen if w.card.side is side], full) for side in SIDES]
    _check_across(chosen)
    _check_types(list(written.values()))
    cards = [w.card for w in chosen]
    return CardSet(name=name, fingerprint=_fingerprint(cards, full), us=us, jp=jp, version=version)


def _add_changes(changes: Changes, text: str) -> int:
    """What was otherwise one version further back; which one that was."""
    sheet = Sheet(EARLIER, (), _read(EARLIER, text))
    sheet.only(("version", "sets", "about", "cards"))
    for card_id, fields in sheet.below("cards").fields.items():
        changes.setdefault(CardId(card_id), {}).update(Sheet(EARLIER, ("cards", card_id), fields).fields)
    return sheet.number("version", 1, LATEST)


def cards_by_id(card_set: CardSet) -> dict[CardId, AnyCard]:
    """Every card of the set, once, in the order of the ids."""
    sides = (card_set.us, card_set.jp)
    cards = [card for side in sides for card in (side.home, side.strategic, *side.fleet, *side.air)]
    return {card.id: card for card in sorted(cards, key=lambda card: card.id)}


def _sets(text: str | None) -> tuple[tuple[str, ...], int]:
    """The names of the set and of the larger one around it, and their version; without set.yaml it is one set."""
    if text is None:
        return ("own",), 1
    sheet = Sheet(DESCRIPTION, (), _read(DESCRIPTION, text))
    sheet.only(("set", "larger", "version", "about"))
    version = sheet.number("version", 1, LATEST) if sheet.has("version") else 1
    return _named(sheet), version


def _named(sheet: Sheet) -> tuple[str, ...]:
    name = sheet.text("set", _("a name for the set"), 40)
    if not sheet.has("larger"):
        return (name,)
    larger = sheet.text("larger", _("a name for the larger set"), 40)
    if larger == name:
        raise sheet.wrong("larger", quoted(larger), _("a name of its own"))
    return name, larger


def _add(
    written: dict[CardId, Written], file: str, text: str, sets: tuple[str, ...], changes: Changes
) -> None:
    for card in _cards(file, text, sets, changes):
        new = Written(card, file)
        if card.id in written:
            found = _("{id}, which {file} has too").format(id=card.id, file=written[card.id].file)
            raise new.wrong("id", found, _("an id for one card only"))
        written[card.id] = new


def _cards(file: str, text: str, sets: tuple[str, ...], changes: Changes) -> Iterator[AnyCard]:
    sheet = Sheet(file, (), _read(file, text))
    sheet.only(("side", *SECTIONS))
    side = Side[sheet.word("side", ("us", "jp")).upper()]
    if not any(sheet.has(section) for section in SECTIONS):
        raise fault(file, (), _("no cards"), _("one or more of {words}").format(words=", ".join(SECTIONS)))
    for section in SECTIONS:
        if sheet.has(section):
            for slug, node in sheet.below(section).fields.items():
                card = Sheet(file, (section, slug), node)
                card.fields = card.fields | changes.get(CardId(f"{side.name.lower()}/{slug}"), {})
                yield READERS[section](card, side, slug, sets)


def _side(side: Side, written: list[Written], full: bool) -> SideCards:
    """One side of the set, complete enough to set up a game (§10)."""
    home, strategic = _only(side, written, Rank.HOME), _only(side, written, Rank.STRATEGIC)
    fleet: list[ShipCard | BaseCard] = []
    air: list[AirplaneCard | EventCard] = []
    for card in [w.card for w in written]:
        if isinstance(card, AirplaneCard | EventCard):
            air += [card] * (card.copies_full if full else card.copies)
        elif isinstance(card, ShipCard) or card.rank is Rank.FRONT:
            fleet.append(card)
    _check_decks(home, sum([card.vp for card in fleet]), len(air))
    _check_pairs(written)
    assert isinstance(home.card, BaseCard)
    assert isinstance(strategic.card, BaseCard)
    return SideCards(home=home.card, strategic=strategic.card, fleet=tuple(fleet), air=tuple(air))


def _only(side: Side, written: list[Written], rank: Rank) -> Written:
    """§2.3  The one base of this rank."""
    found = [w for w in written if isinstance(w.card, BaseCard) and w.card.rank is rank]
    if not found:
        none = _("side {side}, field rank: found no base with rank {rank}; allowed is exactly one (§2.3).")
        raise CardError(none.format(side=side.name.lower(), rank=rank))
    if len(found) > 1:
        second = _("a second {rank} base beside {card}").format(rank=rank, card=found[0].card.id)
        raise found[1].wrong("rank", second, _("exactly one (§2.3)"))
    return found[0]


def _check_decks(home: Written, points: int, air: int) -> None:
    """§10.3, §10.5  The decks must reach for the set-up."""
    assert isinstance(home.card, BaseCard)
    if points < home.card.fleet:
        allowed = _("at most {n}, the VP of all cards of the fleet deck (§10.3)").format(n=points)
        raise home.wrong("fleet", str(home.card.fleet), allowed)
    if air < home.card.first_hand:
        allowed = _("at most {n}, the cards of the airplane deck (§10.5)").format(n=air)
        raise home.wrong("first_hand", str(home.card.first_hand), allowed)


def _check_pairs(written: list[Written]) -> None:
    """R-37  No pair may print two kinds of icons."""
    leads: dict[Icon, CardId] = {}
    for w in written:
        if isinstance(w.card, ShipCard) and w.card.attached is None and w.card.values.icon:
            leads.setdefault(w.card.values.icon, w.card.id)
    for w in written:
        if isinstance(w.card, ShipCard) and w.card.attached is not None and (icon := w.card.values.icon):
            for other, lead in leads.items():
                if other is not icon:
                    found = _("{icon} icons, while it may escort {lead} with {other} icons")
                    allowed = _("one kind of icons in every possible pair (R-37)")
                    raise w.wrong("icons", found.format(icon=icon, lead=lead, other=other), allowed)


def _check_across(written: list[Written]) -> None:
    """What one card says of another, and what only one card may say."""
    airplanes = {w.card.id: w.card.side for w in written if isinstance(w.card, AirplaneCard)}
    tie: CardId | None = None
    for w in written:
        if isinstance(w.card, EventCard) and (named := w.card.effect.airplane):
            if airplanes.get(named) is not w.card.side:
                allowed = _("the id of an airplane card of this side and set")
                raise w.wrong("effect.airplane", quoted(named), allowed)
        elif isinstance(w.card, BaseCard) and w.card.decides_ties:
            if tie:
                found = _('"yes", which {card} says too').format(card=tie)
                raise w.wrong("decides_ties", found, _("yes on one base only (§11.3)"))
            tie = w.card.id


def _check_types(written: list[Written]) -> None:
    """§21.13  An effect for types of ship that its side has, in the smaller set or in the larger one around it."""
    for w in written:
        if isinstance(w.card, EventCard):
            own = sorted({s.card.type for s in written if isinstance(s.card, ShipCard) and s.card.side is w.card.side})
            for unknown in [type_ for type_ in w.card.effect.types if type_ not in own]:
                allowed = _("types of the ships of this side: {types}").format(types=", ".join(own))
                raise w.wrong("effect.types", quoted(unknown), allowed)


def fingerprint(card_set: CardSet) -> str:
    """The fingerprint that a set has by its cards, whatever it says of itself: for sets that somebody else sent."""
    sides = (card_set.us, card_set.jp)
    copies = Counter([card.id for side in sides for card in (side.home, side.strategic, *side.fleet, *side.air)])
    return _marked(cards_by_id(card_set).values(), copies)


def _fingerprint(cards: list[AnyCard], full: bool) -> str:
    copies: dict[CardId, int] = {}
    for card in cards:
        copies[card.id] = 1
        if isinstance(card, AirplaneCard | EventCard):
            copies[card.id] = card.copies_full if full else card.copies
    return _marked(cards, copies)


def _marked(cards: Iterable[AnyCard], copies: Mapping[CardId, int]) -> str:
    """SHA-256 of everything that the rules read, in the order of the ids: files and names make no difference."""
    rows = [[card.id, SECTION[type(card)], copies[card.id], _figures(to_builtins(card))] for card in cards]
    return sha256(json.encode(rows, order="deterministic")).hexdigest()


def _figures(fields: dict[str, object]) -> dict[str, object]:
    """The fields of a card without its prose, in its ship half as well."""
    return {
        field: _figures(value) if isinstance(value, dict) else value
        for field, value in fields.items()
        if field not in PROSE
    }
