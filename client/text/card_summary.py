"""What a card is, in one line; and which card somebody means by a name, or by a part of one."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from unicodedata import normalize

from ironbottom.dice import Ability
from ironbottom.language import N_, _
from ironbottom.printed import AirplaneCard, AnyCard, BaseCard, EventCard, ShipCard
from ironbottom.views import SeenBase, SeenBaseValues, SeenFormation, SeenValues
from ironbottom.words import CardId, Icon, Rank

from .card_text import KNOWN, clipped, figures
from .sanitize import printed_name
from .vocabulary import in_row

KINDS = {
    Icon.CARRIER: N_("carrier airplane"), Icon.LAND: N_("land airplane"), Icon.SEA: N_("seaplane"),
    Icon.FLYING: N_("flying boat"),
}
ICON_NAMES = {
    Icon.CARRIER: N_("carrier icons"), Icon.LAND: N_("land icons"), Icon.SEA: N_("seaplane icons"),
    Icon.FLYING: N_("flying boat icons"),
}
RANKS = {Rank.HOME: N_("home base"), Rank.STRATEGIC: N_("strategic base"), Rank.FRONT: N_("front base")}
CARD_KINDS: dict[str, type[AnyCard]] = {
    "ship": ShipCard, "base": BaseCard, "airplane": AirplaneCard, "event": EventCard,
}
SPOKEN_APART = (N_("Type"), N_("Icons"), N_("Icon"), N_("Rank"))

DOES = {
    "reinforce": N_("draw fleet cards worth {n} VP (window 4)"),
    "draw": N_("draw {n} airplane cards (window 6)"),
    "uncover": N_("find up to {n} formations in a line (window 8)"),
    "patrol-line": N_("submarines search with Recon {n} (window 14)"),
    "watchers": N_("Air Control {n} higher over one of your lines (windows 20.2, 20.3)"),
    "squall": N_("bad weather over a line (windows 20.2, 20.3)"),
    "decoy": N_("a detected formation and an unseen one change places in sight (windows 20.2, 20.3)"),
    "weave": N_("hits on one airplane are ignored for a round (window 23)"),
    "skip": N_("a land airplane attacks with Bomb {n} (window 25)"),
    "radar": N_("guns of a formation {n} higher, no enemy withdraws in round two (window 28)"),
    "lookouts": N_("enemy guns are silent in round one (window 28)"),
    "lance": N_("torpedoes {n} higher in round one (window 29)"),
    "shells": N_("Land of a battleship or heavy cruiser {n} higher (window 30)"),
    "boats": N_("torpedo boats of a base {n} higher against a landing (window 31a)"),
    "engineers": N_("remove up to {n} damage from a base (windows 6, 31a)"),
    "express": N_("transports go with an unseen escort (window 4)"),
    "evacuate": N_("a lost front base counts once (window 31b)"),
}


def in_few_words(card: AnyCard) -> str:
    """What kind of card it is, and its figures."""
    values = in_row([_("{label} {value}").format(label=label, value=v) for label, v in plain_figures(card) if v != "-"])
    if isinstance(card, AirplaneCard):
        return _("{kind}: {values}").format(kind=_(KINDS[card.icon]), values=values)
    if isinstance(card, BaseCard):
        return _("{kind}: {values}").format(kind=_(RANKS[card.rank]), values=values)
    if isinstance(card, ShipCard):
        kind = _("escort-capable ship") if card.attached is not None else _("ship")
        return _("{kind}, {type}: {values}").format(kind=kind, type=card.type, values=values)
    return _("event: {does}; or {half} ({values})").format(does=event_words(card), half=half_name(card), values=values)


def plain_figures(card: AnyCard) -> list[tuple[str, str]]:
    """Labels and values without the mark of the known ones, and without what is said apart."""
    apart = [_(label) for label in SPOKEN_APART]
    return [(label, value.rstrip(KNOWN)) for label, value in figures(card) if label not in apart]


def event_words(card: EventCard) -> str:
    return _(DOES.get(card.effect.does, card.effect.does)).format(n=card.effect.n)


def half_name(card: EventCard) -> str:
    """The ship half of an event card: "submarine Albacore"."""
    if card.transports is not None:
        return _("transports {name}").format(name=printed_name(card.transports))
    return _("submarine {name}").format(name=printed_name(card.submarine) if card.submarine is not None else "")


def values_now(values: SeenValues, wanted: tuple[str, ...] = ()) -> str:
    """What a formation can do now, in the order of the card; () is everything."""
    pairs = (
        (N_("Air"), values.air), (N_("Surface"), values.surface), (N_("Torp"), values.torp), (N_("Land"), values.land),
        (N_("Sub"), values.sub), (N_("Speed"), values.speed), (N_("Army"), values.army),
    )
    return _numbers(pairs, wanted)


def base_values_now(values: SeenBaseValues) -> str:
    """What a base can do now, likewise."""
    pairs = (
        (N_("Air"), values.air), (N_("TB"), values.tb), (N_("Guns"), values.guns), (N_("Garrison"), values.garrison),
        (N_("Patrol"), values.patrol), (N_("Repair"), values.repair),
    )
    return _numbers(pairs, ())


def left_of(row: SeenFormation | SeenBase) -> str:
    """What damage and pairing have left of a formation that is known, and damage of a damaged base; else ""."""
    if isinstance(row, SeenBase):
        return base_values_now(row.values) if row.damage and row.values is not None else ""
    return values_now(row.values) if row.values is not None else ""


def airplane_values(card: AirplaneCard, wanted: tuple[str, ...] = ()) -> str:
    """What an airplane can do, its Range last; () is everything."""
    pairs = (
        (N_("AirC"), card.airc), (N_("Air"), card.air), (N_("Bomb"), card.bomb), (N_("Torp"), card.torp),
        (N_("Land"), card.land), (N_("Recon"), card.recon), (N_("Range"), card.range),
    )
    return _numbers(pairs, wanted)


def _numbers(pairs: tuple[tuple[str, Ability], ...], wanted: tuple[str, ...]) -> str:
    said = [(label, value) for label, value in pairs if value is not None and (not wanted or label in wanted)]
    return in_row([_("{label} {value}").format(label=_(label), value=value) for label, value in said])


def icons_now(slots: tuple[tuple[Icon, int], ...], damage: int) -> str:
    """The icons that damage has left (§4.6)."""
    left = [(icon, n - damage) for icon, n in slots if n > damage]
    return in_row([_("{kind} {n}").format(kind=_(ICON_NAMES[icon]), n=n) for icon, n in left]) or _("no icons")




class NoSuchCard(Exception):
    """A name that means no card or more than one; the sentence says which names come near."""


def found(name: str, cards: Iterable[AnyCard]) -> AnyCard:
    """The one card that a name means: its whole name, else a part that no other card's name has, else all its words.

    The words may stand anywhere in the name, so that "Kongo Haruna" means "Kongo & Haruna".
    """
    wanted, name = _folded(name), clipped(name, 60)
    names = {card.id: _names(card) for card in cards}
    by_id: dict[CardId, AnyCard] = {card.id: card for card in cards}
    whole = [card_id for card_id, its in names.items() if wanted in its]
    part = [card_id for card_id, its in names.items() if wanted and any(wanted in one for one in its)]
    words = wanted.split()
    spread = [card_id for card_id, its in names.items() if words and any(_has(one, words) for one in its)]
    for ids in (whole, part, spread):
        if len(ids) == 1:
            return by_id[ids[0]]
        if ids:
            shown = ", ".join(ids[:8])
            if len(ids) > 8:
                shown = _("{ids} and {n} more").format(ids=shown, n=len(ids) - 8)
            raise NoSuchCard(_('"{name}" means more than one card: {ids}.').format(name=name, ids=shown))
    near = get_close_matches(wanted, [one for its in names.values() for one in its], 6, 0.5)
    ids = list(dict.fromkeys([card_id for one in near for card_id, its in names.items() if one in its]))
    if ids:
        near_by = _('No card is called "{name}"; the nearest are {ids}.')
        raise NoSuchCard(near_by.format(name=name, ids=", ".join(ids[:3])))
    raise NoSuchCard(_('No card is called "{name}"; `ironbottom cards list` lists them all.').format(name=name))


def _has(name: str, words: list[str]) -> bool:
    return all(word in name for word in words)


def _folded(name: str) -> str:
    return normalize("NFKC", name).casefold().strip()


def _names(card: AnyCard) -> tuple[str, ...]:
    """Everything that a card is called; an event card also by its ship half."""
    half = (card.transports or card.submarine) if isinstance(card, EventCard) else None
    names = [card.id, card.id.partition("/")[2], card.name, card.ja]
    if half:
        names += [half.name, half.ja]
    return tuple([_folded(one) for one in names])
