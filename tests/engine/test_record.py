"""The record of a game: replay bit for bit, and the first entry that does not fit is named."""

from __future__ import annotations

import json
from functools import cache
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ironbottom.catalog import card_set
from ironbottom.client.bots.light.shape_players import RandomPlayer
from ironbottom.events import AnyEvent, Damaged, Drew, Event, Reinforced, Rolled
from ironbottom.flow import IllegalAnswer
from ironbottom.narration import Narrator, OpenNames
from ironbottom.phrases import Names
from ironbottom.record import Recorded, RecordError, answer_from_json, replay, resume, transcript
from ironbottom.rules.s10_setup import Setup
from ironbottom.vocabulary import EVENTS
from ironbottom.wire.answers import plain
from ironbottom.words import CardId, Side, Token

SETS = (card_set("core"), card_set("full"))


@cache
def played(number: int) -> Recorded:
    """A random game to its end; odd ones ask for sides and use the full set."""
    player = RandomPlayer(Random(number))
    recorded = Recorded(SETS[number % 2], bytes([number]) * 32, ask_sides=number % 2 == 1)
    while recorded.game.asked:
        side = next(iter(recorded.game.asked))
        recorded.take(side, player.choose(recorded.game.asked[side]))
    return recorded


def fault(text: str) -> RecordError:
    with pytest.raises(RecordError) as caught:
        list(replay(text, SETS))
    assert str(caught.value).count("\n") == 0
    assert str(caught.value).startswith(f"line {caught.value.line}, entry {caught.value.entry}: found ")
    return caught.value


def edited(line: int, **fields: Any) -> str:
    """The record of game 0 with other values in one line; `line` counts from 1, -1 is the last."""
    lines = played(0).text.split("\n")[:-1]
    at = line - 1 if line > 0 else len(lines) + line
    lines[at] = json.dumps(json.loads(lines[at]) | fields)
    return "\n".join(lines)


def first(wanted: str) -> int:
    """The line of the first entry in which this field is not empty."""
    rows = [json.loads(line) for line in played(0).lines]
    return next(i for i, row in enumerate(rows, 1) if i > 1 and row.get(wanted))


@pytest.mark.parametrize("number", range(4))
def test_a_game_is_played_again_bit_for_bit(number: int) -> None:
    recorded = played(number)
    last = list(replay(recorded.text, SETS))[-1]
    assert last.game.outcome == recorded.game.outcome
    assert last.game.state == recorded.game.state


def test_every_entry_is_a_moment_of_its_own() -> None:
    """The games that a replay hands out are left alone by what comes after them."""
    moments = list(replay(played(1).text, SETS))
    assert [m.game.answers for m in moments] == list(range(len(moments)))
    assert moments[0].entry is None
    assert all(later.before is earlier.game for earlier, later in pairwise(moments))


def test_resigning_ends_the_record() -> None:
    """§11.4  At any time; the opponent wins."""
    recorded = Recorded(SETS[0], bytes(32))
    recorded.take(Side.JP, "keep")
    recorded.resign(Side.US)
    rows = [json.loads(line) for line in recorded.lines]
    assert rows[2] == {"n": 2, "side": "US", "resigns": True}
    assert (rows[3]["end"], rows[3]["winner"], rows[3]["reason"]) == (2, "JP", "resigned")
    assert list(replay(recorded.text, SETS))[-1].game.outcome == recorded.game.outcome


def test_dice_stand_in_the_entry_that_threw_them() -> None:
    for moment in replay(played(0).text, SETS):
        thrown = [e.faces for e in moment.game.events or () if isinstance(e, Rolled)]
        if moment.entry is not None:
            assert [bytes(map(int, dice)) for dice in getattr(moment.entry, "dice", ())] == thrown


def test_an_illegal_answer_leaves_game_and_record() -> None:
    recorded = Recorded(SETS[0], bytes(32))
    before, game = recorded.text, recorded.game
    for side, answer in ((Side.US, "nothing"), (Side.US, ("done",))):
        with pytest.raises(IllegalAnswer):
            recorded.take(side, answer)
    assert recorded.text == before
    assert recorded.game is game


def test_a_rule_that_fails_leaves_game_and_record(monkeypatch: pytest.MonkeyPatch) -> None:
    recorded = Recorded(SETS[0], bytes(32))
    before, game = recorded.text, recorded.game

    def broken(*_: object) -> None:
        raise KeyError("a fault of ours")

    monkeypatch.setattr(Setup.redraw, "then", broken)
    with pytest.raises(KeyError):
        recorded.take(Side.US, "keep")
    monkeypatch.undo()
    assert recorded.text == before
    assert recorded.game is game
    recorded.take(Side.US, "keep")
    assert recorded.entries == 1


def test_a_rule_that_fails_in_a_replay_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    text = played(0).text

    def broken(*_: object) -> None:
        raise KeyError("a fault of ours")

    monkeypatch.setattr(Setup.redraw, "then", broken)
    wrong = fault(text)
    assert (wrong.line, wrong.entry) == (2, 1)
    assert "a fault of ours" in str(wrong)


def test_a_record_broken_off_is_taken_up_again() -> None:
    whole = played(0)
    text = "\n".join(whole.lines[:60])
    again = resume(text, SETS)
    assert again.text == text + "\n"
    player = json.loads(whole.lines[60])
    again.take(Side[player["side"]], answer_from_json(player["answer"]))
    assert again.lines == whole.lines[:61]
    assert len(list(replay(text, SETS, unfinished=True))) == 60


def test_a_seed_has_32_bytes() -> None:
    with pytest.raises(ValueError, match="32 bytes, not 5"):
        Recorded(SETS[0], b"short")


@pytest.mark.parametrize(
    ("fields", "found"),
    [
        ({"record": 2}, "record 2"),
        ({"engine": "0"}, "engine '0'"),
        ({"set": "mine"}, "the card set 'mine'"),
        ({"cards": "0" * 64}, "the fingerprint '0000000000000000'"),
        ({"seed": "00"}, "the seed '00'"),
        ({"seed": "x" * 64}, "the seed 'xxx"),
        ({"seed": " ".join(["00"] * 32)}, "the seed '00 00"),
        ({"ask_sides": 1}, "does not fit"),
        ({"more": 1}, "does not fit"),
    ],
)
def test_a_wrong_header(fields: dict[str, Any], found: str) -> None:
    wrong = fault(edited(1, **fields))
    assert (wrong.line, wrong.entry) == (1, 0)
    assert found in wrong.found


@pytest.mark.parametrize("text", ["", "\n\n", "hello", "[]", '{"n":1}', "[" * 100_000, "\ud800", "1e999", "\x00"])
def test_what_is_no_record(text: str) -> None:
    assert fault(text).line == 1


@pytest.mark.parametrize(
    ("fields", "found"),
    [
        ({"n": 5}, "entry 5"),
        ({"side": "UK"}, "side 'UK'"),
        ({"side": 0}, "does not fit"),
        ({"window": "23"}, "window '23'"),
        ({"answer": "perhaps"}, "not legal"),
        ({"answer": True}, "'True' is no answer"),
        ({"answer": 1.0}, "'1.0' is no answer"),
        ({"answer": [[[[1]]]]}, "is no answer"),
        ({"answer": [{"1": 2}]}, "is no answer"),
        ({"answer": {"one": 2}}, "'one' is no card"),
        ({"answer": {"01": 2}}, "'01' is no card"),
        ({"dice": ["6"]}, "dice ['6']"),
        ({"resigns": True}, "does not fit"),
    ],
)
def test_a_wrong_entry(fields: dict[str, Any], found: str) -> None:
    wrong = fault(edited(3, **fields))
    assert (wrong.line, wrong.entry) == (3, 2)
    assert found in wrong.found


def test_an_answer_of_the_side_that_is_not_asked() -> None:
    line = first("dice")
    asked = json.loads(played(0).lines[line - 1])["side"]
    wrong = fault(edited(line, side="JP" if asked == "US" else "US"))
    assert wrong.line == line


def test_other_dice_are_found_where_they_fell() -> None:
    line = first("dice")
    dice = json.loads(played(0).lines[line - 1])["dice"]
    dice[0] = str(7 - int(dice[0][0])) + dice[0][1:]
    wrong = fault(edited(line, dice=dice))
    assert (wrong.line, wrong.entry) == (line, line - 1)
    assert wrong.found.startswith("dice ")


def test_a_resignation_must_say_yes() -> None:
    lines = [*played(0).lines[:3], '{"n":3,"side":"US","resigns":false}']
    assert fault("\n".join(lines)).found == "resigns False"


@pytest.mark.parametrize(
    ("fields", "found"),
    [
        ({"winner": "UK"}, "winner 'UK'"),
        ({"reason": "luck"}, "reason 'luck'"),
        ({"points": [99, 99]}, "points (99, 99)"),
        ({"end": 1}, "end 1"),
        ({"digest": "0" * 64}, "digest '000"),
        ({"points": [1]}, "does not fit"),
    ],
)
def test_a_wrong_end(fields: dict[str, Any], found: str) -> None:
    wrong = fault(edited(-1, **fields))
    assert wrong.line == len(played(0).lines)
    assert found in wrong.found


def test_a_missing_end() -> None:
    lines = played(0).lines
    assert fault("\n".join(lines[:-1])).expected == "the outcome: the game is over"
    assert fault("\n".join(lines[:-2])).expected == "another entry: the game is not over"
    early = fault("\n".join([*lines[:5], lines[-1]]))
    assert (early.line, early.found) == (6, "the end of the record")


def test_a_missing_entry_is_the_first_that_does_not_fit() -> None:
    lines = [*played(0).lines]
    del lines[20]
    assert (fault("\n".join(lines)).line, fault("\n".join(lines)).found) == (21, "entry 21")


def test_nothing_may_stand_behind_the_end() -> None:
    lines = played(0).lines
    wrong = fault("\n".join([*lines, lines[-1]]))
    assert (wrong.line, wrong.found) == (len(lines) + 1, "a line behind the end")


@settings(max_examples=120, deadline=None)
@given(data=st.data())
def test_a_damaged_line_is_never_another_exception(data: st.DataObject) -> None:
    lines = [*played(0).lines]
    at = data.draw(st.integers(0, len(lines) - 1))
    line = lines[at]
    start = data.draw(st.integers(0, len(line)))
    end = data.draw(st.integers(start, min(len(line), start + 12)))
    put = data.draw(st.one_of(st.text(max_size=6), st.sampled_from(['"', "{}", "[1]", "null", "-1", "9" * 30, "true"])))
    lines[at] = line[:start] + put + line[end:]
    named = 1
    try:
        list(replay("\n".join(lines), SETS))
    except RecordError as error:
        named = error.line
    assert 1 <= named <= len(lines) + 1


ANSWERS = st.one_of(
    st.text(max_size=4),
    st.integers(0, 1 << 31),
    st.lists(st.one_of(st.integers(0, 9), st.tuples(st.integers(0, 9), st.text(max_size=3)))).map(tuple),
    st.dictionaries(st.integers(0, 1 << 31), st.one_of(st.integers(0, 9), st.text(max_size=3))),
)


@given(answer=ANSWERS)
def test_answers_go_through_json_unchanged(answer: Any) -> None:
    assert answer_from_json(json.loads(json.dumps(plain(answer)))) == answer


def test_a_transcript_tells_turns_answers_and_dice_by_name() -> None:
    text = list(transcript(replay(played(0).text, SETS)))
    turns = sum([line.startswith("Turn ") for line in text])
    assert turns == played(0).game.state.turn
    assert text[0] == "Iron Bottom & Sunset Sky, core set"
    assert text[-1].startswith("    The game is over, ")
    answers = [line for line in text if line[:4].strip().isdigit()]
    assert len(answers) == played(0).entries
    assert not any("a card" in line or "unknown" in line for line in text)
    assert not any(word.isdigit() and int(word) >= 1 << 30 for line in text for word in line.split())


def test_a_resignation_is_told() -> None:
    """§11.4"""
    recorded = Recorded(SETS[0], bytes(32))
    recorded.resign(Side.US)
    assert list(transcript(replay(recorded.text, SETS)))[-2] == "    US resigns. §11.4"


NAMES = Names({CardId("us/wildcat"): "Wildcat", CardId("jp/buka"): "Buka"}, {Token(1 << 30): "Enterprise"})
BASE = ((Token(3), CardId("jp/buka")),)


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (Rolled("3.2", Side.US, Token(0), Token(1 << 30), "torp", bytes([5, 1]), 1, 1),
         "US: a submarine rolls torpedoes with 2 dice at Enterprise: 5 1: one hit; keeps 1 die, loses 1."),
        (Rolled("9.2", Side.US, Token(1 << 30), Token(0), "speed", bytes([5, 1]), 1, 1),
         "US: Enterprise tries to withdraw with 2 dice: 5 1; it succeeds."),
        (Rolled("9.2", Side.US, Token(1 << 30), Token(0), "speed", bytes([4]), 0, 0),
         "US: Enterprise tries to withdraw with 1 die: 4; it fails."),
        (Drew("13.1", Side.JP, 2, None), "Japan draws 2 cards from its airplane deck."),
        (Drew("13.1", Side.US, 1, (CardId("us/wildcat"),)), "US draws 1 card from its airplane deck: Wildcat."),
        (Damaged("4.1", Side.US, Token(1 << 30), 2, 3), "US: Enterprise takes 2 damage; its damage is 3."),
        (Reinforced("14.1(2)", Side.US, (Token(1),) * 2, BASE, None),
         "US is reinforced: 2 formations in the rear line; Buka in the front line."),
        (Reinforced("14.1(2)", Side.US, (), BASE, (CardId("jp/buka"),)),
         "US is reinforced: Buka in the front line; drawn: Buka."),
        (Reinforced("14.1(2)", Side.US, (Token(1),), (), None), "US is reinforced: 1 formation in the rear line."),
    ],
)  # fmt: skip
def test_sentences(event: AnyEvent, said: str) -> None:
    """§3.2, §4.1, §9.2, §13.1  What is hidden from the reader is left out."""
    assert Narrator(OpenNames(NAMES, {})).tell(event) == [said]


def test_every_event_has_its_sentences() -> None:
    assert {kind.__struct_config__.tag for kind in Event.__subclasses__()} == set(EVENTS)
