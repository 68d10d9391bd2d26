"""One connection from hello to login: who may come in, and as whom."""

from __future__ import annotations

import pytest

from ironbottom.keys import new_key, public_bytes, sign
from ironbottom.server.transport.connection_guard import ConnectionGuard
from ironbottom.wire.messages import Bye, Challenge, Hello, Login, Ok, Pong, Refused, Say, Welcome
from ironbottom.wire.signing import COMMIT, LOGIN
from tests.server.support.doubles import BothEnds, Grounds

HERE = "127.0.0.1"


@pytest.fixture
def grounds() -> Grounds:
    return Grounds()


@pytest.fixture
def connection(grounds: Grounds) -> BothEnds:
    return grounds.connect(HERE)


def test_the_nonce_is_new_each_time(grounds: Grounds) -> None:
    challenges = [grounds.connect(HERE).hello() for _ in range(20)]
    assert len({challenge.nonce for challenge in challenges}) == 20
    assert {challenge.key for challenge in challenges} == {grounds.lobby.public}


class TestLogin:
    def end(self, connection: BothEnds, signature: bytes) -> Bye:
        connection.say(Login(signature))
        (bye,) = connection.hear()
        assert isinstance(bye, Bye)
        assert connection.wire.disconnecting
        return bye

    def test_with_anothers_key(self, connection: BothEnds, grounds: Grounds) -> None:
        challenge = connection.hello()
        assert self.end(connection, sign(new_key(), LOGIN, challenge.nonce, challenge.key)).code == "login"
        assert grounds.metrics.logins == 0

    def test_with_a_signature_from_another_connection(self, connection: BothEnds, grounds: Grounds) -> None:
        other = grounds.connect(HERE)
        other.key = connection.key
        challenge = other.hello()
        connection.hello()
        assert self.end(connection, sign(connection.key, LOGIN, challenge.nonce, challenge.key)).code == "login"

    def test_with_a_signature_for_another_server(self, connection: BothEnds) -> None:
        challenge = connection.hello()
        elsewhere = public_bytes(new_key())
        assert self.end(connection, sign(connection.key, LOGIN, challenge.nonce, elsewhere)).code == "login"

    def test_with_a_signature_for_another_purpose(self, connection: BothEnds) -> None:
        challenge = connection.hello()
        assert self.end(connection, sign(connection.key, COMMIT, challenge.nonce, challenge.key)).code == "login"

    def test_who_is_in_is_known_by_his_key(self, connection: BothEnds, grounds: Grounds) -> None:
        connection.log_in()
        (guard,) = grounds.context.guards
        assert isinstance(guard, ConnectionGuard)
        assert guard.stream is not None
        assert guard.stream.session is not None
        assert guard.stream.session.key == public_bytes(connection.key)
        assert grounds.metrics.logins == 1

    def test_a_version_that_nobody_speaks(self, connection: BothEnds) -> None:
        connection.say(Hello((7, 9), "test", public_bytes(connection.key), "Tanaka"))
        (bye,) = connection.hear()
        assert bye.code == "version"
        assert "7 to 9" in bye.text

    def test_a_request_before_the_login(self, connection: BothEnds, grounds: Grounds) -> None:
        say = connection.session.send(Hello((1, 1), "test", public_bytes(connection.key), "Tanaka"), 0)
        connection.send(say)
        connection.session.state = "in"
        connection.say(Say(1, "T", "let me in"))
        connection.session.state = "greeted"
        assert [type(message) for message in connection.hear()] == [Challenge, Bye]
        assert not grounds.lobby.heard


def test_an_unknown_message_is_survived(connection: BothEnds) -> None:
    connection.log_in()
    body = b"\x82\xa4type\xa5dance\xa3seq\x05"
    connection.send(len(body).to_bytes(4, "big") + body)
    (refused,) = connection.hear()
    assert refused == Refused(5, "unknown-message", refused.text)
    assert "dance" in refused.text
    connection.say(Say(6, "T", "still here"))
    assert connection.hear() == [Ok(6)]


def test_a_bad_message_is_refused_and_ten_end_it(connection: BothEnds) -> None:
    connection.log_in()
    body = b"\x82\xa4type\xa3say\xa3seq\x05"  # without a table
    heard: list[object] = []
    for _ in range(11):
        connection.send(len(body).to_bytes(4, "big") + body)
        heard += connection.hear()
    assert [type(message) for message in heard] == [Refused] * 10 + [Bye]


def test_pongs_and_welcomes_of_a_client_are_out_of_order(connection: BothEnds) -> None:
    connection.log_in()
    connection.say(Pong(1))
    assert connection.hear() == []
    body = connection.session.wire.send(Welcome("me", ()))
    connection.send(body)
    assert [message.code for message in connection.hear()] in (["unknown-message"], ["order"])
