"""Why cards of the hand are played, kept or discarded."""

from __future__ import annotations

from ironbottom.language import _
from ironbottom.phrases import line_name
from ironbottom.printed import AirplaneCard, EventCard
from ironbottom.questions import Answer
from ironbottom.vocabulary import word
from ironbottom.words import OWN_LINES, CardId

from .. import flights, hand, landing, scouting, worth
from ..landing import Plan
from ..table import SeenTable, as_token, line_of
from .saying import airplanes, card, formations, half, named, percent, placed, row, vp


def discard(table: SeenTable, answer: Answer) -> str:
    """Window 3."""
    drawn = [str(x) for x in table.question.shape.answers() if isinstance(x, str) and x in table.cards]
    values = {x: hand.card_worth(table, table.cards[CardId(x)]) for x in drawn}
    if answer not in values:
        text = _("All of the draw is kept, {vp} VP, and the turn is skipped.")
        return text.format(vp=vp(sum(values.values())))
    least = min([x for x in drawn if x != answer], key=lambda x: values[x], default=None)
    name, own = card(table, str(answer)), vp(values[str(answer)])
    if least is None:
        return _("The drawn cards are alike: {card} is worth {own} VP.").format(card=name, own=own)
    text = _("{card} is worth {own} VP here; of the others {other} is worth least, {least} VP.")
    return text.format(card=name, own=own, other=card(table, least), least=vp(values[least]))


def fever(table: SeenTable, answer: Answer) -> str:
    """Window 2a."""
    if answer == hand.END:
        return _("A lead of {n} VP wins as soon as the game ends.").format(n=table.lead)
    return _("A lead of {n} VP is put at stake for a longer game.").format(n=table.lead)


def down_to_limit(table: SeenTable, answer: Answer) -> str:
    """Window 33."""
    held = [card_id for card_id in table.mine.hand or () if card_id in table.cards]
    whole = sum([hand.card_worth(table, table.cards[card_id]) for card_id in held])
    gone = sum([hand.card_worth(table, table.cards[CardId(str(x))]) for x in row(answer)])
    text = _("Of the hand of {cards} cards, worth {whole} VP, the {n} that go are worth {gone} VP.")
    return text.format(cards=len(held), whole=vp(whole), n=len(row(answer)), gone=vp(gone))


def reinforce(table: SeenTable, answer: Answer) -> str:
    """Window 4."""
    plan = landing.best_plan(table)
    verb, *rest = row(answer)
    if not rest:
        return _waiting(table, plan)
    name = half(table, rest[0])
    if verb == "express":
        text = _("{troops} go unseen with {escort}, which is worth {vp} VP: bombers do not find them.")
        return text.format(troops=name, escort=named(table, as_token(rest[1])), vp=_ship(table, as_token(rest[1])))
    if plan is not None and rest[0] in plan.cards:
        text = _("With {troops} a landing on {base} succeeds with {chance}, which is worth {vp} VP.")
        return text.format(
            troops=name, base=named(table, plan.target), chance=percent(plan.chance), vp=vp(plan.gain)
        )
    found = table.event(str(rest[0]))
    values = None if found is None or found.transports is None else found.transports.values
    army, hp = (0, 0) if values is None else (values.army or 0, values.hp)
    return _("For a later landing: {troops}, with Army {army} and HP {hp}.").format(troops=name, army=army, hp=hp)


def _ship(table: SeenTable, token: int) -> str:
    return vp(worth.ship(table, table.ships[token])) if token in table.ships else vp(0.0)


def _waiting(table: SeenTable, plan: Plan | None) -> str:
    """Why no more transports come now."""
    if plan is not None:
        text = _("A landing on {base} succeeds with {chance}, {vp} VP, with {n} transports of the hand.")
        return text.format(
            base=named(table, plan.target), chance=percent(plan.chance), vp=vp(plan.gain), n=len(plan.cards)
        )
    best = max(landing.plans(table), key=lambda one: one.chance, default=None)
    if best is None:
        return _("There are no transports, in the hand of {n} or at sea.").format(n=len(table.mine.hand or ()))
    text = _("The best landing, on {base}, would succeed with {chance}; {least} is asked.")
    return text.format(
        base=named(table, best.target), chance=percent(best.chance), least=percent(landing.bold(table, best))
    )


def submarine(table: SeenTable, answer: Answer) -> str:
    """Window 14."""
    aimed = {chance.value: chance for chance in table.question.odds if isinstance(chance.value, tuple)}
    _verb, *rest = row(answer)
    if not rest:
        best = max([hand.promise(table, chance) for chance in aimed.values()], default=0.0)
        text = _("The best shot of a submarine promises {vp} VP; for less than {least} VP the card is kept.")
        return text.format(vp=vp(best), least=vp(hand.least(table)))
    at = as_token(rest[1])
    chance = aimed.get((str(rest[0]), at))
    name, prize = half(table, rest[0]), vp(worth.ship(table, table.enemy_ships[at]))
    if chance is None or chance.kill is None:
        text = _("The submarine {card} finds {target} with {chance}, which is worth {vp} VP.")
        found = 0.0 if chance is None else chance.success
        return text.format(card=name, target=placed(table, at), chance=percent(found), vp=prize)
    text = _("The submarine {card} hits {target} with {chance}, and sinks it with {kill}: {vp} VP.")
    return text.format(
        card=name, target=named(table, at), chance=percent(chance.success), kill=percent(chance.kill), vp=prize
    )


def play(table: SeenTable, card_id: str) -> str:
    """An event card that is played: what it does, and how much there is for it to do."""
    held = table.event(card_id)
    assert held is not None
    text = _("{card}: {does}; {fact}.")
    return text.format(card=card(table, card_id), does=_does(held), fact=fact(table, held))


def keep(table: SeenTable) -> str:
    """Event cards that could be played, and none is: told of the first."""
    held = table.event(table.question.plays[0]) if table.question.plays else None
    if held is None:
        return _("There is nothing to decide.")
    text = _("{card} is kept ({does}): {fact}.")
    return text.format(card=card(table, held.id), does=_does(held), fact=fact(table, held))


def _does(held: EventCard) -> str:
    return word("does", held.effect.does).format(n=held.effect.n)


def fact(table: SeenTable, held: EventCard) -> str:
    """How much there is to do for an event, as part of a sentence."""
    does = held.effect.does
    if does in ("watchers", "squall", "decoy"):
        coming = {line: len(flown) for line, flown in table.flown_to_me().items()}
        line = max(coming, key=lambda x: (coming[x], x), default=table.front)
        return _("{airplanes} coming to the {line}").format(
            airplanes=airplanes(coming.get(line, 0)), line=line_name(line)
        )
    if does == "draw":
        return _("{n} cards are left in the airplane deck").format(n=table.mine.air_deck or 0)
    if does == "reinforce":
        return _("{n} cards are left in the fleet deck").format(n=table.mine.fleet_deck or 0)
    if does == "uncover":
        line = max(OWN_LINES[table.enemy], key=lambda x: (scouting.interest(table, x), x))
        return _("{formations} unseen in the {line}").format(
            formations=formations(len(scouting.unseen(table, line))), line=line_name(line)
        )
    if does == "patrol-line":
        boats = [one for one in table.hand_events() if one.submarine is not None and one.id != held.id]
        return _("other submarines in the hand: {n}").format(n=len(boats))
    return _stakes(table, does)


def _stakes(table: SeenTable, does: str) -> str:
    """What is fought for, where the event comes into a fight."""
    if does == "engineers":
        return _("the damage of my bases is {n}").format(n=sum([b.damage for b in table.mine.bases]))
    if does == "evacuate":
        return _("they have {n} VP").format(n=table.theirs.points)
    if does == "skip":
        struck = [f for f in table.theirs.formations if f.detected and f.line == table.question.line]
        return _("{formations} to attack").format(formations=formations(len(struck)))
    if does in ("boats", "shells") and (base := table.bases.get(table.view.target) or table.enemy_bases.get(
        table.view.target
    )):
        return _("{base} is worth {vp} VP").format(
            base=named(table, base.token), vp=vp(worth.base_lost(table.base(base)))
        )
    theirs = [f for f in table.theirs.formations if f.task is not None]
    if theirs:
        return _("against {formations} of theirs").format(formations=formations(len(theirs)))
    flying = [a for a in table.theirs.airplanes if a.line is not None and a.line == table.question.line]
    return _("against {airplanes} of theirs").format(airplanes=airplanes(len(flying)))


def name(table: SeenTable, answer: Answer) -> str:
    """§20.3  What an event works on."""
    shape = table.question.shape
    text = _("{target}: {fact}; {n} to choose from.")
    assert isinstance(answer, int | str)
    held = table.event(table.question.card or "")
    if isinstance(answer, str):
        return text.format(target=word("words", answer), fact=fact_here(table, held), n=shape.count())
    line = line_of(answer)
    if line is not None:
        over = len(table.flown_to_me().get(line, []))
        there = len(scouting.unseen(table, line)) if line.owner is table.enemy else 0
        told = _("{formations} unseen").format(formations=formations(there)) if there else airplanes(over)
        return text.format(target=line_name(line), fact=told, n=shape.count())
    return text.format(target=placed(table, answer), fact=_of_token(table, held, answer), n=shape.count())


def fact_here(table: SeenTable, held: EventCard | None) -> str:
    """What an event is for."""
    at = max([flights.at_stake(table, line) for line in OWN_LINES[table.me]])
    return _("{vp} VP are at stake").format(vp=vp(at)) if held is None else fact(table, held)


def _of_token(table: SeenTable, held: EventCard | None, token: int) -> str:
    """What makes a thing fit for an event."""
    does = "" if held is None else held.effect.does
    if token in table.bases:
        return _("damage {n}").format(n=table.bases[token].damage)
    if token in table.ships and does in ("shells", "radar"):
        values = table.ships[token].values
        guns = 0.0 if values is None else worth.number(values.land if does == "shells" else values.surface)
        return _("guns for {hits} hits").format(hits=f"{guns:.1f}")
    if token in table.ships or token in table.enemy_ships:
        f = table.ships.get(token) or table.enemy_ships[token]
        return _("worth {vp} VP").format(vp=vp(worth.ship(table, f)))
    if token in table.airplanes:
        found = table.cards.get(table.airplanes[token].card or CardId(""))
        return _("worth {vp} VP").format(vp=vp(worth.airplane(found) if isinstance(found, AirplaneCard) else 0.0))
    return _("worth {vp} VP").format(vp=vp(worth.UNKNOWN_AIRPLANE))
