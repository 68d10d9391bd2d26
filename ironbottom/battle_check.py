"""§24  Whether a battle can be laid out with a set of cards; one sentence for what can't.

Places are named as in the file: `us.front.2.damage` is the damage of the second ship of the American front line.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from difflib import get_close_matches
from types import SimpleNamespace
from typing import NamedTuple

from ironbottom.abilities import paired
from ironbottom.battle import LINE_WORDS, SCORES, Battle, PlacedBase, PlacedShip
from ironbottom.catalog import cards_by_id
from ironbottom.language import N_, _
from ironbottom.options import OptionError, options
from ironbottom.printed import AirplaneCard, AnyCard, BaseCard, CardSet, EventCard, ShipCard, Values
from ironbottom.strict_yaml import CardError, Path, at_most, fault, mistyped, quoted, refused
from ironbottom.vocabulary import TABLES
from ironbottom.words import SIDES, CardId, Icon, Rank, Side

SAYS = SimpleNamespace(**TABLES["battle_faults"])
REAR_LINE = LINE_WORDS.index("rear")
SIDE_NAMES = {Side.US: N_("the US"), Side.JP: N_("Japan")}
ICON_NAMES = {
    Icon.CARRIER: N_("carrier"), Icon.LAND: N_("land"), Icon.SEA: N_("seaplane"), Icon.FLYING: N_("flying boat"),
}


class SuitedCard(NamedTuple):
    """What kind of card a place takes."""

    kind: str  # for people
    fits: Callable[[AnyCard], bool]


SHIP = SuitedCard(N_(SAYS.ship), lambda card: isinstance(card, ShipCard))
ESCORT = SuitedCard(
    N_(SAYS.escort),
    lambda card: isinstance(card, ShipCard) and card.attached is not None,
)
TRANSPORTS = SuitedCard(
    N_(SAYS.transports),
    lambda card: isinstance(card, EventCard) and card.transports is not None,
)
BASE = SuitedCard(N_(SAYS.base), lambda card: isinstance(card, BaseCard))
AIRPLANE = SuitedCard(N_("airplane cards of {side}"), lambda card: isinstance(card, AirplaneCard))
DECK = SuitedCard(N_(SAYS.deck), lambda card: isinstance(card, AirplaneCard | EventCard))
RESERVE = SuitedCard(
    N_(SAYS.reserve),
    lambda card: isinstance(card, ShipCard) or (isinstance(card, BaseCard) and card.rank is Rank.FRONT),
)


def check_battle(battle: Battle, cards: CardSet, file: str = "battle") -> None:
    """Raises CardError for what cannot be laid out with these cards, or what contradicts itself."""
    if battle.set != cards.name:
        allowed = _(SAYS.set).format(name=cards.name)
        raise fault(file, ("set",), quoted(battle.set), allowed)
    _check_options(battle, file)
    words = [word for word, _points in battle.scores]
    for word in words:
        if word not in SCORES or words.count(word) > 1:
            raise fault(file, ("scores", word), quoted(word), _("each of {words} once").format(words=", ".join(SCORES)))
    if battle.clear >= battle.decisive:
        allowed = _(SAYS.more).format(n=battle.clear)
        raise fault(file, ("levels", "decisive"), str(battle.decisive), allowed)
    by_id = cards_by_id(cards)
    for side in SIDES:
        _OrderOfBattle(battle, cards, by_id, side, file).check()


def _check_options(battle: Battle, file: str) -> None:
    try:
        chosen = options(battle.options)
    except OptionError as error:
        raise refused(file, ("options",), str(error)) from None
    if chosen.victory_fever and not battle.decks:
        allowed = _(SAYS.fever)
        raise fault(file, ("options",), "victory-fever", allowed)


def _used(base: PlacedBase) -> bool:
    """Whether a base is not as it is printed."""
    return bool(base.damage or base.airplanes)


class _OrderOfBattle:
    """One side: who lies where, and which of its cards are taken already."""

    def __init__(
        self, battle: Battle, cards: CardSet, by_id: dict[CardId, AnyCard], side: Side, file: str
    ) -> None:
        whole = cards.side(side)
        self.placed, self.by_id, self.side, self.file = battle.side(side), by_id, side, file
        self.path: Path = (side.name.lower(),)
        self.whole = battle.whole
        self.left = Counter([card.id for card in (whole.home, whole.strategic, *whole.fleet, *whole.air)])
        self.printed = self.left.copy()

    def check(self) -> None:
        if self.whole and (self.placed.ships or len(self.placed.bases) > 2 or any(map(_used, self.placed.bases))):
            found = _("ships or bases that are laid out")
            raise fault(self.file, self.path, found, _("none in a whole game, which is set up as in §10 (§25.7)"))
        for n, base in enumerate(self.placed.bases, 1):
            self._base((*self.path, "bases", str(n)), base)
        self._both_bases()
        seen = Counter[int]()
        for ship in self.placed.ships:
            seen[ship.line] += 1
            self._ship((*self.path, LINE_WORDS[ship.line], str(seen[ship.line])), ship)
        for card in self.placed.deck:
            self._card((*self.path, "deck"), card, DECK)
        for card in self.placed.held:
            self._card((*self.path, "held"), card, DECK)
        for card in self.placed.reserve:
            self._card((*self.path, "reserve"), card, RESERVE)
        if self.placed.hand > (most := len(self.placed.deck)):
            allowed = _(SAYS.hand).format(n=most)
            raise fault(self.file, (*self.path, "hand"), str(self.placed.hand), allowed)

    def _card(self, path: Path, name: CardId, wanted: SuitedCard) -> AnyCard:
        """The card, which is then taken."""
        card, allowed = self.by_id.get(name), _(wanted.kind).format(side=_(SIDE_NAMES[self.side]))
        slug = name.rpartition("/")[2]
        if card is None or card.side is not self.side:
            if f"{self.side.enemy.name.lower()}/{slug}" in self.by_id:
                found = _(SAYS.theirs).format(card=quoted(slug), side=_(SIDE_NAMES[self.side.enemy]))
                raise fault(self.file, path, found, allowed)
            known = [one.id.rpartition("/")[2] for one in self._like(wanted)]
            for near in get_close_matches(slug, known, 1):
                raise mistyped(self.file, path, _("no card {card}").format(card=quoted(slug)), quoted(near))
            raise fault(self.file, path, _("no card {card}").format(card=quoted(slug)), allowed)
        if not wanted.fits(card):
            raise fault(self.file, path, quoted(slug), allowed)
        if not self.left[name]:
            raise self._too_many(path, card)
        self.left[name] -= 1
        return card

    def _like(self, wanted: SuitedCard) -> list[AnyCard]:
        return [card for card in self.by_id.values() if card.side is self.side and wanted.fits(card)]

    def _too_many(self, path: Path, card: AnyCard) -> CardError:
        slug, most = quoted(card.id.rpartition("/")[2]), self.printed[card.id]
        if most == 1:
            return fault(self.file, path, _("{card} a second time").format(card=slug), _("each card once"))
        found = _(SAYS.many).format(card=slug)
        return fault(self.file, path, found, at_most(most))

    def _base(self, path: Path, placed: PlacedBase) -> None:
        card = self._card((*path, "base"), placed.card, BASE)
        assert isinstance(card, BaseCard)
        if placed.damage > card.hp:
            allowed = _(SAYS.hp).format(n=card.hp)
            raise fault(self.file, (*path, "damage"), str(placed.damage), allowed)
        icons = {icon: max(0, n - placed.damage) for icon, n in card.slots}
        self._aboard((*path, "airplanes"), placed.airplanes, icons, base=True)

    def _both_bases(self) -> None:
        """§2.3, §5.2"""
        for card in self._like(BASE):
            assert isinstance(card, BaseCard)
            if card.rank is not Rank.FRONT and self.left[card.id]:
                found = _("no {rank} base").format(rank=card.rank)
                allowed = _(SAYS.both)
                slug = quoted(card.id.rpartition("/")[2])
                raise fault(self.file, (*self.path, "bases"), found, allowed.format(card=slug))

    def _ship(self, path: Path, placed: PlacedShip) -> None:
        lead, values = self._lead(path, placed)
        if placed.escort is not None:
            if lead.attached is not None:
                found = _(SAYS.escorted).format(card=quoted(lead.name))
                raise fault(self.file, (*path, "escort"), found, _(SAYS.pair))
            escort = self._card((*path, "escort"), placed.escort, ESCORT)
            assert isinstance(escort, ShipCard)
            values = paired(values, escort)
        if placed.damage >= values.hp:
            allowed = _(SAYS.sunk).format(n=values.hp - 1, hp=values.hp)
            raise fault(self.file, (*path, "damage"), str(placed.damage), allowed)
        if placed.damage and not (placed.detected or placed.transports):
            raise fault(self.file, (*path, "damage"), str(placed.damage), _(SAYS.seen))
        airplanes = (*path, "airplanes")
        if placed.line == REAR_LINE and placed.airplanes:
            allowed = _(SAYS.rear)
            raise fault(self.file, airplanes, str(len(placed.airplanes)), allowed)
        icons = {} if values.icon is None else {values.icon: max(0, values.icons - placed.damage)}
        self._aboard(airplanes, placed.airplanes, icons, base=False)

    def _lead(self, path: Path, placed: PlacedShip) -> tuple[ShipCard | EventCard, Values]:
        if placed.transports:
            lead = self._card((*path, "transports"), placed.lead, TRANSPORTS)
            assert isinstance(lead, EventCard)
            assert lead.transports is not None
            return lead, lead.transports.values
        lead = self._card((*path, "ship"), placed.lead, SHIP)
        assert isinstance(lead, ShipCard)
        return lead, lead.values

    def _aboard(self, path: Path, names: tuple[CardId, ...], icons: dict[Icon, int], *, base: bool) -> None:
        """§6.2  Each airplane has an icon of its own that damage has left; carrier airplanes stand on land icons."""
        left = icons.copy()
        for name in names:
            card = self._card(path, name, AIRPLANE)
            assert isinstance(card, AirplaneCard)
            icon = Icon.LAND if base and card.icon is Icon.CARRIER else card.icon
            if not left.get(icon):
                kinds = ", ".join([f"{n} {_(ICON_NAMES[kind])}" for kind, n in icons.items()]) or "0"
                found = _(SAYS.free)
                allowed = _(SAYS.icons).format(icons=kinds)
                text = found.format(card=quoted(name.rpartition("/")[2]), icon=_(ICON_NAMES[icon]))
                raise fault(self.file, path, text, allowed)
            left[icon] -= 1
