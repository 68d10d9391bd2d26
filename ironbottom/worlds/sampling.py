"""Worlds: the public way from what a seat has seen and heard to a whole game at the same question."""

from __future__ import annotations

from collections import Counter
from typing import cast

from msgspec.structs import replace

from ironbottom.flow import IDLE, Asked, Forced, Game, Procedure
from ironbottom.printed import AirplaneCard, AnyCard, BaseCard, CardSet, EventCard, ShipCard
from ironbottom.questions import Answer, Rng
from ironbottom.rules.s04_damage import Surplus
from ironbottom.rules.s10_setup import FirstDeployment, Setup
from ironbottom.rules.s14_airplanes import Airplanes
from ironbottom.rules.s14_deployment import Ships
from ironbottom.rules.s19_return import Return
from ironbottom.rules.s23_intelligence import WATCHERS, is_bomber
from ironbottom.state import Forces, Formation, State
from ironbottom.views import SeenFormation, View
from ironbottom.words import SIDES, CardId, Icon, Rank, Task, Token
from ironbottom.worlds.fleets import FleetCard, Fleets, Group, Load, ShipPlace, Spot, formed
from ironbottom.worlds.frames import Unknowable, stack
from ironbottom.worlds.memory import ANYTHING, Memory, half
from ironbottom.worlds.own import decks, forces_of, own, with_decks
from ironbottom.worlds.pins import PinnedStream, number_of
from ironbottom.worlds.prior import EVEN, Prior
from ironbottom.worlds.rows import Rows, airplanes_in_order, dice, effects, empty, formations_in_order, scored, stream
from ironbottom.worlds.unseen_setup import set_up
from ironbottom.worlds.wings import AirDeal, Berth, Owed, Unfit, Wings

TRIES = 40  # deals whose VP or bombers are other ones; in the second half of them that is let go
UNFIT = 600  # deals of ships on which the airplanes do not fit: where nearly all were seen, few do


class Worlds:
    """Samples the games of one set of cards."""

    def __init__(self, cards: CardSet, prior: Prior = EVEN) -> None:
        self.cards, self.prior, self.rows = cards, prior, Rows(cards)

    def at(self, view: View, memory: Memory) -> InformationSet:
        """One question of a seat, made ready for any number of worlds.  Raises Unknowable."""
        return InformationSet(self, view, memory)

    def sample(self, view: View, memory: Memory, rng: Rng) -> Game:
        """A game at the same question, which this seat cannot tell from its own.  Raises Unknowable."""
        return self.at(view, memory).sample(rng)


class InformationSet:
    """A question of a seat, and all that its side knows."""

    def __init__(self, worlds: Worlds, view: View, memory: Memory) -> None:
        self.rows, self.prior, self.view, self.memory = worlds.rows, worlds.prior, view, memory
        self.cards = worlds.cards
        self.frames = stack(view, memory, worlds.cards, self.rows.by_id)
        assert view.question is not None
        if view.question.side is not memory.side:
            raise Unknowable("the memory is that of the other side")
        self.question, self.me, self.enemy = view.question, memory.side, memory.side.enemy
        self.mine, self.theirs = half(view, self.me), half(view, self.enemy)
        self.crossed, self.bid, self.scored, self.kinds = memory.crossed, memory.bid, memory.scored, dict(memory.kinds)
        self.setting_up = "setup" in view.sections
        self.own = own(self.rows, view, memory)
        self.deck = decks(self.rows, self.me, self.mine, self.theirs)
        self.effects = effects(view.in_force)
        self.lot = number_of(self.question, self.mine.hand or (), self.cards)
        self.asked = self._own_question()
        self.both = self.asked.step.kind == "both"
        self.waits = any(side is self.enemy for side, _ in view.waiting)
        self.lies_open: Forces | None = None  # all of the enemy, on an open table
        if not self.setting_up:
            self.victory = self.rows.victory(self.theirs)
            if self.theirs.hand is None:
                self._look()
            else:
                self.lies_open = forces_of(self.rows, self.theirs, memory, self.enemy)

    # what is known of the enemy

    def _look(self) -> None:
        """All of him that lies open, and what the rest may be."""
        rows, memory, enemy = self.rows, self.memory, self.enemy
        self.open: dict[Token, Formation | None] = {}
        hidden: list[SeenFormation] = []
        for row in formations_in_order(self.theirs, memory.entered[enemy]):
            if row.lead is None:
                hidden.append(row)
            self.open[row.token] = None if row.lead is None else rows.formation(enemy, row)
        self.hidden = {row.token: row for row in hidden}
        self.bases = rows.bases(enemy, self.theirs, memory)
        self.flock = airplanes_in_order(self.theirs, memory.airplanes[enemy])
        self.faces = {row.token: rows.airplane(enemy, row) for row in self.flock if row.card is not None}
        self.faces |= {
            row.token: rows.airplane(enemy, row, rows.by_id[memory.laid_out[row.token]])
            for row in self.flock if row.card is None and row.token in memory.laid_out
        }
        self.unseen = [row for row in self.flock if row.token not in self.faces]
        self.unaccounted = rows.unaccounted(enemy, self.theirs, memory)
        self.pile = list(memory.pile)
        self.icons: dict[Token, Icon | None] = {
            token: f.values.icon for token, f in self.open.items() if f is not None
        }
        self._look_at_wings()
        self._look_at_fleets(hidden)

    def _look_at_wings(self) -> None:
        memory, theirs = self.memory, self.theirs
        self._look_at_piles()
        free, owed = self._airplanes()
        unknown = theirs.discards - len(self.pile) - len(self.seen_events)
        buried = (memory.buried + [ANYTHING] * unknown)[: max(0, unknown)]
        berths = [
            Berth(row.token, row.host or row.origin, memory.flights.get(row.token) if row.line is not None else None)
            for row in self.unseen
        ]
        self.load = Load(
            Counter([card.icon for card in free] + [debt.card.icon for debt in owed if debt.since < len(buried)]),
            Counter([debt.card.icon for debt in owed if debt.since >= len(buried)]),
            len(berths),
        )
        for berth in berths:
            self.load.take(self.icons.get(berth.host, memory.kinds.get(berth.host)), 1)
        self.wings = Wings(self.enemy, berths, free, owed, buried, theirs.hand_count or 0, self.prior.event_in_hand)

    def _look_at_piles(self) -> None:
        """What is known to lie on his discard pile: events that were seen, and are no transports on the table now."""
        self.lying = {f.lead.id for f in self.open.values() if f is not None and isinstance(f.lead, EventCard)}
        self.seen_events = [c for c in self.memory.accounted[self.enemy] if c not in self.lying]
        self._see_top()

    def _airplanes(self) -> tuple[list[AirplaneCard], list[Owed]]:
        """His airplanes that are not seen: those that may be anywhere, and those that are aboard or were discarded."""
        away = Counter([a.card.id for a in self.faces.values()]) + Counter(self.pile)
        free, owed = list[AirplaneCard](), list[Owed]()
        debts = {card: levels[away[card] :] for card, levels in self.memory.out.items()}
        for card in [card for card in self.cards.side(self.enemy).air if isinstance(card, AirplaneCard)]:
            if away[card.id] > 0:
                away[card.id] -= 1
            elif debts.get(card.id):
                owed.append(Owed(card, debts[card.id].pop()))
            else:
                free.append(card)
        return free, owed

    def _see_top(self) -> None:
        """The top of his pile is seen, also by a memory that was not there when it was discarded."""
        top = self.theirs.top
        if top is None or top in self.pile or top in self.seen_events:
            return
        if isinstance(self.rows.by_id[top], EventCard):
            self.seen_events.append(top)
        else:
            self.pile.append(top)

    def _look_at_fleets(self, hidden: list[SeenFormation]) -> None:
        memory, printed = self.memory, self.cards.side(self.enemy)
        gone = {card for card, _ in self.mine.victory} | {b.card.id for b in self.bases.values()}
        for f in self.open.values():
            if f is not None:
                gone |= {card.id for card in (f.lead, f.escort) if card is not None}
        unseen = Counter([row.host or row.origin for row in self.unseen])
        spots = [
            Spot(row.token, row.line, row.pair, max(memory.load.get(row.token, 0), unseen[row.token]),
                 unseen[row.token], memory.kinds.get(row.token))
            for row in hidden
        ]
        drawn = [card for card in printed.fleet if card.id in gone and isinstance(card, ShipCard)]
        groups = [Group(1, ()) if draw.reserve else self._group(draw.by, draw.bases) for draw in memory.draws]
        cards: list[FleetCard] = [card for card in printed.fleet if card.id not in gone]
        self.fleets = Fleets(spots, cards, self.load, self.prior, groups, drawn, frozenset(memory.met))
        pairs = [spot for spot in spots if spot.pair]  # which may be a Tokyo Express: it carries no airplanes
        self.pairs = [spot.token for spot in pairs if not spot.load] or [spot.token for spot in pairs]
        parts = sum([1 + spot.pair for spot in spots])
        self.express = parts + (self.theirs.fleet_deck or 0) - len(cards)  # pairs of a ship and transports
        self.parts: dict[frozenset[Token], list[ShipPlace]] = {}

    def _group(self, by: CardId | None, bases: tuple[CardId, ...]) -> Group:
        needed = self.cards.side(self.enemy).home.fleet
        if by is not None:
            card = self.rows.by_id[by]
            needed = card.effect.n if isinstance(card, EventCard) else 0
        found = [self.rows.by_id[base] for base in bases]
        return Group(needed, tuple([b.vp for b in found if isinstance(b, BaseCard) and b.rank is Rank.FRONT]))

    # a world

    def sample(self, rng: Rng) -> Game:
        """One game."""
        me, view, mine = self.me, self.view, self.own
        fleet = tuple(sorted(self.deck[0], key=lambda _: rng.random()))
        air = tuple(sorted(self.deck[1], key=lambda _: rng.random()))
        streams = empty(rng, me.name)
        piles = cast("tuple[ShipCard | BaseCard, ...]", fleet), cast("tuple[AirplaneCard | EventCard, ...]", air)
        now = with_decks(mine.now, *piles, streams)
        theirs = self._theirs(rng)
        us, jp = [now if side is me else theirs for side in SIDES]
        tokens = stream(rng, "tokens")
        if self.lot is not None:
            tokens = PinnedStream(tokens.key, turn=view.turn, number=self.lot)
        state = State(
            cards=self.cards, forces=(us, jp), dice=dice(rng, self.memory), tokens=tokens, turn=view.turn,
            phasing=view.phasing, action=view.action, crossed=self.crossed, setting_up=self.setting_up,
            target=view.target, in_force=self.effects,
        )
        frames = [replace(frame) for frame in self.frames]
        if mine.shown is not None:
            self._veil(state, frames[-1], piles, streams)
        game = Game.standing(state, frames, {me: self.asked})
        if self.both:
            self._ask_both(game, rng)
        return game

    def _theirs(self, rng: Rng) -> Forces:
        """The enemy's side; on an open table (§23.20) nothing but the order of his decks is dealt."""
        if self.setting_up:
            return set_up(self, rng)
        if self.lies_open is None:
            return self._enemy(rng)
        fleet, air = [sorted(deck, key=lambda _: rng.random())
                      for deck in decks(self.rows, self.enemy, self.theirs, self.mine)]
        return with_decks(
            self.lies_open, cast("tuple[ShipCard | BaseCard, ...]", tuple(fleet)),
            cast("tuple[AirplaneCard | EventCard, ...]", tuple(air)), empty(rng, self.enemy.name),
        )

    def _own_question(self) -> Asked:
        """The question as it was put; it hangs on nothing that is hidden."""
        top, shape = self.frames[-1], self.question.shape
        cards = tuple([self.rows.by_id[CardId(card)] for card in self.question.plays])
        plays = tuple([card for card in cards if isinstance(card, EventCard)])
        return Asked(top.steps[top.at], IDLE if shape == IDLE else shape, plays)

    def _veil(
        self,
        state: State,
        top: Procedure,
        piles: tuple[tuple[ShipCard | BaseCard, ...], tuple[AirplaneCard | EventCard, ...]],
        streams: Forces,
    ) -> None:
        """§14.2, §14.3  What the others see of one's side, and what a step back leads to."""
        mine, victory = self.own, self.victory
        assert mine.shown is not None
        state.shown = with_decks(mine.shown, *piles, streams)
        state.shown_victory = victory[: self.scored]
        if mine.taken and mine.start is not None and isinstance(top, Ships | Airplanes):
            start = state.clone()
            before = with_decks(mine.start, *piles, streams)
            us, jp = [before if side is self.me else forces for side, forces in zip(SIDES, start.forces, strict=True)]
            start.forces = us, jp
            if mine.scored is not None:
                start.forces[self.enemy].victory = victory[: mine.scored]
            top.start, top.taken = start, cast("tuple[tuple[str | int, ...], ...]", mine.taken)

    def _enemy(self, rng: Rng) -> Forces:
        """The enemy's side: what lies open, and a deal of what does not."""
        express, events = frozenset[Token](), [card for card in self.unaccounted if card.id not in self.lying]
        transports: dict[Token, EventCard] = {}
        if self.express > 0:
            chosen = sorted(self.pairs, key=lambda _: rng.random())[: self.express]
            carried = sorted([card for card in events if card.transports], key=lambda _: rng.random())
            transports = dict(zip(chosen, carried, strict=False))
            events = [card for card in events if card not in transports.values()]
            express = frozenset(transports)
        parts = self.parts.get(express)
        if parts is None:
            parts = self.parts[express] = self.fleets.prepare(express)
        ships, formations, dealt = self._deal(parts, transports, events, rng)
        used = {card.id for card in ships.values()}
        deck = [card for card in self.fleets.hidden if card.id not in used]
        forces = empty(rng, self.enemy.name)
        forces.formations, forces.bases = formations, self.bases.copy()
        forces.airplanes = {
            row.token: self.faces.get(row.token) or self.rows.airplane(self.enemy, row, dealt.aboard[row.token])
            for row in self.flock
        }
        forces.fleet_deck = tuple(sorted(deck, key=lambda _: rng.random()))
        forces.air_deck, forces.hand = dealt.deck, dealt.hand
        forces.discards = self._pile(dealt.buried)
        forces.victory, forces.unaccounted = self.victory, self.unaccounted
        forces.redrew, forces.scored = bool(self.theirs.redrew), scored(self.theirs)
        return forces

    def _deal(
        self, parts: list[ShipPlace], transports: dict[Token, EventCard], events: list[EventCard], rng: Rng
    ) -> tuple[dict[tuple[Token, bool], ShipCard], dict[Token, Formation], AirDeal]:
        """Ships, and airplanes that fit on them.  Where VP leave chance too little, they are let go."""
        refused = unfit = 0
        while refused < TRIES and unfit < UNFIT:
            ships = self.fleets.deal(parts, rng, strict=refused < TRIES // 2)
            if ships is None:
                refused += 1
                continue
            formations, icons = self._formations(ships, transports)
            try:
                dealt = self.wings.deal(icons, events, rng)
            except Unfit:
                unfit += 1
                continue
            if refused >= TRIES // 2 or self._as_watched(dealt):
                return ships, formations, dealt
            refused += 1
        raise Unknowable("no cards are left that could be those of the enemy: the memory is not of this game")

    def _as_watched(self, dealt: AirDeal) -> bool:
        """§23.6  As many of the enemy's airplanes over each line are bombers as the coast watchers counted."""
        for effect in self.effects:
            if effect.does == WATCHERS and effect.side is self.me:
                over = [row for row in self.flock if row.line is effect.line and row.task is Task.FLOWN]
                cards = [self.faces[a.token].card if a.token in self.faces else dealt.aboard[a.token] for a in over]
                if over and sum(map(is_bomber, cards)) != effect.n:
                    return False
        return True

    def _formations(
        self, ships: dict[tuple[Token, bool], ShipCard], transports: dict[Token, EventCard]
    ) -> tuple[dict[Token, Formation], dict[Token, Icon | None]]:
        formations: dict[Token, Formation] = {}
        icons: dict[Token, Icon | None] = {**self.kinds, **self.icons}
        for token, known in self.open.items():
            if known is not None:
                formations[token] = known
                continue
            row, express = self.hidden[token], token in transports
            lead = transports[token] if express else ships[token, False]
            escort = ships.get((token, True))
            values = formed(lead, escort, is_express=express)
            icons[token] = values.icon
            formations[token] = Formation(
                token, self.enemy, row.line, lead, values, escort, row.detected, row.damage, row.known, express, False,
                row.task, row.attempts,
            )
        return formations, icons

    def _pile(self, buried: list[AirplaneCard | EventCard]) -> tuple[AnyCard, ...]:
        """§4.7  Only the top is seen."""
        cards = [*buried, *self.rows.pile(self.pile), *self.rows.pile(self.seen_events)]
        top = self.theirs.top
        for n, card in enumerate(cards):
            if card.id == top:
                cards.append(cards.pop(n))
                break
        return tuple(cards)

    # questions to both sides at once

    def _ask_both(self, game: Game, rng: Rng) -> None:
        """§20.5  The other side waits as well, or has answered already: nobody has seen what."""
        top, step, enemy = game.stack[-1], self.asked.step, self.enemy
        if isinstance(top, FirstDeployment) and self.own.placed:
            top.history = ((self.me, self.own.placed),)
        shape = step.run(top, game, enemy)
        if self.waits and shape is not None and not isinstance(shape, Forced):
            game.asked = {side: self.asked if side is self.me else Asked(step, shape) for side in SIDES}
            return
        top.sealed = (enemy,)
        answer: Answer | None = None
        if isinstance(shape, Forced):
            answer = shape.shape.first()
        elif shape is not None:
            answer = shape.guess(rng)
        if isinstance(top, Setup | FirstDeployment) or answer is None:
            if isinstance(top, Setup) and answer is not None and step.name == "wish":
                top.wishes = ((enemy, str(answer)),)
            elif isinstance(top, Setup) and answer is not None and step.name == "say":
                top.bids = ((enemy, int(str(answer))),)
            return
        if isinstance(top, Return | Surplus):
            step.then(top, game, enemy, answer)



