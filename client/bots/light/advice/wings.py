"""Which airplane stands on which icon, who searches, and what is found."""

from __future__ import annotations

from ironbottom.questions import STAY, Answer, Assign, Choose, Move, Pick, Value
from ironbottom.words import LINES, OWN_LINES, REAR, Line, Token

from ...mate.hangar import BETTER
from ...mate.scouting import EACH, JUST_TO_KNOW
from ..facts import Plane, Spot
from ..laws import expected_of
from ..outlook import Outlook, token_of
from .landing import in_place

DONE: Answer = ("done",)
DULL = 0.4  # a line of less interest is not searched
KEPT_BACK = 9  # fighters that do not rise against scouts: who rises then is not there later in the turn

Options = dict[Value, tuple[Value, ...]]


class Spots:
    """The places that a step offers: of each kind only one, for all of a kind are worth the same."""

    def __init__(self, b: Outlook) -> None:
        self.b = b
        self.kinds: dict[tuple[Value, ...], list[tuple[Spot, int]]] = {}

    def of(self, hosts: tuple[Value, ...]) -> list[tuple[Spot, int]]:
        found = self.kinds.get(hosts)
        if found is None:
            kinds: dict[Spot, int] = {}
            for host in hosts:
                token = token_of(host)
                spot = spot_of(self.b, Token(token))
                kinds[spot] = max(token, kinds.get(spot, 0))
            found = self.kinds[hosts] = [*kinds.items()]
        return found


def spot_of(b: Outlook, host: Token) -> Spot:
    base = b.own.bases.get(host)
    return (b.own.formations[host].line, False) if base is None else (base.line, True)


def deploy(b: Outlook) -> Answer:
    """Window 6, step by step: away from REAR ships, then from the hand, then to better places, full ones too."""
    shape = b.shape
    assert isinstance(shape, Move)
    steps, spots = shape.steps, Spots(b)
    shifts = steps.get("shift", {})
    harbour = {token for token, f in b.own.formations.items() if f.line in REAR}
    there = [a.token for a in b.own.airplanes.values() if a.host in harbour] if harbour else []
    stranded: Options = {token: shifts[token] for token in there if token in shifts}
    return (_shift(b, stranded, spots) or _deploy(b, steps.get("deploy", {}), spots) or _shift(b, shifts, spots)
            or _swap(b, steps.get("swap", {})) or DONE)


def _deploy(b: Outlook, options: Options, spots: Spots) -> Answer | None:
    """The airplane and the place that are worth most together."""
    best: tuple[float, str, int] | None = None
    facts = b.card_facts
    for card_id, hosts in options.items():
        card = facts.planes[card_id]
        places, worth = facts.places[card.id], card.worth
        for spot, host in spots.of(hosts):
            good = (places[spot] + worth, card.id, host)
            if best is None or good > best:
                best = good
    return None if best is None else ("deploy", best[1], best[2])


def _shift(b: Outlook, options: Options, spots: Spots) -> Answer | None:
    """The shift that gains most: each one raises the worth of the whole, so that they come to an end."""
    best = (BETTER, 0, 0)
    facts, airplanes = b.card_facts, b.own.airplanes
    for key, hosts in options.items():
        a = airplanes[token_of(key)]
        places = facts.places[a.card.id]
        now = places[spot_of(b, a.host)]
        for spot, host in spots.of(hosts):
            gain = places[spot] - now
            if gain >= best[0] and gain > BETTER:
                best = max(best, (gain, a.token, host))
    return ("shift", best[1], best[2]) if best[1] else None


def _swap(b: Outlook, options: Options) -> Answer | None:
    """§14.3(2)  The exchange of two airplanes that gains most, likewise.

    One of them must gain more than half of what is enough, so only those are looked at that could.
    """
    places, airplanes = b.card_facts.places, b.own.airplanes
    seats = {a.token: (a.card.id, spot_of(b, a.host)) for a in airplanes.values() if a.host}
    spots = {spot for _, spot in seats.values()}
    could = {(card, spot) for card, spot in {*seats.values()}
             if max([places[card][to] for to in spots]) - places[card][spot] > BETTER / 2}
    best = (BETTER, 0, 0)
    for one, (card, here) in seats.items() if could else ():
        if (card, here) not in could:
            continue
        for two in options.get(one, ()):
            other, there = seats[token_of(two)]
            if here == there or card == other:
                continue
            gain = places[card][there] - places[card][here] + places[other][here] - places[other][there]
            if gain > BETTER:
                first, second = sorted((one, token_of(two)))
                best = max(best, (gain, first, second))
    return ("swap", best[1], best[2]) if best[1] else None


def surplus(b: Outlook) -> Answer:
    """Window 15: those that are worth least."""
    shape = b.shape
    assert isinstance(shape, Pick)
    by_worth = sorted(shape.items, key=lambda a: (b.plane(token_of(a)).worth, token_of(a)))
    return tuple(by_worth[: shape.least])


def interests(b: Outlook) -> dict[Line, tuple[float, float]]:
    """For each enemy line how much I want to know what lies unseen there, and how many that is.

    It matters where I can strike it this turn.
    """
    value: dict[Line, float] = {}
    count: dict[Line, float] = {}
    for f, _ in b.foes():
        if not f.detected:
            value[f.line] = value.get(f.line, 0.0) + b.foe_worth(f)
            count[f.line] = count.get(f.line, 0.0) + 1
    strikers = [(b.host_line(host), b.reach(card, host)) for _, card, host in aboard_strikers(b)] if value else []
    found = {}
    for line in OWN_LINES[b.enemy]:
        if line in value:
            reaching = len([1 for there, reach in strikers if abs(there - line) <= reach])
            found[line] = value[line] * (JUST_TO_KNOW + min(1.0, EACH * reaching)), count[line]
        else:
            found[line] = 0.0, 0.0
    return found


def aboard_strikers(b: Outlook) -> list[tuple[Token, Plane, Token]]:
    """My airplanes aboard that hurt ships, and their hosts."""
    planes = b.card_facts.planes
    return [(a.token, planes[a.card.id], a.host) for a in b.own.airplanes.values()
            if a.host and planes[a.card.id].striker]


def search(b: Outlook) -> Answer:
    """Window 8: the best scouts first, where most is left to be found."""
    shape = b.shape
    assert isinstance(shape, Assign)
    answer: dict[int, Value] = dict.fromkeys(shape.choices, STAY)
    interest = interests(b)
    wanted = {line: n for line, (n, _) in interest.items()}
    left = {line: n for line, (_, n) in interest.items()}
    if max(wanted.values()) <= DULL:
        return answer
    transports = bool(in_place(b)[0])
    others = len(aboard_strikers(b)) - 1
    seen = any(f.detected for f, _ in b.foes())
    for token in sorted(shape.choices, key=lambda a: (-b.plane(a).scouts, a)):
        lines = [LINES[x] for x in shape.choices[token] if isinstance(x, int) and left[LINES[x]] > 0.3]
        line = max(lines, key=lambda x: (wanted[x], x), default=None)
        card = b.plane(token)
        if line is not None and wanted[line] > DULL and spare(card, transports, others, seen):
            found = min(left[line], expected_of(card.recon))
            wanted[line] *= 1 - 0.9 * found / left[line]
            left[line] -= found
            answer[token] = int(line)
    return answer


def spare(card: Plane, transports: bool, others: int, seen: bool) -> bool:
    """Whether an airplane may search: who has flown in a search does not strike in the same turn."""
    if card.fighter or (card.bombs >= 2 and transports):
        return False
    if card.scouts >= 3 or not card.striker:
        return True
    return card.scouts >= 1 and others >= 2 and not seen


def found(b: Outlook) -> Answer:
    """Windows 8, 12 and 19: a carrier shows by its airplanes; then pairs; else any."""
    shape = b.shape
    assert isinstance(shape, Choose)
    return max(shape.options, key=lambda x: (_worth_of(b, x), token_of(x)))


def _worth_of(b: Outlook, x: Value) -> float:
    f = b.their.formations.get(token_of(x))
    return 0.0 if f is None else b.foe_worth(f)


def rise(b: Outlook) -> Answer:
    """Window 9: fighters beyond those that are kept back meet the scouts."""
    shape = b.shape
    assert isinstance(shape, Assign)
    answer: dict[int, Value] = dict.fromkeys(shape.choices, STAY)
    fighters = [f for f in shape.choices if b.plane(f).fighter]
    for token in fighters[KEPT_BACK:]:
        answer[token] = next((value for value in shape.choices[token] if value != STAY), STAY)
    return answer
