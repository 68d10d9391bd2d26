"""A table laid by hand, where much can happen that seldom comes about in games from the start.

Damaged pairs whose division may sink a ship in private, formations that were seen and turned unseen again, full
carriers, more airplanes than icons, damage in REAR, front bases, and a hand of events.
"""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from ironbottom.dice import Stream
from ironbottom.flow import Game
from ironbottom.printed import EventCard
from ironbottom.rules.s04_damage import cards_of
from ironbottom.rules.s12_turn import Turns
from ironbottom.rules.s18_shore import GoingAshore
from ironbottom.rules.s19_return import HandLimit
from ironbottom.words import SeaTask, Side
from tests.secrecy.runs import WatchedGame
from tests.support.players import eager, seed
from tests.support.table import LaidTable, SideOfTable


def lay_us(us: SideOfTable) -> None:
    us.base("Henderson Field", 1, ["Warhawk", "Wildcat"])
    us.ship("Indiana", "MIDDLE", escort="DesDiv 12 (Dunlap, Craven, Maury, Lang)", detected=True, damage=4)
    us.ship("South Dakota", "FRONT", escort="TransDiv 12 (Little, Gregory, Colhoun, McKean)", damage=1)
    us.ship("Salt Lake City & Chester", "REAR", damage=2)
    us.ship("Minneapolis & New Orleans", "REAR", damage=3)
    us.ship("Honolulu & St. Louis", "FRONT", known=True)
    us.ship("Enterprise", "MIDDLE", aboard=["Wildcat", "Wildcat", "Dauntless", "Avenger"])
    us.ship("Hornet", "FRONT", known=True, aboard=["Wildcat", "Dauntless"])
    us.ship("Wasp", "MIDDLE", aboard=["Avenger", "Dauntless"])
    us.ship("Saratoga", "FRONT", aboard=["Wildcat"])
    us.ship("Atlanta & destroyers", "FRONT")
    us.ship("Chicago & Louisville", "MIDDLE", escort="Juneau & destroyers")
    us.hand("us/pt-boats", "us/seabees", "us/pacific-fleet-1", "Dauntless", "us/code-breakers", "us/thach-weave")


def lay_jp(jp: SideOfTable) -> None:
    jp.base("Buin", 0, ["Zeke"])
    jp.ship("Shokaku", "MIDDLE", damage=1, aboard=["Kate", "Val", "Kate"])
    jp.ship("Myoko & Haguro", "FRONT", escort="DesDiv 61 (Akizuki, Teruzuki)", damage=1)
    jp.ship("Maya", "MIDDLE", damage=1)
    jp.ship("Tone & Chikuma", "FRONT", known=True, aboard=["Jake"])
    jp.ship("Zuikaku", "MIDDLE", aboard=["Zeke", "Val"])
    jp.ship("Ryujo", "FRONT", aboard=["Zeke"])
    jp.ship("Jintsu & destroyers", "FRONT", known=True)
    jp.ship("jp/combined-fleet-1", "MIDDLE", escort="Nagara & destroyers", is_express=True)
    jp.ship("Furutaka & Kako", "MIDDLE", escort="Sendai & destroyers")
    jp.hand("jp/squall", "jp/tokyo-express", "jp/type-3-shells", "jp/long-lance", "Kate", "Jake", "jp/decoy-carrier")


def laid(number: int) -> WatchedGame:
    """The game from there, even ones with the US turn first; `number` decides decks, dice and players too."""
    rng, t = Random(number), LaidTable(phasing=Side(number % 2).enemy)
    lay_us(t.us)
    lay_jp(t.jp)
    for half in (t.us, t.jp):
        deal_the_rest(t, half, number)
    t.state.dice = Stream.of(seed(number), "dice")
    return WatchedGame(Game(t.state, [Turns()]), eager(rng), eager(rng), rng, thinning=0.2)


def on_the_beach() -> WatchedGame:
    """The end of a turn: transports go ashore at a base that is wrecked, and the hand is above its limit."""
    rng, t = Random(1), LaidTable(phasing=Side.US)
    landing = t.us.ship("us/pacific-fleet-1", "FRONT")
    t.us.forces.formations[landing] = replace(t.us.forces.formations[landing], task=SeaTask.SUPPORT)
    t.us.ship("Wasp", "MIDDLE", aboard=["Wildcat"])
    t.us.ship("Enterprise", "MIDDLE", aboard=["Dauntless"])
    t.us.hand("Wildcat", "Dauntless", "Avenger", "Warhawk", "Hudson", "us/pt-boats", "us/seabees", "us/skip-bombing")
    t.state.target = t.jp.base("Buin", 7)
    buin = t.jp.forces.bases[t.state.target]
    t.jp.forces.bases[buin.token] = replace(buin, damage=buin.card.hp)
    t.jp.hand("jp/operation-ke", "Zeke", "jp/squall")
    t.jp.ship("Zuikaku", "MIDDLE")
    for half in (t.us, t.jp):
        deal_the_rest(t, half, 1)
    t.state.dice = Stream.of(seed(1), "dice")
    g = Game(t.state, [HandLimit(phasing=Side.US), GoingAshore(attacker=Side.US)])
    return WatchedGame(g, eager(rng), eager(rng), rng)


def deal_the_rest(t: LaidTable, half: SideOfTable, number: int) -> None:
    """What does not lie on the table or in the hand: below the top of the discard pile, and in the decks."""
    forces, mine = half.forces, t.cards.side(half.side)
    fleet, air = list(mine.fleet), list(mine.air)
    for f in forces.formations.values():
        for ship in cards_of(f):
            if isinstance(ship, EventCard):
                air.remove(ship)
            else:
                fleet.remove(ship)
    for b in forces.bases.values():
        if b.card in fleet:
            fleet.remove(b.card)
    for card in (*forces.hand, *[a.card for a in forces.airplanes.values()]):
        air.remove(card)
    forces.fleet_deck = Stream.of(seed(number), "rest").shuffled(tuple(fleet))
    rest = Stream.of(seed(number), "rest").shuffled(tuple(air))
    forces.discards, forces.air_deck = rest[:4], rest[4:]
    forces.unaccounted = tuple([c for c in mine.air if isinstance(c, EventCard) and c != rest[3]])
