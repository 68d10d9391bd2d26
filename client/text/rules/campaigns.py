"""§25  Campaigns in words: how far one has come, what was lost, what comes next, and how it ended.

Twin of client/web/text/campaigns.js.
"""

from __future__ import annotations

from ironbottom.battle import Battle, CampaignPart, CampaignText
from ironbottom.campaign import standing, summed
from ironbottom.campaign_sheet import campaigns
from ironbottom.campaign_words import outcome_line
from ironbottom.catalog import card_set, cards_by_id
from ironbottom.language import Reader
from ironbottom.phrases import listed, side_name
from ironbottom.printed import CardSet
from ironbottom.strict_yaml import CardError
from ironbottom.views import SeenOutcome
from ironbottom.vocabulary import phrase
from ironbottom.words import SIDES, CardId, Side

from ..sanitize import sanitize


def part_of(cards: CardSet) -> CampaignPart | None:
    """Which battle of a campaign a game with these cards is."""
    return None if cards.agreed is None else cards.agreed.campaign


def told_of(part: CampaignPart) -> CampaignText:
    """Its texts in the reader's language."""
    return part.japanese if Reader.language.startswith("ja") else part.english


def standing_of(battle: Battle) -> list[str]:
    """What is to be known of a campaign before one of its battles; nothing of a battle by itself."""
    part = battle.campaign
    if part is None:
        return []
    text = told_of(part)
    of_this = sanitize(text.battles[part.number - 1]) if part.number <= part.of else ""
    us, jp = part.points
    lines = [phrase("campaign.battle_of", title=sanitize(text.title), n=part.number, of=part.of, battle=of_this)]
    if part.number == 1:
        lines.append(sanitize(text.introduction))
    if part.number > 1 or us or jp:
        lines.append(phrase("campaign.points", us=us, jp=jp))
    for side in SIDES:
        lines += _carried(part, side, battle.set)
    lines.append(phrase("campaign.margins", marginal=part.marginal, decisive=part.decisive))
    return [*lines, *_next(part)]


def _carried(part: CampaignPart, side: Side, set_name: str) -> list[str]:
    """What is lost, damaged and held."""
    carried, lines = part.side(side), list[str]()
    said = {"side": side_name(side)}
    if carried.lost:
        lines.append(phrase("campaign.lost", **said, cards=listed([_card(set_name, card) for card in carried.lost])))
    if carried.damage:
        hurt = [phrase("campaign.damaged_card", card=_card(set_name, card), n=n) for card, n in carried.damage]
        lines.append(phrase("campaign.damaged", **said, cards=listed(hurt)))
    if carried.hand:
        lines.append(phrase("campaign.held", **said, cards=listed([_card(set_name, card) for card in carried.hand])))
    return lines


def _card(set_name: str, card: CardId) -> str:
    """A card by its name: those that are lost are in no set that is played with now."""
    try:
        found = cards_by_id(card_set(set_name)).get(card)
    except CardError:
        found = None
    return sanitize(str(card)) if found is None else found.name


def _next(part: CampaignPart) -> list[str]:
    if part.number >= part.of:
        return [phrase("campaign.last")]
    return [phrase("campaign.next", battle=sanitize(told_of(part).battles[part.number]))]


def after_battle(fought: Battle | None, outcome: SeenOutcome) -> list[str]:
    """At the end of a battle: the points of the campaign and what comes next, or how it ended."""
    part = None if fought is None else fought.campaign
    if part is None or fought is None:
        return []
    points = summed(fought, outcome.winner, outcome.reason, outcome.points)
    if part.last:
        return [outcome_line(standing(part, points))]
    us, jp = points
    return [phrase("campaign.points", us=us, jp=jp), *_next(part)]


def coming_lines(coming: Battle | None) -> list[str]:
    """Between two battles: when the next one is, and what is carried over to it."""
    part = None if coming is None else coming.campaign
    if coming is None or part is None:
        return []
    carried = [line for side in SIDES for line in _carried(part, side, coming.set)]
    said = {"battle": sanitize(told_of(part).battles[part.number - 1]), "n": part.number, "of": part.of}
    head = phrase("campaign.coming", **said, date=sanitize(coming.date))
    return [head, *(carried or [phrase("campaign.nothing")])]


def title_of(name: str) -> str:
    """A campaign by its title, where it is one of the project."""
    found = campaigns().get(name)
    if found is None:
        return sanitize(name)
    return sanitize((found.japanese if Reader.language.startswith("ja") else found.english).title)


def stands(name: str, number: int, of: int, *, over: bool) -> str:
    """How far a campaign is, in a row of a list."""
    return phrase("campaign.between" if over else "campaign.stands", title=title_of(name), n=number, of=of)


def listed_as(battle: Battle) -> str:
    """A campaign in a list of battles, by its first: "Campaign: Guadalcanal (7 battles)"."""
    part = battle.campaign
    return "" if part is None else phrase("campaign.listed", title=sanitize(told_of(part).title), n=part.of)


def named(battle: Battle) -> str:
    """What programs call what is fought: a campaign by its own name, not by that of its first battle."""
    return battle.name if battle.campaign is None else battle.campaign.name


def begins_anew(cards: CardSet) -> list[str]:
    """Another game begins at the table; how a campaign stands is told with the rules of the table."""
    part = part_of(cards)
    if part is None or part.number == 1:
        return [phrase("campaign.swapped")]
    return [phrase("campaign.goes_on")]


def asking(cards: CardSet, word: str) -> str:
    """What is to be typed for another game, or for the next battle."""
    part = part_of(cards)
    on = part is not None and not part.last
    return phrase("campaign.type_next" if on else "campaign.type_again", word=word)
