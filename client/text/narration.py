"""What happened, as sentences: one line for each event, with its paragraph of the rulebook at the end.

Events name cards by token.  Each is called as it was called when the event happened: a formation that is found is
still "unseen formation A" in the shot before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from ironbottom import events as e
from ironbottom.language import _, counted
from ironbottom.phrases import ACTIONS, game_over, side_name
from ironbottom.printed import BaseCard, EventCard
from ironbottom.views import SeenAirplane, SeenBase, SeenFormation
from ironbottom.words import MIDDLE, CardId, Line, Side, Task, Token

from .card_summary import half_name
from .luck import CHECK, Throws
from .naming import Naming
from .vocabulary import (
    HALVES,
    MODES,
    WORDS,
    ability_name,
    airplane_count,
    card_count,
    dice_count,
    hit_count,
    in_row,
    line_name,
    listed,
    task_name,
)


class Story:
    """Tells the events of one update after another; `naming` has seen the view that came with them."""

    def __init__(self, naming: Naming, throws: Throws) -> None:
        self.naming, self.throws = naming, throws
        self.called: dict[Token, str] = {}
        self.faces: dict[Token, str] = {}  # of cards that no view has named; the events show them themselves

    def told(self, events: Iterable[e.AnyEvent]) -> list[str]:
        """The lines of an update."""
        return [line for _event, lines in self.one_by_one(events) for line in lines]

    def one_by_one(self, events: Iterable[e.AnyEvent]) -> Iterator[tuple[e.AnyEvent, list[str]]]:
        """The events of an update, each with its lines: none where it says nothing new."""
        events = tuple(events)
        self.called = {**self.naming.now, **self.naming.before}
        self.faces = dict(self._faces(events))
        self.throws.begin()
        last: e.AnyEvent | None = None
        for event in events:
            limited = self.throws.hear(event)
            yield event, [] if repeats(last, event) else self.sentence(event, limited=limited)
            last = event

    def _faces(self, events: Iterable[e.AnyEvent]) -> Iterator[tuple[Token, str]]:
        """Cards that were turned up or lost: who hears a long story at once has not seen their tables."""
        for event in events:
            if isinstance(event, e.Turned | e.Eliminated):
                lead, *escort = event.cards
                yield event.token, self.naming.formation(lead, escort[0] if escort else None)
            elif isinstance(event, e.Faced | e.ShotDown):
                yield from [(token, self.naming.card(card)) for token, card in event.airplanes]

    def sentence(self, event: e.AnyEvent, *, limited: bool = False) -> list[str]:
        """One event: as a rule one line."""
        if isinstance(event, e.TurnBegan):
            return ["", _("Turn {turn}, {side}.").format(turn=event.turn, side=side_name(event.side))]
        if isinstance(event, e.Rolled):
            return [f"{self.rolled(event, limited=limited)} §{event.rule}"]
        return [f"{one} §{event.rule}" for one in TELLERS[type(event)](self, event).split("\n")]

    def token(self, token: int) -> str:
        return self.called.get(Token(token)) or self.faces.get(Token(token)) or _("a card")

    def tokens(self, tokens: Iterable[int]) -> str:
        return listed([self.token(token) for token in tokens])

    def cards(self, cards: Iterable[CardId]) -> str:
        return listed([self.naming.card(card) for card in cards])

    def learn(self, token: Token, name: str) -> None:
        """From here on a token is called by what was seen of it: as the view calls it, if it still does."""
        now = self.naming.now.get(token, "")
        self.called[token] = now if now and now.startswith(name) else name

    def by_view(self) -> None:
        """From here on everything is called as the view calls it; what is gone keeps its name."""
        self.called = {**self.called, **self.naming.now}

    def hp(self, token: Token) -> int:
        """The HP of a formation or base; 0 where they are not known."""
        for rows in (self.naming.rows, self.naming.rows_before):
            row = rows[token].row if token in rows else None
            if isinstance(row, SeenFormation) and row.values is not None:
                return row.values.hp
            if isinstance(row, SeenBase):
                card = self.naming.cards.get(row.card)
                return card.hp if isinstance(card, BaseCard) else 0
        return 0

    def rolled(self, event: e.Rolled, *, limited: bool) -> str:
        """A throw: the faces, what they hit, what is kept and lost."""
        by = self.token(event.by) if event.by else _("a submarine")
        faces = " ".join(map(str, event.faces))
        n, lost = len(event.faces), len(event.faces) - event.left
        if event.ability == CHECK:
            verdict = _("it succeeds") if event.hits else _("it fails")
            return _("{side}: {card} tries to withdraw with {dice}: {faces}; {verdict}.").format(
                side=side_name(event.side), card=by, dice=dice_count(n), faces=faces, verdict=verdict
            )
        at = _(" at {target}").format(target=self.token(event.at)) if event.at else ""
        with_ = _("0, one limited die,") if limited else str(n)
        kept = dice_count(event.left) if event.left else _("none")
        return _("{side}: {card} rolls {ability} {n}{at}: {faces}: {hits}; keeps {kept}, loses {lost}.").format(
            side=side_name(event.side), card=by, ability=ability_name(event.ability), n=with_, at=at, faces=faces,
            hits=hit_count(event.hits), kept=kept, lost=lost or _("none"),
        )


def repeats(last: e.AnyEvent | None, event: e.AnyEvent) -> bool:
    """A discard that says no more than the event before it: the card that was played, the airplane that was lost."""
    if not isinstance(event, e.Discarded) or event.count != 1:
        return False
    if isinstance(last, e.Played):
        return last.card == event.top
    return isinstance(last, e.ShotDown) and last.side is event.side and last.airplanes[0][1] == event.top


def _sides_settled(s: Story, event: e.SidesSettled) -> str:
    side = side_name(Side.JP if event.crossed else Side.US)
    text = _("The sides are drawn by lot: who sat down first plays {side}.") if event.drawn else _(
        "The sides are settled: who sat down first plays {side}."
    )
    return text.format(side=side)


def _fleet_drawn(s: Story, event: e.FleetDrawn) -> str:
    text = _("{side} draws its fleet anew: {cards}.") if event.again else _("{side} draws its fleet: {cards}.")
    return text.format(side=side_name(event.side), cards=s.cards(event.cards))


def _set_up_shown(s: Story, event: e.SetUpShown) -> str:
    s.by_view()
    again = _(", drawn a second time") if event.redrew else ""
    return _("{side} shows its set-up: {formations}{again}.").format(
        side=side_name(event.side), formations=_formations(event.formations), again=again
    )


def _formations(n: int) -> str:
    return counted("{n} formation", "{n} formations", n)


def _drew(s: Story, event: e.Drew) -> str:
    cards = _(": {cards}").format(cards=s.cards(event.cards)) if event.cards else ""
    return _("{side} draws {count} from its airplane deck{cards}.").format(
        side=side_name(event.side), count=card_count(event.count), cards=cards
    )


def _discarded(s: Story, event: e.Discarded) -> str:
    side, top = side_name(event.side), s.naming.card(event.top)
    if event.count == 1:
        return _("{side} discards {card}.").format(side=side, card=top)
    cards = _(": {cards}").format(cards=s.cards(event.cards)) if event.cards else ""
    return _("{side} discards {count}{cards}; {top} lies on top.").format(
        side=side, count=card_count(event.count), cards=cards, top=top
    )


def _turn_skipped(s: Story, event: e.TurnSkipped) -> str:
    return _("{side} keeps all the cards it drew and skips its turn.").format(side=side_name(event.side))


def _played(s: Story, event: e.Played) -> str:
    """The text of an event is read out: the other side may never have seen the card."""
    side, name = side_name(event.side), s.naming.card(event.card)
    card = s.naming.cards.get(event.card)
    if event.half != "event":
        half = half_name(card) if isinstance(card, EventCard) else _(HALVES.get(event.half, event.half))
        return _("{side} plays {card} for its {half}.").format(side=side, card=name, half=half)
    text = _(card.text) if isinstance(card, EventCard) else ""
    return _("{side} plays the event {card}: {text}").format(side=side, card=name, text=text)


def _named(s: Story, event: e.Named) -> str:
    target = event.target
    if isinstance(target, str):
        name = _(WORDS[target]) if target in WORDS else s.naming.card(target)
    else:
        name = line_name(target) if target in tuple(Line) and target not in s.called else s.token(target)
    return _("{side} names for {card}: {target}.").format(
        side=side_name(event.side), card=s.naming.card(event.card), target=name
    )


def _reinforced(s: Story, event: e.Reinforced) -> str:
    s.by_view()
    bases = [s.naming.card(card) for _token, card in event.bases]
    parts = []
    if event.ships or not bases:
        parts.append(_("{formations} in the rear line").format(formations=_formations(len(event.ships))))
    if bases:
        parts.append(_("{bases} in the front line").format(bases=listed(bases)))
    if event.cards:
        parts.append(_("drawn: {cards}").format(cards=s.cards(event.cards)))
    return _("{side} is reinforced: {parts}.").format(side=side_name(event.side), parts=listed(parts))


def _transports_entered(s: Story, event: e.TransportsEntered) -> str:
    name = s.naming.half(event.card)
    s.learn(event.token, name)
    return _("{side}: the transports {name} enter the rear line.").format(side=side_name(event.side), name=name)


def _express_loaded(s: Story, event: e.ExpressLoaded) -> str:
    if event.token is None or event.card is None:
        return _("{side} loads transports on an unseen escort.").format(side=side_name(event.side))
    return _("{side} loads {card} on {escort}, unseen.").format(
        side=side_name(event.side), card=s.naming.half(event.card), escort=s.token(event.token)
    )


def _base_moved(s: Story, event: e.BaseMoved) -> str:
    return _("{side}: {base} moves to the {line}.").format(
        side=side_name(event.side), base=s.token(event.token), line=line_name(event.line)
    )


def _deployment_shown(s: Story, event: e.DeploymentShown) -> str:
    """What lies where from now on; unseen formations were mixed."""
    s.by_view()
    lines = [_("{side} shows its deployment; its unseen cards are mixed.").format(side=side_name(event.side))]
    if event.detected:
        lines.append(_("Detected now: {cards}.").format(cards=s.cards([card for _token, card in event.detected])))
    hosts: dict[Token, list[str]] = {}
    for card, host in event.bases:
        hosts.setdefault(host, []).append(s.naming.card(card))
    on_bases = [_("{base}: {cards}").format(base=s.token(h), cards=in_row(its)) for h, its in hosts.items()]
    on_ships = [_("{n} on {ship}").format(n=airplane_count(n), ship=s.naming.placed(t)) for t, n in event.ships]
    if on_bases:
        lines.append(_("On bases: {bases}.").format(bases=listed(on_bases)))
    if on_ships:
        lines.append(_("On ships: {ships}.").format(ships=listed(on_ships)))
    return "\n".join(lines)


def _turned(s: Story, event: e.Turned) -> str:
    lead, *escort = event.cards
    old, new = s.token(event.token), s.naming.formation(lead, escort[0] if escort else None)
    s.learn(event.token, new)
    if old == new:
        return _("{side}: {card} is detected.").format(side=side_name(event.side), card=new)
    return _("{side}: {old} is detected: {new}.").format(side=side_name(event.side), old=old, new=new)


def _hidden(s: Story, event: e.Hidden) -> str:
    return _("{side} turns unseen: {cards}.").format(side=side_name(event.side), cards=s.tokens(event.tokens))


def _faced(s: Story, event: e.Faced) -> str:
    told = []
    for token, card in event.airplanes:
        old = s.token(token)
        s.learn(token, s.naming.card(card))
        new = s.token(token)
        told.append(new if old == new else _("{old} is {new}").format(old=old, new=new))
    return _("{side}: face up now: {airplanes}.").format(side=side_name(event.side), airplanes=listed(told))


def _damaged(s: Story, event: e.Damaged) -> str:
    hp = s.hp(event.token)
    in_all = _("{damage} of {hp}").format(damage=event.damage, hp=hp) if hp else str(event.damage)
    return _("{side}: {card} takes {hits} damage; its damage is {in_all}.").format(
        side=side_name(event.side), card=s.token(event.token), hits=event.hits, in_all=in_all
    )


def _repaired(s: Story, event: e.Repaired) -> str:
    return _("{side}: {card} is repaired by one; its damage is {damage}.").format(
        side=side_name(event.side), card=s.token(event.token), damage=event.damage
    )


def _recovered(s: Story, event: e.Recovered) -> str:
    return _("{side}: {card} recovers; its damage is {damage}.").format(
        side=side_name(event.side), card=s.token(event.token), damage=event.damage
    )


def _eliminated(s: Story, event: e.Eliminated) -> str:
    lead, *escort = event.cards
    name = s.naming.formation(lead, escort[0] if escort else None)
    text = _("{side} loses {card}.") if not event.points else _("{side} loses {card}: {points} VP for {enemy}.")
    return text.format(
        side=side_name(event.side), card=name, points=event.points, enemy=side_name(event.side.enemy)
    )


def _shot_down(s: Story, event: e.ShotDown) -> str:
    for token, card in event.airplanes:
        if token not in s.called:
            s.learn(token, s.naming.card(card))
    return _("{side}: shot down: {airplanes}.").format(
        side=side_name(event.side), airplanes=s.tokens([token for token, _card in event.airplanes])
    )


def _flew(s: Story, event: e.Flew) -> str:
    """Flights by line and host; those that escape are told as such."""
    flights: dict[tuple[Line, bool], dict[Token, list[Token]]] = {}
    for airplane, host, line in event.flights:
        way = line, _escapes(s, event.side, airplane, line)
        flights.setdefault(way, {}).setdefault(host, []).append(airplane)
    lines = []
    for (line, escapes), hosts in flights.items():
        told = [
            _("{airplanes} from {host}").format(airplanes=_flying(s, tokens), host=s.token(host))
            for host, tokens in hosts.items()
        ]
        text = _("{side} lets escape: {airplanes}.") if escapes else _("{side} flies to the {line}: {airplanes}.")
        lines.append(text.format(side=side_name(event.side), line=line_name(line), airplanes=listed(told)))
    return "\n".join(lines) or _("{side} flies nowhere.").format(side=side_name(event.side))


def _escapes(s: Story, side: Side, airplane: Token, line: Line) -> bool:
    """Who escapes waits by its own middle line, withdrawn from the start (§17.1(4))."""
    found = s.naming.rows.get(airplane)
    withdrawn = found is not None and isinstance(found.row, SeenAirplane) and found.row.task == Task.WITHDRAWN
    return withdrawn and line == MIDDLE[side]


def _flying(s: Story, tokens: list[Token]) -> str:
    """Airplanes by name; those that fly unseen by the letters that they have from now on, or by their number."""
    names = []
    for token in tokens:
        if token in s.naming.in_air.given:
            s.called[token] = s.naming.now[token]
        names.append(s.token(token))
    alike = [(name, names.count(name)) for name in dict.fromkeys(names)]
    return in_row([name if n == 1 else _("{n} times {card}").format(n=n, card=name) for name, n in alike])


def _line_began(s: Story, event: e.LineBegan) -> str:
    searched = event.rule.startswith("15")
    text = _("The search of the {line} begins.") if searched else _("Air combat over the {line} begins.")
    return text.format(line=line_name(event.line))


def _tasked(s: Story, event: e.Tasked) -> str:
    at_sea = event.rule.startswith("18")
    tasks: dict[str, list[str]] = {}
    for token, task in event.tasks:
        tasks.setdefault(task, []).append(s.token(token))
    told = [
        _("{task}: {cards}").format(task=task_name(task, at_sea=at_sea), cards=in_row(cards))
        for task, cards in tasks.items()
    ]
    return _("{side} gives tasks. {tasks}.").format(side=side_name(event.side), tasks=listed(told))


def _withdrew(s: Story, event: e.Withdrew) -> str:
    return _("{side} withdraws {cards}.").format(side=side_name(event.side), cards=s.tokens(event.tokens))


def _aimed(s: Story, event: e.Aimed) -> str:
    modes = event.modes or ("",) * len(event.aims)
    told = []
    for (by, at), mode in zip(event.aims, modes, strict=False):
        aim = _("{card} at {target}").format(card=s.token(by), target=s.token(at))
        told.append(_("{aim} ({mode})").format(aim=aim, mode=_(MODES.get(mode, mode))) if mode else aim)
    return _("{side} aims: {aims}.").format(side=side_name(event.side), aims=listed(told))


def _action_taken(s: Story, event: e.ActionTaken) -> str:
    return _("{side} chooses its action: {action}.").format(
        side=side_name(event.side), action=_(ACTIONS.get(event.action, event.action))
    )


def _target_named(s: Story, event: e.TargetNamed) -> str:
    return _("{side} will land at {base}.").format(side=side_name(event.side), base=s.token(event.token))


def _landed(s: Story, event: e.Landed) -> str:
    return _("{side} sends transports ashore: {cards}.").format(
        side=side_name(event.side), cards=s.tokens(event.tokens)
    )


def _detached(s: Story, event: e.Detached) -> str:
    pair = s.token(event.token)
    s.learn(event.escort, s.naming.now.get(event.escort, _("the escort")))
    return _("{side}: {escort} leaves {pair}; damage {own} on the escort, {damage} on the transports.").format(
        side=side_name(event.side), escort=s.token(event.escort), pair=pair, own=event.escort_damage,
        damage=event.damage,
    )


def _returned(s: Story, event: e.Returned) -> str:
    s.by_view()
    hosts: dict[Token, list[str]] = {}
    for card, host in event.bases:
        hosts.setdefault(host, []).append(s.naming.card(card))
    parts = [_("to {base} {cards}").format(base=s.token(h), cards=in_row(its)) for h, its in hosts.items()]
    if event.ships:
        parts.append(_("to ships {n}").format(n=airplane_count(event.ships)))
    if event.lost:
        parts.append(_("lost {n}").format(n=airplane_count(event.lost)))
    return _("{side}: airplanes return: {parts}.").format(side=side_name(event.side), parts=listed(parts))


def _resigned(s: Story, event: e.Resigned) -> str:
    return _("{side} resigns.").format(side=side_name(event.side))


def _game_ended(s: Story, event: e.GameEnded) -> str:
    return game_over(event.winner, event.reason, (event.us, event.jp))


TELLERS: dict[type[e.Event], Callable[[Story, Any], str]] = {
    e.SidesSettled: _sides_settled, e.FleetDrawn: _fleet_drawn, e.SetUpShown: _set_up_shown, e.Drew: _drew,
    e.Discarded: _discarded, e.TurnSkipped: _turn_skipped, e.Played: _played, e.Named: _named,
    e.Reinforced: _reinforced, e.TransportsEntered: _transports_entered, e.ExpressLoaded: _express_loaded,
    e.BaseMoved: _base_moved, e.DeploymentShown: _deployment_shown, e.Turned: _turned, e.Hidden: _hidden,
    e.Faced: _faced, e.Damaged: _damaged, e.Repaired: _repaired, e.Recovered: _recovered, e.Eliminated: _eliminated,
    e.ShotDown: _shot_down, e.Flew: _flew, e.LineBegan: _line_began, e.Tasked: _tasked, e.Withdrew: _withdrew,
    e.Aimed: _aimed, e.ActionTaken: _action_taken, e.TargetNamed: _target_named, e.Landed: _landed,
    e.Detached: _detached, e.Returned: _returned, e.Resigned: _resigned, e.GameEnded: _game_ended,
}
