"""The guard under all protocols: bytes, seconds, and what waits unread."""

from __future__ import annotations

import pytest

from ironbottom.server.runtime.settings import Limits
from ironbottom.wire.frames import MAGIC
from ironbottom.wire.messages import Bye, Fetch, Ok, Ping, Pong, Say
from tests.server.support.doubles import BothEnds, Grounds

HERE = "127.0.0.1"
BUDGET = Limits().budget


def dropped(grounds: Grounds, reason: str) -> int:
    return grounds.metrics.dropped[reason]


class TestTheFirstMessage:
    def test_silence_is_cut_after_five_seconds(self) -> None:
        grounds = Grounds()
        connection = grounds.connect()
        grounds.wait(4.9)
        assert not connection.wire.aborted
        grounds.wait(1.2)
        assert connection.wire.aborted
        assert dropped(grounds, "first") == 1

    @pytest.mark.parametrize("begun", [b"I", MAGIC, b"GET / HT", b"\x16", b"\x00\x00\x00\x00"])
    def test_half_a_message_is_cut_too(self, begun: bytes) -> None:
        grounds = Grounds()
        connection = grounds.connect(HERE)
        for _ in range(4):
            connection.send(begun[:1])
            begun = begun[1:] or b"\x00"
            grounds.wait(1)
        grounds.wait(2.2)
        assert connection.wire.aborted or connection.guard.closing

    def test_who_says_hello_has_as_long_again_to_log_in(self) -> None:
        grounds = Grounds()
        connection = grounds.connect(HERE)
        grounds.wait(4)
        connection.hello()
        grounds.wait(5)
        assert not connection.wire.disconnecting
        grounds.wait(2.2)
        assert connection.wire.disconnecting
        assert dropped(grounds, "first") == 1
        assert [message.code for message in connection.hear()] == ["late"]
        grounds.wait(3)
        assert connection.wire.aborted

    def test_who_has_begun_to_speak_hears_why_it_ends(self) -> None:
        """PROTOCOL.md: whoever hangs up says bye first, with a code for programs and a sentence for people."""
        grounds = Grounds()
        connection = grounds.connect(HERE)
        connection.send(MAGIC + b"\x00\x00")
        grounds.wait(6.2)
        assert connection.wire.disconnecting
        [bye] = connection.hear()
        assert isinstance(bye, Bye)
        assert bye.code == "late"
        assert bye.text.endswith(".")

    def test_pings_do_not_put_off_the_login(self) -> None:
        grounds = Grounds()
        connection = grounds.connect(HERE)
        connection.hello()
        for _ in range(12):
            connection.say(Ping(1))
            grounds.wait(1)
        assert connection.wire.disconnecting
        assert [message.code for message in connection.hear() if isinstance(message, Bye)] == ["late"]

    def test_who_is_in_may_stay_as_long_as_he_lives(self) -> None:
        grounds = Grounds()
        connection = grounds.connect(HERE)
        connection.log_in()
        for _ in range(20):
            grounds.wait(5)
            connection.say(Ping(1))
        assert not connection.wire.aborted


class TestTheBudget:
    def test_bytes_without_a_message_are_cut(self) -> None:
        grounds = Grounds()
        connection = grounds.connect()
        connection.send(b"\x16" + bytes(BUDGET - 1))
        connection.send(b"\x00")
        assert connection.wire.aborted
        assert dropped(grounds, "budget") == 1

    def test_a_whole_message_gives_it_back(self) -> None:
        grounds = Grounds(Limits(budget=1_000))
        connection = grounds.connect(HERE)
        connection.log_in()
        for seq in range(1, 100):
            connection.say(Say(seq, "T", "x" * 100))
            assert connection.hear() == [Ok(seq)]

    def test_bytes_of_a_message_that_is_never_whole_do_not(self) -> None:
        grounds = Grounds(Limits(budget=3_000))
        connection = grounds.connect(HERE)
        connection.log_in()
        connection.send((4_000).to_bytes(4, "big") + bytes(2_900))
        assert not connection.wire.aborted
        connection.send(bytes(200))
        assert connection.wire.aborted

    def test_who_only_answers_our_pings_is_never_cut(self) -> None:
        """A page in the background says nothing by itself; each Pong costs it a few bytes of the budget."""
        grounds = Grounds(Limits(budget=300))
        connection = grounds.connect(HERE)
        connection.log_in()
        for _ in range(100):
            grounds.wait(11.1)
            asked = connection.hear()
            assert [type(message) for message in asked] == [Ping]
            connection.say(Pong(asked[0].n))
        assert not connection.wire.aborted


class TestWhatWaits:
    def full(self, grounds: Grounds) -> BothEnds:
        """Somebody for whom 64 KiB wait."""
        connection = grounds.connect(HERE)
        connection.log_in()
        connection.wire.producer.pauseProducing()
        return connection

    def test_too_much_is_cut(self) -> None:
        grounds = Grounds()
        connection = self.full(grounds)
        connection.say(Fetch(1, "cards", "core", 5))
        assert not connection.wire.aborted
        connection.say(Fetch(2, "cards", "core", 2))
        assert connection.wire.aborted
        assert dropped(grounds, "backlog") == 1

    def test_nothing_more_is_written_then(self) -> None:
        grounds = Grounds()
        connection = self.full(grounds)
        connection.say(Fetch(1, "cards", "core", 1_000))
        assert len(connection.wire.waiting) <= Limits().backlog

    def test_who_reads_may_go_on(self) -> None:
        grounds = Grounds()
        connection = self.full(grounds)
        for seq in range(1, 100):
            connection.say(Fetch(seq, "cards", "core", 1))
            connection.hear()
            connection.wire.producer.pauseProducing()
        assert not connection.wire.aborted

    def test_little_is_cut_when_it_waits_too_long(self) -> None:
        grounds = Grounds(Limits(stalled=3.0))
        connection = self.full(grounds)
        for _ in range(5):
            connection.say(Ping(1))
            grounds.wait(1)
        assert connection.wire.aborted
        assert dropped(grounds, "stalled") == 1

    def test_to_be_told_twice_that_it_waits_does_not_begin_anew(self) -> None:
        grounds = Grounds()
        connection = self.full(grounds)
        for seq in range(1, 10):
            connection.say(Fetch(seq, "cards", "core", 1))
            connection.wire.producer.pauseProducing()
        assert connection.wire.aborted


class TestTheEndOfAConnection:
    def test_what_is_closed_is_cut_when_it_does_not_go(self) -> None:
        grounds = Grounds()
        connection = grounds.connect(HERE)
        connection.log_in()
        connection.say(Bye("done"))
        assert connection.wire.disconnecting
        grounds.wait(1.5)
        assert not connection.wire.aborted
        grounds.wait(2)
        assert connection.wire.aborted
        assert not grounds.metrics.dropped

    def test_nothing_is_heard_after_a_bye(self) -> None:
        grounds = Grounds()
        connection = grounds.connect(HERE)
        connection.log_in()
        last, bye = Say(1, "T", "last"), Bye("done")
        connection.send(connection.session.send(last, 0) + connection.session.send(bye, 0))
        connection.send(BothEnds(grounds.connect().guard, connection.wire).session.send(Ping(1), 0))
        assert grounds.lobby.heard == [last]

    def test_the_hall_hears_once_that_somebody_is_gone(self) -> None:
        grounds = Grounds()
        connection = grounds.connect(HERE)
        connection.log_in()
        assert grounds.metrics.here == 1
        connection.lose()
        assert len(grounds.lobby.gone) == 1
        assert grounds.metrics.here == grounds.context.limiter.here == 0
        grounds.lobby.gone[0].tell(Ok(1))  # nobody hears it
        assert connection.wire.read() == b""

    def test_somebody_who_never_spoke_is_no_loss_to_the_lobby(self) -> None:
        grounds = Grounds()
        grounds.connect().lose()
        assert not grounds.lobby.gone
        assert not grounds.context.guards
