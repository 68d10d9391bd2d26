"""§25.2 to §25.5  What a battle that is over leaves to the next one of its campaign.

Pure: the server that goes on with a campaign and whoever verifies it ask the same function, and get the same battle.
"""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from ironbottom.battle import Battle, CampaignPart, CarriedSide
from ironbottom.campaign import Campaign, WholeGame, battle_of, part_of, repair_days, summed
from ironbottom.catalog import cards_by_id
from ironbottom.flow import Game
from ironbottom.printed import AnyCard, BaseCard, CardSet, EventCard, ShipCard
from ironbottom.words import SIDES, CardId, Rank, Side


def next_battle(campaign: Campaign, cards: CardSet, game: Game, name: str) -> Battle | None:
    """§25.2  The battle after a game that is over, whose name this is (hexadecimal digits); None: it was the last.

    Raises ValueError for a game that is not over, or is no battle of this campaign.
    """
    fought = game.state.cards.agreed
    part = None if fought is None else fought.campaign
    if fought is None or part is None or part.mark != campaign.mark or game.outcome is None:
        raise ValueError("no battle of this campaign that is over")
    if part.last:
        return None
    o = game.outcome
    points = summed(fought, o.winner, o.reason, o.points)
    us, jp = [_carried(campaign, cards, part, game, side) for side in SIDES]
    after = replace(part_of(campaign, part.number + 1), before=name, points=points, us=us, jp=jp)
    return battle_of(campaign, cards, after)


def _carried(campaign: Campaign, cards: CardSet, part: CampaignPart, game: Game, side: Side) -> CarriedSide:
    """What a side brings from this game to the next."""
    sunk = {card.id for card, _vp in game.forces[side.enemy].victory if isinstance(card, ShipCard)}
    lost = sunk | {*part.side(side).lost}
    damage = {card: n for card, n in _damage(part, game, side).items() if card not in lost}
    left = _unrepaired(campaign, part.number, damage, cards_by_id(cards))
    return CarriedSide(lost=tuple(sorted(lost)), damage=left, hand=_kept_of_hand(campaign, cards, game, side))


def _damage(part: CampaignPart, game: Game, side: Side) -> dict[CardId, int]:
    """§25.4  The damage of each ship and base at the end of a game.

    That of a pair lies on its first card, an eliminated base counts as one with damage at its HP, and what was not in
    the game keeps what it had.
    """
    damage = dict(part.side(side).damage)
    forces, enemy = game.forces[side], game.forces[side.enemy]
    for f in forces.formations.values():
        if f.escort is not None:
            damage.pop(f.escort.id, None)
        if isinstance(f.lead, ShipCard):
            damage[f.lead.id] = f.damage
    damage |= {card.id: card.hp for card, _vp in enemy.victory if isinstance(card, BaseCard)}
    return damage | {base.card.id: base.damage for base in forces.bases.values()}


def _unrepaired(
    campaign: Campaign, number: int, damage: dict[CardId, int], by_id: dict[CardId, AnyCard]
) -> tuple[tuple[CardId, int], ...]:
    """§25.4  What is left of the damage on the day of the next battle, by the names of the cards."""
    whole, left = isinstance(campaign.battles[number], WholeGame), list[tuple[CardId, int]]()
    for name, n in sorted(damage.items()):
        card, every = by_id[name], campaign.ship_days
        if isinstance(card, BaseCard):
            if whole and card.rank is not Rank.FRONT:
                continue  # §25.7
            every = campaign.base_days
        rest = n - repair_days(campaign, number, every)
        if rest > 0:
            left.append((name, rest))
    return tuple(left)


def _kept_of_hand(campaign: Campaign, cards: CardSet, game: Game, side: Side) -> tuple[CardId, ...]:
    """§25.5  Part of the hand, rounded down: events before airplanes, each in the order of the set."""
    hand, order = Counter([card.id for card in game.forces[side].hand]), list[CardId]()
    for card in sorted(cards.side(side).air, key=lambda card: not isinstance(card, EventCard)):
        if hand[card.id]:
            hand[card.id] -= 1
            order.append(card.id)
    return tuple(order[: len(order) * campaign.hand // 100])
