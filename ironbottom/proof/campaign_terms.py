"""§25  The terms of a campaign: with which battle it begins, and which one must follow a game that is over."""

from __future__ import annotations

from msgspec import UNSET
from msgspec.structs import replace

from ironbottom.battle import Battle, CampaignPart
from ironbottom.campaign import Campaign, first_battle
from ironbottom.campaign_after import next_battle
from ironbottom.campaign_sheet import campaigns
from ironbottom.flow import Game
from ironbottom.language import _
from ironbottom.options import OptionError
from ironbottom.printed import CardSet
from ironbottom.strict_yaml import CardError, quoted
from ironbottom.variant import varied
from ironbottom.wire.terms import Terms

BID = "bid"  # §23.18: sides are bid for once, before the first battle (§25.2)


def why_not(terms: Terms, cards: CardSet, *, begins: bool) -> str:
    """Why a campaign cannot be played, or gone on with, by these terms; nothing: it can, or there is none."""
    part = None if not terms.battle else terms.battle.campaign
    if part is None:
        return ""
    campaign = _here(part)
    if campaign is None:
        text = _("This server has no campaign {name} of that version; it has {names}.")
        return text.format(name=quoted(part.name), names=", ".join(campaigns()))
    first = first_battle(campaign, cards).campaign
    assert first is not None
    if begins and part.rules != first.rules:
        return _("A campaign begins with its first battle, as its file has it.")
    return _unplayable(campaign, terms, cards) if begins else ""


def opening(terms: Terms, cards: CardSet) -> Terms:
    """§25.1  Terms that name a campaign, with its first battle as it stands here: a client sends it in brief."""
    part = None if not terms.battle else terms.battle.campaign
    campaign = None if part is None else _here(part)
    return terms if campaign is None else replace(terms, battle=first_battle(campaign, cards))


def _here(part: CampaignPart) -> Campaign | None:
    found = campaigns().get(part.name)
    return found if found is not None and found.mark == part.mark else None


def _unplayable(campaign: Campaign, terms: Terms, cards: CardSet) -> str:
    """Optional rules must go together with those of all its battles, not with the first alone."""
    for battle in campaign.battles:
        try:
            varied(cards, terms.options or (), battle if isinstance(battle, Battle) else None)
        except (OptionError, CardError) as why:
            return str(why)
    return ""


def coming(terms: Terms, cards: CardSet, game: Game, name: bytes) -> Battle | None:
    """§25.2  What comes after a battle that is over: all that is carried to it, but not who lies where.

    None: the campaign is over, or there is none here.
    """
    part = None if not terms.battle else terms.battle.campaign
    campaign = None if part is None else _here(part)
    found = None if campaign is None or game.outcome is None else next_battle(campaign, cards, game, name.hex())
    return None if found is None else replace(found.brief, campaign=found.campaign)


def following(terms: Terms, cards: CardSet, game: Game, name: bytes) -> Terms:
    """§25.2  The terms of the game after one that is over; after the last battle a campaign begins anew.

    `cards`: the whole set.  Where these terms are of no campaign, or of one that is not here, they stay as they are.
    """
    part = None if not terms.battle else terms.battle.campaign
    campaign = None if part is None else _here(part)
    if campaign is None:
        return terms
    after = next_battle(campaign, cards, game, name.hex())
    words = tuple([said for said in terms.options or () if said != BID])
    return replace(terms, battle=after or first_battle(campaign, cards), options=words or UNSET)
