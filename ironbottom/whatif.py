"""A game played on from a moment of another: from the table as it truly lay there, or as far as one side knew it.

What stays: whatever lies on the table, in hands, on piles, and the question that is put.  Where only the knowledge of
one side counts, what it did not know is dealt anew (`worlds/`): a game from there teaches nothing of what was hidden.
With fresh chance dice are new, every deck lies in a new order, and so does whatever is mixed later.  Else chance comes
as it would have come there, so that the same answers give the same game; of what one side knew only its dice do.
"""

from __future__ import annotations

from collections.abc import Mapping

from ironbottom.dice import Stream, dealt_anew
from ironbottom.flow import Game
from ironbottom.language import _
from ironbottom.phrases import side_name
from ironbottom.position import to_text
from ironbottom.questions import Answer
from ironbottom.rules.s14_airplanes import Airplanes
from ironbottom.rules.s14_deployment import Ships
from ironbottom.sight import seen, view
from ironbottom.state import Forces, State
from ironbottom.wire.whatif import POSITION
from ironbottom.words import SIDES, Side
from ironbottom.worlds import Memory, Unknowable, Worlds

LOTS = 4096  # streams of tokens that are tried; a default answer that was left to the lot is one of 210 at most
WHOLE = 1 << 30


class NoMoment(ValueError):
    """Nobody can play on from that moment; why, as a sentence without its end."""


class StreamChance:
    """A stream of chance for who wants numbers from 0 to 1."""

    def __init__(self, seed: bytes) -> None:
        self._stream = Stream.of(seed, "what-if")

    def random(self) -> float:
        return (self._stream.words(1)[0] % WHOLE) / WHOLE


class LeftGame:
    """A finished game that is played again up to where it is left; `knows`: the side whose knowledge counts."""

    def __init__(self, game: Game, knows: Side | None) -> None:
        self.game = game
        self._memory = None if knows is None else Memory.of(game.state.cards, knows)
        self._hear()

    @property
    def ready(self) -> bool:
        """Whether it can be left here: what a side knows is known where it is asked."""
        return self._memory is None or self._memory.side in self.game.asked

    def answer(self, side: Side, answer: Answer) -> None:
        """One answer more, as it was given.  Raises IllegalAnswer."""
        memory, game = self._memory, self.game
        if memory is not None and side is memory.side:
            memory.answered(answer)
        game.events, game.mixes = [], []
        game.answer(side, answer)
        self._hear()

    def position(self, seed: bytes, *, fresh: bool) -> str:
        """Where a game begins that leaves this one here; `seed` gives all that is new in it.  Raises NoMoment."""
        if self.game.outcome is not None:
            raise NoMoment(_("the game is over there"))
        if self._memory is None:
            game = self.game.clone()
            if fresh:
                deal_anew(game, seed)
                _ask_the_same(game, seed, {side: self.game.default(side) for side in self.game.asked})
        else:
            game = self._world(self._memory, seed)
            if not fresh:
                game.state.dice = self.game.state.dice.copy()
        text = to_text(game)
        if len(text) > POSITION:
            raise NoMoment(_("too many steps back are kept there"))
        return text

    def _hear(self) -> None:
        if self._memory is not None:
            side = self._memory.side
            self._memory.hear(seen(self.game.events or (), side), view(self.game, side))

    def _world(self, memory: Memory, seed: bytes) -> Game:
        """A game that this side cannot tell from its own, by its view and its memory alone."""
        now = view(self.game, memory.side)
        try:
            world = Worlds(self.game.state.cards).sample(now, memory, StreamChance(seed))
        except Unknowable:
            text = _("what {side} knew there does not tell how the game stands")
            raise NoMoment(text.format(side=side_name(memory.side))) from None
        world.state.edition, world.answers = self.game.state.edition, self.game.answers
        if now.question is not None:
            _ask_the_same(world, seed, {memory.side: now.question.default})
        return world


def _ask_the_same(game: Game, seed: bytes, defaults: Mapping[Side, Answer]) -> None:
    """§20.6  A default answer may be left to the lot, and was shown: tokens that give the same."""
    for n in range(LOTS):
        game.state.tokens = Stream.of(seed, f"what-if/tokens/{n}")
        if all(game.default(side) == default for side, default in defaults.items()):
            return


def deal_anew(game: Game, seed: bytes) -> None:
    """Chance that is to come is dealt anew: dice, the order of the decks, and whatever will be mixed.

    Nobody has seen the order of a deck, so every order of what it holds is as likely as any other.
    """
    before = [(forces.air_deck, forces.fleet_deck) for forces in game.forces]
    states = [game.state]
    for frame in game.stack:
        if isinstance(frame, Ships | Airplanes) and frame.start is not None:  # for steps back
            frame.start = frame.start.clone()
            states.append(frame.start)
    for state in states:
        _deal_state_anew(state, seed)
        for side in SIDES:
            shown = state.shown if state.shown is not None and side is state.phasing else None
            for forces in (state.forces[side], *([] if shown is None else [shown])):
                _deal_side_anew(forces, side, seed, before[side])


def _deal_state_anew(state: State, seed: bytes) -> None:
    state.dice = dealt_anew(state.dice, Stream.of(seed, "what-if/dice"))
    state.tokens = Stream.of(seed, "what-if/tokens")
    if state.shown is not None:
        state.shown = state.shown.clone()


def _deal_side_anew(forces: Forces, side: Side, seed: bytes, before: tuple[object, object]) -> None:
    """The same deck lies in the same order in whatever is kept of it."""
    order = Stream.of(seed, f"what-if/decks/{side.name}")
    if (forces.air_deck, forces.fleet_deck) == before:
        forces.air_deck = order.shuffled(forces.air_deck)
        forces.fleet_deck = order.shuffled(forces.fleet_deck)
    forces.fleets = Stream.of(seed, f"what-if/fleets/{side.name}")
    forces.chance = Stream.of(seed, f"what-if/chance/{side.name}")
