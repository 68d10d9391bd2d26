"""An evening at one table, in twin worlds: pair after pair of positions that differ in secrets alone.

A pair is one position of a running game in the one world and a twin of it in the other, for a second or a few: private
steps and other private doings, as many and such as each world likes; one answer that says the same in both; and what
the viewer asks the server meanwhile.  Right before the answer the second world gets a twin of the first as it is then:
so it has come there by other steps, with other cards, and nothing that shows has been otherwise.
"""

from __future__ import annotations

from functools import partial

from ironbottom import sight
from ironbottom.events import Reinforced
from ironbottom.flow import Game
from ironbottom.printed import ShipCard
from ironbottom.proof.standing import ordered
from ironbottom.questions import Answer
from ironbottom.wire.answers import plain
from ironbottom.wire.orders import EVERY, StandingOrder
from ironbottom.words import Side
from tests.secrecy.laid import laid
from tests.secrecy.over_wire.both import DOES, Both, SameSaid, as_it_travels, legal
from tests.secrecy.over_wire.doings import keep_to_himself
from tests.secrecy.over_wire.world import World
from tests.secrecy.reading import face_up
from tests.secrecy.runs import DONE, in_words_of, private_set_up_step, private_step
from tests.secrecy.twins import set_up_anew, twin
from tests.support.players import Player, at_random, eager, window_of

UNDO = ("undo",)
BANKS = (0.0, 3.0, 6.0)  # seconds that are left of a bank where the clock answers
WAITED = 7.0  # seconds until it has


class Evening(Both):
    """Evening `number`: of odd ones Japan has the secrets."""

    def __init__(self, number: int) -> None:
        super().__init__(number, Side(number % 2), "evening")
        self.player: Player = at_random(self.rng) if number % 5 == 4 else eager(self.rng)
        self.compare("the toss")
        self.next = self._further(laid(number).g if number % 3 else self.one.game, (0, 0, 0, 0, 0, 60, 300)[number % 7])
        if self.terms.absent == "bot" and number % 2:
            self._stand_in()

    def _stand_in(self) -> None:
        """The keeper of the secrets goes away, and somebody stands in for him."""
        self.begin()
        for world in self.worlds:
            keep_to_himself(world, self.rng)
        self.until(1.0)
        for world in self.worlds:
            world.leave_to_stand_in()
        self.tried["stand-in"] += 1
        self.compare("a stand-in")

    def play(self, pairs: int) -> int:
        """So many pairs, or to the end of the game, which somebody gives up; how many it were."""
        for done in range(pairs - 1):
            if not self.next.asked:
                return done
            self.pair()
        self.resign()
        return pairs

    # one pair

    def pair(self) -> None:
        """One position in both worlds, an answer to it, and what leaves."""
        self.begin()
        full = self.rng.random() < (0.15 if self.in_private(self.next) else 0.05)
        timed = bool(self.terms.bank) and not full and self.rng.random() < 0.15
        self._put(self.rng.choice(BANKS) if timed else 600.0)
        steps = self._steps() if self.in_private(self.next) else 0
        self.tried["private"] += bool(steps)
        self.tried["private, disk full"] += full and bool(steps)
        self.probe(*[0.15] * (bool(steps) and not full))
        for world in self.worlds:
            world.disk.full = full
            world.until(self.t + 0.20)
            world.disk.full = False
        said = self._say(timed=timed)
        self.two.change(self._other(self.one.game) if said is None else said.two[0])
        self.keep_to_himself(0.21, 0.23)
        self.probe(*[time for time in (0.35, 0.75) if self.rng.random() < 0.4])
        timed = timed and said is not None and self._by_the_clock(said)
        if said is not None and not timed:
            self._give_or_try(said, full=full)
        self.until(WAITED if timed or full else 1.0)
        self._finish("" if said is None else window_of(said.one[0], said.side))

    def _put(self, bank: float = 600.0) -> None:
        self.one.put(self.next, bank)
        self.two.put(self._other(self.next), bank)

    def _give_or_try(self, said: SameSaid, *, full: bool) -> None:
        """Where the disk is full the table waits; when it can be written again, somebody tries again."""
        if not full:
            self.give(said)
            return
        self.tried["disk full"] += 1
        for world, (_, answer) in zip(self.worlds, (said.one, said.two), strict=True):
            world.at(self.t + 0.55, World.fill_disk)
            world.at(self.t + 0.60, partial(World.give, side=said.side, answer=answer))
            world.at(self.t + 0.90, World.empty_disk)
        self.give_late(said, 6.0)

    def _finish(self, window: str) -> None:
        """Compare, and look for the next position."""
        self.windows[window] += 1
        for world in self.worlds:
            world.lines["viewer"].session.tick()
        self.compare(f"window {window}")
        g = self._further(self.one.game, self.rng.randrange(10))
        while self.in_private(g) and steps_taken(g) and self.rng.random() < 0.7:
            g = g.after(self.secret, DONE)
        self.next = g

    def _further(self, g: Game, most: int) -> Game:
        """Some answers on; rather not past a private segment that is about to begin."""
        for _ in range(most):
            if not g.asked or (self.in_private(g) and not steps_taken(g) and self.rng.random() < 0.7):
                break
            side = self.rng.choice(list(g.asked))
            g = g.after(side, self.player(g, side))
        return g

    def _other(self, g: Game) -> Game:
        """A twin of a position."""
        return (set_up_anew if g.state.setting_up else twin)(g, self.secret, self.rng)

    # in private

    def _steps(self) -> int:
        """Private steps, as many and such as each world likes; some are taken back."""
        steps = [self.rng.randrange(6) for _ in self.worlds]
        for world, most in zip(self.worlds, steps, strict=True):
            before = steps_taken(world.game)  # what a position came with cannot be taken back: it names other cards
            for n in range(most):
                world.at(self.t + 0.01 + 0.03 * n, partial(self._step, before=before))
        return sum(steps)

    def _step(self, world: World, before: int) -> None:
        if not self.in_private(world.game):
            return
        back = steps_taken(world.game) > before == 0 and self.rng.random() < 0.4
        step = UNDO if back else private_step(world.game, self.secret, self.rng)
        if step is not None:
            world.give(self.secret, step)

    # what is said

    def _say(self, *, timed: bool) -> SameSaid | None:
        """An answer that says the same in a twin of the world as it is now; None where no twin can be found."""
        g, secret = self.one.game, self.secret
        side = secret if secret in g.asked and self.rng.random() < 0.7 else self.rng.choice(list(g.asked))
        answer = as_it_travels(g.default(side) if timed else self._answer(g, side))
        if side is secret and self.one.live_game.unseen(side, plain(answer)):
            answer = DONE
        after = g.after(side, answer)
        if after.state.setting_up:
            other = set_up_anew(g, secret, self.rng)
            said = private_set_up_step(other, side, answer, self.rng) if side is secret else answer
            return None if said is None or not legal(other, side, said) else SameSaid(side, (g, answer), (other, said))
        shown = face_up(after)
        if any(isinstance(e, Reinforced) and e.bases for e in after.events or ()):
            shown |= {c.id for c in g.forces[side].fleet_deck if not isinstance(c, ShipCard)}
        for alike in (False, True):
            other = twin(g, secret, self.rng, shown, alike=alike)
            said = in_words_of(other, g, side, answer) if side is secret else answer
            if legal(other, side, said):
                return SameSaid(side, (g, answer), (other, said))
        return None

    def _answer(self, g: Game, side: Side) -> Answer:
        """What is answered: as an order would have it, or as the player likes; a private segment ends."""
        if side is self.secret and self.rng.random() < 0.4:
            does, n = self.rng.choice(DOES)
            found = ordered(sight.view(g, side), (StandingOrder(EVERY, does, n),))
            if found is not None:
                return found
        if side is self.secret and self.in_private(g):
            plays = g.asked[side].plays
            return ("play", plays[0].id) if plays and self.rng.random() < 0.5 else DONE
        return self.player(g, side)

    def _by_the_clock(self, said: SameSaid) -> bool:
        """§20.6  Whether the clock can be waited for: it would answer just that in both worlds, and nothing else."""
        alone = said.side is self.secret and len(said.one[0].asked) == 1
        found = alone and all(plain(g.default(said.side)) == plain(answer) for g, answer in (said.one, said.two))
        self.tried["clock"] += found
        return found

    # the end

    def resign(self) -> None:
        """§11.4  One of the two gives up; up to that moment nothing may be told."""
        if not self.next.asked or self.one.live_game.ended:
            return
        self.begin()
        self._put()
        self.tried["resigned"] += 1
        self.in_both(0.6, World.resign if self.number % 4 < 2 else lambda w: w.viewer.resign())
        self.until(1.0)
        self.compare("the end")


def steps_taken(g: Game) -> int:
    """In a private segment that knows how to go back."""
    return len(getattr(g.stack[-1], "taken", ())) if g.stack else 0
