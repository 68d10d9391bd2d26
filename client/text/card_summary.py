"""What a card is, in one line; and which card somebody means by a name, or by a part of one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from unicodedata import normalize

from ironbottom.dice import Ability
from ironbottom.language import _
from ironbottom.narration import ship_half
from ironbottom.phrases import in_row
from ironbottom.printed import AirplaneCard, AnyCard, BaseCard, EventCard, ShipCard
from ironbottom.views import SeenBase, SeenBaseValues, SeenFormation, SeenValues
from ironbottom.vocabulary import TABLES, phrase, word
from ironbottom.words import CardId, Icon

from .card_text import KNOWN, clipped, figures
from .sanitize import printed_name

CARD_KINDS: dict[str, type[AnyCard]] = {
    "ship": ShipCard, "base": BaseCard, "airplane": AirplaneCard, "event": EventCard,
}
SPOKEN_APART = ("type", "icons", "icon", "rank")
SHIP = ("air", "surface", "torp", "land", "sub", "speed", "army")  # abilities in the order of the card
BASE = ("air", "tb", "guns", "garrison", "patrol", "repair")
AIRPLANE = ("airc", "air", "bomb", "torp", "land", "recon", "range")


def in_few_words(card: AnyCard) -> str:
    """What kind of card it is, and its figures."""
    values = _values([(label, value) for label, value in plain_figures(card) if value != "-"])
    if isinstance(card, AirplaneCard):
        return phrase("few_words.kind_and_values", kind=word("airplane_kinds", card.icon), values=values)
    if isinstance(card, BaseCard):
        return phrase("few_words.kind_and_values", kind=word("ranks", card.rank), values=values)
    if isinstance(card, ShipCard):
        kind = phrase("few_words.escort_capable") if card.attached is not None else phrase("few_words.ship")
        return phrase("few_words.ship_and_values", kind=kind, type=card.type, values=values)
    return phrase("few_words.event", does=event_words(card), half=half_name(card), values=values)


def plain_figures(card: AnyCard) -> list[tuple[str, str]]:
    """Labels and values without the mark of the known ones, and without what is said apart."""
    return [(label, value.rstrip(KNOWN)) for label, value in figures(card, without=SPOKEN_APART)]


def event_words(card: EventCard) -> str:
    """What an event does, and in which windows: "draw 2 airplane cards (window 6)"."""
    does = card.effect.does
    windows = TABLES["moments"].get(does, ())
    text = word("does", does).format(n=card.effect.n)
    if not windows:
        return text
    one = len(windows) == 1
    sentence = _("{does} (window {windows})") if one else _("{does} (windows {windows})")
    return sentence.format(does=text, windows=in_row(windows))


def half_name(card: EventCard) -> str:
    """The ship half of an event card: "submarine Albacore"."""
    return ship_half(card, printed_name)


def values_now(values: SeenValues, wanted: Sequence[str] = ()) -> str:
    """What a formation can do now, in the order of the card; () is everything."""
    return _numbers(values, SHIP, wanted)


def base_values_now(values: SeenBaseValues) -> str:
    """What a base can do now, likewise."""
    return _numbers(values, BASE, ())


def left_of(row: SeenFormation | SeenBase) -> str:
    """What damage and pairing have left of a formation that is known, and damage of a damaged base; else ""."""
    if isinstance(row, SeenBase):
        return base_values_now(row.values) if row.damage and row.values is not None else ""
    return values_now(row.values) if row.values is not None else ""


def airplane_values(card: AirplaneCard, wanted: Sequence[str] = ()) -> str:
    """What an airplane can do, its Range last; () is everything."""
    return _numbers(card, AIRPLANE, wanted)


def _numbers(values: SeenValues | SeenBaseValues | AirplaneCard, names: Sequence[str], wanted: Sequence[str]) -> str:
    abilities: list[tuple[str, Ability]] = [(name, getattr(values, name)) for name in names]
    told = [(name, value) for name, value in abilities if value is not None and (not wanted or name in wanted)]
    return _values([(word("labels", name), value) for name, value in told])


def _values(figures: Iterable[tuple[str, object]]) -> str:
    return in_row([phrase("few_words.label_and_value", label=label, value=value) for label, value in figures])


def icons_now(slots: tuple[tuple[Icon, int], ...], damage: int) -> str:
    """The icons that damage has left (§4.6)."""
    left = [(icon, n - damage) for icon, n in slots if n > damage]
    named = [phrase("few_words.icons", kind=word("icons", icon), n=n) for icon, n in left]
    return in_row(named) or phrase("cards.no_icons")




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
