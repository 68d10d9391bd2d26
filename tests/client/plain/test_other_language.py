"""The plain client in a made-up language: no English is left but what is typed and what the rulebook says."""

from __future__ import annotations

import re
from random import Random

import pytest

from ironbottom.client.plain.commands import COMMANDS
from ironbottom.client.plain.intents import Give
from ironbottom.client.plain.reader import PlainReader
from ironbottom.language import use
from ironbottom.rules import new_game
from tests.client.plain.sitting import Sitting, line_for, lines_of
from tests.support.languages import english
from tests.support.lengths import by_night, some
from tests.support.players import eager, seed
from tests.tools.made_up import QUOTED, MadeUp, escaped, nameless_set, texts, words

__all__ = ["english"]  # after each test the next one hears English

VERBS = (
    "move", "pair", "part", "reveal", "deploy", "shift", "swap", "recall", "discard", "transports", "express",
    "submarine",
)
TYPED = words(*COMMANDS, *VERBS, "done", "undo", "play", "add", "window", "short", "N", "NAME", "WORDS", "TEXT", "all",
              "battle", "turn", "change", "stop", "on", "off")
LETTERS = re.compile(r"(?<![A-Za-z])\d*[A-Za-z]{1,2}(?![A-Za-z])")  # of cards and of answers
PRINTING = ("help", "table", "table short", "status", "hand", "piles", "opponent", "odds", "orders", "say", "card №1 a")


def left_over(lines: list[str]) -> list[str]:
    """The lines on which English is left."""
    return escaped("\n".join(lines), QUOTED, TYPED, LETTERS)


@by_night
@pytest.mark.parametrize("number", some([2, 7], 1))
def test_a_whole_game_in_another_language(number: int) -> None:
    use(MadeUp(texts()))
    cards = nameless_set()
    at, rng = Sitting(new_game(cards, seed(number), ask_sides=True), cards, width=0), Random(number)
    player, n = eager(rng), 0
    while at.game.asked:
        side = next(iter(at.game.asked))
        menu, answer = at.menu(side), player(at.game, side)
        line = line_for(menu, answer, rng)
        if line.startswith("play "):  # all cards have one name here
            assert isinstance(answer, tuple)
            line = str(len(menu.things) + 1 + [one.value for one in menu.plays].index(str(answer[1])))
        said = at.type(side, line)
        assert isinstance(said, Give), (line, lines_of(said))
        assert not left_over([*lines_of(said), *at.printed[side]])
        n += 1
        for command in PRINTING if n % 20 == 0 else ():
            assert not left_over(lines_of(at.readers[side].line(command))), command


@pytest.mark.parametrize("line", [
    "frob", "9", "move 9 a", "part", "", "orders add 9 window 1", "orders add 3 window 16", "orders remove 4",
    "orders add 1 window 99", "resign", "no", "undo", "rules search", "rules 99", "rules search zzz", "chat", "card",
    "log", "repeat", "repeat x", "repeat stop", "repeat turn 1", "sole", "mute", "unmute", "quit", "m",
])
def test_what_is_said_to_any_line_in_another_language(line: str) -> None:
    use(MadeUp(texts()))
    cards = nameless_set()
    at = Sitting(new_game(cards, seed(3)), cards, width=0)
    for reader in (*at.readers.values(), PlainReader(cards, width=0)):
        assert not left_over(lines_of(reader.line(line)))
