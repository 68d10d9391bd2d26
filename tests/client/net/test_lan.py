"""Tables on the LAN, both ends: the datagrams, who answers and how often, what is found, which addresses are ours."""

from __future__ import annotations

import asyncio
import socket
from ipaddress import ip_address
from typing import Any

import pytest
from msgspec import msgpack
from msgspec.structs import replace
from twisted.internet.interfaces import IMulticastTransport
from twisted.internet.task import Clock
from zope.interface import directlyProvides

from ironbottom.client.net import discovery
from ironbottom.client.net.discovery import Found, Neighbours, own_addresses, search
from ironbottom.server.listening.announce import MOST as ANSWERS
from ironbottom.server.listening.announce import SLOWEST, Announcer
from ironbottom.wire import beacon
from ironbottom.wire.beacon import (
    GROUP,
    HEAD,
    MOST,
    NONCE,
    QUESTION,
    SAYS,
    TXT,
    Announced,
    answer,
    answered,
    asked,
    heard,
    question,
    told,
)
from ironbottom.wire.invite import Address

ME, NOBODY = "127.0.0.1", "192.0.2.9"
NUMBER = b"12345678"
TABLE = Announced((1, 1), "ironbottom 0.1.0", "TABLE", "Ann", "jp", "core", 4277, b"p" * 16)


class Socket:
    """What an announcer writes to."""

    def __init__(self) -> None:
        self.sent: list[tuple[bytes, tuple[str, int]]] = []
        self.groups: list[str] = []
        directlyProvides(self, IMulticastTransport)

    def write(self, data: bytes, addr: tuple[str, int]) -> None:
        self.sent.append((data, addr))

    def joinGroup(self, group: str) -> Any:
        self.groups.append(group)
        return self

    def addErrback(self, errback: object) -> None:
        """It was joined."""


def announcer(*tables: Announced) -> tuple[Announcer, Socket, Clock]:
    clock, way = Clock(), Socket()
    announcer = Announcer(lambda: tables, clock, lambda: 0.5)
    vars(announcer).update(transport=way)
    announcer.startProtocol()
    return announcer, way, clock


def test_a_question_and_its_answer() -> None:
    assert asked(question(NUMBER)) == NUMBER
    assert answered(answer(NUMBER, [TABLE]), NUMBER) == [TABLE]


def test_terms_are_told_and_servers_of_other_versions_are_read() -> None:
    """An older server says nothing of its terms, a newer one perhaps more than we know."""
    terms = replace(TABLE, absent="clock", bank=1800, spectators=False)
    assert answered(answer(NUMBER, [terms]), NUMBER) == [terms]
    fields = msgpack.decode(msgpack.encode(terms))
    for said, read in ((fields[:8], TABLE), ([*fields, "more"], terms)):
        assert answered(SAYS + NUMBER + msgpack.encode([said]), NUMBER) == [read]


def test_battle_and_optional_rules_are_told() -> None:
    """By mDNS, whose records are short, the rules are left away where they are many, and the table is told still."""
    few = replace(TABLE, battle="Cape Esperance", options=("long-lance", "fuel:24"))
    many = replace(few, options=tuple([f"{n:024}" for n in range(20)]))
    assert answered(answer(NUMBER, [few, many]), NUMBER) == [few, many]
    assert heard(beacon.told(few) or b"") == few
    assert heard(beacon.told(many) or b"") == replace(many, options=())


def test_only_our_own_question_is_answered_to_us() -> None:
    assert answered(answer(b"87654321", [TABLE]), NUMBER) == []


@pytest.mark.parametrize("datagram", [b"", b"IBSS?", question(NUMBER)[:-1], question(NUMBER) + b"\0", b"x" * QUESTION])
def test_what_is_no_question(datagram: bytes) -> None:
    """A short question with a long answer would let anybody flood a third person."""
    assert asked(datagram) is None


def test_an_answer_is_never_longer_than_its_question() -> None:
    many = [replace(TABLE, name="N" * 24, software="s" * 64, cards="c" * 64, table=f"T{n:015}") for n in range(50)]
    datagram = answer(NUMBER, many)
    assert len(datagram) <= QUESTION
    assert 1 < len(answered(datagram, NUMBER)) <= MOST


@pytest.mark.parametrize("tail", [b"", b"\xc1", b"\x91\x01", b"\x91" * 600, b"\x80"])
def test_what_is_no_answer(tail: bytes) -> None:
    assert answered(answer(NUMBER, [])[:HEAD] + tail, NUMBER) == []


def test_names_are_cleaned() -> None:
    (found,) = answered(answer(NUMBER, [replace(TABLE, name="\x1b[2JAnn\u202e")]), NUMBER)
    assert found.name == "[2JAnn"


def test_a_table_in_a_record_of_mdns() -> None:
    record = told(TABLE)
    assert record is not None
    assert len(record) <= TXT
    assert heard(record) == TABLE
    assert heard(b"nonsense") is None
    assert told(replace(TABLE, cards="c" * 240)) is None


def test_a_server_answers_who_asks_a_moment_later() -> None:
    server, way, clock = announcer(TABLE)
    assert way.groups == [GROUP]
    server.datagramReceived(question(NUMBER), (ME, 5))
    assert way.sent == []
    clock.advance(SLOWEST)
    ((datagram, to),) = way.sent
    assert to == (ME, 5)
    assert answered(datagram, NUMBER) == [TABLE]


def test_a_server_without_free_tables_says_nothing() -> None:
    server, way, clock = announcer()
    server.datagramReceived(question(NUMBER), (ME, 5))
    server.datagramReceived(b"something else", (ME, 5))
    clock.advance(SLOWEST)
    assert way.sent == []


def test_a_flood_is_answered_so_many_times_a_second() -> None:
    server, way, clock = announcer(TABLE)
    for _n in range(5 * ANSWERS):
        server.datagramReceived(question(NUMBER), (ME, 5))
    clock.advance(1)
    assert len(way.sent) == ANSWERS
    server.datagramReceived(question(NUMBER), (ME, 5))
    clock.advance(1)
    assert len(way.sent) == ANSWERS + 1


def test_a_search_finds_whoever_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Through real sockets: one answers rightly, one with nonsense, one address is nobody's."""

    class LanResponder(asyncio.DatagramProtocol):
        def connection_made(self, transport: Any) -> None:
            self.transport = transport

        def datagram_received(self, data: bytes, addr: tuple[str, int]) -> None:
            nonce = asked(data)
            assert nonce is not None
            assert len(nonce) == NONCE
            self.transport.sendto(b"nonsense", addr)
            self.transport.sendto(answer(nonce, [TABLE]), addr)

    async def test() -> list[Found]:
        loop = asyncio.get_running_loop()
        transport, _server = await loop.create_datagram_endpoint(LanResponder, local_addr=(ME, 0))
        port = transport.get_extra_info("sockname")[1]
        try:
            return await search(0.3, port=port, hosts=(ME, NOBODY))
        finally:
            transport.close()

    monkeypatch.setattr(discovery, "REPEAT", 0.1)
    assert asyncio.run(test()) == [Found(Address(ME, 4277), TABLE)]


def test_a_table_that_answers_by_two_ways_is_listed_once() -> None:
    neighbours = Neighbours()
    for host in ("192.0.2.1", ME):
        neighbours.add(Found(Address(host, 4277), TABLE))
    other = Found(Address(ME, 4277), replace(TABLE, table="OTHER", name="aaron"))
    neighbours.add(other)
    assert neighbours.listed() == [other, Found(Address("192.0.2.1", 4277), TABLE)]


def test_without_a_network_nobody_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*_how: object) -> socket.socket:
        raise OSError("Network is unreachable")

    async def test() -> list[Found]:
        with monkeypatch.context() as patch:
            patch.setattr(socket, "socket", none)
            return await search(5.0)

    assert asyncio.run(test()) == []


def test_our_own_addresses_can_be_reached_by_others() -> None:
    addresses = own_addresses(4277)
    assert addresses
    assert all(address.port == 4277 for address in addresses)
    others = [host for host, _port in addresses if host != ME]
    assert not any(ip_address(host).is_loopback or ip_address(host).is_link_local for host in others)
    assert own_addresses(1, ["my.example.org"])[0] == Address("my.example.org", 1)


def test_without_any_address_there_is_this_computer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discovery, "_facing", lambda: iter(["127.0.0.1", "fe80::1", "::"]))
    monkeypatch.setattr(discovery, "_listed", lambda: iter(["127.0.1.1", "not an address"]))
    assert own_addresses(7) == (Address(ME, 7),)
