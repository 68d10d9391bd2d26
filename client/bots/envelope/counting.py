"""What the tables count: every fact and every kind that a row may name, with its words for the sheet.

Each is counted by eye from what lies open to the side, in whole numbers; nothing here weighs a chance.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ironbottom.language import N_
from ironbottom.printed import AirplaneCard, BaseCard, EventCard
from ironbottom.views import SeenAirplane, SeenBase, SeenFormation
from ironbottom.words import FRONT, OWN_LINES, REAR, Line, Rank, Task

from . import landings
from .desk import (
    Berth,
    Decision,
    Desk,
    Found,
    Prey,
    Shelling,
    Shot,
    Thing,
    against,
    front_bases,
    guns,
    hull,
    is_bomber,
    is_carrier,
    is_fighter,
    number,
    victory,
)
from .tables import Row


class Fact(NamedTuple):
    """Something that is counted, and how the sheet says it."""

    words: str
    count: Callable[[Desk, Thing], int]


class Kind(NamedTuple):
    """A kind of thing, and how the sheet says it."""

    words: str
    is_one: Callable[[Desk, Thing], bool]


def read(desk: Desk, name: str, thing: Thing = None) -> Found:
    """The first row of a table that fits; there is always one."""
    return Found(name, next(row for row in desk.tables[name].rows if fits(desk, row, thing)))


def fits(desk: Desk, row: Row, thing: Thing) -> bool:
    """Whether a row is the one for a thing now."""
    if not row.roll[0] <= desk.roll <= row.roll[1] or (row.intentions and desk.intention not in row.intentions):
        return False
    if row.kinds and not any(KINDS[kind].is_one(desk, thing) for kind in row.kinds):
        return False
    return all(bound.holds(FACTS[bound.fact].count(desk, thing)) for bound in row.bounds)


def decided(desk: Desk, answer: object, name: str, thing: Thing = None) -> Decision:
    """An answer that follows from a table."""
    return Decision(answer, read(desk, name, thing))  # type: ignore[arg-type]


# --- the whole table ---


def turns_left(desk: Desk, _thing: Thing) -> int:
    """Turns of mine that the shorter airplane deck still holds, this one counted."""
    seen = desk.seen
    found = []
    for side in (seen.mine, seen.theirs):
        home = next(card for card in map(seen.base, side.bases) if card.rank is Rank.HOME)
        found.append((side.air_deck or 0) // max(1, home.drawn))
    return 1 + min(found)


def lead(desk: Desk, _thing: Thing) -> int:
    return desk.seen.lead


def exposed(desk: Desk, _thing: Thing) -> int:
    """VP of my formations that a Retreat would hide."""
    mine = [f for f in desk.seen.mine.formations if f.detected and not f.damage and not desk.seen.has_transports(f)]
    return sum([victory(desk.seen, f) for f in mine])


def best_planned(desk: Desk, _thing: Thing) -> int:
    return max([landings.planned(desk, b) for b in landings.targets(desk)], default=-99)


def best_in_place(desk: Desk, _thing: Thing) -> int:
    return max([landings.in_place(desk, b) for b in landings.targets(desk)], default=-99)


def raiders(desk: Desk, thing: Thing) -> int:
    """Enemy airplanes over a line of mine; over the worst of them, where none is named."""
    if isinstance(thing, Line):
        return desk.over(thing)
    return max([desk.over(line) for line in OWN_LINES[desk.seen.me]], default=0)


def prey(desk: Desk, _thing: Thing) -> int:
    """Enemy formations that the table of targets gives to my bombers now."""
    from .orders.strikes import plan, reach_all

    return len({s.target for s in plan(desk, reach_all(desk)) if s.target in desk.seen.enemy_ships})


def bombers(desk: Desk, thing: Thing) -> int:
    """My bombers aboard; those that reach a line, where one is named."""
    mine = [(a, desk.card(a)) for a in desk.aboard]
    return len([a for a, c in mine if c is not None and is_bomber(c) and _near(desk, a, thing)])


def _near(desk: Desk, a: SeenAirplane, thing: Thing) -> bool:
    return not isinstance(thing, Line) or desk.reaches(a, thing)


def enemy_troops(desk: Desk, _thing: Thing) -> int:
    theirs = desk.seen.theirs.formations
    return len([f for f in theirs if f.line is desk.seen.enemy_front and desk.seen.has_transports(f)])


# --- one formation ---


def _formation(thing: Thing) -> SeenFormation | None:
    if isinstance(thing, SeenFormation):
        return thing
    if isinstance(thing, Shelling | Prey) and isinstance(thing.seen, SeenFormation):
        return thing.seen
    return thing.prey if isinstance(thing, Shot) and isinstance(thing.prey, SeenFormation) else None


def _base(thing: Thing) -> SeenBase | None:
    if isinstance(thing, SeenBase):
        return thing
    if isinstance(thing, Prey) and isinstance(thing.seen, SeenBase):
        return thing.seen
    if isinstance(thing, Shelling):
        return thing.base
    return thing.prey if isinstance(thing, Shot) and isinstance(thing.prey, SeenBase) else None


def of_formation(count: Callable[[Desk, SeenFormation], int]) -> Callable[[Desk, Thing], int]:
    def counted(desk: Desk, thing: Thing) -> int:
        f = _formation(thing)
        return 0 if f is None else count(desk, f)

    return counted


def rank(desk: Desk, f: SeenFormation) -> int:
    """Its place among my undamaged warships that are not seen, most guns first; 99 where it is none of them."""
    fit = [one for one in desk.warships if not one.damage and not one.detected]
    fit.sort(key=lambda one: (-guns(one), one.token))
    return next((n for n, one in enumerate(fit, 1) if one.token == f.token), 99)


def seats(desk: Desk, f: SeenFormation) -> int:
    """Icons of this ship that airplanes of mine need, the ships with most airplanes and icons counted first."""
    if f.values is None or f.values.icon is None or f.damage:
        return 0
    icon = f.values.icon
    fit = [one for one in desk.seen.mine.formations if one.values is not None and one.values.icon is icon]
    fit = [one for one in fit if not one.damage and not desk.seen.has_transports(one)]
    fit.sort(key=lambda one: (-one.airplanes, -(one.values.icons if one.values else 0), one.token))
    cards = [card for card in desk.hand if isinstance(card, AirplaneCard) and card.icon is icon]
    waiting = len(cards) + len([a for a in desk.seen.mine.airplanes if _icon(desk, a) == icon])
    for one in fit:
        if one.token == f.token:
            return max(0, min(waiting, f.values.icons))
        assert one.values is not None
        waiting -= one.values.icons
    return 0


def _icon(desk: Desk, a: SeenAirplane) -> str:
    card = desk.card(a)
    return "" if card is None else card.icon


def anti_air(desk: Desk, thing: Thing) -> int:
    f, b = _formation(thing), _base(thing)
    if f is not None and f.values is not None:
        return number(f.values.air)
    return 0 if b is None else number(desk.seen.base(b).air)


def hp_left(desk: Desk, thing: Thing) -> int:
    f, b = _formation(thing), _base(thing)
    if b is not None:
        return desk.seen.base(b).hp - b.damage
    return 0 if f is None else hull(f)


def force(desk: Desk, thing: Thing) -> int:
    """What my free airplanes in reach count against it, less the HP that it has left."""
    if not isinstance(thing, Prey):
        return 0
    guns_up = anti_air(desk, thing)
    cards = [desk.card(desk.seen.airplanes[token]) for token in thing.free]
    return sum([against(card, thing.seen, guns_up)[1] for card in cards if card is not None]) - hp_left(desk, thing)


def aboard(desk: Desk, thing: Thing) -> int:
    f, b = _formation(thing), _base(thing)
    if b is not None:
        return len([a for a in (*desk.seen.mine.airplanes, *desk.seen.theirs.airplanes) if a.host == b.token])
    return 0 if f is None else f.airplanes


def landed_on(desk: Desk, thing: Thing) -> int:
    """Whether it is the base that is landed on this turn, with transports in place."""
    b = _base(thing)
    if b is None or desk.seen.view.target != b.token:
        return 0
    return len(desk.front(desk.troops)) if desk.seen.phasing else 1


# --- one airplane or a place for one ---


def of_airplane(count: Callable[[AirplaneCard], int]) -> Callable[[Desk, Thing], int]:
    def counted(desk: Desk, thing: Thing) -> int:
        card = _airplane(desk, thing)
        return 0 if card is None else count(card)

    return counted


def _airplane(desk: Desk, thing: Thing) -> AirplaneCard | None:
    if isinstance(thing, SeenAirplane):
        return desk.card(thing)
    if isinstance(thing, Berth):
        return thing.card
    return thing if isinstance(thing, AirplaneCard) else None


def reached(desk: Desk, thing: Thing) -> int:
    return desk.lines_in_reach(thing) if isinstance(thing, Berth) else 0


def in_front(desk: Desk, thing: Thing) -> int:
    """Whether it stands in a FRONT line."""
    if isinstance(thing, Berth):
        return int(desk.seen.host_line(thing.host) in FRONT)
    f, b = _formation(thing), _base(thing)
    found = f or b
    return 0 if found is None else int(found.line in FRONT)


def in_rear(desk: Desk, thing: Thing) -> int:
    """Whether it is a ship in a REAR line."""
    if isinstance(thing, Berth):
        return int(thing.host in desk.seen.ships and desk.seen.host_line(thing.host) in REAR)
    f = _formation(thing)
    return 0 if f is None else int(f.line in REAR)


def dice(desk: Desk, thing: Thing) -> int:
    """Dice that an airplane still holds; AirC, where it has rolled none yet."""
    if isinstance(thing, Shot):
        return thing.dice
    if not isinstance(thing, SeenAirplane):
        return 0
    card = desk.card(thing)
    held = 0 if card is None else number(card.airc)
    return held if thing.attempts is None else thing.attempts.dice


def flak(_desk: Desk, thing: Thing) -> int:
    """Dice of the target against this airplane, less those that the airplane holds."""
    return thing.flak - thing.dice if isinstance(thing, Shot) else 0


def search_value(desk: Desk, thing: Thing) -> int:
    """Unseen enemy formations in a line, pairs counted twice, and the airplanes on them."""
    if not isinstance(thing, Line):
        return 0
    return sum([1 + f.pair + f.airplanes for f in desk.unseen(thing)])


FACTS: dict[str, Fact] = {
    "turn": Fact(N_("turn"), lambda desk, _: desk.seen.view.turn),
    "turns-left": Fact(N_("turns left"), turns_left),
    "lead": Fact(N_("our VP less theirs"), lead),
    "hand": Fact(N_("cards in the hand"), lambda desk, _: len(desk.hand)),
    "deck": Fact(N_("cards in our airplane deck"), lambda desk, _: desk.seen.mine.air_deck or 0),
    "front-bases": Fact(N_("our front bases"), lambda desk, _: len(front_bases(desk.seen))),
    "strategic-front": Fact(
        N_("our strategic base in FRONT"), lambda desk, _: int(desk.seen.strategic_in_front(desk.seen.me))
    ),
    "exposed": Fact(N_("VP of ours that a Retreat hides"), exposed),
    "balance": Fact(N_("landing balance"), best_planned),
    "balance-here": Fact(N_("landing balance of what stands in FRONT"), best_in_place),
    "guns-balance": Fact(
        N_("gun balance"), lambda desk, _: landings.guns_balance(desk, desk.warships)
    ),
    "raiders": Fact(N_("enemy airplanes over the line"), raiders),
    "prey": Fact(N_("ships that the Targets table strikes"), prey),
    "bombers": Fact(N_("bombers of ours in reach"), bombers),
    "enemy-troops": Fact(N_("enemy transports in their FRONT"), enemy_troops),
    "search-value": Fact(N_("search value of the line"), search_value),
    "boats": Fact(
        N_("submarine cards in the hand"),
        lambda desk, _: len([card for card in desk.seen.hand_events() if card.submarine is not None]),
    ),
    "vp": Fact(N_("VP"), of_formation(lambda desk, f: victory(desk.seen, f))),
    "hp-left": Fact(N_("HP left"), hp_left),
    "damage": Fact(N_("damage"), lambda _, thing: getattr(_formation(thing) or _base(thing), "damage", 0)),
    "guns": Fact(N_("Surface and Torp"), of_formation(lambda _, f: guns(f))),
    "land": Fact(
        N_("Land"), of_formation(lambda _, f: 0 if f.values is None else number(f.values.land))
    ),
    "anti-air": Fact(N_("Anti-Air"), anti_air),
    "anti-sub": Fact(N_("Anti-Sub"), of_formation(lambda _, f: 0 if f.values is None else number(f.values.sub))),
    "detected": Fact(N_("detected"), of_formation(lambda _, f: int(f.detected))),
    "rank": Fact(N_("rank among our sound, unseen warships"), of_formation(rank)),
    "seats": Fact(N_("icons that our airplanes need"), of_formation(seats)),
    "aboard": Fact(N_("airplanes aboard"), aboard),
    "landed-on": Fact(N_("landed on this turn"), landed_on),
    "force": Fact(N_("force"), force),
    "dice": Fact(N_("dice held"), dice),
    "flak": Fact(N_("their dice less ours"), flak),
    "airc": Fact(N_("AirC"), of_airplane(lambda card: number(card.airc))),
    "strength": Fact(N_("Bomb or Torp"), of_airplane(lambda card: max(number(card.bomb), number(card.torp)))),
    "recon": Fact(N_("Recon"), of_airplane(lambda card: number(card.recon))),
    "range": Fact(N_("Range"), of_airplane(lambda card: card.range)),
    "lines": Fact(N_("enemy lines in reach"), reached),
    "front": Fact(N_("in FRONT"), in_front),
    "rear": Fact(N_("a ship in REAR"), in_rear),
    "army": Fact(
        N_("Army"),
        lambda desk, thing: landings.army_of(desk, thing)
        if isinstance(thing, EventCard) and thing.transports is not None
        else 0,
    ),
}


def _effect(word: str) -> Callable[[Desk, Thing], bool]:
    return lambda _, thing: isinstance(thing, EventCard) and thing.effect.does == word


def _fighter(desk: Desk, thing: Thing) -> bool:
    card = _airplane(desk, thing)
    return card is not None and is_fighter(card)


def _bomber(desk: Desk, thing: Thing) -> bool:
    card = _airplane(desk, thing)
    return card is not None and is_bomber(card)


def _of_ships(is_one: Callable[[Desk, SeenFormation], bool]) -> Callable[[Desk, Thing], bool]:
    def found(desk: Desk, thing: Thing) -> bool:
        f = _formation(thing)
        return f is not None and is_one(desk, f)

    return found


def _transports(desk: Desk, thing: Thing) -> bool:
    f = _formation(thing)
    if f is not None:
        return desk.seen.has_transports(f)
    return isinstance(thing, EventCard) and thing.transports is not None


def _ranked(wanted: Rank) -> Callable[[Desk, Thing], bool]:
    def found(desk: Desk, thing: Thing) -> bool:
        b = _base(thing)
        return b is not None and desk.seen.base(b).rank is wanted

    return found


def _fights(desk: Desk, thing: Thing) -> bool:
    return isinstance(thing, SeenAirplane) and thing.task in (Task.CONTROL, Task.ESCORT)


EFFECTS = (
    "reinforce", "draw", "uncover", "patrol-line", "watchers", "squall", "decoy", "weave", "skip", "radar", "lookouts",
    "lance", "shells", "boats", "engineers", "express", "evacuate",
)  # fmt: skip

KINDS: dict[str, Kind] = {
    "transports": Kind(N_("transports"), _transports),
    "submarine": Kind(N_("submarine"), lambda _, thing: isinstance(thing, EventCard) and thing.submarine is not None),
    "carrier": Kind(N_("carrier"), _of_ships(lambda desk, f: is_carrier(desk.seen, f))),
    "warship": Kind(N_("warship"), _of_ships(lambda desk, f: f in desk.warships)),
    "unseen": Kind(N_("unseen formation"), _of_ships(lambda _, f: f.lead is None)),
    "pair": Kind(N_("pair"), _of_ships(lambda _, f: f.pair)),
    "base": Kind(N_("base"), lambda _, thing: _base(thing) is not None or isinstance(thing, BaseCard)),
    "strategic": Kind(N_("strategic base"), _ranked(Rank.STRATEGIC)),
    "fighter": Kind(N_("fighter"), _fighter),
    "bomber": Kind(N_("bomber"), _bomber),
    "airplane": Kind(N_("airplane"), lambda _, thing: isinstance(thing, AirplaneCard | SeenAirplane | Berth)),
    "escort": Kind(N_("airplane on Escort or Air Control"), _fights),
    **{f"event-{word}": Kind(word, _effect(word)) for word in EFFECTS},
}
