"""Whatever comes, a reader says what it is: a message, one that is not known, or none.  It never raises."""

from __future__ import annotations

import pytest

from ironbottom.wire.codecs import NATIVE_FROM_CLIENT, NATIVE_FROM_SERVER, WEB_FROM_CLIENT, WEB_FROM_SERVER
from ironbottom.wire.frames import frame
from ironbottom.wire.messages import Malformed, Unknown
from ironbottom.wire.session import Native, Role, Session, Web
from tests.wire.bodies import JSON_BOMBS, NATIVE_BOMBS, ending

UNKNOWN = {"ten thousand digits in a field that nobody knows"}  # of a message that is not known, and well made
NATIVE = pytest.mark.parametrize("bomb", NATIVE_BOMBS.values(), ids=NATIVE_BOMBS.keys())
JSON = pytest.mark.parametrize("bomb", JSON_BOMBS.values(), ids=JSON_BOMBS.keys())


@NATIVE
def test_a_bomb_of_messagepack_is_no_message(bomb: bytes) -> None:
    for decode in (NATIVE_FROM_CLIENT.decode, NATIVE_FROM_SERVER.decode):
        assert isinstance(decode(bomb), Malformed | Unknown)


@pytest.mark.parametrize(("name", "bomb"), JSON_BOMBS.items(), ids=JSON_BOMBS.keys())
def test_a_bomb_of_json_is_no_message(name: str, bomb: bytes) -> None:
    for decode in (WEB_FROM_CLIENT.decode, WEB_FROM_SERVER.decode):
        assert isinstance(decode(bomb), Unknown if name in UNKNOWN else Malformed | Unknown)


@NATIVE
@pytest.mark.parametrize("role", ["client", "server"])
def test_a_bomb_before_the_login_breaks_the_conversation_or_is_ignored(bomb: bytes, role: Role) -> None:
    session = Session(role, Native("client"), 0.0)  # which expects no magic
    assert ending(session, frame(bomb)) in ("", "frame", "malformed")


@JSON
def test_a_bomb_on_a_websocket_breaks_the_conversation_or_is_ignored(bomb: bytes) -> None:
    assert ending(Session("server", Web("server"), 0.0), bomb) in ("", "frame", "malformed", "order")


def test_the_fault_that_is_told_is_short() -> None:
    found = NATIVE_FROM_CLIENT.decode(b"\x82\xa4type\xa6create\xa5terms\x81\xa4side\xda\x0f\xa0" + b"x" * 4_000)
    assert isinstance(found, Malformed)
    assert len(found.fault) <= 200
