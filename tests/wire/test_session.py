"""One end of a conversation: who may say what, when; pings and death; what breaks it, and with which words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, get_args

import pytest
from msgspec import Raw

from ironbottom.wire.codecs import NATIVE_FROM_CLIENT, encode
from ironbottom.wire.encoded import EncodedMissed
from ironbottom.wire.frames import MAGIC, TO_CLIENT, TO_SERVER, frame
from ironbottom.wire.messages import (
    VERSIONS,
    Bye,
    Challenge,
    FromClient,
    FromServer,
    Hello,
    Login,
    Malformed,
    Message,
    Missed,
    Notice,
    Ping,
    Pong,
    Refused,
    Resign,
    Say,
    Unknown,
    Welcome,
)
from ironbottom.wire.session import (
    ASLEEP,
    DEAD,
    MALFORMED,
    PING,
    WOKEN,
    Broken,
    Native,
    Role,
    Session,
    State,
    Web,
    mismatch,
    version_of,
)
from tests.wire.protocol_examples import examples
from tests.wire.protocol_opening import opening

SAMPLES = examples()
CLIENTS = {kind.__struct_config__.tag for kind in get_args(FromClient)}
SERVERS = {kind.__struct_config__.tag for kind in get_args(FromServer)}
EITHER = {"ping", "pong", "bye"}
ROLES: tuple[Role, Role] = ("client", "server")
OTHER: dict[Role, Role] = {"client": "server", "server": "client"}

# The grammar once more, as the document tells it: in each state, what the client and what the server may say.
MAY: dict[State, dict[Role, set[str]]] = {
    "new": {"client": {"hello"} | EITHER, "server": EITHER},
    "greeted": {"client": EITHER, "server": {"challenge"} | EITHER},
    "challenged": {"client": {"login"} | EITHER, "server": EITHER},
    "proving": {"client": EITHER, "server": {"welcome"} | EITHER},
    "in": {"client": CLIENTS - {"hello", "login"}, "server": SERVERS - {"challenge", "welcome"}},
}
STEPS: list[tuple[Role, str]] = [
    ("client", "hello"), ("server", "challenge"), ("client", "login"), ("server", "welcome"),
]


def pair() -> tuple[Session, Session]:
    return Session("client", Native("client"), 0.0), Session("server", Native("server"), 0.0)


def at(state: State) -> tuple[Session, Session]:
    """Both ends of a conversation that has come so far."""
    client, server = pair()
    for speaker, said in STEPS:
        if client.state == state:
            break
        carry(client, server, speaker, SAMPLES[said])
    assert client.state == server.state == state
    return client, server


def carry(client: Session, server: Session, speaker: Role, message: Message) -> list[Any]:
    """What one end says comes to the other."""
    ends = {"client": client, "server": server}
    return ends[OTHER[speaker]].receive(ends[speaker].send(message, 0.0), 0.0)


def frames(bodies: Iterable[bytes]) -> bytes:
    return b"".join([frame(body) for body in bodies])


@pytest.mark.parametrize("state", MAY)
@pytest.mark.parametrize("speaker", ROLES)
@pytest.mark.parametrize("said", sorted(CLIENTS | SERVERS))
def test_every_message_in_every_state_by_everybody(state: State, speaker: Role, said: str) -> None:
    client, server = at(state)
    talker, hearer = (client, server) if speaker == "client" else (server, client)
    message = SAMPLES[said]
    may = said in MAY[state][speaker]
    raw = (MAGIC if speaker == "client" and state == "new" else b"") + frame(encode(message))
    if may:
        heard = hearer.receive(talker.send(message, 1.0), 1.0)
        assert heard == ([] if said == "pong" else [message])
        assert client.state == server.state
        return
    with pytest.raises(AssertionError, match=f"said by the {speaker} while {state}"):
        talker.send(message, 1.0)
    if said in (CLIENTS if speaker == "client" else SERVERS) or (speaker == "client" and state != "in"):
        with pytest.raises(Broken) as broken:
            hearer.receive(raw, 1.0)
        assert (broken.value.bye.code, said in broken.value.bye.text) == ("order", True)
    else:  # a message of the other direction is one that nobody knows
        heard = hearer.receive(raw, 1.0)
        assert [type(one) for one in heard] == ([Unknown] if state == "in" else [])


def test_the_whole_opening_goes_through_both_ends() -> None:
    client, server = pair()
    heard = [one for line in opening() for one in carry(client, server, line.by, line.message)]
    assert heard == [line.message for line in opening()]


def test_one_byte_at_a_time_and_all_at_once() -> None:
    client, _ = pair()
    sent = b"".join([client.send(line.message, 0.0) for line in opening()[:1]])
    _, server = pair()
    assert [one for i in range(len(sent)) for one in server.receive(sent[i : i + 1], 0.0)] == [opening()[0].message]
    client, server = at("in")
    said = [line.message for line in opening() if line.by == "server"][2:]
    assert client.receive(b"".join([server.send(message, 0.0) for message in said]), 0.0) == said


def test_encoded_updates_may_be_said_by_a_server_only() -> None:
    client, server = at("in")
    missed = EncodedMissed("T", 1, (Raw(b"\x90"),))
    assert client.receive(server.send(missed, 0.0), 0.0) == [Missed("T", 1, ((),))]
    with pytest.raises(AssertionError):
        client.send(missed, 0.0)


# a bye

@pytest.mark.parametrize("speaker", ROLES)
@pytest.mark.parametrize("state", MAY)
def test_after_a_bye_nothing_is_said_and_nothing_heard(speaker: Role, state: State) -> None:
    client, server = at(state)
    talker, hearer = (client, server) if speaker == "client" else (server, client)
    bye = talker.send(Bye("restart"), 0.0)
    assert talker.state == "closed"
    assert hearer.receive(bye + frames([encode(Ping(1)), b"rubbish"]), 0.0) == [Bye("restart")]
    assert hearer.state == "closed"
    assert hearer.receive(frames([b"more rubbish"]), 0.0) == []
    with pytest.raises(AssertionError):
        talker.send(Hello(VERSIONS, "", bytes(32), ""), 0.0)
    assert client.tick(1_000.0) is None


def test_what_came_before_a_bye_is_heard() -> None:
    client, server = at("in")
    said: list[Message] = [Resign(1, "T"), Bye("")]
    assert server.receive(b"".join([client.send(message, 0.0) for message in said]), 0.0) == said


# pings and death

@pytest.mark.parametrize("role", ROLES)
def test_a_ping_after_ten_seconds_of_silence_and_no_second_one_at_once(role: Role) -> None:
    session = dict(zip(ROLES, at("in"), strict=True))[role]
    assert session.tick(PING - 0.001) is None
    ping = session.tick(PING)
    assert ping == Ping(1)
    session.send(ping, PING)
    assert session.tick(PING + 1) is None
    assert session.tick(2 * PING) == Ping(2)


@pytest.mark.parametrize("role", ROLES)
def test_dead_after_twenty_five_seconds_of_silence(role: Role) -> None:
    session = dict(zip(ROLES, at("in"), strict=True))[role]
    for now in range(int(DEAD)):
        session.tick(now)
    session.tick(DEAD - 0.001)
    with pytest.raises(Broken) as broken:
        session.tick(DEAD)
    assert broken.value.bye == Bye("silence", "nothing was heard for 25 seconds")


def test_who_only_listens_and_answers_pings_lives() -> None:
    client, server = at("in")
    for now in range(int(10 * DEAD)):
        if now % 4 == 0:
            client.receive(server.send(Notice("news", ""), now), now)
        ping = server.tick(now)
        if ping is not None:
            assert client.receive(server.send(ping, now), now) == [ping]
            assert server.receive(client.send(Pong(ping.n), now), now) == []


def test_whoever_answers_lives() -> None:
    client, server = at("in")
    now = 0.0
    while now < 10 * DEAD:
        now += 1.0
        for one, other in ((client, server), (server, client)):
            ping = one.tick(now)
            if ping is not None:
                assert other.receive(one.send(ping, now), now) == [ping]
                assert one.receive(other.send(Pong(ping.n), now), now) == []


def test_whoever_speaks_needs_no_ping() -> None:
    client, server = at("in")
    for now in range(1, 100):
        server.receive(client.send(Say(1, "T", "hello"), now), now)
        assert server.tick(now) is None


def test_silence_before_the_login_is_death_too() -> None:
    _, server = pair()
    for now in range(int(DEAD)):
        server.tick(now)
    with pytest.raises(Broken):
        server.tick(DEAD)


@pytest.mark.parametrize("asleep", [ASLEEP + 1, DEAD, 7_200.0])
@pytest.mark.parametrize("role", ROLES)
def test_who_was_stopped_himself_asks_before_he_leaves(role: Role, asleep: float) -> None:
    """A process that is stopped, or a machine that sleeps, hears nothing meanwhile: that is nobody else's silence."""
    session = dict(zip(ROLES, at("in"), strict=True))[role]
    for now in range(8):
        assert session.tick(now) is None
    woken = 7 + asleep
    assert session.tick(woken) == (Ping(1) if woken >= PING else None)
    quiet = min(woken, DEAD - WOKEN)  # what is counted of it
    for waits in range(1, int(DEAD - quiet)):
        session.tick(woken + waits)
    with pytest.raises(Broken):
        session.tick(woken + DEAD - quiet)


# what cannot be read

@pytest.mark.parametrize("role", ROLES)
def test_ten_unreadable_messages_are_forgiven_and_the_eleventh_is_not(role: Role) -> None:
    session = dict(zip(ROLES, at("in"), strict=True))[role]
    for _ in range(MALFORMED):
        assert [type(one) for one in session.receive(frames([b"\xc1"]), 0.0)] == [Malformed]
    with pytest.raises(Broken) as broken:
        session.receive(frames([b"\xc1"]), 0.0)
    assert broken.value.bye.code == "malformed"


@pytest.mark.parametrize("state", [state for state in MAY if state != "in"])
def test_before_the_login_nothing_unreadable_is_forgiven(state: State) -> None:
    _, server = at(state)
    magic = MAGIC if state == "new" else b""
    with pytest.raises(Broken) as broken:
        server.receive(magic + frames([b"\xc1"]), 0.0)
    assert broken.value.bye.code == "malformed"


class Counting:
    """A wire whose messages cannot be read, and that counts how many somebody tried to read."""

    def __init__(self) -> None:
        self.read = 0

    def receive(self, data: bytes) -> Iterable[Any]:
        return map(self._malformed, Native("client").receive(data))

    def _malformed(self, message: Any) -> Malformed:
        self.read += 1
        assert isinstance(message, Malformed)
        return message

    def send(self, message: Message) -> bytes:
        return Native("server").send(message)


def test_a_flood_of_empty_bodies_is_stopped_at_the_eleventh() -> None:
    _, server = at("in")
    counting = Counting()
    server.wire = counting
    with pytest.raises(Broken):
        server.receive(frames([b""] * 10_000), 0.0)
    assert counting.read == MALFORMED + 1


PARLEY = b"\x82\xa4type\xa6parley\xa3seq\x07"


@pytest.mark.parametrize("state", MAY)
def test_a_server_ends_a_conversation_that_begins_with_an_unknown_message(state: State) -> None:
    """After the login it says that it does not know it; before, nobody is left waiting without a word."""
    _, server = at(state)
    sent = (MAGIC if state == "new" else b"") + frames([PARLEY])
    if state == "in":
        assert server.receive(sent, 0.0) == [Unknown("parley", 7)]
        return
    with pytest.raises(Broken) as broken:
        server.receive(sent, 0.0)
    assert broken.value.bye == Bye("order", "the message parley was not to be said now")


@pytest.mark.parametrize("state", MAY)
def test_a_client_ignores_what_a_newer_server_says(state: State) -> None:
    client, _ = at(state)
    heard = client.receive(frames([PARLEY]), 0.0)
    assert heard == ([Unknown("parley", 7)] if state == "in" else [])


# limits and first bytes

def test_a_server_takes_four_kilobytes_and_a_client_sixty_four() -> None:
    client, server = at("in")
    for session, limit in ((server, TO_SERVER), (client, TO_CLIENT)):
        assert [type(one) for one in session.receive(frames([bytes(limit)]), 0.0)] == [Malformed]
        with pytest.raises(Broken) as broken:
            session.receive(frames([bytes(limit + 1)]), 0.0)
        assert broken.value.bye == Bye("frame", f"a body of {limit + 1} bytes; {limit} is the most")


@pytest.mark.parametrize(("role", "limit"), [("server", 4 * TO_SERVER), ("client", 4 * TO_CLIENT)])
def test_json_may_be_four_times_as_long(role: Role, limit: int) -> None:
    session = Session(role, Web(role), 0.0)
    with pytest.raises(Broken) as broken:
        session.receive(b" " * (limit + 1), 0.0)
    assert broken.value.bye == Bye("frame", f"a message of {limit + 1} bytes; {limit} is the most")
    with pytest.raises(Broken, match="cannot be read"):
        session.receive(b" " * limit, 0.0)


def test_a_client_says_the_magic_once_and_a_server_never() -> None:
    client, server = pair()
    hello = client.send(SAMPLES["hello"], 0.0)
    assert hello.startswith(b"IBSS1")
    server.receive(hello, 0.0)
    challenge = server.send(SAMPLES["challenge"], 0.0)
    assert int.from_bytes(challenge[:4], "big") == len(challenge) - 4
    client.receive(challenge, 0.0)
    login = client.send(SAMPLES["login"], 0.0)
    assert NATIVE_FROM_CLIENT.decode(login[4:]) == SAMPLES["login"]


def test_other_first_bytes_break_the_conversation() -> None:
    with pytest.raises(Broken) as broken:
        pair()[1].receive(b"GET / HTTP/1.1", 0.0)
    assert broken.value.bye.code == "frame"


def test_a_whole_login_on_a_websocket() -> None:
    client, server = Session("client", Web("client"), 0.0), Session("server", Web("server"), 0.0)
    for speaker, said in STEPS:
        assert carry(client, server, speaker, SAMPLES[said]) == [SAMPLES[said]]
    assert client.state == server.state == "in"
    assert carry(client, server, "server", Refused(0, "x", "y")) == [Refused(0, "x", "y")]
    assert carry(client, server, "server", Notice("x", "y")) == [Notice("x", "y")]


# versions

@pytest.mark.parametrize(
    ("theirs", "ours", "spoken"),
    [
        ((1, 1), (1, 1), 1), ((1, 9), (1, 1), 1), ((1, 2), (2, 3), 2), ((2, 5), (1, 3), 3), ((1, 5), (2, 9), 5),
        ((2, 3), (1, 1), None), ((1, 1), (2, 3), None), ((0, 0), (1, 1), None), ((5, 1), (1, 1), None),
        ((-9, 2**60), (1, 1), 1),
    ],
)
def test_the_highest_version_that_both_speak(
    theirs: tuple[int, int], ours: tuple[int, int], spoken: int | None
) -> None:
    assert version_of(theirs, ours) == spoken


def test_a_mismatch_says_what_to_upgrade() -> None:
    old_client = mismatch((1, 1), "ironbottom 0.9", ours=(2, 3))
    assert "version 2 to 3" in old_client
    assert "your client is too old; upgrade it, as the README says under Install" in old_client
    old_server = mismatch((2, 3), "ironbottom 0.1", ours=(1, 1))
    assert "the server (ironbottom 0.1) is too old; ask its host to upgrade ironbottom" in old_server


def test_a_client_does_not_take_a_version_that_it_cannot_speak() -> None:
    client, _ = at("greeted")
    later = Challenge(VERSIONS[1] + 1, "s", "1", bytes(32), bytes(32))
    with pytest.raises(Broken) as broken:
        client.receive(frames([encode(later)]), 0.0)
    assert broken.value.bye.code == "version"


def test_the_states_after_each_step() -> None:
    client, server = pair()
    states = []
    for speaker, said in STEPS:
        carry(client, server, speaker, SAMPLES[said])
        states.append(server.state)
    assert states == ["greeted", "challenged", "proving", "in"]
    assert {Hello, Login, Challenge, Welcome} == {type(SAMPLES[said]) for _, said in STEPS}
