"""A position as text: exact at every question, and readable enough to be written by hand."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

import ironbottom.position
from ironbottom.catalog import card_set
from ironbottom.client.bots.light.shape_players import RandomPlayer
from ironbottom.dice import Attempts
from ironbottom.flow import Game, Procedure
from ironbottom.position import PositionError, from_text, to_text
from ironbottom.rules import new_game
from ironbottom.state import AIR
from ironbottom.words import Line, Side, Task, Token
from tests.support.lengths import some
from tests.support.table import LaidTable, window

CORE, FULL = card_set("core"), card_set("full")

BY_HAND = """\
ironbottom position 1
# The US is about to bomb Buin.

[state]
turn 3
phasing US
setting_up no

[US]
base 1 US_REAR us/espiritu-santo
base 2 US_FRONT us/port-moresby damage=1
ship 3 US_FRONT us/wasp detected damage=1
airplane 4 us/dauntless host=3
airplane 5 us/wildcat host=0 line=JP_FRONT origin=3 task=escort attempts=2 detected
hand us/seabees us/wildcat
victory jp/zuiho:7

[JP]
base 1 JP_REAR jp/truk
base 2 JP_MIDDLE jp/rabaul
base 7 JP_FRONT jp/buin

[stack]
turns
turn phasing=US at=return_
air-combat-phase phasing=US
"""


def game_at(edit: str = "", to: str = "") -> Game:
    assert edit in BY_HAND
    return from_text(BY_HAND.replace(edit, to, 1) if edit else BY_HAND, CORE)


def fault(text: str) -> PositionError:
    with pytest.raises(PositionError) as caught:
        from_text(text, CORE)
    assert str(caught.value).startswith(f"line {caught.value.line}: found ")
    return caught.value


def bare(frame: Procedure) -> Procedure:
    """A frame without the fields that could be left out."""
    return replace(frame, **dict.fromkeys(frame.derived))


@pytest.mark.parametrize("number", some((1, 0, 2, 3), 1))
def test_exact_at_every_question(number: int) -> None:
    """The same question, the same state, the same text, and the same events after the next answer."""
    cards = (CORE, FULL)[number % 2]
    player = RandomPlayer(Random(100 + number))
    game = new_game(cards, bytes([100 + number]) * 32, ask_sides=number % 2 == 1)
    steps_back = 0
    while game.asked:
        text = to_text(game)
        again = from_text(text, cards)
        assert (again.asked, again.state, again.answers) == (game.asked, game.state, game.answers)
        assert [bare(p) for p in again.stack] == [bare(p) for p in game.stack]
        assert to_text(again) == text
        side = next(iter(game.asked))
        answer = player.choose(game.asked[side])
        steps_back += answer == ("undo",)
        game = game.after(side, answer)
        again.answer(side, answer)
        assert again.events == game.events
        assert to_text(again) == to_text(game)
    assert steps_back > 0
    over = from_text(to_text(game), cards)
    assert over.outcome == game.outcome
    assert to_text(over) == to_text(game)


def test_a_position_by_hand() -> None:
    """§17.1  The attacker flies first; what is left out stands at its default."""
    game = game_at()
    assert window(game) == {Side.US: "20.1"}
    us = game.state.forces[Side.US]
    assert (us.formations[Token(3)].damage, us.formations[Token(3)].lead.name) == (1, "Wasp")
    flying = us.airplanes[Token(5)]
    assert (flying.host, flying.line, flying.task, flying.attempts) == (AIR, Line.JP_FRONT, Task.ESCORT, Attempts(2))
    assert (us.points, [card.id for card in us.hand]) == (7, ["us/seabees", "us/wildcat"])
    assert [card.id for card in us.unaccounted] == ["us/seabees"]
    assert game.events == []


def test_the_example_of_the_module_is_a_position() -> None:
    doc = ironbottom.position.__doc__ or ""
    lines = [line[4:] for line in doc.split("\n") if line.startswith("    ") or not line]
    game = from_text("\n".join(lines), CORE)
    assert [f.lead.name for f in game.state.forces[Side.US].formations.values()] == ["Wasp"]


def test_pairs_get_their_values_from_their_cards() -> None:
    """§8.4  North Carolina & Washington with DesRon 12: HP 8 + 2, Anti-Air 5 + 1, Anti-Sub 1 + 2, the slower Speed."""
    ship = "ship 8 US_REAR us/north-carolina-washington escort=us/desron-12"
    game = game_at("ship 3 US_FRONT us/wasp detected damage=1", ship + "\nship 3 US_FRONT us/wasp detected damage=1")
    f = game.state.forces[Side.US].formations[Token(8)]
    assert (f.values.hp, f.values.air, f.values.sub, f.values.speed) == (10, 6, 3, 1)


def test_a_tokyo_express_pair() -> None:
    """§21.16  Long Lance's transports with DesDiv 31: HP 2 + 2, and the Speed of the escort, 4, not "-"."""
    for word, speed in ((" express", 4), ("", None)):
        ship = f"ship 8 JP_FRONT jp/long-lance escort=jp/desdiv-31{word}"
        f = game_at("base 7 JP_FRONT jp/buin", ship).state.forces[Side.JP].formations[Token(8)]
        assert (f.values.hp, f.values.speed, f.express) == (4, speed, speed is not None)


@pytest.mark.parametrize(
    ("edit", "to", "found"),
    [
        ("ironbottom position 1", "ironbottom position 2", "'ironbottom position 2'"),
        ("# The US", "answers many #", "'answers many # is about to bomb Buin.'"),
        ("# The US is about to bomb Buin.", "answers many", "'many'"),
        ("# The US is about to bomb Buin.", "cards full", "the cards full"),
        ("# The US is about to bomb Buin.", "cards core 00", "the cards core 00"),
        ("# The US is about to bomb Buin.", "outcome US luck 1 2", "'luck'"),
        ("# The US is about to bomb Buin.", "weather fair", "'weather'"),
        ("[state]", "[State]", "'[State]'"),
        ("[JP]", "[US]", "a second [US]"),
        ("[JP]", "[stack]", "a second [stack]"),
        ("turn 3", "turn three", "'three'"),
        ("turn 3", "turn 3 4", "'turn 3 4'"),
        ("turn 3", "turns 3", "'turns'"),
        ("turn 3", "dice 00 1", "'dice 00 1'"),
        ("turn 3", f"dice {'0' * 64} 1 07", "'07'"),
        ("turn 3", "effect squall US x phase", "'x'"),
        ("phasing US", "phasing UK", "'UK'"),
        ("setting_up no", "setting_up perhaps", "'perhaps'"),
        ("us/wasp", "us/titanic", "'us/titanic'"),
        ("us/wasp", "jp/zuiho", "'jp/zuiho'"),
        ("us/wasp", "us/wildcat", "'us/wildcat'"),
        ("us/wasp", "us/wasp escort=us/wasp", "escort=us/wasp"),
        ("US_FRONT us/wasp", "FRONT us/wasp", "'FRONT'"),
        ("detected damage=1", "detected detected", "'detected'"),
        ("detected damage=1", "sunk", "'sunk'"),
        ("damage=1\nairplane", "damage=-1\nairplane", "'-1'"),
        ("airplane 4 us/dauntless host=3", "airplane 4 us/dauntless", "airplane without host"),
        ("airplane 4 us/dauntless host=3", "airplane 4 us/dauntless host=9", "host=9"),
        ("airplane 4 us/dauntless", "airplane 3 us/dauntless", "the token 3"),
        ("task=escort", "task=sleep", "'sleep'"),
        ("attempts=2", "attempts=99", "'99'"),
        ("jp/zuiho:7", "jp/zuiho", "''"),
        ("base 7", "bridge 7", "'bridge'"),
        ("air-combat-phase phasing=US", "tea-break", "'tea-break'"),
        ("air-combat-phase phasing=US", "air-combat-phase", "air-combat-phase without phasing"),
        ("air-combat-phase phasing=US", "air-combat-phase phasing=", "'phasing='"),
        ("air-combat-phase phasing=US", "air-combat-phase phasing=UK", "'UK'"),
        ("air-combat-phase phasing=US", "air-combat-phase phasing=US colour=1", "'colour'"),
        ("at=return_", "at=lunch", "'lunch'"),
        ("at=return_", "asked=[1]", "asked=[1]"),
        ("air-combat-phase phasing=US", "ships phasing=US start=state:7", "'state:7'"),
        ("air-combat-phase phasing=US", 'first-deployment history=[[0,["formations:1"]]]', "'formations:1'"),
    ],
)
def test_what_is_wrong_is_named_with_its_line(edit: str, to: str, found: str) -> None:
    assert edit in BY_HAND
    wrong = fault(BY_HAND.replace(edit, to, 1))
    assert wrong.found == found
    line = (BY_HAND.replace(edit, to, 1)).split("\n")[wrong.line - 1]
    assert set(to.split()) & set(line.split())


def test_a_stack_that_does_not_fit_the_table() -> None:
    """§14.2  Ships are deployed behind a veil; without one the rules cannot go on."""
    wrong = fault(BY_HAND.replace("air-combat-phase", "ships"))
    assert "cannot go on" in wrong.found
    assert BY_HAND.split("\n")[wrong.line - 1] == "[stack]"


@pytest.mark.parametrize("missing", ["[state]", "[US]", "[JP]", "[stack]"])
def test_a_section_that_is_missing(missing: str) -> None:
    sections = BY_HAND.split("\n\n")
    kept = [section for section in sections if not section.startswith(missing)]
    assert len(kept) == len(sections) - 1
    assert fault("\n\n".join(kept)).line >= 1


def test_text_of_any_kind_is_never_another_exception() -> None:
    """Damage to one character of a whole position."""
    random = Random(5)
    game = new_game(CORE, bytes(32))
    player = RandomPlayer(random)
    for _ in range(60):
        side = next(iter(game.asked))
        game.answer(side, player.choose(game.asked[side]))
    text = to_text(game)
    refused = 0
    for _ in range(400):
        at = int(random.random() * len(text))
        try:
            from_text(text[:at] + random.choice("0 x[]=\n-é\"") + text[at + 1 :], CORE)
        except PositionError:
            refused += 1
    assert refused > 100


def test_dice_by_hand_cannot_be_written() -> None:
    with pytest.raises(TypeError, match="not a stream"):
        to_text(LaidTable().as_game())
