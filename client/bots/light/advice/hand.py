"""The hand and the turn: what to keep and play, event cards, and which action to take."""

from __future__ import annotations

from math import inf

from ironbottom import odds
from ironbottom.printed import EventCard
from ironbottom.questions import Answer, Choose, Move, Pick, Value
from ironbottom.rules.s21_event_cards import Playing
from ironbottom.words import OWN_LINES, Action, Line, Token

from ...mate.events import DRAWS, FLEET, SOME, SWARM
from ...mate.hand import END, FOUND
from ...mate.worth import DAMAGE
from ..laws import torpedoed
from ..outlook import Outlook, token_of
from . import landing
from .flights import at_stake
from .landing import best_plan
from .strikes import Able, plan, total
from .wings import interests

DONE: Answer = ("done",)
BOAT, CROWDED_BOAT = 0.6, 0.2  # VP that a submarine must promise; and when the hand is full anyway
RETREAT_WORTH = 0.5  # what a card more is worth
UNSEEN = 0.12  # and each VP of a ship that turns unseen
HASTE, MOST_HASTE = 0.1, 0.5  # a Retreat brings the end nearer: what that is worth for each VP of the lead, at most
LANDING_RISK = 0.5  # ships that lie off an enemy base are seen and shot at
EARLY = 6  # turns in which new ships are better than one more army


def discard(b: Outlook) -> Answer:
    """Window 3: the drawn card that is worth least; a turn is never skipped."""
    shape, held = b.shape, b.card_facts.held
    assert isinstance(shape, Choose)
    cards = [(held[x], x) for x in shape.options if x in held]
    return min(cards)[1] if cards else shape.first()


def fever(b: Outlook) -> Answer:
    """Window 2a: who is asked leads, and wins by letting the game end."""
    return END


def down_to_limit(b: Outlook) -> Answer:
    """Window 33: likewise."""
    shape, held = b.shape, b.card_facts.held
    assert isinstance(shape, Pick)
    by_worth = sorted(shape.items, key=lambda x: (held[x], str(x)))
    return tuple(by_worth[: shape.least])


def reinforce(b: Outlook) -> Answer:
    """Window 4: the transports that a landing needs."""
    shape = b.shape
    assert isinstance(shape, Move)
    offered = shape.steps.get("transports")
    plan = b.once(best_plan) if offered else None
    if plan is not None and offered:
        for card in plan.cards:
            if card in offered:
                return ("transports", card)
    return DONE


def submarine(b: Outlook) -> Answer:
    """Window 14: where a boat promises most."""
    shape = b.shape
    assert isinstance(shape, Move)
    best: tuple[float, str, int] = (0.0, "", 0)
    for card_id, targets in shape.steps.get("submarine", {}).items():
        boat = b.card_facts.events[card_id].submarine
        assert boat is not None
        line = b.g.state.working("patrol-line")
        success = odds.at_least(boat.recon if line is None else line.n, 1)
        for target in targets:
            best = max(best, (_promise(b, token_of(target), success, boat.torp, boat.hp), str(card_id),
                              token_of(target)))
    full = len(b.own.hand) >= b.card_facts.homes[b.me].max_hand
    return ("submarine", best[1], best[2]) if best[0] >= (CROWDED_BOAT if full else BOAT) else DONE


def _promise(b: Outlook, target: Token, success: float, torp: int, hp: int) -> float:
    """What a submarine may bring against a target."""
    f = b.their.formations[target]
    hull, worth = b.foe(f), b.foe_worth(f)
    if not b.sees(f):
        return success * FOUND * worth
    hits, kill = torpedoed(torp, hp, hull.sub, hull.left)
    return success * (kill * worth + DAMAGE * hits)


def action(b: Outlook) -> Answer:
    """Window 16: what each of the three promises."""
    deck, winning = len(b.own.air_deck), b.winning()
    if winning and not deck:
        return Action.RETREAT.value  # the card that is not there ends the game (§11.2)
    desperate = b.desperate()
    rest = -MOST_HASTE if desperate else retreat_worth(b)
    now = landing.ready(b)
    if now is None:
        if strike_worth(b, rest) > rest:
            return Action.AIR.value
        return Action.RETREAT.value if deck and not desperate else Action.AIR.value
    strike = strike_worth(b)
    best, _ = max(landing.promises(b, now), default=(0.0, 0))
    assault = strike + best - (0.0 if desperate else LANDING_RISK)
    if assault > max(strike, rest):
        return Action.LANDING.value
    if strike > rest:
        return Action.AIR.value
    return Action.RETREAT.value if deck and not desperate else Action.AIR.value


def retreat_worth(b: Outlook) -> float:
    """A card more, ships out of sight; and the game is over sooner, which is good for who leads."""
    hidden = 0.0
    for f in b.own.formations.values():
        if f.detected and not f.damage and not f.transports:
            hidden += b.worth(f)
    return RETREAT_WORTH + UNSEEN * hidden + max(-MOST_HASTE, min(MOST_HASTE, HASTE * b.lead))


def strike_worth(b: Outlook, enough: float = inf) -> float:
    """What the airplanes can do this turn; it is not reckoned further than to `enough`."""
    able: Able = {}
    fighters = 0
    enemy_lines = OWN_LINES[b.enemy]
    memo: dict[tuple[Token, int, bool], tuple[Line, ...]] = {}
    for token, a in b.own.airplanes.items():
        if not a.host:
            continue
        card = b.card_facts.planes[a.card.id]
        if card.fighter:
            fighters += 1
            continue
        key = a.host, card.range, card.carrier
        lines = memo.get(key)
        if lines is None:
            home, reach = b.host_line(a.host), b.reach(card, a.host)
            lines = memo[key] = tuple([line for line in enemy_lines if abs(home - line) <= reach])
        able[token] = lines
    return total(plan(b, able, fighters, enough=enough))


def target(b: Outlook) -> Answer:
    """Window 18: the base that promises most."""
    shape, now = b.shape, landing.ready(b)
    assert isinstance(shape, Choose)
    return max(shape.options, key=token_of) if now is None else max(landing.promises(b, now))[1]


def event(b: Outlook, plays: tuple[EventCard, ...]) -> Answer | None:
    """An event card that should be played before the window is answered."""
    for card in plays:
        if helps(b, card):
            return ("play", card.id)
    return None


def helps(b: Outlook, card: EventCard) -> bool:
    """Whether the effect is worth its card now."""
    does = card.effect.does
    if does == "reinforce":
        plan = best_plan(b)
        return plan is None or card.id not in plan.cards or b.g.state.turn <= EARLY
    if does == "draw":
        return len(b.own.air_deck) >= DRAWS
    if does == "uncover":
        return max([interest for interest, _ in interests(b).values()]) >= FLEET
    if does == "patrol-line":
        return len([c for c in b.own.hand if isinstance(c, EventCard) and c.submarine is not None]) > 1
    if does in ("watchers", "squall", "decoy"):
        most = max(map(len, b.flown_to_me().values()), default=0)
        return most >= (SWARM if does == "squall" else SOME)
    return True


def name(b: Outlook) -> Answer:
    """§20.3  What the event works on."""
    shape = b.shape
    assert isinstance(shape, Choose)
    top = b.g.stack[-1]
    assert isinstance(top, Playing)
    does = b.card_facts.events[top.card].effect.does
    if does == "squall" and "squall-no-attack" in shape.options:
        return "squall-no-attack"
    return max(shape.options, key=lambda x: (_good(b, does, x), token_of(x)))


def _good(b: Outlook, does: str, value: Value) -> float:
    """How well the event is used on a thing."""
    if isinstance(value, int) and 0 <= value < len(Line):
        line = Line(value)
        if does == "uncover":
            return interests(b)[line][0] if line.owner is b.enemy else 0.0
        return len(b.flown_to_me().get(line, ())) * at_stake(b, line)
    token = token_of(value)
    if token in b.their.formations:
        return b.foe_worth(b.their.formations[token])
    if token in b.own.formations:
        return _ship(b, does, token)
    if token in b.own.bases:
        return float(b.own.bases[token].damage)
    return b.plane(token).worth if token in b.own.airplanes else 0.0


def _ship(b: Outlook, does: str, token: Token) -> float:
    """Radar and shells go to the ship that has the most guns for it; a decoy hides the best and shows the least."""
    f = b.own.formations[token]
    hull = b.card_facts.hull(f)
    if does == "decoy":
        return b.worth(f) if f.detected else -b.worth(f)
    return hull.shells if does == "shells" else hull.surface

