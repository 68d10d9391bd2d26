"""Counting who comes and how fast he speaks."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ironbottom.server.runtime.rate_limits import (
    BadNetwork,
    ConnectionLimiter,
    TokenBucket,
    among,
    is_loopback,
    key,
    networks,
    spelled,
)
from ironbottom.server.runtime.settings import Allowance, Limits


class SetClock:
    """A clock that the test sets."""

    def __init__(self) -> None:
        self.time = 0.0

    def __call__(self) -> float:
        return self.time


class TestBucket:
    def test_a_burst_and_then_the_rate(self) -> None:
        now = SetClock()
        bucket = TokenBucket(5, 0.0)
        assert [bucket.take(5, 2.0, now) for _ in range(8)] == [0, 0, 0, 0, 0, 1, 2, 3]
        now.time = 2.0  # four came back, three were owed
        assert [bucket.take(5, 2.0, now) for _ in range(2)] == [0, 1]

    def test_who_waits_long_has_no_more_than_a_burst(self) -> None:
        now = SetClock()
        bucket = TokenBucket(5, 0.0)
        for _ in range(6):
            bucket.take(5, 2.0, now)
        now.time = 1_000.0
        assert [bucket.take(5, 2.0, now) for _ in range(6)] == [0, 0, 0, 0, 0, 1]

    def test_the_debt_of_a_flood_is_bounded(self) -> None:
        now = SetClock()
        bucket = TokenBucket(5, 0.0)
        for _ in range(100_000):
            bucket.take(5, 2.0, now)
        now.time = 600.0
        assert bucket.take(5, 2.0, now) == 0

    @given(st.lists(st.floats(0, 3), max_size=200))
    def test_never_more_than_a_burst_and_the_rate(self, pauses: list[float]) -> None:
        now = SetClock()
        bucket = TokenBucket(6, 0.0)
        taken = 0
        for pause in pauses:
            now.time += pause
            taken += not bucket.take(6, 2.0, now)
        assert taken <= 6 + 2.0 * now.time + 1e-6

    @given(st.lists(st.floats(0.5001, 3), max_size=100))
    def test_who_keeps_to_the_rate_is_never_refused(self, pauses: list[float]) -> None:
        now = SetClock()
        bucket = TokenBucket(2, 0.0)
        for pause in pauses:
            now.time += pause
            assert bucket.take(2, 2.0, now) == 0


class TestAddresses:
    @pytest.mark.parametrize(
        ("host", "whose"),
        [
            ("192.0.2.7", "192.0.2.7"),
            ("::ffff:192.0.2.7", "192.0.2.7"),
            ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
            ("2001:db8:1:2:ffff::", "2001:db8:1:2::/64"),
            ("fe80::1%eth0", "fe80::/64"),
            ("pipe", "pipe"),
        ],
    )
    def test_who_is_counted_as_one(self, host: str, whose: str) -> None:
        assert key(host) == whose

    def test_spelling(self) -> None:
        assert spelled("0:0:0:0:0:0:0:1") == "::1"
        assert is_loopback("::FFFF:127.0.0.1")
        assert not is_loopback("localhost.example")

    def test_networks(self) -> None:
        allowed = networks(["192.0.2.7", "10.0.0.0/8", "2001:db8::/32"])
        assert among("::ffff:10.1.2.3", allowed)
        assert among("2001:db8::9", allowed)
        assert not among("192.0.2.8", allowed)
        assert not among("", allowed)

    def test_a_bad_network_is_named(self) -> None:
        with pytest.raises(BadNetwork, match=r"10\.0\.0\.300"):
            networks(["10.0.0.0/8", "10.0.0.300"])


class TestCensus:
    def test_loopback_and_trusted_proxies_are_near(self) -> None:
        limits = Limits(away=Allowance(connections=1))
        limiter = ConnectionLimiter(limits, SetClock(), networks(["198.51.100.9"]))
        for host in ("127.0.0.1", "198.51.100.9"):
            assert [limiter.enter(host) for _ in range(3)] == ["", "", ""]
        assert [limiter.enter("192.0.2.7") for _ in range(2)] == ["", "address"]

    def test_a_household_counts_as_one(self) -> None:
        limiter = ConnectionLimiter(Limits(away=Allowance(connections=1)), SetClock())
        assert limiter.enter("2001:db8::1") == ""
        assert limiter.enter("2001:db8::2") == "address"
        limiter.leave("2001:db8::1")
        assert limiter.enter("2001:db8::2") == ""

    def test_what_is_remembered_is_forgotten(self) -> None:
        now = SetClock()
        limiter = ConnectionLimiter(Limits(), now)
        for n in range(300):
            host = f"198.51.{n // 256}.{n % 256}"
            assert limiter.enter(host) == ""
            limiter.leave(host)
        limiter.enter("192.0.2.7")
        limiter.sweep()
        assert limiter.addresses == 301
        now.time = 1.0
        limiter.sweep()
        assert limiter.addresses == 1
        assert limiter.here == 1

    def test_a_flood_is_not_forgotten_at_once(self) -> None:
        now = SetClock()
        limiter = ConnectionLimiter(Limits(), now)
        for _ in range(500):
            if not limiter.enter("192.0.2.7"):
                limiter.leave("192.0.2.7")
        now.time = 2.0
        limiter.sweep()
        assert limiter.enter("192.0.2.7") == "arrivals"

    def test_the_total(self) -> None:
        limiter = ConnectionLimiter(Limits(total=2), SetClock())
        assert [limiter.enter(f"192.0.2.{n}") for n in range(3)] == ["", "", "total"]
