"""A game of the engine with plain readers around it: what each would print, and lines that may be typed."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from msgspec import msgpack

from ironbottom.client.plain.intents import Give, Said
from ironbottom.client.plain.reader import PlainReader
from ironbottom.client.text.question.menu import Menu, menu_kind, reference
from ironbottom.events import AnyEvent
from ironbottom.flow import Game
from ironbottom.printed import CardSet
from ironbottom.questions import Answer, Choose, Move, Order, Pick, Place, Value, is_pairs
from ironbottom.rules import new_game
from ironbottom.sight import seen, view
from ironbottom.views import View
from ironbottom.words import SIDES, Side
from tests.support.players import Player, eager, seed

Sent = tuple[View, tuple[AnyEvent, ...]]  # as it comes over the wire: words and numbers without their classes


class Sitting:
    """One game, and a reader at each side and at the rail; `printed` is what each was told last."""

    def __init__(self, game: Game, cards: CardSet, width: int = 80) -> None:
        self.game = game
        self.readers: dict[Side | None, PlainReader] = {
            who: PlainReader(cards, width=width) for who in (*SIDES, None)
        }
        self.printed: dict[Side | None, list[str]] = {}
        self.show()

    def show(self) -> None:
        """Everybody gets the update of the last answer."""
        events = self.game.events or []
        for who, reader in self.readers.items():
            seen_by = msgpack.decode(msgpack.encode((view(self.game, who), seen(events, who))), type=Sent)
            self.printed[who] = reader.update(*seen_by)

    def type(self, side: Side, line: str) -> Said:
        """A line of a player; an answer goes to the game, and what came of it to everybody."""
        said = self.readers[side].line(line)
        if isinstance(said, Give):
            self.game = self.game.after(side, said.answer)
            self.show()
        return said

    def menu(self, side: Side) -> Menu:
        menu = self.readers[side].seat.menu
        assert menu is not None
        return menu


def lines_of(said: Said) -> list[str]:
    """What a typed line prints."""
    return list(getattr(said, "lines", ()))


def sitting(number: int, cards: CardSet, width: int = 80) -> Sitting:
    """A game from its first question."""
    return Sitting(new_game(cards, seed(number), ask_sides=number % 2 == 0), cards, width)


def whole_game(at: Sitting, rng: Random, player: Player | None = None) -> Iterator[tuple[Side, str, Answer, Said]]:
    """Play to the end through typed lines: side, line, the answer that was meant, and what the line amounted to."""
    player = player or eager(rng)
    while at.game.asked:
        side = rng.choice([side for side in SIDES if side in at.game.asked])
        answer = player(at.game, side)
        line = line_for(at.menu(side), answer, rng)
        yield side, line, answer, at.type(side, line)


def line_for(menu: Menu, answer: Answer, rng: Random) -> str:
    """A line that means this answer, in one of the ways in which it may be written."""
    shape = menu.shape
    if isinstance(answer, tuple) and answer[:1] == ("play",):
        i = next(i for i, card in enumerate(menu.plays) if card.value == answer[1])
        return rng.choice([str(len(menu.things) + 1 + i), f"play {menu.plays[i].name}"])
    proposed = menu.question.harmless and not isinstance(shape, Move)
    if proposed and answer == menu.question.default and rng.random() < 0.2:
        return rng.choice(["", "default", "  "])
    if isinstance(shape, Choose):
        return str(1 + next(i for i, option in enumerate(shape.options) if option == answer))
    if isinstance(shape, Pick):
        return _picked(menu, shape, answer, rng)
    if isinstance(shape, Move):
        return _step(menu, answer, rng)
    pairs = list(answer.items()) if isinstance(answer, dict) else _pairs(answer)
    if not isinstance(shape, Order):
        rng.shuffle(pairs)
    said = [f"{menu.place('token', key) + 1}{menu.letter_of(value)}" for key, value in pairs]
    if isinstance(shape, Place):
        said += [f"{menu.place('token', key) + 1} lost" for key in shape.choices if key not in dict(pairs)]
        return rng.choice([", ", "; "]).join(said)
    return rng.choice([" ", ", ", "; "]).join(said) or "default"


def _pairs(answer: Answer) -> list[tuple[int, Value]]:
    assert is_pairs(answer)
    return list(answer)


def _picked(menu: Menu, shape: Pick, answer: Answer, rng: Random) -> str:
    left = list(enumerate(shape.items, 1))
    picked = []
    assert isinstance(answer, tuple)
    for one in answer:
        found = next(pair for pair in left if pair[1] == one)
        left.remove(found)
        picked.append(str(found[0]))
    if not picked:
        return "none"
    return "all" if answer == shape.items else rng.choice([" ", ", ", ";"]).join(picked)


def _step(menu: Menu, answer: Answer, rng: Random) -> str:
    assert isinstance(answer, tuple)
    verb, *rest = [part if isinstance(part, int) else str(part) for part in answer]
    if not rest:
        return str(verb)
    who = menu.place(menu_kind(rest[0]), rest[0]) + 1
    joint = rng.choice(["", "to "])
    return " ".join([str(verb), str(who), *[f"{joint}{reference(menu, str(verb), one)}" for one in rest[1:]]])
