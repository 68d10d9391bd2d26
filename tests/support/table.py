"""A table laid by hand, for tests: cards by their printed names, dice written out.

    t = Table()
    enterprise = t.us.ship("Enterprise", "MIDDLE", detected=True, aboard=["Wildcat", "Dauntless"])
    g = t.play(AirCombatPhase(phasing=Side.US), dice=[6, 1])
"""

from __future__ import annotations

from typing import Any, TypeVar

from msgspec.structs import replace

from ironbottom.abilities import express, paired
from ironbottom.catalog import card_set
from ironbottom.dice import Stream
from ironbottom.events import Event, Rolled
from ironbottom.flow import Game, Procedure
from ironbottom.printed import AirplaneCard, AnyCard, BaseCard, CardSet, EventCard, ShipCard
from ironbottom.rules import new_game  # teaches the flow its event cards
from ironbottom.rules.s05_lines import settle_strategic
from ironbottom.state import Airplane, Base, Forces, Formation, State
from ironbottom.words import FRONT, MIDDLE, REAR, Icon, Line, Rank, SeaTask, Side, Task, Token

E = TypeVar("E", bound=Event)
LINES = {"FRONT": FRONT, "MIDDLE": MIDDLE, "REAR": REAR}
SEED = bytes(32)


class FixedDice:
    """Dice that fall as written; running out of them, or leaving some, is a fault of the test."""

    def __init__(self, faces: list[int]) -> None:
        self.left = list(faces)

    def faces(self, n: int) -> bytes:
        assert n <= len(self.left), f"{n} dice are rolled and only {self.left} are written"
        taken, self.left = self.left[:n], self.left[n:]
        return bytes(taken)

    def copy(self) -> FixedDice:
        return FixedDice(self.left)


class SideOfTable:
    """One side's half: put cards on it."""

    def __init__(self, table: LaidTable, side: Side) -> None:
        self.table, self.side = table, side
        seed = SEED + bytes([side])
        self.forces = Forces(
            formations={}, bases={}, airplanes={},
            fleets=Stream.of(seed, "fleet"), chance=Stream.of(seed, "packets"),
        )

    def card(self, name: str) -> AnyCard:
        """The card of this side with this id or name."""
        mine = self.table.cards.side(self.side)
        for card in (mine.home, mine.strategic, *mine.fleet, *mine.air):
            if name in (card.id, card.name):
                return card
        raise KeyError(f"no {self.side.name} card is called {name}")

    def base(self, name: str, damage: int = 0, aboard: tuple[str, ...] | list[str] = ()) -> Token:
        card = self.card(name)
        assert isinstance(card, BaseCard)
        token = self.table.token()
        line = REAR[self.side] if card.rank is Rank.HOME else FRONT[self.side]
        self.forces.bases[token] = Base(token, self.side, line, card, damage)
        settle_strategic(self.table.as_game(), self.side)
        self.load(token, aboard)
        return token

    def ship(
        self, name: str, line: str = "FRONT", *, escort: str | None = None, detected: bool = False, damage: int = 0,
        known: bool = False, aboard: tuple[str, ...] | list[str] = (), is_express: bool = False,
        task: SeaTask | None = None,
    ) -> Token:
        """A formation: a ship card, or transports (by the name of the event card), with or without an escort."""
        card = self.card(name)
        assert isinstance(card, ShipCard | EventCard)
        if isinstance(card, EventCard):
            assert card.transports is not None
            values, detected = card.transports.values, detected or not is_express
        else:
            values = card.values
        attached = None
        if escort is not None:
            found = self.card(escort)
            assert isinstance(found, ShipCard)
            attached = found
            values = express(values, attached) if is_express else paired(values, attached)
        token = self.table.token()
        self.forces.formations[token] = Formation(
            token, self.side, LINES[line][self.side], card, values, attached,
            detected=detected or damage > 0, damage=damage, known=known, express=is_express, task=task,
        )
        self.load(token, aboard)
        return token

    def load(self, host: Token, names: tuple[str, ...] | list[str]) -> list[Token]:
        """Airplanes aboard a host."""
        tokens = []
        for name in names:
            card = self.card(name)
            assert isinstance(card, AirplaneCard)
            token = self.table.token()
            self.forces.airplanes[token] = Airplane(token, self.side, card, host, detected=host in self.forces.bases)
            tokens.append(token)
        return tokens

    def fly(self, name: str, line: Line, task: Task, *, detected: bool = True) -> Token:
        """An airplane in the air over a line, with a task."""
        card = self.card(name)
        assert isinstance(card, AirplaneCard)
        token = self.table.token()
        self.forces.airplanes[token] = Airplane(token, self.side, card, Token(0), detected, line, Token(0), task)
        return token

    def hand(self, *names: str) -> None:
        cards = [self.card(name) for name in names]
        self.forces.hand += tuple([c for c in cards if isinstance(c, AirplaneCard | EventCard)])

    def air_deck(self, *names: str) -> None:
        """The first name is drawn first."""
        cards = [self.card(name) for name in reversed(names)]
        self.forces.air_deck = tuple([c for c in cards if isinstance(c, AirplaneCard | EventCard)])

    def fleet_deck(self, *names: str) -> None:
        """The first name is drawn first."""
        cards = [self.card(name) for name in reversed(names)]
        self.forces.fleet_deck = tuple([c for c in cards if isinstance(c, ShipCard | BaseCard)])

    def unaccounted(self, *names: str) -> None:
        """Events that the opponent has not seen; without this call, those of the hand."""
        cards = [self.card(name) for name in names]
        self.forces.unaccounted = tuple([c for c in cards if isinstance(c, EventCard)])


class LaidTable:
    """Both sides, each with its home and strategic base, and nothing else."""

    def __init__(self, cards: CardSet | None = None, *, phasing: Side = Side.US, bases: bool = True) -> None:
        self.cards = card_set("full") if cards is None else cards
        self.next = 0x40000000
        self.us, self.jp = SideOfTable(self, Side.US), SideOfTable(self, Side.JP)
        self.state = State(
            cards=self.cards, forces=(self.us.forces, self.jp.forces), dice=FixedDice([]),
            tokens=Stream.of(SEED, "tokens"), turn=1, phasing=phasing, setting_up=False,
        )
        if bases:
            for half in (self.us, self.jp):
                mine = self.cards.side(half.side)
                half.base(mine.home.id)
                half.base(mine.strategic.id)

    def token(self) -> Token:
        self.next += 1
        return Token(self.next)

    def as_game(self) -> Game:
        return Game(self.state, [])

    def play(self, *sections: Procedure, dice: list[int] | None = None, target: Token | None = None) -> Game:
        """A game at the first question of these sections (the first is played first), with these dice."""
        self.state.dice = FixedDice(dice or [])
        if target is not None:
            self.state.target = target
        for half in (self.us, self.jp):
            if not half.forces.unaccounted:
                held = [c for c in half.forces.hand if isinstance(c, EventCard)]
                half.forces.unaccounted = tuple(held)
        return Game(self.state, list(reversed(sections)))

    def base_of(self, side: Side, name: str) -> Token:
        return next(t for t, b in self.state.forces[side].bases.items() if name in (b.card.id, b.card.name))


def only(g: Game, kind: type[E]) -> list[E]:
    """The events of one kind, in order."""
    assert g.events is not None
    return [e for e in g.events if isinstance(e, kind)]


def window(g: Game) -> dict[Side, str]:
    """Who is asked, in which window."""
    return {side: asked.step.window for side, asked in g.asked.items()}


def shape(g: Game, side: Side) -> Any:
    """The shape that a side is asked; Any, so that a test may look into it."""
    return g.asked[side].shape


def rolls(g: Game) -> list[tuple[str, list[int]]]:
    """Every throw so far: the ability that was used, and the faces."""
    return [(e.ability, list(e.faces)) for e in only(g, Rolled)]


def dice_left(g: Game) -> int:
    dice = g.state.dice
    assert isinstance(dice, FixedDice)
    return len(dice.left)


__all__ = [
    "FRONT",
    "MIDDLE",
    "REAR",
    "FixedDice",
    "Icon",
    "LaidTable",
    "Line",
    "SeaTask",
    "Side",
    "Task",
    "dice_left",
    "new_game",
    "only",
    "replace",
    "rolls",
    "shape",
    "window",
]
