"""Runs of twin worlds beside each other: one answer, one private segment, one mix, a whole game."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from ironbottom import sight
from ironbottom.catalog import card_set
from ironbottom.events import Reinforced, SidesSettled
from ironbottom.flow import Game, card_played
from ironbottom.printed import ShipCard
from ironbottom.questions import Answer, Move, Place
from ironbottom.rules import new_game
from ironbottom.rules.s08_escort import may_escort, splits
from ironbottom.state import Formation
from ironbottom.words import REAR, SIDES, Side, Token
from tests.secrecy.reading import (
    EVERYBODY,
    Eyes,
    Leaked,
    face_up,
    leaves,
    renewed,
    same,
    to_come,
    told,
    told_by_dice,
    without_handles,
)
from tests.secrecy.twins import set_up_anew, twin
from tests.support.players import Player, at_random, eager, seed, window_of

PRIVATE = ("2", "5", "6")  # played step by step in private
DONE = ("done",)
Readings = dict[Eyes, tuple[bytes, bytes, tuple[str, ...]]]


class WatchedGame:
    """One game, and at its questions the twins of its world."""

    def __init__(self, g: Game, us: Player, jp: Player, rng: Random, *, thinning: float = 0.06) -> None:
        self.g, self.players, self.rng, self.thinning = g, {Side.US: us, Side.JP: jp}, rng, thinning
        self.questions: Counter[str] = Counter()  # held against twins of both sides, by window
        self.answers: Counter[str] = Counter()  # carried out in two worlds, by window
        self.others: Counter[str] = Counter()  # private segments and mixes run twice
        self.read = {eyes: leaves(g, eyes) for eyes in EVERYBODY}

    def play(self, most: int = 20_000) -> None:
        """To the end of the game, or to `most` answers."""
        for _ in range(most):
            if not self.g.asked:
                return
            self.turn()

    def turn(self) -> None:
        """One answer; in private segments only some of the positions are held against twins, the steps always."""
        g, rng = self.g, self.rng
        side = rng.choice(list(g.asked))
        window, answer = window_of(g, side), self.players[side](g, side)
        if g.events is not None:
            g.events.clear()
        after = g.after(side, answer)
        private = isinstance(g.asked[side].shape, Move) and window in PRIVATE
        whole = not private or answer == DONE or rng.random() < self.thinning
        then = {eyes: leaves(after, eyes) for eyes in EVERYBODY}
        if whole:
            self.question(window)
            self.answer(side, answer, after, window, then)
        if private and answer != DONE and card_played(g.asked[side].plays, answer) is None:
            unmoved(g, after, side)
        self.segments(side, window, answer)
        for eyes in EVERYBODY:
            renewed(g, after, eyes)
        self.g, self.read = after, then

    def question(self, window: str) -> None:
        """§22.6  At this question the world of a twin reads the same."""
        for side in SIDES:
            quiet = twin(self.g, side, self.rng)
            worlds = [quiet, set_up_anew(self.g, side, self.rng)] if self.g.state.setting_up else [quiet]
            for other in worlds:
                for eyes in (side.enemy, None):
                    same(f"window {window}, to {eyes!r}", self.read[eyes], leaves(other, eyes))
                same("dice and tokens to come", to_come(self.g), to_come(other))
        self.questions[window] += 1

    def answer(self, side: Side, answer: Answer, after: Game, window: str, then: Readings) -> None:
        """The answer, and one that says the same, bring both worlds to what reads the same."""
        for secret in SIDES:
            found = self.other_world(secret, side, answer, after)
            if found is not None:
                for eyes in (secret.enemy, None):
                    same(f"events of window {window}, to {eyes!r}", told(after, eyes), told(found, eyes))
                    if after.outcome is None:  # §22.8: the end opens everything
                        same(f"after window {window}, to {eyes!r}", then[eyes], leaves(found, eyes))
                same("dice and tokens to come", to_come(after), to_come(found))
                self.answers[window] += 1

    def other_world(self, secret: Side, side: Side, answer: Answer, after: Game) -> Game | None:
        """A twin after an answer that says the same.  What the rules turned face up is the same card in both."""
        g = self.g
        settled = any(isinstance(e, SidesSettled) for e in after.events or ())
        if after.state.setting_up and not settled:
            other = set_up_anew(g, secret, self.rng)
            same_way = private_set_up_step(other, side, answer, self.rng) if side is secret else answer
            return None if same_way is None else legal_after(other, side, same_way)
        shown = face_up(after) | told_by_dice(g, after)
        if any(isinstance(e, Reinforced) and e.bases for e in after.events or ()):
            shown |= {c.id for c in g.forces[side].fleet_deck if not isinstance(c, ShipCard)}
        for alike in (False, True):
            other = twin(g, secret, self.rng, shown, alike=alike)
            found = legal_after(other, side, in_words_of(other, g, side, answer) if side is secret else answer)
            if found is not None:
                return found
        return None

    def segments(self, side: Side, window: str, answer: Answer) -> None:
        """Where a private segment begins, run it in other ways that show the same."""
        frame = self.g.stack[-1]
        if window in ("5", "6") and not getattr(frame, "taken", ()) and (window == "5" or answer == DONE):
            taken_back(self.g, side, self.rng)
            self.others["taken back"] += 1
        if window == "5" and not getattr(frame, "taken", ()):
            self.others["mixed"] += places_changed(self.g, side, self.rng)
            self.others["lost"] += losses_in_other_order(self.g, side)
        if window == "32":
            self.others["returned"] += hosts_changed(self.g, side, answer)


def legal_after(g: Game, side: Side, answer: Answer) -> Game | None:
    """The game after an answer, if that is legal in this world."""
    asked = g.asked.get(side)
    if asked is None:
        raise Leaked(f"{side.name} is asked in one world and not in the other")
    if card_played(asked.plays, answer) is None and asked.shape.fault(answer) is not None:
        return None
    return g.after(side, answer)


def private_set_up_step(other: Game, side: Side, answer: Answer, rng: Random) -> Answer | None:
    """§10.3, §10.4  In another set-up: what is public of an answer is only whether it is the last."""
    shape = other.asked[side].shape
    if not isinstance(shape, Move) or answer == DONE:
        return answer
    moves = [step for step in shape.answers() if step != DONE]
    return rng.choice(moves) if moves else None


def in_words_of(other: Game, g: Game, side: Side, answer: Answer) -> Answer:
    """The answer with the names of the other world's hand: the cards that lie in the same places there."""
    mine, theirs = [c.id for c in g.forces[side].hand], [c.id for c in other.forces[side].hand]
    used: set[int] = set()

    def put(value: Any) -> Any:
        if isinstance(value, tuple):
            return tuple([put(item) for item in value])
        places = [i for i, name in enumerate(mine) if name == value and i not in used]
        if not places or len(mine) != len(theirs):
            return value
        pinned = [i for i in places if theirs[i] == value]
        place = (pinned or places)[0]
        used.add(place)
        return theirs[place]

    said: Answer = put(answer)
    return said


def unmoved(g: Game, after: Game, side: Side) -> None:
    """§14.3(4), §22.5, R-13  Nothing of a private step leaves: no event, and the view stays what it was."""
    for eyes in (side.enemy, None):
        same("events of a private step", told(after, eyes), (b"\x90", b"[]"))
        same("the view after a private step", leaves(g, eyes), leaves(after, eyes))
    same("dice and tokens after a private step", to_come(g), to_come(after))


def finished(g: Game, side: Side) -> Game:
    """The game when this side has ended its private segments; all events in one."""
    events = list(g.events or ())
    while side in g.asked and window_of(g, side) in ("5", "6"):
        g = g.after(side, DONE)
        events += g.events or ()
    g.events = list(events)
    return g


def private_step(g: Game, side: Side, rng: Random) -> Answer | None:
    """A step that shows nothing; the division of damage is sought, because it may sink a ship in private."""
    shape = g.asked[side].shape
    if not isinstance(shape, Move) or not shape.steps:
        return None
    for pair, shares in shape.steps.get("part", {}).items():
        if shares:
            return ("part", pair, rng.choice((shares[0], shares[-1])))
    for _ in range(20):
        step = shape.guess(rng)
        if step not in (DONE, ("undo",)):
            return step
    return None


def taken_back(g: Game, side: Side, rng: Random) -> None:
    """§20.5, §22.5  Steps that were taken back leave no trace, now or later."""
    world = g
    for taken in range(rng.randint(1, 4)):
        step = private_step(world, side, rng)
        if step is None:
            break
        further = world.after(side, step)
        unmoved(world, further, side)
        world = further
        if taken and rng.random() < 0.3:
            world = world.after(side, ("undo",))
    while ("undo",) in list(world.asked[side].shape.answers()):
        world = world.after(side, ("undo",))
        unmoved(g, world, side)
    one, two = finished(g.clone(), side), finished(world.clone(), side)
    for eyes in EVERYBODY:
        same("the segment after steps back", told(one, eyes), told(two, eyes))
        same("the view after steps back", leaves(one, eyes), leaves(two, eyes))
    same("dice and tokens after steps back", to_come(one), to_come(two))


def places_changed(g: Game, side: Side, rng: Random) -> int:
    """§7.4, §22.5  Two unseen formations change places, and a pair is made and parted: the mix hides all of it."""
    world = g
    for step in exchange_of_places(g, side, rng):
        world = world.after(side, step)
    for step in pair_and_part(world, side):
        world = world.after(side, step)
    if world is g:
        return 0
    compare_mixed(g, finished(g.clone(), side), finished(world.clone(), side), side)
    return 1


def compare_mixed(g: Game, one: Game, two: Game, side: Side) -> None:
    """R-67  Two ways to what looks alike: first without the new tokens, then byte for byte."""
    for eyes in (side.enemy, None) if one.outcome is None else ():
        before = sight.view(g, eyes)
        same("what the mix shows", without_handles(one, eyes, before), without_handles(two, eyes, before))
        same("events of the mix", told(one, eyes), told(two, eyes))
        same("the view after the mix", leaves(one, eyes), leaves(two, eyes))
    same("dice and tokens after the mix", to_come(one), to_come(two))


def losses_in_other_order(g: Game, side: Side) -> int:
    """§14.3(4)  Two ships are sunk by divisions of damage: which was first is not shown."""
    sinking: list[Answer] = []
    for f in g.forces[side].formations.values():
        if isinstance(f.lead, ShipCard) and f.escort is not None and f.damage:
            split = max(splits(f))
            escort_hp = f.escort.values.hp
            if split >= f.lead.values.hp or f.damage - split >= escort_hp:
                sinking.append(("part", f.token, split))
    if len(sinking) < 2:
        return 0
    one, two = g, g
    for step, back in zip(sinking, reversed(sinking), strict=True):
        one, two = one.after(side, step), two.after(side, back)
    compare_mixed(g, finished(one, side), finished(two, side), side)
    return 1


def exchange_of_places(g: Game, side: Side, rng: Random) -> list[Answer]:
    """Two unseen formations of one kind, in two lines, with as many airplanes; one that was seen first if there is."""
    forces = g.forces[side]
    load = Counter([a.host for a in forces.airplanes.values()])
    unseen = [f for f in forces.formations.values() if not f.detected]
    rng.shuffle(unseen)
    unseen.sort(key=lambda f: not f.known)
    for f in unseen:
        for other in unseen:
            alike = (f.escort is None) == (other.escort is None) and load[f.token] == load[other.token]
            ashore = not load[f.token] or (f.line not in REAR and other.line not in REAR)
            if f.line is not other.line and alike and ashore:
                return [("move", f.token, other.line), ("move", other.token, f.line)]
    return []


def pair_and_part(g: Game, side: Side) -> list[Answer]:
    """Escorts join a ship of their line, as unseen or as detected as they are, and leave it: nothing has changed."""
    formations = [f for f in g.forces[side].formations.values() if not f.damage]
    steps: list[Answer] = []
    for detected in (False, True):
        alike = [f for f in formations if f.detected is detected]
        pairs = [(escort, lead) for escort in alike for lead in alike if suits(escort, lead)]
        for escort, lead in pairs[:1]:
            steps += [("pair", escort.token, lead.token), ("part", lead.token)]
    return steps


def suits(escort: Formation, lead: Formation) -> bool:
    """§8.1  Whether a card may be attached to another that stands beside it."""
    return may_escort(escort) and lead.escort is None and not may_escort(lead) and escort.line is lead.line


def hosts_changed(g: Game, side: Side, answer: Answer) -> int:
    """§7.7, §22.4  Two airplanes return each to the ship of the other: to which ship one goes is never learnt."""
    shape, forces = g.asked[side].shape, g.forces[side]
    if not isinstance(shape, Place) or not isinstance(answer, dict):
        return 0
    ships = [t for t, host in answer.items() if isinstance(host, int) and Token(host) in forces.formations]
    for one in ships:
        for two in ships:
            other = {**answer, one: answer[two], two: answer[one]}
            if answer[one] != answer[two] and shape.fault(other) is None:
                compare_mixed(g, returned(g, side, answer), returned(g, side, other), side)
                return 1
    return 0


def returned(g: Game, side: Side, answer: Answer) -> Game:
    g = g.after(side, answer)
    enemy = side.enemy
    return g.after(enemy, g.default(enemy)) if enemy in g.asked and window_of(g, enemy) == "32" else g


def watched(number: int, *, thinning: float = 0.06) -> WatchedGame:
    """Game `number`: even ones of the full set, odd ones of the core set."""
    rng = Random(number)
    g = new_game(card_set("core" if number % 2 else "full"), seed(number), ask_sides=number % 4 > 1)
    player = at_random if number % 5 == 4 else eager
    return WatchedGame(g, player(rng), player(rng), rng, thinning=thinning)
