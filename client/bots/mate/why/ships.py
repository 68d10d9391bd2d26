"""Why ships lie where they lie, what is done in a turn, and how a landing is fought."""

from __future__ import annotations

from collections.abc import Iterable

from ironbottom.language import _, counted
from ironbottom.phrases import line_name
from ironbottom.questions import Answer, Pick, Value
from ironbottom.views import SeenFormation
from ironbottom.words import FRONT, MIDDLE, Action, Line, Rank, SeaTask

from .. import clock, course, landing, opposition, sea, shore, worth
from ..landing import Plan
from ..table import SeenTable, as_token
from ..volley import mean
from .saying import formations, half, named, pairs, percent, row, vp


def redraw(table: SeenTable, answer: Answer) -> str:
    """Window 1."""
    fronts = len([b for b in table.mine.bases if table.base(b).rank is Rank.FRONT])
    text = _("Front bases in the fleet: {n}; without one the strategic base, which is the game, lies in FRONT.")
    return text.format(n=fronts)


def set_up(table: SeenTable, answer: Answer) -> str:
    """Window 2."""
    return _step(table, answer, None)


def deploy(table: SeenTable, answer: Answer) -> str:
    """Window 5."""
    return _step(table, answer, landing.best_plan(table))


def _step(table: SeenTable, answer: Answer, plan: Plan | None) -> str:
    verb, *rest = row(answer)
    if not rest:
        return _("It takes a step back.") if verb == "undo" else _lying(table, plan)
    token = as_token(rest[0])
    f = table.ships[token]
    if verb == "move":
        return _sent(table, f, Line(as_token(rest[1])), plan)
    if verb == "pair":
        return _paired(table, f, table.ships[as_token(rest[1])])
    if verb == "part":
        text = _("{ship}, worth {vp} VP, can spare its escort; transports that land need one.")
        return text.format(ship=named(table, token), vp=vp(worth.ship(table, f)))
    return _("{ship} is shown, worth {vp} VP.").format(ship=named(table, token), vp=vp(worth.ship(table, f)))


def _paired(table: SeenTable, escort: SeenFormation, leader: SeenFormation) -> str:
    """What an escort is for."""
    first = table.ship_card(escort.lead)
    hp = 0 if first is None or first.attached is None else first.attached.hp
    text = _("{escort} gives {leader} HP {hp} more, and the pair is worth {vp} VP.")
    whole = worth.ship(table, escort) + worth.ship(table, leader)
    return text.format(escort=named(table, escort.token), leader=named(table, leader.token), hp=hp, vp=vp(whole))


def _sent(table: SeenTable, f: SeenFormation, line: Line, plan: Plan | None) -> str:
    """Why a formation goes to a line."""
    ship, own = named(table, f.token), vp(worth.ship(table, f))
    if line in FRONT and plan is not None and f.token in (*plan.transports, *plan.guns):
        text = _("{ship} goes in front for the landing on {base}, which succeeds with {chance}: {vp} VP.")
        return text.format(
            ship=ship, base=named(table, plan.target), chance=percent(plan.chance), vp=vp(plan.gain)
        )
    if line in FRONT:
        text = _("{ship} guards the {line}: good for {hits} hits at sea, and worth {vp} VP.")
        return text.format(ship=ship, line=line_name(line), hits=f"{opposition.firepower(f):.1f}", vp=own)
    if line in MIDDLE and f.values is not None and f.values.icons:
        text = _("{ship} lies one line back, farther from their bombers; icons for airplanes: {n}.")
        return text.format(ship=ship, n=f.values.icons)
    text = _("{ship}, worth {vp} VP and with {n} damage, has no work in front: the {line} is safer.")
    return text.format(ship=ship, vp=own, n=f.damage, line=line_name(line))


def _lying(table: SeenTable, plan: Plan | None) -> str:
    """Where all lie in the end."""
    front = [f for f in table.mine.formations if f.line is table.front]
    if plan is not None and any(table.has_transports(f) for f in front):
        text = _("In front for the landing on {base}: {formations}; it succeeds with {chance}.")
        return text.format(
            formations=formations(len(front)), base=named(table, plan.target), chance=percent(plan.chance)
        )
    text = _("In front: {front}, good for {hits} hits at sea; behind: {others}.")
    others = len(table.mine.formations) - len(front)
    hits = f"{sea.fire(front):.1f}"
    return text.format(front=formations(len(front)), hits=hits, others=formations(others))


def repair(table: SeenTable, answer: Answer) -> str:
    """Window 7."""
    f = table.ships[as_token(_value(answer))]
    text = _("{ship} has {n} damage and is worth {vp} VP: who is nearly whole comes out of the dock first.")
    return text.format(ship=named(table, f.token), n=f.damage, vp=vp(worth.ship(table, f)))


def _value(answer: Answer) -> int | str:
    """An answer that is one thing."""
    assert isinstance(answer, int | str)
    return answer


def action(table: SeenTable, answer: Answer) -> str:
    """Window 16."""
    strike, rest, land = course.strike_worth(table), course.retreat_worth(table), course.landing_worth(table)
    if answer == Action.RETREAT.value and not table.mine.air_deck:
        text = _("Retreat ends the game, as no card is left to draw: {mine} to {theirs} VP.")
        return text.format(mine=table.mine.points, theirs=table.theirs.points)
    text = _("An air attack promises {strike} VP, a landing {land} more, and a retreat {rest}.")
    if answer == Action.RETREAT.value:
        text = _("A retreat is worth {rest} VP; an air attack promises {strike}, and a landing {land} more.")
    if answer == Action.LANDING.value:
        text = _("A landing promises {land} VP beside the {strike} of the air attack; a retreat is worth {rest}.")
    turns = counted("{n} turn", "{n} turns", clock.turns_left(table))
    if clock.desperate(table):
        text = _("Behind with {turns} left: air attack {strike} VP, landing {land} more, retreat {rest}.")
    return text.format(strike=vp(strike), land=vp(land), rest=vp(rest), turns=turns)


def target(table: SeenTable, answer: Answer) -> str:
    """Window 18."""
    base = table.enemy_bases[as_token(_value(answer))]
    chance = mean(landing.bombs(table, base), landing.chances_now(table, base))
    text = _("{base} falls with {chance}, and that is worth {vp} VP.")
    return text.format(
        base=named(table, base.token), chance=percent(chance), vp=vp(worth.base_lost(table.base(base)))
    )


def _fire(found: Iterable[SeenFormation]) -> str:
    """Hits at sea, as a figure."""
    return f"{sea.fire([*found]):.1f}"


def reveal(table: SeenTable, answer: Answer) -> str:
    """Window 26."""
    shown = [table.ships[as_token(x)] for x in row(answer)]
    ours = [f for f in table.mine.formations if f.line is table.front and f.detected]
    theirs = [f for f in table.theirs.formations if f.line is table.enemy_front and f.detected]
    if shown:
        text = _("With {formations} more we show ships good for {ours} hits at sea, they for {theirs}.")
    else:
        text = _("Nobody comes out: we show ships good for {ours} hits at sea, they for {theirs}.")
    return text.format(formations=formations(len(shown)), ours=_fire([*ours, *shown]), theirs=_fire(theirs))


def attackers_tasks(table: SeenTable, answer: Answer) -> str:
    """Window 27."""
    tasks = pairs(answer)
    need = sum([opposition.firepower(f) * comes for f, comes in opposition.meeting(table)])
    keeping = [table.ships[token] for token, task in tasks.items() if task == SeaTask.ESCORT]
    text = _("They may meet us with {need} hits: Escort {n} of {all}, good for {hits}; the others support the landing.")
    return text.format(need=f"{need:.1f}", n=len(keeping), all=len(tasks), hits=_fire(keeping))


def defenders_tasks(table: SeenTable, answer: Answer) -> str:
    """Window 27."""
    tasks = pairs(answer)
    escorts = [f for f in table.theirs.formations if f.task is SeaTask.ESCORT]
    holding = [token for token, task in tasks.items() if task == SeaTask.CONTROL]
    text = _("Against escorts good for {hits} hits: Sea Control {n}, Intercept {m}.")
    return text.format(hits=_fire(escorts), n=len(holding), m=len(tasks) - len(holding))


def check(table: SeenTable, answer: Answer) -> str:
    """Window 28."""
    fighting = (None, SeaTask.WITHDRAWN)
    ours = [f for f in table.mine.formations if f.task not in fighting]
    theirs = [f for f in table.theirs.formations if f.task not in fighting]
    leaving = row(answer)
    if leaving:
        text = _("They fire {theirs} hits a round and we {ours}; who may be sunk tries to leave: {n}.")
    else:
        text = _("We fire {ours} hits a round and they {theirs}: all stay.")
    return text.format(ours=_fire(ours), theirs=_fire(theirs), n=len(leaving))


def aim(table: SeenTable, answer: Answer) -> str:
    """Window 29: told of the shot that is worth most."""
    odds = {(c.card, c.value): c for c in table.question.odds}

    def gain(shot: tuple[int, Value]) -> float:
        chance, f = odds.get(shot), table.enemy_ships[as_token(shot[1])]
        return 0.0 if chance is None else (chance.kill or 0.0) * worth.ship(table, f) + chance.hits / 100

    token, at = max(pairs(answer).items(), key=gain)
    chance, foe = odds.get((token, at)), table.enemy_ships[as_token(at)]
    if chance is None:
        return _("{ship} fires at {target}, worth {vp} VP.").format(
            ship=named(table, token), target=named(table, foe.token), vp=vp(worth.ship(table, foe))
        )
    text = _("{ship} at {target}: {hits} hits to be expected; sunk with {kill}, which is worth {vp} VP.")
    return text.format(
        ship=named(table, token), target=named(table, foe.token), hits=f"{chance.hits:.1f}",
        kill=percent(chance.kill or 0.0), vp=vp(worth.ship(table, foe)),
    )


def bombard(table: SeenTable, answer: Answer) -> str:
    """Window 30."""
    odds = table.question.odds
    best = max(odds, key=lambda chance: shore.pays(table, chance), default=None)
    given = next((chance for chance in odds if chance.card == answer), None)
    if given is not None:
        text = _("{ship}: {hits} damage to the base to be expected, lost itself with {loss}.")
        return text.format(
            ship=named(table, given.card), hits=f"{given.hits:.1f}", loss=percent(given.loss or 0.0)
        )
    if best is None:
        return _("Nobody is left to bombard.")
    text = _("Nobody bombards: the best, {ship}, would bring {vp} VP.")
    return text.format(ship=named(table, best.card), vp=vp(shore.pays(table, best)))


def cease(table: SeenTable, answer: Answer) -> str:
    """Window 30."""
    pays = sum([shore.pays(table, chance) for chance in table.question.odds])
    hits = sum([chance.hits for chance in table.question.odds])
    text = _("One more round does {hits} damage to be expected; with what it risks that is worth {vp} VP.")
    return text.format(hits=f"{hits:.1f}", vp=vp(pays))


def land(table: SeenTable, answer: Answer) -> str:
    """Window 31."""
    shape = table.question.shape
    assert isinstance(shape, Pick)
    base = table.enemy_bases[table.view.target]
    landing_now = row(answer) or tuple(shape.items)
    armies = [landing.army(table, table.ships[as_token(x)]) for x in landing_now]
    falls = landing.law(table, base, armies, [])[base.damage]
    if row(answer):
        text = _("{base} falls to {n} of {all} transports with {chance}, and is worth {vp} VP.")
    else:
        text = _("Nobody lands: {base} would fall to all {all} with {chance}.")
    return text.format(
        base=named(table, base.token), n=len(landing_now), all=len(shape.items), chance=percent(falls),
        vp=vp(worth.base_lost(table.base(base))),
    )


def divide(table: SeenTable, answer: Answer) -> str:
    """Of the damage of a pair."""
    pair = table.ships[table.question.about[0]]
    card = table.ship_card(pair.escort)
    text = _("Of {n} damage the escort takes {m}, with its HP {hp}: transports with less damage fight better.")
    hp = 0 if card is None else card.values.hp
    return text.format(n=pair.damage, m=pair.damage - as_token(_value(answer)), hp=hp)


def next_army(table: SeenTable, answer: Answer) -> str:
    """Window 31."""
    chance = next((chance for chance in table.question.odds if chance.card == answer), None)
    token = as_token(_value(answer))
    lead = table.ships[token].lead if token in table.ships else None
    name = named(table, token) if lead is None else half(table, lead)
    text = _("{army} takes the base with {kill}, the likeliest first.")
    return text.format(army=name, kill=percent(0.0 if chance is None else chance.kill or 0.0))
