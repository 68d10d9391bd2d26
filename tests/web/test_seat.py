"""The page's knowledge of its seat (net/seat.js), without a connection: what it does by itself in the toss.

The twin of the tests of client/guest.py for the toss.
"""

from __future__ import annotations

from base64 import b64encode
from typing import Any

import pytest
from playwright.sync_api import Page

ONE, OTHER = [b64encode(letter * 32).decode() for letter in (b"f", b"g")]  # games
SERVER = b64encode(b"c" * 32).decode()  # what the server is bound to

# A seat hears one message after the other; what it says to each, or why it goes no further.
TALK = """async (messages) => {
    const [{Seat}, {pair}] = [await import("/net/seat.js"), await import("/net/keys.js")];
    let last = 0;
    const numbers = {next: () => last += 1, beyond: (seq) => { last = Math.max(last, seq); }};
    const me = pair(new Uint8Array(32).fill(7));
    const seat = new Seat({me, server: "", table: "K7F2QA9X", numbers, token: "t"});
    const said = [];
    for (const message of messages) {
        try {
            seat.hear(message);
            said.push(seat.drain().map(({type, seq}) => [type, seq]));
        } catch (trouble) {
            said.push(trouble.constructor.name);
        }
    }
    return said;
}"""

SEATED = {"type": "seated", "place": 0, "token": "t", "secret": "", "last": 0, "number": 0, "signed": 0}


def toss(game: str = ONE) -> dict[str, Any]:
    return {"type": "toss", "table": "K7F2QA9X", "game": game, "commitment": SERVER}


def refused(seq: int, code: str) -> dict[str, Any]:
    text = "The signature does not fit the commitment."
    return {"type": "refused", "seq": seq, "code": code, "text": text, "rule": ""}


def test_a_reminder_of_the_toss_is_not_answered_twice(bench: Page) -> None:
    assert bench.evaluate(TALK, [SEATED, toss(), toss()]) == [[], [["commit", 1]], []]


@pytest.mark.parametrize("code", ["toss", "not-yet"])
def test_a_step_that_came_too_late_for_its_toss_is_no_harm(bench: Page, code: str) -> None:
    """The other seat was given up and taken anew while our commitment was under way: there is another toss by now."""
    told = [SEATED, toss(), toss(OTHER), refused(1, code), toss(OTHER)]
    assert bench.evaluate(TALK, told) == [[], [["commit", 1]], [["commit", 2]], [], []]


def test_a_step_of_this_toss_that_is_called_foul_is_the_end(bench: Page) -> None:
    assert bench.evaluate(TALK, [SEATED, toss(), toss(OTHER), refused(2, "toss")])[-1] == "Trouble"


def test_a_step_that_could_not_be_written_down_is_done_again(bench: Page) -> None:
    told = [SEATED, toss(), refused(1, "not-stored"), toss()]
    assert bench.evaluate(TALK, told) == [[], [["commit", 1]], [], [["commit", 2]]]
