"""Named features of a whole position, every card of it known: what the weights of a value are for.

Each is a figure of the US less the same figure of Japan, so that a position with the sides exchanged has the same
features with their signs turned; `us` alone is 1 in every position, and takes what the cards give one side.  After them
come the figures of both sides together (OF_BOTH): much on either side is another game than nothing on either.
Abilities count as dice (§3.1), ships and bases by their printed VP.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import add
from typing import NamedTuple, TypeVar

from msgspec.structs import replace

from ironbottom.abilities import damaged
from ironbottom.dice import Ability
from ironbottom.flow import Game
from ironbottom.printed import AirplaneCard, EventCard, Values
from ironbottom.rules.s13_draw import Draw
from ironbottom.state import AIR, Forces, State
from ironbottom.words import FRONT, MIDDLE, SIDES, Icon, Line, Rank, Side

NAMES = (
    "us", "lead", "ready", "acting",
    "ships_front_unseen", "ships_front_seen", "ships_middle_unseen", "ships_middle_seen", "ships_rear_unseen",
    "ships_rear_seen", "ships_hurt", "guns_front", "guns_behind", "flak_front", "support_front", "speed_front",
    "army_front", "army_behind", "carriers",
    "bases", "bases_hurt", "bases_weakest", "open", "open_strength", "home_hurt", "room",
    "fighters_front", "fighters_behind", "fighters_afloat", "strikes_front", "strikes_behind", "strikes_afloat",
    "scouts", "flying", "grounded_seen",
    "hand_fighters", "hand_strikes", "hand_airplanes", "hand_transports", "hand_army", "hand_submarines",
    "hand_reinforcement", "hand_draw", "hand_other", "deck_fighters", "deck_strikes", "deck_airplanes", "deck_army",
    "deck_submarines", "deck_reinforcement", "fleet_deck", "fleet_deck_points",
    "prey", "prey_ready", "landing", "landing_ready",
)
CLOCK = ("set_up", "turns_left", "end_near", "last_turn", "last_turns")
OF_BOTH = ("both_points", *[f"both_{name}" for name in NAMES[4:-4]])
INPUTS = (*NAMES, *OF_BOTH, *CLOCK)  # of a value
LONG, SOON = 24, 2  # turns: more count like so many; the last ones
LIMITED = 0.2  # hits of a limited die, against those of a die (§3.4)

Figures = list[float]
T = TypeVar("T")
R = TypeVar("R")


def of_each(make: Callable[[T], R]) -> Callable[[T], R]:
    """What is made of each thing once.  Things are told apart by being the same object, and kept: cards are few."""
    known: dict[int, tuple[T, R]] = {}

    def found(thing: T) -> R:
        entry = known.get(id(thing))
        if entry is None:
            entry = known[id(thing)] = (thing, make(thing))
        return entry[1]

    return found


def dice(ability: Ability) -> float:
    """An ability as dice to be thrown."""
    return 0.0 if ability is None else ability or LIMITED


def turns_left(state: State) -> int:
    """How many turns begin after this one, if nobody draws by an event: until a deck is too short, or the last turn."""
    battle = state.cards.battle
    if battle is None:
        return _turns_of_decks(state)
    last = max(0, battle.turns - state.turn)  # §24.4
    return min(last, _turns_of_decks(state)) if battle.decks else last


def _turns_of_decks(state: State) -> int:
    """§11.2  A deck that does not hold the cards ends the game."""
    left = []
    for side in SIDES:
        home, forces = state.cards.side(side).home, state.forces[side]
        deck = len(forces.air_deck) - (home.first_hand if state.setting_up else 0)
        left.append(max(0, deck) // home.drawn)
    us, jp = left
    if state.turn and state.phasing is Side.US:
        return min(2 * jp, 2 * us + 1)
    return min(2 * us, 2 * jp + 1)


def clock(left: int | None) -> Figures:
    """The inputs beside the features: how many turns are left; None: in the set-up."""
    turns = 0 if left is None else min(left, LONG)
    return [float(left is None), turns / LONG, 1.0 / (1.0 + turns), float(turns == 0), float(turns <= SOON)]


def features(state: State) -> Figures:
    """The figures of a position, in the order of NAMES and then of OF_BOTH."""
    us, jp = state.forces
    ours, theirs = _of_side(us, Side.US), _of_side(jp, Side.JP)
    sign = 1.0 if state.phasing is Side.US else -1.0
    ready = sign if state.action is None and state.turn and not state.skipped else 0.0
    lead = us.points - jp.points + (0.5 if tie(state) is Side.US else -0.5)
    found = [1.0, lead, ready, sign - ready if state.turn else 0.0]
    found += [a - b for a, b in zip(ours, theirs, strict=True)]
    both = [us.points + jp.points, *map(add, ours, theirs)]
    return found + _between(ours, theirs, ready) + both


def as_valued(game: Game) -> State:
    """The state by which a game is valued: at the draw it is as if the worst of the drawn cards were discarded.

    Until then a hand holds a card more than it will, and which of them goes is no secret: the least of its kind.
    """
    top = game.stack[-1] if game.stack else None
    if not isinstance(top, Draw) or not top.drawn:
        return game.state
    state, side = game.state, top.phasing
    forces = state.forces[side]
    drawn = [card for card in forces.hand if card.id in top.drawn]
    least = min(drawn, key=keeping)
    hand = list(forces.hand)
    hand.remove(least)
    both = list(state.forces)
    both[side] = replace(forces, hand=tuple(hand))
    return replace(state, forces=(both[0], both[1]))


@of_each
def keeping(card: AirplaneCard | EventCard) -> float:
    """How much a card is worth keeping at the draw, measured as one die of a strike in ten."""
    u = use(card)
    return 0.12 + 0.09 * u.fights + 0.1 * u.strikes if u.airplanes else 0.6 + 0.1 * u.transports + 0.15 * u.army


def tie(state: State) -> Side:
    """§11.3, §24.5  Who wins on equal VP."""
    if state.cards.battle is not None:
        return state.cards.battle.ties
    front = FRONT[Side.US]
    holds = any(b.card.decides_ties and b.line is front for b in state.forces[0].bases.values())
    return Side.US if holds else Side.JP


def _ships(forces: Forces, front: Line, middle: Line) -> Figures:
    points = [0.0] * 6  # FRONT, MIDDLE, REAR, each unseen and seen
    hurt = guns_front = guns_behind = flak = support = speed = army_front = army_behind = carriers = 0.0
    for f in forces.formations.values():
        damage, line = f.damage, f.line
        lead, printed = f.lead, f.values
        v = wear(printed)[damage]
        vp = lead.vp if f.escort is None else lead.vp + f.escort.vp
        points[(0 if line is front else 2 if line is middle else 4) + (f.detected or f.known)] += vp
        if damage:
            hurt += (vp + 0.5) * damage / printed.hp
        if line is front:
            guns_front += v.guns
            flak += v.flak
            support += v.support
            speed += v.speed
            army_front += v.army
        else:
            guns_behind += v.guns
            army_behind += v.army
        carriers += v.carrier
    return [*points, hurt, guns_front, guns_behind, flak, support, speed, army_front, army_behind, carriers]


class _Left(NamedTuple):
    """What damage has left of a ship."""

    guns: float
    flak: float
    support: float
    speed: float
    army: float
    carrier: float


@of_each
def wear(v: Values) -> tuple[_Left, ...]:
    """What is left after no damage, after one, and so on."""
    return tuple([_remaining(v, damage) for damage in range(v.hp + 1)])


def _remaining(v: Values, damage: int) -> _Left:
    guns, flak, support, speed, army = [
        dice(damaged(ability, damage)) for ability in (v.surface, v.air, v.land, v.speed, v.army)
    ]
    icons = v.icons_left(damage) if v.icon is Icon.CARRIER else 0
    return _Left(guns + dice(damaged(v.torp, damage)), flak, support, speed, army, float(icons))


def _bases(forces: Forces, front: Line) -> Figures:
    points = hurt = weakest = open_ = strength = home = room = 0.0
    for b in forces.bases.values():
        card, damage = b.card, b.damage
        hold = card.hp - damage + dice(damaged(card.garrison, damage))
        room += b.icons(Icon.LAND)
        if card.rank is Rank.FRONT:
            points += card.vp
            hurt += card.vp * damage / card.hp
            weakest = max(weakest, card.vp / (1.0 + hold))
        elif card.rank is Rank.HOME:
            home = float(damage)
        elif b.line is front:
            open_, strength = 1.0, hold
            hurt += 8.0 * damage / card.hp
    room -= sum([1 for a in forces.airplanes.values() if a.card.icon is Icon.LAND])
    return [points, hurt, weakest, open_, strength, home, room]


class _Wing(NamedTuple):
    """What an airplane can do."""

    fights: float
    strikes: float
    scouts: float


@of_each
def wing(card: AirplaneCard) -> _Wing:
    """In dice; a strike is that at what it does best."""
    strikes = max(dice(card.bomb), 0.85 * dice(card.torp), 0.6 * dice(card.land))
    return _Wing(dice(card.airc), strikes, dice(card.recon))


def _airplanes(forces: Forces, front: Line) -> Figures:
    fights, strikes, scouts, flying, seen = [0.0, 0.0, 0.0], [0.0, 0.0, 0.0], 0.0, 0.0, 0.0
    bases = forces.bases
    for a in forces.airplanes.values():
        w, host = wing(a.card), a.host
        if host == AIR:
            flying += 1.0
            host = a.origin
        base = bases.get(host)
        place = 2 if base is None else 0 if base.line is front else 1
        fights[place] += w.fights
        strikes[place] += w.strikes
        scouts += w.scouts
        seen += a.detected
    return [*fights, *strikes, scouts, flying, seen]


def _cards(forces: Forces) -> Figures:
    """The hand, and what a side is still to draw: to have a card now is more than to get it later."""
    deck = _uses(forces.air_deck)
    return [
        *_uses(forces.hand), *[deck[i] for i in _DECK],
        float(len(forces.fleet_deck)), float(sum([card.vp for card in forces.fleet_deck])),
    ]


class _Use(NamedTuple):
    """What a card in the hand is for."""

    fights: float = 0.0
    strikes: float = 0.0
    airplanes: float = 0.0
    transports: float = 0.0
    army: float = 0.0
    submarines: float = 0.0
    reinforcement: float = 0.0
    drawing: float = 0.0
    other: float = 0.0


@of_each
def use(card: AirplaneCard | EventCard) -> _Use:
    """In dice; an event card counts by both its halves."""
    if isinstance(card, AirplaneCard):
        w = wing(card)
        return _Use(w.fights, w.strikes, 1.0)
    army = 0.0 if card.transports is None else dice(card.transports.values.army)
    boats, does = float(card.transports is None), card.effect.does
    drawn = float(card.effect.n) if does == "reinforce" else 0.0
    drawing = float(does == "draw")
    return _Use(
        transports=1.0 - boats, army=army, submarines=boats, reinforcement=drawn, drawing=drawing,
        other=float(not drawn and not drawing),
    )


_DECK = [_Use._fields.index(name) for name in ("fights", "strikes", "airplanes", "army", "submarines", "reinforcement")]
_NOTHING = [0.0] * len(_Use._fields)


def _uses(cards: tuple[AirplaneCard | EventCard, ...]) -> Figures:
    """Of some cards together; their order counts for nothing."""
    return [*map(sum, zip(*map(use, cards), strict=True))] if cards else _NOTHING


_SEEN, _SEEN_BEHIND, _STRIKES, _STRIKES_AFLOAT, _ARMY, _WEAKEST = [
    NAMES.index(name) - NAMES.index("ships_front_unseen") for name in (
        "ships_front_seen", "ships_middle_seen", "strikes_front", "strikes_afloat", "army_front", "bases_weakest"
    )
]


def _of_side(forces: Forces, side: Side) -> Figures:
    """What one side has, from NAMES["ships_front_unseen"] on."""
    front, middle = FRONT[side], MIDDLE[side]
    return [*_ships(forces, front, middle), *_bases(forces, front), *_airplanes(forces, front), *_cards(forces)]


def _between(ours: Figures, theirs: Figures, ready: float) -> Figures:
    """What each side may do to the other: seen ships in reach of strikes, weak bases before a landing force."""
    prey, landing = [], []
    for own, enemy in ((ours, theirs), (theirs, ours)):
        prey.append(min(own[_STRIKES] + own[_STRIKES_AFLOAT], 1.5 * (enemy[_SEEN] + enemy[_SEEN_BEHIND])))
        landing.append(min(own[_ARMY], 4.0) * enemy[_WEAKEST])
    phasing = 0 if ready > 0 else 1
    return [prey[0] - prey[1], ready * prey[phasing], landing[0] - landing[1], ready * landing[phasing]]
