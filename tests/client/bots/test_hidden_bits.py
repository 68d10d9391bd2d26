"""No bot uses a hidden bit: other cards where it may not look lead to the same answers; planted cheats are caught.

Each bot plays a whole game, and then the same game again with other cards of the enemy wherever none came to light: its
own chance is the same, and so is what it sees and hears, so its answers must be.  A cheat is given a way to the real
game which no bot has.  Likewise for the bytes that a bot's process reads: they alone decide what it answers.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from copy import deepcopy
from functools import partial
from pathlib import Path
from random import Random

import msgspec
import pytest
from msgspec import Struct

from ironbottom.client.bots.players import BOTS
from ironbottom.client.bots.registry import NamedBot, made
from ironbottom.flow import Game
from ironbottom.printed import CardSet
from ironbottom.questions import Answer
from ironbottom.rules import new_game
from ironbottom.rules.s10_setup import opening
from ironbottom.rules.s12_turn import Match
from ironbottom.sight import seen, view
from ironbottom.views import View
from ironbottom.wire.messages import Update
from ironbottom.words import SIDES, Side
from ironbottom.worlds import Memory
from tests.secrecy.leaks import LEAKS
from tests.secrecy.reading import in_the_open
from tests.secrecy.twins import twin
from tests.secrecy.wholes import cards_of_game, exchanged, words_in
from tests.support.heard_games import HeardGame
from tests.support.lengths import NIGHT, so_many, some
from tests.support.players import at_random, eager, seed, window_of

from .test_why import HastySearch

GAMES = so_many("HIDDEN_GAMES", 2, 40)
OFTEN = 0.15  # of the questions of a game, those that are held against twins
MOST = {"admiral": 500 if NIGHT else 150}  # answers; of all others the whole game
LONG = 1_500
CHOSEN = [name for name in BOTS if name != "first"]  # which looks at nothing but its question

Peek = Callable[[], Game]  # the real game: what no bot has
Maker = Callable[[CardSet, Random, Peek], NamedBot]


class BotRun(Struct):
    """A game of a bot, for one side."""

    script: list[tuple[Side, Answer]] = []
    named: set[str] = set()  # cards that came to light, and those of the enemy's answers
    frames: list[bytes] = []  # what the bot's process would read, and whether it is to answer
    changed: int = 0  # cards that are others than in the first run


def honest(name: str) -> Maker:
    """A bot of this name."""
    if name == "admiral":
        return lambda cards, rng, _peek: NamedBot(name, HastySearch(cards, rng))
    return lambda cards, rng, _peek: made(name, cards, rng)


def opened(number: int, viewer: Side, hidden: set[str] | None) -> tuple[Game, int]:
    """The game of this number; with the enemy's cards that are not among those that came to light in other places."""
    state, changed = opening(cards_of_game(number), seed(number)), 0
    if hidden is not None:
        forces, rng = state.forces[viewer.enemy], Random(number)
        forces.air_deck, in_air = exchanged(forces.air_deck, hidden, rng)
        forces.fleet_deck, in_fleet = exchanged(forces.fleet_deck, hidden, rng)
        changed = in_air + in_fleet
    return Game(state, [Match()]), changed


def played(make: Maker, number: int, viewer: Side, before: BotRun | None = None, most: int = LONG) -> BotRun:
    """A run; the second time the enemy answers as in the run before, and the bot by itself."""
    run = BotRun()
    g, run.changed = opened(number, viewer, None if before is None else before.named)
    bot = make(cards_of_game(number), Random(number), lambda: g)
    rng = Random(number)
    enemy = eager(rng) if number % 2 else at_random(rng)
    while g.asked and len(run.script) < most:  # §22.8: the end opens everything
        shown = view(g, viewer)
        told = tuple(seen(g.events or (), viewer))
        side = next(iter(g.asked))
        update = Update("", len(run.script), told, shown, bytes(32), "player", False)
        run.frames.append(bytes([side is viewer]) + msgspec.msgpack.encode(update))
        bot.hears(told, shown)
        run.named |= in_the_open(g)
        if side is viewer:
            answer = bot.choose(shown)
        elif before is not None:
            answer = before.script[len(run.script)][1]
        else:
            answer = "keep" if window_of(g, side) == "1" else enemy(g, side)  # a fleet that is drawn anew is another
            run.named.update(words_in(answer))
        run.script.append((side, answer))
        if before is not None and before.script[len(run.script) - 1] != run.script[-1]:
            break
        g = g.after(side, answer)
    return run


def twice(make: Maker, number: int, viewer: Side, most: int = LONG) -> tuple[BotRun, BotRun]:
    """Both runs; fails where the bot answers otherwise in the second."""
    one = played(make, number, viewer, most=most)
    two = played(make, number, viewer, one, most)
    assert one.script[: len(two.script)] == two.script, "a hidden card decides an answer"
    assert len(one.script) == len(two.script)
    return one, two


def at_twins(make: Maker, number: int, most: int = LONG) -> int:
    """At questions of a game, held against twins of it: with more that differs than a whole script allows.

    How many questions; fails where the bot answers otherwise.
    """
    rng, held = Random(number), 0
    cards = cards_of_game(number)
    game = HeardGame(new_game(cards, seed(number)), {side: eager(rng) for side in SIDES}, rng)
    for side, shown in game.questions(most):
        if game.g.state.setting_up or not shown.turn or rng.random() > OFTEN:
            continue
        other, chance = twin(game.g, side.enemy, rng), rng.random()
        answers = [asked_once(make, one, side, game.memories[side], chance) for one in (game.g, other)]
        assert answers[0] == answers[1], "a hidden card decides an answer"
        held += 1
    return held


def asked_once(make: Maker, g: Game, side: Side, memory: Memory, chance: float) -> Answer:
    """What a bot answers that is made here, and remembers what has been told."""
    bot = make(g.state.cards, Random(chance), lambda: g)
    if hasattr(bot.bot, "memory"):
        bot.bot.memory = deepcopy(memory)
    return bot.choose(view(g, side))


def is_caught(make: Maker, number: int) -> bool:
    """Whether a bot answers otherwise where only what is hidden differs."""
    for held_against in (at_twins, partial(twice, viewer=SIDES[number % 2])):
        try:
            held_against(make, number)
        except AssertionError as caught:
            return "a hidden card decides an answer" in str(caught)
    return False


@pytest.mark.parametrize("name", CHOSEN)
def test_other_hidden_cards_get_the_same_answers(name: str) -> None:
    """Over whole games, and byte for byte what the bot's process would read."""
    changed = 0
    for number in range(GAMES if name not in ("admiral", "tutor") else max(1, GAMES // 4)):
        one, two = twice(honest(name), number, SIDES[number % 2], MOST.get(name, LONG))
        changed += two.changed
        assert one.frames == two.frames
        own = [answer for side, answer in one.script if side is SIDES[number % 2]]
        assert len(own) > 20
    assert changed > 5  # of a long game, perhaps none: all cards came to light


@pytest.mark.parametrize("name", CHOSEN)
def test_twins_get_the_same_answers(name: str) -> None:
    """At single questions, where every hidden card may be another."""
    slow = name in ("admiral", "tutor")
    assert sum([at_twins(honest(name), number, 200 if slow else 500) for number in range(GAMES)]) > 20


class PeekingSeat:
    """Takes what is first or last by a card that it must not see."""

    def __init__(self, peek: Peek, secret: Callable[[Game, Side], str]) -> None:
        self.peek, self.secret = peek, secret

    def choose(self, shown: View) -> Answer:
        assert shown.question is not None
        assert shown.viewer is not None
        secret = self.secret(self.peek(), shown.viewer.enemy)
        return shown.question.shape.guess(Random(secret))


SECRETS: dict[str, Callable[[Game, Side], str]] = {
    "the next card of the enemy's airplane deck": lambda g, side: g.forces[side].air_deck[-1].id,
    "the enemy's fleet deck": lambda g, side: " ".join([card.id for card in g.forces[side].fleet_deck]),
    "the enemy's hand": lambda g, side: " ".join([card.id for card in g.forces[side].hand]),
    "the enemy's unseen ships": lambda g, side: " ".join(
        [f.lead.id for f in g.forces[side].formations.values() if not f.detected]
    ),
}


@pytest.mark.parametrize("secret", SECRETS)
def test_a_bot_with_a_back_door_to_the_real_game_is_caught(secret: str) -> None:
    """Within a few games; the same bot without its door is not."""

    def cheat(cards: CardSet, rng: Random, peek: Peek) -> NamedBot:
        return NamedBot("cheat", PeekingSeat(peek, SECRETS[secret]))

    def blind(cards: CardSet, rng: Random, peek: Peek) -> NamedBot:
        return NamedBot("blind", PeekingSeat(peek, lambda g, side: ""))

    assert any(is_caught(cheat, number) for number in range(8))
    assert not any(is_caught(blind, number) for number in range(2))


def test_a_view_that_leaks_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """What an unseen formation is, told to the mate: it makes use of it."""
    LEAKS["the face of an unseen formation"](monkeypatch)
    assert any(is_caught(honest("mate"), number) for number in range(8))


PROGRAM = """
import sys
from random import Random
import msgspec
from ironbottom.catalog import card_set
from ironbottom.client.bots.registry import made
from ironbottom.wire.messages import Update

name, number, cards = sys.argv[1:]
bot = made(name, card_set(cards), Random(int(number)))
source, decode = sys.stdin.buffer, msgspec.msgpack.Decoder(Update).decode
while head := source.read(4):
    frame = source.read(int.from_bytes(head, "big"))
    update = decode(frame[1:])
    bot.hears(update.events, update.view)
    if frame[0]:
        print(msgspec.json.encode(bot.choose(update.view)).decode())
"""
OWN = """
import os
from random import Random

from ironbottom.client.bots.search import SearchSeat
from ironbottom.client.bots.search.levels import Level


class Hasty(SearchSeat):
    level = Level(8, side_turns=1, seconds=600)


class Own:
    def __init__(self, cards, rng):
        self.rng = rng

    def choose(self, view):
        return view.question.shape.guess(Random(self.secret()))


class Throwing(Own):
    def secret(self):
        return os.urandom(8)


class Hashing(Own):
    def secret(self):
        return hash("a text")


class Plain(Own):
    def secret(self):
        return self.rng.random()
"""


def processed(name: str, number: int, frames: list[bytes], folder: Path, salt: int) -> list[str]:
    """What a process with this bot prints when it reads these bytes and nothing else."""
    env = os.environ | {"PYTHONHASHSEED": str(salt), "IRONBOTTOM_HOME": str(folder / str(salt))}
    cards = cards_of_game(number).name
    words = b"".join([len(frame).to_bytes(4, "big") + frame for frame in frames])
    ended = subprocess.run(
        [sys.executable, "-c", PROGRAM, name, str(number), cards], input=words, env=env, cwd=folder,
        capture_output=True, check=True,
    )
    return ended.stdout.decode().splitlines()


PROCESSED = ["admiral", *[name for name in CHOSEN if name not in ("admiral", "tutor")]]


@pytest.mark.parametrize("name", some(PROCESSED, 2))
def test_the_bytes_that_a_process_reads_decide_everything(name: str, tmp_path: Path) -> None:
    """The same bytes get the same answers in another process, elsewhere: those of a game with other hidden cards."""
    number, viewer = 1, Side.JP
    one, two = twice(honest(name), number, viewer, MOST.get(name, LONG if NIGHT else 400))
    assert one.frames == two.frames
    own = [msgspec.json.encode(answer).decode() for side, answer in one.script if side is viewer]
    (tmp_path / "own.py").write_text(OWN, encoding="utf-8")
    there = "own:Hasty" if name == "admiral" else name  # whose clock of 1.5 s is no part of its input
    first, again = [processed(there, number, run.frames, tmp_path, n) for n, run in enumerate((one, two), 1)]
    assert first == again
    assert first[: len(own)] == own
    assert len(own) > 20


@pytest.mark.parametrize(("kind", "same"), some([("Throwing", False), ("Hashing", False), ("Plain", True)], 1))
def test_a_bot_that_goes_by_more_than_its_bytes_is_caught(kind: str, same: bool, tmp_path: Path) -> None:
    """Chance of the system, or of the process; the bot's own is no more than its input."""
    (tmp_path / "own.py").write_text(OWN, encoding="utf-8")
    frames = played(honest("mate"), 1, Side.JP, most=200).frames
    first, again = [processed(f"own:{kind}", 1, frames, tmp_path, salt) for salt in (1, 2)]
    assert (first == again) is same
