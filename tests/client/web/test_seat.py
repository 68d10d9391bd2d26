"""The page's knowledge of its seat (session/seat/seat_session.js), without a connection: what it does by itself in
the toss.

The twin of the tests of client/net/seat_session.py for the toss.
"""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from playwright.sync_api import Page

from ironbottom.keys import private_key, public_bytes, sign
from ironbottom.proof.seeds import game_id
from ironbottom.wire.messages import Bound, Thrown, Toss, Tossed
from ironbottom.wire.signing import COMMIT, TOSS, TOSSED, commitment

SERVER, ANN, BOB = [private_key(bytes([n]) * 32) for n in (1, 7, 9)]
KEYS = (public_bytes(ANN), public_bytes(BOB))
TABLE, SHARE, BOBS = "K7F2QA9X", b"s" * 32, b"t" * 32

# A seat hears one message after the other; what it says to each and which events follow, or why it goes no further.
TALK = """async ({messages, server, again}) => {
    const {SeatSession} = await import("/session/seat/seat_session.js");
    const {pair} = await import("/session/storage/identity.js");
    if (!again) localStorage.clear();
    let last = again ?? 0;
    const numbers = {next: () => last += 1, beyond: (seq) => { last = Math.max(last, seq); }};
    const me = pair(new Uint8Array(32).fill(7));
    const seat = new SeatSession({me, server, table: "K7F2QA9X", numbers, token: "t"});
    const said = [];
    for (const message of messages) {
        try {
            const events = message === "go on" ? (seat.tossAgain(), []) : seat.hear(message);
            const plain = events.filter((one) => one.type === "in doubt").map((one) => one.began);
            said.push([seat.drain(), plain]);
        } catch (error) {
            said.push(error.message);
        }
    }
    return said;
}"""

# A seat answers its first question, and an order of ours was quicker: what it is told, and what it says then.
LATE = """async ({asked, updateFirst}) => {
    const {SeatSession} = await import("/session/seat/seat_session.js");
    const numbers = {next: () => 1, beyond: () => {}};
    const seat = new SeatSession({me: {passing: true}, server: "", table: "K7F2QA9X", numbers, token: "t"});
    const update = (number, prompt) => ({
        type: "update", number, given: "order", events: [], view: {question: {prompt, window: "4"}, outcome: null},
    });
    seat.hear({type: "seated", place: 0, token: "t", secret: "", last: 0, number: 0, signed: 0});
    seat.hear(update(1, "One?"));
    const answer = seat.answer(0, asked).then(() => "", ({message}) => message);
    seat.drain();
    const late = [update(2, "Another one?"), {type: "refused", seq: 1, code: "stale", text: "too late", rule: ""}];
    const events = (updateFirst ? late : late.reverse()).flatMap((message) => seat.hear(message));
    return {
        told: events.filter(({type}) => type !== "changed").map(({type}) => type), fault: await answer,
        shown: events.at(-1).view.question.prompt, busy: seat.busy, said: seat.drain(),
    };
}"""

SEATED = {"type": "seated", "place": 0, "token": "t", "secret": "", "last": 0, "number": 0, "signed": 0}
HIDES = (
    "The server hides that a toss of this table came to nothing after you had shown your share: whoever saw the deal "
    "could have another one.  That is no fair toss, and this client goes no further with it."
)
ANOTHER = (
    "The server says that the toss was another one than this client took part in: that is no fair toss, and this "
    "client goes no further with it."
)


def toss(number: int = 1, thrown: tuple[Thrown, ...] = ()) -> Toss:
    game = game_id(public_bytes(SERVER), KEYS, TABLE, number, "1", "cards", thrown)
    bound = commitment(game, SHARE)
    return Toss(TABLE, game, bound, number, "1", "cards", KEYS, thrown, sign(SERVER, TOSS, game, bound))


def as_page(message: Any) -> Any:
    """A message as a page hears it."""
    return json.loads(msgspec.json.encode(message))


def talk(bench: Page, *messages: Any, again: int | None = None) -> list[Any]:
    """What a seat says to each: its requests and whether it is in doubt, or why it goes no further."""
    told = [as_page(one) if isinstance(one, msgspec.Struct) else one for one in messages]
    server = b64encode(public_bytes(SERVER)).decode()
    found: list[Any] = bench.evaluate(TALK, {"messages": told, "server": server, "again": again})
    return found


def kinds(said: list[Any]) -> list[Any]:
    return [[(one["type"], one["seq"]) for one in told[0]] if isinstance(told, list) else told for told in said]


def refused(seq: int, code: str) -> dict[str, Any]:
    text = "The signature does not fit the commitment."
    return {"type": "refused", "seq": seq, "code": code, "text": text, "rule": ""}


def tossed(of: Toss, commit: dict[str, Any], bobs: bytes = BOBS) -> Tossed:
    """Both have committed: Ann so, and Bob too."""
    theirs = commitment(of.game, bobs)
    three = (of.commitment, b64decode(commit["commitment"]), theirs)
    both = (b64decode(commit["signature"]), sign(BOB, COMMIT, of.game, of.commitment, theirs))
    return Tossed(TABLE, of.game, three, both, sign(SERVER, TOSSED, of.game, *three))


def in_vain(of: Toss, commit: dict[str, Any], reveal: dict[str, Any]) -> Thrown:
    theirs = commitment(of.game, BOBS)
    bob = Bound(KEYS[1], theirs, sign(BOB, COMMIT, of.game, of.commitment, theirs))
    ann = Bound(KEYS[0], *[b64decode(one) for one in (
        commit["commitment"], commit["signature"], reveal["share"], reveal["signature"],
    )])  # fmt: skip
    return Thrown(of.game, of.number, of.engine, of.cards, of.commitment, of.signature, (ann, bob))


def shown(bench: Page) -> tuple[dict[str, Any], dict[str, Any]]:
    """Our share is shown: what was said for that."""
    ((commit,), _none) = talk(bench, SEATED, toss())[1]
    ((reveal,), _none) = talk(bench, SEATED, toss(), tossed(toss(), commit), again=5)[2]
    return commit, reveal


def test_a_reminder_of_the_toss_is_not_answered_twice(bench: Page) -> None:
    assert kinds(talk(bench, SEATED, toss(), toss())) == [[], [("commit", 1)], []]


@pytest.mark.parametrize("code", ["toss", "not-yet"])
def test_a_step_that_came_too_late_for_its_toss_is_no_harm(bench: Page, code: str) -> None:
    """The other seat was given up and taken anew while our commitment was under way: there is another toss by now."""
    told = [SEATED, toss(), toss(2), refused(1, code), toss(2)]
    assert kinds(talk(bench, *told)) == [[], [("commit", 1)], [("commit", 2)], [], []]


def test_a_step_of_this_toss_that_is_called_foul_is_the_end(bench: Page) -> None:
    assert isinstance(talk(bench, SEATED, toss(), toss(2), refused(2, "toss"))[-1], str)


def test_a_step_that_could_not_be_written_down_is_done_again(bench: Page) -> None:
    told = [SEATED, toss(), refused(1, "not-stored"), toss()]
    assert kinds(talk(bench, *told)) == [[], [("commit", 1)], [], [("commit", 2)]]


@pytest.mark.parametrize("wrong", [
    {"number": 2}, {"engine": "2"}, {"cards": "others"}, {"players": (bytes(32), bytes(32))}, {"signature": bytes(64)},
])
def test_a_toss_that_the_server_did_not_sign_so_is_left(bench: Page, wrong: dict[str, Any]) -> None:
    assert talk(bench, SEATED, replace(toss(), **wrong))[-1] == ANOTHER


def test_a_toss_without_a_signature_is_left(bench: Page) -> None:
    assert "does not sign its part of the toss" in talk(bench, SEATED, Toss(TABLE, toss().game, bytes(32)))[-1]


def test_the_other_player_s_commitment_is_under_his_signature(bench: Page) -> None:
    ((commit,), _none) = talk(bench, SEATED, toss())[1]
    both = tossed(toss(), commit)
    wrong = replace(both, committed=(both.committed[0], bytes(64)))
    assert talk(bench, SEATED, toss(), wrong, again=5)[-1] == ANOTHER


def test_a_share_is_shown_once_only(bench: Page) -> None:
    commit, _reveal = shown(bench)
    assert talk(bench, SEATED, toss(), tossed(toss(), commit, b"x" * 32), again=9)[-1] == ANOTHER
    assert kinds(talk(bench, SEATED, toss(), tossed(toss(), commit), again=9))[-1] == [("reveal", 11)]


def test_no_other_toss_after_our_share_was_shown(bench: Page) -> None:
    """Who sits here is asked, once for each; nothing is said before; a page that is loaded anew asks again."""
    second = toss(1, (in_vain(toss(), *shown(bench)),))
    assert talk(bench, SEATED, second, second, again=9)[1:] == [[[], [False]], [[], []]]
    said = talk(bench, SEATED, second, "go on", second, again=9)
    assert said[1] == [[], [False]]
    assert kinds(said)[2:] == [[("commit", 10)], []]


def test_a_server_that_hides_a_toss_is_left(bench: Page) -> None:
    shown(bench)
    for second in (toss(2), toss(7)):
        said = talk(bench, SEATED, second, "go on", again=9)
        assert said[1] == HIDES
        assert said[2] == [[], []]


def test_a_toss_that_came_to_nothing_before_anybody_knew_a_share_is_no_harm(bench: Page) -> None:
    assert kinds(talk(bench, SEATED, toss(), toss(2))) == [[], [("commit", 1)], [("commit", 2)]]


@pytest.mark.parametrize("update_first", [True, False])
@pytest.mark.parametrize("asked", [True, False])
def test_what_nobody_was_asked_for_is_not_told_as_refused(bench: Page, *, asked: bool, update_first: bool) -> None:
    """The only legal answer goes out by itself, and an order of ours was quicker: the new question, and no word."""
    found = bench.evaluate(LATE, {"asked": asked, "updateFirst": update_first})
    told, fault = (["denied"], "too late") if asked else ([], "")
    assert found == {"told": told, "fault": fault, "shown": "Another one?", "busy": False, "said": []}
