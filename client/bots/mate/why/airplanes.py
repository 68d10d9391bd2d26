"""Why airplanes stand, search, fly and fight as they do."""

from __future__ import annotations

from ironbottom.language import _
from ironbottom.phrases import line_name
from ironbottom.printed import AirplaneCard
from ironbottom.questions import STAY, Answer, Assign, Chance, Pick, Place, Value
from ironbottom.words import OWN_LINES, CardId, Line, Task

from .. import attacks, dogfight, flights, hunt, scouting, skies, strikes, worth
from ..attacks import WITHDRAW
from ..flights import ESCAPE
from ..skies import fighter
from ..table import SeenTable, as_token, line_of
from .saying import airplanes, card, formations, named, pairs, percent, placed, row, vp


def deploy(table: SeenTable, answer: Answer) -> str:
    """Window 6."""
    verb, *rest = row(answer)
    if not rest:
        return _("It takes a step back.") if verb == "undo" else _ready(table)
    if verb == "deploy":
        found, host = table.cards.get(CardId(str(rest[0]))), as_token(rest[1])
        text = _("From {host} {airplane} reaches {n} of 3 enemy lines.")
        reached = _reached(table, found, host) if isinstance(found, AirplaneCard) else 0
        return text.format(host=named(table, host), airplane=card(table, rest[0]), n=reached)
    token = as_token(rest[0])
    plane, here = table.airplane(token), table.airplanes[token].host
    if len(rest) == 1:
        text = _("{airplane}, worth {vp} VP, leaves the table.")
        return text.format(airplane=named(table, token), vp=vp(worth.airplane(plane)))
    other = as_token(rest[1])
    if verb == "swap":
        text = _("{one} reaches {n} of 3 enemy lines from the place of {other}, which reaches {m} from there.")
        n, m = _reached(table, plane, table.airplanes[other].host), _reached(table, table.airplane(other), here)
        return text.format(one=named(table, token), other=named(table, other), n=n, m=m)
    text = _("From {host} {airplane} reaches {n} of 3 enemy lines, and {m} from where it stands.")
    n, m = _reached(table, plane, other), _reached(table, plane, here)
    return text.format(host=named(table, other), airplane=named(table, token), n=n, m=m)


def _ready(table: SeenTable) -> str:
    """Who stands where in the end."""
    aboard = [a for a in table.mine.airplanes if a.host]
    near = [a for a in aboard if table.in_reach(table.airplane(a.token), a.host, table.enemy_front)]
    text = _("Ready: {airplanes}; {n} of them can reach the {line}.")
    return text.format(airplanes=airplanes(len(aboard)), n=len(near), line=line_name(table.enemy_front))


def _reached(table: SeenTable, plane: AirplaneCard, host: int) -> int:
    """Enemy lines that an airplane reaches from a place."""
    return len([line for line in OWN_LINES[table.enemy] if table.in_reach(plane, host, line)])


def surplus(table: SeenTable, answer: Answer) -> str:
    """Window 15."""
    gone = {as_token(x) for x in row(answer)}
    values = {a.token: worth.airplane(table.airplane(a.token)) for a in table.mine.airplanes}
    text = _("Of {airplanes}, worth {whole} VP, the {n} that find no icon are worth {gone} VP.")
    whole, lost = sum(values.values()), sum([value for token, value in values.items() if token in gone])
    return text.format(airplanes=airplanes(len(values)), whole=vp(whole), n=len(gone), gone=vp(lost))


def search(table: SeenTable, answer: Answer) -> str:
    """Window 8."""
    sent: dict[Line, list[int]] = {}
    for token, value in pairs(answer).items():
        line = line_of(value)
        if line is not None:
            sent.setdefault(line, []).append(token)
    line = max(sent or OWN_LINES[table.enemy], key=lambda x: (scouting.interest(table, x), x))
    there = formations(len(scouting.unseen(table, line)))
    strikers = [s for s in scouting.strikers(table) if s not in sent.get(line, ())]
    reaching = [s for s in strikers if table.in_reach(table.airplane(s), table.airplanes[s].host, line)]
    if sent:
        text = _("Search of the {line}, {formations} unseen: some found with {chance}; {airplanes} to strike there.")
    else:
        text = _("Nobody searches: {formations} unseen in the {line}, and {airplanes} to strike there.")
    chance = hunt.success(table, sent.get(line, []))
    return text.format(
        formations=there, line=line_name(line), chance=percent(chance), airplanes=airplanes(len(reaching))
    )


def rise(table: SeenTable, answer: Answer) -> str:
    """Window 9."""
    values = pairs(answer)
    up = len([value for value in values.values() if value != STAY])
    scouts = [a for a in table.theirs.airplanes if a.task is Task.SEARCH]
    text = _("Against {airplanes} on search: rising {n} of {all}; who rises is not there later in the turn.")
    return text.format(airplanes=airplanes(len(scouts)), n=up, all=len(values))


def shots(table: SeenTable, answer: Answer) -> str:
    """Windows 11, 23 and 24: told of the shot that is worth most."""
    hit = {(c.card, c.value): c.success for c in table.question.odds}

    def gain(shot: tuple[int, Value]) -> float:
        prey = table.enemy_airplanes[as_token(shot[1])]
        return hit.get(shot, dogfight.UNKNOWN_HIT) * worth.seen_airplane(table, prey)

    fighting = pairs(answer)
    token, at = max(fighting.items(), key=gain)
    prey = table.enemy_airplanes[as_token(at)]
    text = _("{fighter} shoots {target} down with {chance}, which is worth {vp} VP.")
    if len(fighting) > 1:
        text = _("{n} fire; {fighter} shoots {target} down with {chance}, which is worth {vp} VP.")
    return text.format(
        n=len(fighting), fighter=named(table, token), target=named(table, prey.token),
        chance=percent(hit.get((token, at), dogfight.UNKNOWN_HIT)), vp=vp(worth.seen_airplane(table, prey)),
    )


def found(table: SeenTable, answer: Answer) -> str:
    """Windows 8, 12 and 19."""
    n = table.question.shape.count()
    if not isinstance(answer, int):
        return _("Enough is seen; {n} to choose from.").format(n=n)
    f = table.enemy_ships.get(answer) or table.ships.get(answer)
    own = 0.0 if f is None else worth.ship(table, f)
    text = _("{target} is worth {vp} VP, as far as one knows; {n} to choose from.")
    return text.format(target=placed(table, answer), vp=vp(own), n=n)


def attack(table: SeenTable, answer: Answer) -> str:
    """Window 20.1."""
    shape = table.question.shape
    assert isinstance(shape, Assign)
    sent = _sent(table, answer)
    if not sent:
        reached = {token: flights.lines_of(options, table.enemy) for token, options in shape.choices.items()}
        able = {token: lines for token, lines in reached.items() if not fighter(table.airplane(token))}
        worth_of = strikes.total(flights.sent(table, able, len(reached) - len(able)))
        return _("Nobody attacks: a strike would promise {vp} VP.").format(vp=vp(worth_of))
    line = max(sent, key=lambda x: (len(sent[x]), x))
    escorts = [token for token in sent[line] if fighter(table.airplane(token))]
    struck = [token for token in sent[line] if token not in escorts]
    able = dict.fromkeys(struck, (line,))
    danger = skies.dangers(table, {line}, len(escorts))
    text = _("Strike at the {line}: {airplanes}, of them {n} as escorts; it promises {vp} VP.")
    promised = strikes.total(strikes.plan(table, able, danger))
    return text.format(
        airplanes=airplanes(len(sent[line])), line=line_name(line), n=len(escorts), vp=vp(promised)
    )


def _sent(table: SeenTable, answer: Answer) -> dict[Line, list[int]]:
    """Who flies to which enemy line."""
    sent: dict[Line, list[int]] = {}
    for token, value in pairs(answer).items():
        line = line_of(value)
        if line is not None and line.owner is table.enemy:
            sent.setdefault(line, []).append(token)
    return sent


def react(table: SeenTable, answer: Answer) -> str:
    """Windows 20.2 and 20.3."""
    values = pairs(answer)
    coming = table.flown_to_me()
    if _sent(table, answer) or not coming:
        return attack(table, answer)
    line = max(coming, key=lambda x: (flights.at_stake(table, x), x))
    up = len([value for value in values.values() if line_of(value) is line])
    away = len([value for value in values.values() if value == ESCAPE])
    if up:
        text = _("Over the {line}: {airplanes} of theirs, {vp} VP at stake; interceptors: {n}.")
    elif away:
        text = _("Over the {line}: {airplanes} of theirs, {vp} VP at stake; getting away: {m}.")
    else:
        text = _("Over the {line}: {airplanes} of theirs, {vp} VP at stake; nobody rises.")
    return text.format(
        airplanes=airplanes(len(coming[line])), line=line_name(line), vp=vp(flights.at_stake(table, line)), n=up, m=away
    )


def attackers_tasks(table: SeenTable, answer: Answer) -> str:
    """Window 22."""
    tasks = [*pairs(answer).values()]
    there = len([a for a in table.theirs.airplanes if a.line is dogfight.line(table)])
    text = _("Against {airplanes} of theirs: escorts {n}, attackers {m}.")
    return text.format(
        n=tasks.count(Task.ESCORT.value), m=tasks.count(Task.ATTACK.value), airplanes=airplanes(there)
    )


def defenders_tasks(table: SeenTable, answer: Answer) -> str:
    """Window 22."""
    tasks, line = [*pairs(answer).values()], dogfight.line(table)
    text = _("Theirs: escorts {escorts}, attackers {bombers}; ours: Air Control {n}, Intercept {m}.")
    escorts, bombers = [len(table.over(table.enemy, line, task)) for task in (Task.ESCORT, Task.ATTACK)]
    return text.format(
        escorts=escorts, bombers=bombers, n=tasks.count(Task.CONTROL.value), m=tasks.count(Task.INTERCEPT.value)
    )


def leave(table: SeenTable, answer: Answer) -> str:
    """Window 23."""
    shape = table.question.shape
    assert isinstance(shape, Pick)
    leaving = len(row(answer))
    ours, against = dogfight.dice(table, shape)
    text = _("Leaving: {n}; their fighters have {theirs} dice against {ours} of ours.")
    if not leaving:
        text = _("Nobody leaves: their fighters have {theirs} dice against {ours} of ours.")
    return text.format(n=leaving, theirs=f"{against:.0f}", ours=f"{ours:.0f}")


def go_home(table: SeenTable, answer: Answer) -> str:
    """Windows 11 and 24: searchers and attackers that are fired at may leave."""
    shape = table.question.shape
    assert isinstance(shape, Pick)
    there = [a for a in table.theirs.airplanes if a.line == table.question.line]
    text = _("Leaving: {n} of {all}; {airplanes} of theirs in the {line}.")
    return text.format(
        n=len(row(answer)), all=len(shape.items), airplanes=airplanes(len(there)), line=line_name(dogfight.line(table))
    )


def declare(table: SeenTable, answer: Answer) -> str:
    """Window 25: told of the attack that is worth most."""
    odds = {(c.card, c.value): c for c in table.question.odds}
    struck = [(token, aim) for token, aim in pairs(answer).items() if aim != WITHDRAW]
    if not struck:
        best = max(table.question.odds, key=lambda chance: chance.success - (chance.loss or 0.0), default=None)
        if best is None:
            return _("Nothing is there to attack.")
        text = _("No target is worth an airplane: at best it hits with {chance}, and is lost with {loss}.")
        return text.format(chance=percent(best.success), loss=percent(best.loss or 0.0))

    def gain(shot: tuple[int, Value]) -> float:
        chance = odds.get(shot)
        return 0.0 if chance is None else chance.success * _prize(table, as_token(shot[1]))

    token, aim = max(struck, key=gain)
    chance = odds.get((token, aim)) or Chance(token, aim, 0.0, 0.0)
    text = _("{airplane} hits {target}, worth {vp} VP, with {chance}, and is lost itself with {loss}.")
    if as_token(aim) in table.enemy_bases:
        text = _("{airplane} does {hits} damage to {target}, to be expected, and is lost itself with {loss}.")
    return text.format(
        airplane=named(table, token), target=named(table, as_token(aim)), vp=vp(_prize(table, as_token(aim))),
        hits=f"{chance.hits:.1f}", chance=percent(chance.success), loss=percent(chance.loss or 0.0),
    )


def _prize(table: SeenTable, token: int) -> float:
    """What a target is worth."""
    if token in table.enemy_bases:
        return worth.base_lost(table.base(table.enemy_bases[token]))
    return worth.ship(table, table.enemy_ships[token]) if token in table.enemy_ships else 0.0


def next_one(table: SeenTable, answer: Answer) -> str:
    """Who attacks first."""
    chance = next((chance for chance in table.question.odds if chance.card == answer), None)
    text = _("{airplane} goes first, with {hits} hits to be expected; bombs come before torpedoes.")
    assert isinstance(answer, int)
    return text.format(airplane=named(table, answer), hits=f"{0.0 if chance is None else chance.hits:.1f}")


def go_on(table: SeenTable, answer: Answer) -> str:
    """Whether to break off."""
    weighed = attacks.next_attack(table)
    if weighed is None:
        hits = sum([chance.success for chance in table.question.odds])
        return _("The next attack hits with {chance}.").format(chance=percent(min(1.0, hits)))
    text = _("The next attack promises {vp} VP and risks {risk} VP.")
    return text.format(vp=f"{weighed[0]:.2f}", risk=f"{weighed[1]:.2f}")


def next_line(table: SeenTable, answer: Answer) -> str:
    """Which line is resolved first."""
    line = line_of(answer) if isinstance(answer, int) else None
    assert line is not None
    over = [a for a in (*table.mine.airplanes, *table.theirs.airplanes) if a.line is line]
    text = _("{airplanes} over the {line}; lines are taken from front to rear.")
    return text.format(airplanes=airplanes(len(over)), line=line_name(line))


def come_down(table: SeenTable, answer: Answer) -> str:
    """Window 32: the nearest place that has room."""
    shape = table.question.shape
    assert isinstance(shape, Place)
    text = _("{n} of {all} airplanes find a place, each the nearest with room.")
    return text.format(n=len(pairs(answer)), all=len(shape.choices))
