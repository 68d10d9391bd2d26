"""Which card somebody means by a name, or by a part of one."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from unicodedata import normalize

from ironbottom.language import _
from ironbottom.printed import AirplaneCard, AnyCard, BaseCard, EventCard, ShipCard
from ironbottom.words import CardId

from .card_text import clipped

KINDS: dict[str, type[AnyCard]] = {"ship": ShipCard, "base": BaseCard, "airplane": AirplaneCard, "event": EventCard}


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
