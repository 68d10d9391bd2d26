"""Honest transcripts are sound, whatever happened in them; and no other file is."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from io import BytesIO
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from ironbottom.catalog import card_set
from ironbottom.proof.chain import canonical, read
from ironbottom.proof.entries import AnsweredEntry, Countersigned
from ironbottom.proof.kept import OwnRecordError
from ironbottom.proof.kept import read as receipts
from ironbottom.proof.transcript import LONGEST, KeptReceipt, lines, receipt_line, written
from ironbottom.proof.verify import Verdict, check
from ironbottom.wire.orders import StandingOrder
from ironbottom.wire.signing import DIGEST
from ironbottom.wire.terms import Terms
from ironbottom.words import Side
from tests.support.lengths import some
from tests.support.signed_games import CARDS, HONEST, Setting, SignedGame, honest, verdict

ORDERS = (
    StandingOrder("*", "pass-when-forced"),
    StandingOrder("23", "withdraw-at", 1),
    StandingOrder("28", "withdraw-at", 0),
    StandingOrder("9", "none"),
    StandingOrder("20.3", "none"),
    StandingOrder("14", "none"),
    StandingOrder("5", "default"),
)
SHORT = Setting(number=11, resigns=40)  # short enough to be checked some thousand times
SETTINGS = (
    HONEST,
    SHORT,
    Setting(number=12, wishes=("jp", "us"), orders=((0, 0, ORDERS), (0, 1, ORDERS), (200, 1, ()))),
    Setting(number=13, terms=Terms(absent="bot", bank=600), away=range(50, 200), slow=11),
    Setting(number=14, wishes=("us", "us"), signs_last=(False, False), resigns=33),
    Setting(number=15, terms=Terms(seed=bytes(range(32)))),
    Setting(number=17, vain=3, resigns=20),
)


def sound(data: bytes) -> Verdict:
    return check(lines(BytesIO(data)), [CARDS])


@pytest.mark.parametrize("setting", some(SETTINGS, 3))
def test_an_honest_transcript_is_sound(setting: Setting) -> None:
    made = honest(setting)
    for kept in made.receipts:
        assert verdict(made.lines, kept).ok
    found = verdict(made.lines)
    assert (found.ok, found.entry, found.code) == (True, 0, None), found.sentence
    facts = found.facts
    assert facts is not None
    assert facts.entries == len(made.lines)
    assert facts.answers == sum(isinstance(body, AnsweredEntry) for body in made.bodies)
    assert sum([sum(player.answers.values()) for player in facts.players]) - facts.answers == (setting.resigns > 0)
    assert {player.name for player in facts.players} == {"Ann", "Bob"}
    assert f"{len(made.lines)} entries" in found.sentence


def test_every_kind_of_answer_is_among_them() -> None:
    given = {body.given for setting in SETTINGS for body in honest(setting).bodies if isinstance(body, AnsweredEntry)}
    assert given == {"player", "order", "clock", "stand-in"}


def test_what_is_not_signed_is_said() -> None:
    made = honest(SETTINGS[4])
    found = verdict(made.lines)
    assert found.ok
    facts = found.facts
    assert facts is not None
    signed = [0, 0]
    for body in made.bodies:
        if isinstance(body, Countersigned):
            signed[body.side] += len(body.digests) // DIGEST
    assert [player.signed for player in facts.players] == signed
    said = " ".join(found.notes)
    assert "Not signed by Ann" in said
    assert "Not signed by Bob" in said
    assert "resignation" in said


def test_who_answered_for_others_is_said() -> None:
    said = " ".join(verdict(honest(SETTINGS[3]).lines).notes)
    assert "by the clock" in said
    assert "by a stand-in (key " in said
    assert "by standing orders" in " ".join(verdict(honest(SETTINGS[2]).lines).notes)


def test_progress_is_told_entry_by_entry() -> None:
    made, told = honest(SHORT), list[tuple[int, int]]()
    check([line + b"\n" for line in made.lines], [CARDS], progress=lambda n, of: told.append((n, of)))
    assert told == [(n, len(made.lines)) for n in range(1, len(made.lines) + 1)]


def test_other_cards_are_found_by_their_fingerprint_alone() -> None:
    made = honest(SHORT)
    rows = [line + b"\n" for line in made.lines]
    assert check(rows, [card_set("full"), CARDS]).ok
    found = check(rows, [card_set("full")])
    assert (found.code, found.entry) == ("cards", 0)


# damage


def mutants(made: SignedGame, rng: Random) -> Iterator[bytes]:
    """The file with lines taken out, doubled and exchanged, and with bytes changed, taken out and put in."""
    rows = [line + b"\n" for line in made.lines]
    for n in range(len(rows)):
        yield b"".join(rows[:n] + rows[n + 1 :])
        yield b"".join(rows[: n + 1] + rows[n:])
        other = rng.randrange(len(rows))
        swapped = [*rows]
        swapped[n], swapped[other] = swapped[other], swapped[n]
        yield b"".join(swapped)
    data = b"".join(rows)
    for _ in range(2000):
        at = rng.randrange(len(data))
        yield data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1 :]
    for _ in range(300):
        at = rng.randrange(len(data))
        yield data[:at] + data[at + 1 :]
        yield data[:at] + bytes([rng.randrange(256)]) + data[at:]
        yield data[:at]
        yield data[at:]


def test_no_file_is_sound_but_the_one_that_was_written() -> None:
    made = honest(SHORT)
    whole = written(made.lines)
    assert sound(whole).ok
    for data in mutants(made, Random(1)):
        found = sound(data)
        assert found.ok == (data == whole), found
        assert found.ok or found.code


def values(node: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Where the plain values of an entry stand."""
    pairs = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for key, part in pairs:
        yield from values(part, (*path, key))
        if not isinstance(part, dict | list):
            yield (*path, key)


def tampered(line: bytes, path: Sequence[str | int], rng: Random) -> bytes:
    """The line with another value in one place, written as an entry is written where it still is one."""
    entry = json.loads(line)
    node = entry
    for key in path[:-1]:
        node = node[key]
    old = node[path[-1]]
    if isinstance(old, str) and len(old) > 20:
        at = rng.randrange(len(old) - 4)
        node[path[-1]] = old[:at] + ("A" if old[at] != "A" else "B") + old[at + 1 :]
    else:
        values: list[Any] = [0, 1, 2, 10**6, "", "player", "order", "pass", None, True, [], {}]
        node[path[-1]] = rng.choice([new for new in values if new != old])
    changed = json.dumps(entry).encode()
    try:
        return canonical(read(changed))
    except ValueError:
        return changed


def test_no_value_can_be_changed() -> None:
    """Each value of each entry, in a line that is written as entries are."""
    made, rng = honest(SHORT), Random(2)
    whole = [*made.lines]
    for n, line in enumerate(whole):
        for path in values(json.loads(line)):
            other = tampered(line, path, rng)
            if other != line:
                found = verdict([*whole[:n], other, *whole[n + 1 :]])
                assert not found.ok, (path, other)
                assert found.entry in range(len(whole) + 1)


@pytest.mark.parametrize(
    "data",
    [
        b"", b"\n", b"\xff\xfe\x00" * 999, b"{}\n", b"null\n", b"[" * 100_000, b'{"body":' * 50_000 + b"\n",
        b'{"n":1,"salt":' + b"[" * 90_000 + b"]" * 90_000 + b"}\n", b'"' + b"x" * (LONGEST + 5), bytes(LONGEST * 3),
        b'{"record":1,"engine":"1","set":"core"}\n',
    ],
)
def test_what_is_no_transcript_gets_one_sentence(data: bytes) -> None:
    found = sound(data)
    assert (found.ok, found.entry, found.code, found.facts) == (False, 1, "damaged", None)
    assert len(found.sentence) < 200


def test_deep_and_long_lines_within_a_transcript() -> None:
    made = honest(SHORT)
    n = next(i for i, body in enumerate(made.bodies) if isinstance(body, AnsweredEntry))
    for part in (b"[" * 50_000 + b"]" * 50_000, b"9" * 5_000, b'"' + b"y" * LONGEST + b'"', b'{"1":' * 9_000):
        line = made.lines[n].replace(b'"answer":', b'"answer":' + part + b',"more":', 1)
        found = verdict([*made.lines[:n], line, *made.lines[n + 1 :]])
        assert (found.ok, found.entry, found.code) == (False, n + 1, "damaged")


def test_a_line_and_a_file_that_are_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    made = honest(SHORT)
    n = next(i for i, body in enumerate(made.bodies) if isinstance(body, AnsweredEntry))
    found = read(made.lines[n])
    assert isinstance(found.body, AnsweredEntry)
    long = canonical(replace(found, body=replace(found.body, dice=(bytes(64),) * 4000)))
    said = verdict([*made.lines[:n], long, *made.lines[n + 1 :]])
    assert (said.entry, said.code) == (n + 1, "damaged")
    assert "longer than any entry" in said.sentence
    monkeypatch.setattr("ironbottom.proof.reading.MOST", len(made.lines) - 1)
    said = verdict(made.lines)
    assert (said.entry, said.code) == (len(made.lines), "damaged")
    assert "longer than any game" in said.sentence


def test_lines_are_read_with_their_ends() -> None:
    line = honest(SHORT).lines[0] + b"\n"
    assert list(lines(BytesIO(line * 2 + b"x"))) == [line, line, b"x"]
    assert [len(piece) for piece in lines(BytesIO(bytes(LONGEST + 3)))] == [LONGEST + 1, 2]


# receipts


def test_receipts_are_read_as_they_were_written() -> None:
    kept = honest(HONEST).receipts[Side.JP]
    data = b"".join(map(receipt_line, kept))
    assert receipts(BytesIO(data)) == kept
    assert receipts(BytesIO(data[:-9])) == kept[:-1]  # a power cut
    with pytest.raises(OwnRecordError, match="line 2"):
        receipts(BytesIO(receipt_line(kept[0]) + b"{}\n" + data))
    with pytest.raises(OwnRecordError, match="line 1"):
        receipts(BytesIO(b"[" * 90_000 + b"\n"))


def test_receipts_of_other_games_say_nothing() -> None:
    found = verdict(honest(HONEST).lines, honest(SHORT).receipts[0])
    assert found.ok
    assert "None of the receipts is of this game." in found.notes


def test_receipts_that_the_server_did_not_sign_say_nothing() -> None:
    made = honest(HONEST)
    good = made.receipts[0][0]
    found = verdict(made.lines, [good, KeptReceipt(good.game, bytes(32), good.signature)])
    assert found.ok
    assert "1 receipt is not under the server's signature, and says nothing." in found.notes


def test_receipts_that_go_back_are_a_fork() -> None:
    made = honest(HONEST)
    kept = made.receipts[0]
    assert verdict(made.lines, [kept[0], kept[0], kept[1]]).ok  # one that came twice
    found = verdict(made.lines, [kept[3], kept[1]])
    assert (found.ok, found.code) == (False, "fork")
    assert "check one player's file at a time" in found.sentence


def test_receipts_beyond_a_cut_end() -> None:
    made = honest(HONEST)
    found = verdict(made.lines[:300], made.receipts[0])
    assert (found.ok, found.code, found.entry) == (False, "cut", 301)
    assert "The receipts go on where the file ends." in found.notes
    found = verdict(made.lines[:300], made.receipts[0][:2])
    assert "The receipts go on where the file ends." not in found.notes
