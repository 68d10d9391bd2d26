"""What a host might do to a transcript when the game is over: entries, the end, whole histories, and who played.

Whatever he can sign himself fits again.  Every cheat must be named, with the first entry that is wrong.
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise

from msgspec.structs import replace

from ironbottom.keys import sign
from ironbottom.proof.chain import Chain, canonical, read
from ironbottom.proof.entries import READ, AnsweredEntry, Begun, Body, Closed, Countersigned, Ended, ResignedEntry
from ironbottom.proof.faults import Code
from ironbottom.proof.seeds import game_id
from ironbottom.wire.messages import Given
from ironbottom.wire.signing import COUNTERSIGN, countersigned
from ironbottom.wire.terms import Terms
from ironbottom.words import Side
from tests.proof.hosts import (
    FIXED,
    LATE,
    SHORT,
    changed,
    countersigned_by,
    entry,
    is_end,
    nth,
    other_answer,
    own,
    said,
    without,
)
from tests.support.signed_games import (
    ANN,
    HONEST,
    SERVER,
    Referee,
    Setting,
    SignedGame,
    begin,
    chained,
    closed,
    honest,
    ordered_by,
    party,
    refitted,
    verdict,
)

# entries


def test_a_dropped_answer() -> None:
    made = honest(FIXED)
    for k in (10, 55, 120):
        n = nth(made, k, own(Side.JP))
        assert said(chained(without(made, n))) == (n, "dropped")


@cache
def droppable() -> tuple[int, list[Body]]:
    """A signed answer without which the game can be played on as if it had never been given."""
    made = honest(SHORT)
    for n, body in enumerate(made.bodies, 1):
        if isinstance(body, AnsweredEntry) and body.side == Side.JP:
            fitted = refitted(without(made, n))
            if fitted is not None:
                return n, fitted
    raise AssertionError("every answer is needed")


def test_a_dropped_answer_and_everything_behind_it_played_again() -> None:
    """Nothing but Bob's signature tells that there was one: so it is missing before his next answer at the latest."""
    n, bodies = droppable()
    until = next(i for i, body in enumerate(bodies, 1) if i >= n and own(Side.JP)(body))
    assert said(chained(bodies)) == (until, "dropped")


def test_a_dropped_last_answer() -> None:
    made = honest(SHORT)
    n = made.number(lambda body: isinstance(body, ResignedEntry))
    assert said(chained(without(made, n))) == (n, "cut")


def test_a_dropped_countersignature() -> None:
    """Where nobody else has signed a head in between: that would be found to be another one first."""
    made = honest(FIXED)
    marks = [n for n, body in enumerate(made.bodies, 1) if isinstance(body, Countersigned)]
    n, later = next(pair for pair in pairwise(marks) if all(entry(made, n, Countersigned).side == 1 for n in pair))
    assert said(chained(without(made, n))) == (later - 1, "dropped")


def test_entries_in_another_order() -> None:
    made = honest(FIXED)
    n = nth(made, 30, own(Side.US))
    bodies = [*made.bodies]
    bodies[n - 1], bodies[n] = bodies[n], bodies[n - 1]
    assert said(chained(bodies)) == (n, "place")
    lines = [*made.lines]
    lines[n - 1], lines[n] = lines[n], lines[n - 1]
    assert said(lines) == (n, "place")


def test_answers_in_another_order_that_the_rules_do_not_mind() -> None:
    """Both sides were asked at once: only the heads that the players signed tell who answered first."""
    made = honest(FIXED)
    begun, one, other, *rest = made.bodies
    fitted = refitted([begun, other, one, *rest])
    assert fitted is not None
    assert said(chained(fitted)) == (made.number(lambda body: isinstance(body, Countersigned)), "fork")


def test_an_entry_twice() -> None:
    made = honest(FIXED)
    for n in (nth(made, 2, countersigned_by(Side.US)), made.number(is_end), 1, len(made.bodies)):
        found = verdict(chained([*made.bodies[:n], made.bodies[n - 1], *made.bodies[n:]]))
        assert (found.ok, found.entry) == (False, n + 1)


# the end


def test_a_cut_end() -> None:
    made = honest(FIXED)
    over = made.number(is_end)
    for n in (1, 2, 100, over - 1, over, len(made.lines) - 1):
        assert said(made.lines[:n]) == (n + 1, "cut")
    assert "before the game is over" in verdict(made.lines[: over - 1]).sentence
    assert "signature at the end is missing" in verdict(made.lines[:-1]).sentence


def test_a_cut_end_signed_by_the_server() -> None:
    made = honest(FIXED)
    lines = chained([*made.bodies[:200], closed(SERVER, made.begun.game, bytes(32))])
    found = verdict(lines)
    assert (found.entry, found.code) == (201, "cut")
    assert "closed before the game is over" in found.sentence


def test_a_cut_end_and_another_outcome() -> None:
    made = honest(FIXED)
    over = entry(made, made.number(is_end), Ended)
    bodies = [*made.bodies[:200], replace(over, winner=Side.US, points=(20, 0)), made.bodies[-1]]
    assert said(chained(bodies)) == (201, "cut")


def resigned_for(made: SignedGame, n: int, given: Given = "player") -> list[bytes]:
    """A transcript that stops after n entries with a resignation of Japan that nobody has signed."""
    fitted = refitted([*made.bodies[:n], ResignedEntry(Side.JP, 10_000, given, bytes(16), 0), *ending(made)])
    assert fitted is not None
    return chained(fitted)


def ending(made: SignedGame) -> tuple[Body, Body]:
    return entry(made, made.number(is_end), Ended), entry(made, len(made.bodies), Closed)


def test_a_cut_end_and_a_forged_resignation() -> None:
    """Nothing in the file is against it: but it says what is not signed, and the player's receipts go on."""
    made = honest(FIXED)
    lines = resigned_for(made, 200)
    found = verdict(lines)
    assert found.ok
    assert any("resignation of Bob (entry 201) is not signed" in note for note in found.notes)
    found = verdict(lines, made.receipts[Side.JP])
    last = nth(made, -1, lambda body: countersigned_by(Side.JP)(body) and made.bodies.index(body) < 200)
    assert (found.code, found.ok) == ("fork", False)
    assert last - 1 < found.entry <= 201


def test_nobody_resigns_for_a_player() -> None:
    assert said(resigned_for(honest(FIXED), 200, "clock")) == (201, "stand-in")


def test_an_entry_between_the_last_answer_and_the_outcome() -> None:
    made = honest(FIXED)
    n = made.number(is_end)
    orders = ordered_by(ANN, made.begun.game, Side.US, 10_000, ())
    assert said(chained([*made.bodies[: n - 1], orders, *made.bodies[n - 1 :]])) == (n, "place")


def test_another_outcome() -> None:
    made = honest(FIXED)
    n = made.number(is_end)
    over = entry(made, n, Ended)
    us, jp = over.points
    assert over.winner is not None
    others: list[tuple[Ended, Code]] = [
        (replace(over, winner=1 - over.winner), "outcome"),
        (replace(over, points=(us, jp + 1)), "outcome"),
        (replace(over, reason="strategic-base"), "outcome"),
        (replace(over, digest=bytes(32)), "position"),
    ]
    for other, code in others:
        assert said(chained(changed(made, n, other))) == (n, code)


# histories


def test_a_fork_that_the_receipts_tell_of() -> None:
    """Two players were shown two games from the hundredth answer on; each file is sound by itself."""
    one, other = honest(FIXED), Referee(FIXED._replace(fork=100)).play()
    assert one.begun == other.begun
    same = next(n for n, (a, b) in enumerate(zip(one.lines, other.lines, strict=False), 1) if a != b)
    for made, strange in ((one, other), (other, one)):
        for side in (Side.US, Side.JP):
            assert verdict(made.lines, made.receipts[side]).ok
            found = verdict(made.lines, strange.receipts[side])
            assert (found.code, found.ok) == ("fork", False)
            assert 1 <= found.entry <= same
            assert "for you" in found.sentence


def test_a_fork_that_a_countersignature_tells_of() -> None:
    """Ann, who is the host, changes an answer of her own and signs it anew; Bob signed what he had been shown."""
    n, bodies = other_answer(Side.US)
    later = next(i for i, body in enumerate(bodies, 1) if i > n and countersigned_by(Side.JP)(body))
    found = verdict(chained(bodies, own_keys={Side.US: ANN}))
    assert (found.entry, found.code) == (later, "fork")
    assert "Bob" in found.sentence


def test_a_forged_name() -> None:
    made = honest(FIXED)
    ann, bob = made.begun.players
    begun = replace(made.begun, players=(ann, replace(bob, name="Rob")))
    first = made.number(lambda body: isinstance(body, Countersigned))
    assert said(chained(changed(made, 1, begun))) == (first, "fork")


def test_a_receipt_that_the_server_did_not_sign() -> None:
    made = honest(FIXED)
    n = nth(made, 1, countersigned_by(Side.US))
    found = read(made.lines[n - 1])
    line = canonical(replace(found, body=replace(entry(made, n, Countersigned), receipt=bytes(64))))
    assert said([*made.lines[: n - 1], line, *made.lines[n:]]) == (n, "receipt")


def test_a_countersignature_of_the_host() -> None:
    made = honest(FIXED)
    n = nth(made, 1, countersigned_by(Side.US))
    body = replace(entry(made, n, Countersigned), signature=bytes(64))
    assert said(chained(changed(made, n, body))) == (n, "signature")


def test_a_countersignature_that_signs_nothing() -> None:
    """The player may help the host, and sign what makes no sense."""
    made = honest(FIXED)
    n = nth(made, 1, countersigned_by(Side.US))
    body, game = entry(made, n, Countersigned), made.begun.game
    for first, digests in ((body.first, b""), (body.first, body.digests + b"x"), (0, body.digests)):
        signature = sign(ANN.key, COUNTERSIGN, *countersigned(game, body.head, first, digests))
        other = replace(body, first=first, digests=digests, signature=signature)
        assert said(chained(changed(made, n, other))) == (n, "signature")


def test_a_wrong_salt() -> None:
    made = honest(FIXED)
    assert said(chained(made.bodies, LATE)) == (1, "salt")
    for n in (1, 100, len(made.lines)):
        line = canonical(replace(read(made.lines[n - 1]), salt=bytes(16)))
        assert said([*made.lines[: n - 1], line, *made.lines[n:]]) == (n, "salt")


def test_the_end_signed_by_somebody_else() -> None:
    made = honest(FIXED)
    n = len(made.lines)
    game, head = made.begun.game, entry(made, n, Closed).head
    chain = Chain(head, Chain.of(game, SERVER.share).salts, n - 1)
    for end in (closed(ANN, game, head), closed(SERVER, game, bytes(32)), Closed(head, bytes(64))):
        assert said([*made.lines[:-1], chain.line(end)]) == (n, "closed")


# who and what


def test_wrong_sides() -> None:
    for setting in (FIXED, HONEST, Setting(wishes=("jp", "either"))):
        made = honest(setting)
        begun = replace(made.begun, us=1 - made.begun.us)
        assert said(chained([begun, *made.bodies[1:]])) == (1, "sides")
        unsettled = setting is HONEST  # where the lot decides, and nobody knows it before the end
        assert said(chained([begun, *made.bodies[1:9]])) == ((10, "cut") if unsettled else (1, "sides"))


def test_a_swapped_key() -> None:
    made = honest(FIXED)
    eve = party("Eve")
    ann, bob = made.begun.players
    begun = replace(made.begun, players=(ann, replace(bob, key=eve.public)))
    assert said(chained(changed(made, 1, begun))) == (1, "game")


def test_a_swapped_key_and_all_that_follows_from_it() -> None:
    """Eve signs in Bob's place, under a game of another name; what Ann signed was the toss of the old one."""
    begun = honest(FIXED).begun
    other, _seed = begin(FIXED._replace(players=(ANN, party("Eve"))))
    ann = replace(begun.players[0], commitment=other.players[0].commitment)
    made = Referee(FIXED._replace(players=(ANN, party("Eve")))).play()
    swapped = replace(other, players=(ann, other.players[1]))
    assert said(chained(changed(made, 1, swapped))) == (1, "signature")


def test_a_share_that_does_not_fit() -> None:
    made = honest(FIXED)
    ann, bob = made.begun.players
    begun = replace(made.begun, players=(ann, replace(bob, share=LATE)))
    assert said(chained(changed(made, 1, begun))) == (1, "share")


def test_another_table_or_number() -> None:
    made = honest(FIXED)
    for begun in (replace(made.begun, table="OTHER"), replace(made.begun, number=2)):
        assert said(chained(changed(made, 1, begun))) == (1, "game")


def test_versions_and_cards_that_are_not_here() -> None:
    made = honest(FIXED)
    keys = [one.key for one in made.begun.players]
    others: list[tuple[Begun, Code, str]] = [
        (replace(made.begun, format=max(READ) + 1, software="ironbottom 9.1"), "version", "ironbottom 9.1"),
        (replace(made.begun, engine="77"), "version", "77"),
        (replace(made.begun, cards="f" * 64, set="mine"), "cards", "mine"),
    ]
    for begun, code, named in others:
        game = game_id(begun.server, keys, begun.table, begun.number, begun.engine, begun.cards)
        found = verdict(chained([replace(begun, game=game), *made.bodies[1:]]))
        assert (found.ok, found.entry, found.code) == (False, 0, code)
        assert named in found.sentence


def test_practice_is_called_practice() -> None:
    made = honest(FIXED._replace(terms=Terms(seed=bytes(32))))
    found = verdict(made.lines)
    assert found.ok
    assert found.facts is not None
    assert found.facts.practice
    assert "practice" in found.notes[0]


# tosses in vain

VAIN = Setting(number=18, wishes=("us", "jp"), vain=2, resigns=10)


def test_a_toss_that_is_left_out_exchanged_or_added() -> None:
    """The name of the game, which both players signed, follows from all of them."""
    made = honest(VAIN)
    one, two = made.begun.thrown
    other = honest(VAIN._replace(number=19)).begun.thrown
    for thrown in ((), (one,), (two,), (two, one), (one, two, two), other):
        assert said(chained(changed(made, 1, replace(made.begun, thrown=thrown)))) == (1, "game")


def test_a_toss_that_nobody_had_a_part_in() -> None:
    """A file whose name follows, but whose tosses are not under the signatures that they should be under."""
    made = honest(VAIN)
    one, two = made.begun.thrown
    ann, bob = one.players
    nobody = replace(ann, share=b"", revealed=b"")
    others = [
        replace(one, signature=bytes(64)), replace(one, engine="7"), replace(one, players=(nobody, bob)),
        replace(one, players=(replace(ann, revealed=bytes(64)), bob)),
        replace(one, players=(ann, replace(bob, committed=bytes(64)))),
        replace(one, players=(replace(ann, share=bytes(32)), bob)),
    ]
    for false in others:
        begun = replace(made.begun, thrown=(false, two))
        keys = [one.key for one in begun.players]
        game = game_id(begun.server, keys, begun.table, begun.number, begun.engine, begun.cards, begun.thrown)
        assert said(chained([replace(begun, game=game), *made.bodies[1:]])) == (1, "tosses")


def test_an_older_format_does_not_hide_them() -> None:
    made = honest(VAIN)
    found = verdict(chained(changed(made, 1, replace(made.begun, format=1, thrown=()))))
    assert (found.entry, found.code) == (1, "game")
