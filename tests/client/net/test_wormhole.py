"""The tunnel, with a double in the place of the package magic-wormhole: what is carried, and what is told."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any

import pytest
from twisted.internet.defer import Deferred, ensureDeferred, fail, succeed
from twisted.internet.error import ConnectionRefusedError as Refused
from twisted.internet.protocol import Factory
from twisted.internet.testing import StringTransport

from ironbottom.client.net import wormhole
from ironbottom.client.net.wormhole import TunnelEnd, TunnelFactory, host, join


class Onward:
    """An endpoint; `answer` lets the connection come about, or not."""

    def __init__(self) -> None:
        self.waiting: Deferred[Any] = Deferred()
        self.factory = Factory()

    def connect(self, factory: Factory) -> Deferred[Any]:
        self.factory = factory
        return self.waiting

    def answer(self) -> tuple[TunnelEnd, StringTransport]:
        half = self.factory.buildProtocol(None)
        assert isinstance(half, TunnelEnd)
        way = made(half)
        self.waiting.callback(half)
        return half, way


def made(half: TunnelEnd) -> StringTransport:
    """As Twisted does it when a connection is there."""
    way = StringTransport()
    vars(half).update(transport=way)
    half.connectionMade()
    return way


def incoming(onward: Onward) -> tuple[TunnelEnd, StringTransport]:
    half = TunnelFactory(onward).buildProtocol(None)
    return half, made(half)


def test_bytes_are_carried_both_ways() -> None:
    onward = Onward()
    near, near_way = incoming(onward)
    near.dataReceived(b"early ")
    near.dataReceived(b"words")
    remote, far_way = onward.answer()
    assert far_way.value() == b"early words"
    remote.dataReceived(b"an answer")
    near.dataReceived(b", and more")
    assert near_way.value() == b"an answer"
    assert far_way.value() == b"early words, and more"


@pytest.mark.parametrize("near_end", [True, False])
def test_an_end_that_is_lost_closes_the_other(near_end: bool) -> None:
    onward = Onward()
    near, near_way = incoming(onward)
    remote, far_way = onward.answer()
    (near if near_end else remote).connectionLost()
    assert (far_way if near_end else near_way).disconnecting


def test_an_end_that_is_lost_before_the_other_is_there() -> None:
    onward = Onward()
    near, _way = incoming(onward)
    near.dataReceived(b"last words")
    near.connectionLost()
    _far, far_way = onward.answer()
    assert far_way.value() == b"last words"
    assert far_way.disconnecting


def test_where_the_other_end_cannot_be_had() -> None:
    onward = Onward()
    onward.waiting = fail(Refused())
    _near, way = incoming(onward)
    assert way.disconnecting


class Hole:
    """What the package gives, as far as the tunnel uses it."""

    def __init__(self) -> None:
        self.said: list[bytes] = []
        self.code = ""
        self.listened: list[Any] = []

    def allocate_code(self, words: int) -> None:
        assert words == 2
        self.code = "7-crossover-clockwork"

    def set_code(self, code: str) -> None:
        self.code = code

    def get_code(self) -> Deferred[str]:
        return succeed(self.code)

    def get_verifier(self) -> Deferred[bytes]:
        return succeed(b"")

    def get_message(self) -> Deferred[bytes]:
        return succeed(b"IB1-THE-INVITE")

    def send_message(self, message: bytes) -> None:
        self.said.append(message)

    def dilate(self) -> Any:
        def listener_for(name: str) -> Any:
            assert name == "ibss"
            return SimpleNamespace(listen=listen)

        def listen(factory: Any) -> Deferred[None]:
            self.listened.append(factory)
            return succeed(None)

        return SimpleNamespace(listener_for=listener_for, connector_for=lambda name: Onward())


def told(capsys: pytest.CaptureFixture[str]) -> list[dict[str, object]]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_the_host_tells_the_code_and_gives_the_invite(capsys: pytest.CaptureFixture[str]) -> None:
    hole = Hole()
    ensureDeferred(host(hole, 4277, "IB1-THE-INVITE")).addErrback(lambda failure: pytest.fail(str(failure)))
    assert told(capsys) == [{"code": "7-crossover-clockwork"}, {"met": True}]
    assert hole.said == [b"IB1-THE-INVITE"]
    (factory,) = hole.listened
    assert isinstance(factory, TunnelFactory)


def test_the_guest_gets_the_invite_and_a_port_of_his_own(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    listens: list[Any] = []

    def endpoint(_reactor: object, port: int, interface: str) -> Any:
        assert (port, interface) == (0, "127.0.0.1")

        def listen(factory: Any) -> Deferred[Any]:
            listens.append(factory)
            return succeed(SimpleNamespace(getHost=lambda: SimpleNamespace(port=5151)))

        return SimpleNamespace(listen=listen)

    monkeypatch.setattr(wormhole, "TCP4ServerEndpoint", endpoint)
    hole = Hole()
    ensureDeferred(join(hole, "7-crossover-clockwork")).addErrback(lambda failure: pytest.fail(str(failure)))
    assert hole.code == "7-crossover-clockwork"
    assert told(capsys) == [{"invite": "IB1-THE-INVITE", "port": 5151}]
    assert isinstance(listens[0], TunnelFactory)
