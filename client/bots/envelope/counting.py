"""What the tables count: every fact and every kind that a row may name, with its words for the sheet.

Each is counted by eye from what lies open to the side, in whole numbers; nothing here weighs a chance.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ironbottom.language import N_
from ironbottom.printed import AirplaneCard, EventCard
from ironbottom.questions import Answer
from ironbottom.views import SeenAirplane, SeenBase, SeenFormation
from ironbottom.words import FRONT, OWN_LINES, REAR, Line, Rank, Task

from . import landings
from .desk import (
    Desk,
    FoundRow,
    Occasion,
    Perch,
    Prey,
    Ruling,
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
from .tables import TableRow

MANY = 99  # more than there ever are


class Fact(NamedTuple):
    """Something that is counted, and how the sheet says it."""

    words: str
    of: Callable[[Desk, Thing], int]
    how: str = ""  # it is counted, where its words do not say it


class ThingKind(NamedTuple):
    """A kind of thing, and how the sheet says it."""

    words: str
    is_one: Callable[[Desk, Thing], bool]


def read(desk: Desk, name: str, thing: Thing = None) -> FoundRow:
    """The first row of a table that fits; there is always one."""
    return FoundRow(name, next(row for row in desk.tables[name].rows if fits(desk, row, thing)))


def fits(desk: Desk, row: TableRow, thing: Thing) -> bool:
    """Whether a row is the one for a thing now."""
    if not row.roll[0] <= desk.roll <= row.roll[1] or (row.intentions and desk.intention not in row.intentions):
        return False
    if row.kinds and not any(KINDS[kind].is_one(desk, thing) for kind in row.kinds):
        return False
    return all(bound.holds(FACTS[bound.fact].of(desk, thing)) for bound in row.bounds)


def decided(desk: Desk, answer: Answer, name: str, thing: Thing = None) -> Ruling:
    """An answer that follows from a table."""
    return Ruling(answer, read(desk, name, thing))


# --- the whole table ---


def turns_left(desk: Desk, _thing: Thing) -> int:
    """Turns of mine that the shorter airplane deck still holds, this one counted; without a home base nobody draws."""
    seen, found = desk.seen, [MANY]
    for side in (seen.mine, seen.theirs):
        drawn = next((card.drawn for card in map(seen.base, side.bases) if card.rank is Rank.HOME), 0)
        found += [(side.air_deck or 0) // drawn] if drawn else []
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


def ashore(desk: Desk, _thing: Thing) -> int:
    b = desk.seen.enemy_bases.get(desk.seen.view.target)
    if b is None:
        return 0
    card, armies = desk.seen.base(b), [landings.army_of(desk, f) for f in desk.front(desk.troops)]
    return sum(armies) - (card.hp - b.damage) - max(0, number(card.garrison) - b.damage)


def raiders(desk: Desk, thing: Thing) -> int:
    """Enemy airplanes over a line of mine; over the worst of them, where none is named."""
    if isinstance(thing, Line):
        return desk.over(thing)
    return max([desk.over(line) for line in OWN_LINES[desk.seen.me]], default=0)


def prey(desk: Desk, _thing: Thing) -> int:
    """Enemy formations that the table of targets gives to my bombers now."""
    return desk.prey(desk)


def bombers(desk: Desk, thing: Thing) -> int:
    """My bombers aboard; those that reach a line, where one is named."""
    mine = [(a, desk.card(a)) for a in desk.aboard]
    return len([a for a, c in mine if c is not None and is_bomber(c) and _near(desk, a, thing)])


def _near(desk: Desk, a: SeenAirplane, thing: Thing) -> bool:
    return not isinstance(thing, Line) or desk.reaches(a, thing)


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
    if isinstance(thing, Perch):
        return thing.card
    return thing if isinstance(thing, AirplaneCard) else None


def reached(desk: Desk, thing: Thing) -> int:
    return desk.lines_in_reach(thing) if isinstance(thing, Perch) else 0


def in_front(desk: Desk, thing: Thing) -> int:
    """Whether it stands in a FRONT line."""
    if isinstance(thing, Perch):
        return int(desk.seen.host_line(thing.host) in FRONT)
    f, b = _formation(thing), _base(thing)
    found = f or b
    return 0 if found is None else int(found.line in FRONT)


def in_rear(desk: Desk, thing: Thing) -> int:
    """Whether it is a ship in a REAR line."""
    if isinstance(thing, Perch):
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


YES = N_("1 for yes, 0 for no")

FACTS: dict[str, Fact] = {
    "turn": Fact(N_("turn"), lambda desk, _: desk.seen.view.turn, N_("turns of both sides together")),
    "turns-left": Fact(
        N_("turns left"), turns_left,
        N_("cards of the airplane deck over the cards drawn a turn, rounded down, of the side with fewer; and one "
           "more"),
    ),
    "lead": Fact(N_("our VP less theirs"), lead),
    "hand": Fact(N_("cards in the hand"), lambda desk, _: len(desk.hand)),
    "deck": Fact(N_("cards in our airplane deck"), lambda desk, _: desk.seen.mine.air_deck or 0),
    "front-bases": Fact(N_("our front bases"), lambda desk, _: len(front_bases(desk.seen))),
    "strategic-front": Fact(
        N_("our strategic base in FRONT"), lambda desk, _: int(desk.seen.strategic_in_front(desk.seen.me)), YES
    ),
    "exposed": Fact(N_("VP that a Retreat hides"), exposed, N_("of our detected formations without damage or "
                                                               "transports")),
    "balance": Fact(
        N_("landing balance"), best_planned,
        N_("Army of all our transports, in the hand too, Land of our warships, Land of our bombers in reach; less HP "
           "left, Garrison and TB of the base: of the enemy base in FRONT where it is highest; none without "
           "transports"),
    ),
    "balance-here": Fact(
        N_("balance in FRONT"), best_in_place, N_("the landing balance with the transports and warships in our "
                                                  "FRONT alone")
    ),
    "guns-balance": Fact(
        N_("gun balance"), lambda desk, _: landings.guns_balance(desk, desk.warships),
        N_("Surface and Torp of all our warships, less those of the enemy's formations in FRONT; an unseen one counts "
           "3, an unseen pair 5"),
    ),
    "ashore": Fact(
        N_("army balance"), ashore, N_("Army of our transports in FRONT, less HP left and Garrison of the base "
                                       "that is landed on")
    ),
    "raiders": Fact(N_("enemy airplanes over the line"), raiders, N_("where no line is named, over the worst one")),
    "prey": Fact(
        N_("ships to strike"), prey, N_("enemy formations to which the Targets table sends our bombers now")
    ),
    "bombers": Fact(N_("our bombers in reach"), bombers, N_("of the line; where none is named, all that stand on "
                                                            "hosts")),
    "search-value": Fact(
        N_("search value"), search_value, N_("1 for each unseen formation of the line, 1 more for a pair, 1 for "
                                             "each airplane on it")
    ),
    "boats": Fact(
        N_("submarine cards in the hand"),
        lambda desk, _: len([card for card in desk.seen.hand_events() if card.submarine is not None]),
    ),
    "vp": Fact(N_("VP"), of_formation(lambda desk, f: victory(desk.seen, f))),
    "hp-left": Fact(N_("HP left"), hp_left, N_("an unseen formation counts 3, an unseen pair 5")),
    "damage": Fact(N_("damage"), lambda _, thing: getattr(_formation(thing) or _base(thing), "damage", 0)),
    "land": Fact(N_("Land"), of_formation(lambda _, f: 0 if f.values is None else number(f.values.land))),
    "anti-sub": Fact(N_("Anti-Sub"), of_formation(lambda _, f: 0 if f.values is None else number(f.values.sub))),
    "rank": Fact(
        N_("rank"), of_formation(rank), N_("its place among our undamaged, unseen warships, by Surface and Torp "
                                           "together")
    ),
    "seats": Fact(
        N_("icons needed"), of_formation(seats),
        N_("icons of an undamaged ship that our airplanes of this kind need, on the table and in the hand; ships with "
           "most airplanes aboard, then with most icons, are filled first"),
    ),
    "aboard": Fact(N_("airplanes aboard"), aboard),
    "landed-on": Fact(
        N_("landed on"), landed_on, N_("transports of ours in FRONT, for the base that we land on; 1 for our own "
                                       "base that is landed on")
    ),
    "force": Fact(
        N_("force"), force,
        N_("the better of Bomb and Torp of each free bomber in reach (Land against a base), less the HP left. Bomb and "
           "Land count 1 less against an Anti-Air of 2 or more, Torp as much less as the Anti-Air, at most 2"),
    ),
    "dice": Fact(
        N_("dice held"), dice, N_("attempts that are left; before the first round AirC, or the value of the attack")
    ),
    "flak": Fact(N_("their dice less ours"), flak, N_("of the target's Anti-Air and of the airplane, in this round")),
    "airc": Fact(N_("AirC"), of_airplane(lambda card: number(card.airc))),
    "strength": Fact(
        N_("Bomb or Torp"), of_airplane(lambda card: max(number(card.bomb), number(card.torp))),
        N_("the better of the two"),
    ),
    "recon": Fact(N_("Recon"), of_airplane(lambda card: number(card.recon))),
    "lines": Fact(N_("enemy lines in reach"), reached, N_("from that host")),
    "front": Fact(N_("in FRONT"), in_front, YES),
    "rear": Fact(N_("a ship in REAR"), in_rear, YES),
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


def _occasion(word: str) -> Callable[[Desk, Thing], bool]:
    return lambda _, thing: isinstance(thing, Occasion) and thing.word == word


EFFECTS: dict[str, str] = {
    "reinforce": N_("event: fleet cards"), "draw": N_("event: airplane cards"),
    "uncover": N_("event: formations are found"), "patrol-line": N_("event: submarines search better"),
    "watchers": N_("event: AirC is higher"), "squall": N_("event: bad weather"),
    "decoy": N_("event: formations change places in sight"), "weave": N_("event: hits on an airplane are ignored"),
    "skip": N_("event: a Bomb is higher"), "radar": N_("event: guns are higher"),
    "lookouts": N_("event: enemy guns are silent"), "lance": N_("event: torpedoes are higher"),
    "shells": N_("event: Land is higher"), "boats": N_("event: TB is higher"),
    "engineers": N_("event: damage of a base goes"), "express": N_("event: transports go unseen"),
    "evacuate": N_("event: a lost base counts once"),
}  # fmt: skip

OCCASIONS: dict[str, str] = {
    "segment-done": N_("a segment has nothing more to do"),
    "return": N_("airplanes return"),
    "lines": N_("several lines wait"),
    "pair-damage": N_("a transports pair parts"),
    "armies": N_("several armies are ashore"),
    "bases": N_("several bases may be landed on"),
    "leaving": N_("airplanes may leave a fight"),
    "attacks": N_("several airplanes are to attack"),
    "pass": N_("only an event could be played"),
}

KINDS: dict[str, ThingKind] = {
    "transports": ThingKind(N_("transports"), _transports),
    "submarine": ThingKind(
        N_("submarine"), lambda _, thing: isinstance(thing, EventCard) and thing.submarine is not None
    ),
    "carrier": ThingKind(N_("carrier"), _of_ships(lambda desk, f: is_carrier(desk.seen, f))),
    "warship": ThingKind(N_("warship"), _of_ships(lambda desk, f: f in desk.warships)),
    "unseen": ThingKind(N_("unseen formation"), _of_ships(lambda _, f: f.lead is None)),
    "pair": ThingKind(N_("pair"), _of_ships(lambda _, f: f.pair)),
    "base": ThingKind(N_("base"), lambda _, thing: _base(thing) is not None),
    "strategic": ThingKind(N_("strategic base"), _ranked(Rank.STRATEGIC)),
    "fighter": ThingKind(N_("fighter"), _fighter),
    "bomber": ThingKind(N_("bomber"), _bomber),
    "airplane": ThingKind(N_("airplane"), lambda _, thing: isinstance(thing, AirplaneCard | SeenAirplane | Perch)),
    "escort": ThingKind(N_("on Escort or Air Control"), _fights),
    **{f"event-{word}": ThingKind(words, _effect(word)) for word, words in EFFECTS.items()},
    **{word: ThingKind(words, _occasion(word)) for word, words in OCCASIONS.items()},
}
