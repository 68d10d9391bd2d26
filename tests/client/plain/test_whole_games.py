"""Whole games through the plain client: every answer is typed, every update is read, at both sides and at the rail."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from ironbottom.catalog import card_set
from ironbottom.client.plain.intents import Give
from ironbottom.client.text.card_text import width
from ironbottom.client.text.luck import CHECK
from ironbottom.events import AnyEvent, Rolled
from ironbottom.questions import Assign, Choose, Move, Order, Pick, Place
from ironbottom.views import SeenAirplane
from ironbottom.words import SIDES, Side, Token
from tests.client.plain.sitting import Sitting, lines_of, sitting, whole_game
from tests.support.lengths import by_night, some

GAMES = (("core", 1), ("full", 2), ("full", 3), ("core", 4))


def every_letter(at: Sitting) -> dict[Side | None, dict[Token, str]]:
    """The letters of what lies face down, for each pair of eyes."""
    return {who: dict(reader.seat.naming.unseen.given.items()) for who, reader in at.readers.items()}


@pytest.mark.parametrize(("name", "number"), some(GAMES, 1))
def test_a_game_is_played_to_its_end_by_typed_lines(name: str, number: int) -> None:
    """Every line that means an answer is read as that answer; no line is wider than the terminal."""
    at, rng = sitting(number, card_set(name)), Random(number)
    letters, shapes = every_letter(at), Counter[type]()
    asked = dict.fromkeys(SIDES, 0)
    for side, line, answer, said in whole_game(at, rng):
        assert isinstance(said, Give), f"{side.name} typed {line!r} for {answer!r} and was told {lines_of(said)}"
        assert said.answer == answer, f"{side.name} typed {line!r}"
        asked[side] += 1
        for printed in (*at.printed.values(), said.lines):
            assert max(map(width, printed), default=0) <= 80, [one for one in printed if width(one) > 80]
        now = every_letter(at)
        for who, given in now.items():
            old = letters[who]
            assert all(old[token] == letter for token, letter in given.items() if token in old)
            fresh = {letter for token, letter in given.items() if token not in old}
            assert not fresh & set(old.values()), "a fresh token has the letter of an old one"
        letters = now
        shapes.update(type(at.menu(one).shape) for one in at.game.asked)
    assert set(shapes) >= {Choose, Pick, Assign, Move, Place}
    assert min(asked.values()) > 20
    for who, printed in at.printed.items():
        assert any("The game is over" in line for line in printed), who
        assert sum(line.startswith("Lost by") for line in printed) == 2
        assert sum(line.startswith("Luck of") for line in printed) == 2
        assert at.readers[who].ready


def test_nothing_is_printed_of_an_opponent_who_deploys_in_private() -> None:
    """His steps change nothing that can be seen, and are not announced one by one."""
    at = sitting(1, card_set("core"))
    at.type(Side.US, "1")
    at.type(Side.JP, "1")
    assert at.printed[Side.JP]
    at.type(Side.US, "move 1 a")
    assert at.printed[Side.JP] == []
    assert at.printed[None] == []
    at.type(Side.US, "done")
    assert at.printed[Side.JP] == ["US has answered."]


def test_every_question_and_every_command_is_text_at_any_width() -> None:
    """At 40 columns all fits as well; in a pipe no line is broken."""
    commands = ("help", "table", "table short", "status", "hand", "piles", "opponent", "log", "why", "odds", "orders")
    for columns in (40, 0):
        widest = 0
        at, rng = sitting(6, card_set("full"), columns), Random(6)
        for i, (side, _line, _answer, _said) in enumerate(whole_game(at, rng)):
            printed = list(at.printed[side])
            for who, reader in at.readers.items():
                for command in commands if i % 60 == 0 else ():
                    lines = lines_of(reader.line(command))
                    assert lines, (who, command)
                    printed += lines
            widest = max([widest, *map(width, printed)])
        assert widest <= 40 if columns else widest > 200


def test_orders_of_fire_come_about_and_are_typed() -> None:
    """The sixth shape is rare: interceptors in their order."""
    seen: Counter[type] = Counter()
    for number in range(10, 30):
        at, rng = sitting(number, card_set("full")), Random(number)
        for _side, _line, answer, said in whole_game(at, rng):
            assert isinstance(said, Give)
            assert said.answer == answer
            seen.update(type(at.menu(one).shape) for one in at.game.asked)
        if seen[Order] > 2:
            return
    pytest.fail(f"no order of fire in twenty games: {seen}")


@by_night
def test_the_luck_is_counted_from_what_can_be_seen() -> None:
    """Hits against expected hits, over many games: they agree, for who looks on and for a player.

    That they agree needs every limited die to be known as one, also where it shows a low face.
    """
    hits, mean, dice = 0, 0.0, 0
    for number in range(30, 34):
        at, rng = sitting(number, card_set("full")), Random(number)
        thrown: list[AnyEvent] = []
        for _ in whole_game(at, rng):
            thrown += [e for e in at.game.events or [] if isinstance(e, Rolled) and e.ability != CHECK]
        for who, reader in at.readers.items():
            luck = reader.seat.throws.luck
            for side in SIDES:
                its = [e for e in thrown if isinstance(e, Rolled) and e.side is side]
                assert luck[side].hits == sum(e.hits for e in its), who
                assert luck[side].dice == sum(len(e.faces) for e in its), who
            assert sum(luck[side].expected for side in SIDES) == pytest.approx(
                sum(at.readers[None].seat.throws.luck[side].expected for side in SIDES), rel=0.02
            )
        hits += sum(one.hits for one in at.readers[None].seat.throws.luck.values())
        dice += sum(one.dice for one in at.readers[None].seat.throws.luck.values())
        mean += sum(one.expected for one in at.readers[None].seat.throws.luck.values())
    assert dice > 300
    assert abs(hits - mean) < 3 * (0.6 * dice) ** 0.5  # a die has a variance of 7/12


def test_airplanes_of_a_kind_are_told_apart() -> None:
    """No two airplanes that can be read have one name."""
    at, rng = sitting(8, card_set("full")), Random(8)
    several = 0
    for _ in whole_game(at, rng):
        for reader in at.readers.values():
            naming = reader.seat.naming
            names = Counter([
                (found.side, naming.now[token])
                for token, found in naming.rows.items()
                if isinstance(found.row, SeenAirplane) and found.row.card is not None
            ])
            assert not [name for name, n in names.items() if n > 1]
            several += len(names)
    assert several > 1000
