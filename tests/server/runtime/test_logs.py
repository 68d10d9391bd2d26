"""The log: one line for each event, and nothing in it that is nobody's business."""

from __future__ import annotations

import errno
import io
import json
import sqlite3
from pathlib import Path
from typing import Any

import msgspec
import pytest
from twisted.internet.error import CannotListenError, ProcessDone, ProcessTerminated
from twisted.logger import LogEvent, Logger, LogLevel, LogPublisher

from ironbottom.server.runtime.logs import AT_ONCE, KEPT, JsonLines, line, network_of
from ironbottom.server.store.journal import NotStored
from tests.server.conftest import open_fields
from tests.server.support.log_calls import calls, faults, found
from tests.server.support.reached import NativeClient, serving

HOSTILE = '\x1b[2J\r\n{"what": "forged"}\u202e\x00"\\'


def written(full: bool = False, **event: Any) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(line(event, full_addresses=full))
    return told


def ours(**facts: Any) -> LogEvent:
    return {
        "log_namespace": "ironbottom.server.lobby.lobby",
        "log_format": "joined", "log_level": LogLevel.info, "log_time": 0.0,
        **facts,
    }


class Sink:
    """A log that is read again."""

    def __init__(self) -> None:
        self.stream, self.time = io.BytesIO(), 0.0
        self.observer = JsonLines(self.stream, now=lambda: self.time)
        self.log = Logger(namespace="ironbottom", observer=LogPublisher(self.observer))

    def lines(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.text.splitlines()]

    @property
    def text(self) -> str:
        return self.stream.getvalue().decode("ascii")


class TestWhatIsWritten:
    def test_facts_with_known_names_only(self) -> None:
        told = written(**ours(table="AB12", token=b"0123456789abcdef", hand=["wildcat"], code="stale"))
        assert told == {
            "at": "1970-01-01T00:00:00.000+00:00", "level": "info", "from": "ironbottom.server.lobby.lobby",
            "what": "joined", "table": "AB12", "code": "stale",
        }

    def test_of_others_only_the_template(self) -> None:
        told = written(
            log_namespace="twisted.web.http", log_format="Timing out client: {peer}", peer="192.0.2.7", table="x",
            log_level=LogLevel.info,
        )
        assert told["what"] == "Timing out client: ..."
        assert "192.0.2.7" not in json.dumps(told)
        assert "table" not in told

    @pytest.mark.parametrize(
        ("address", "shown"),
        [
            ("192.0.2.7", "192.0.2.0/24"),
            ("2001:db8:1:2::7", "2001:db8:1::/48"),
            ("127.0.0.1", "127.0.0.1"),
            (HOSTILE, "?"),
        ],
    )
    def test_addresses_are_shortened(self, address: str, shown: str) -> None:
        assert written(**ours(address=address))["address"] == network_of(address) == shown

    def test_unless_the_host_wants_them(self) -> None:
        assert written(full=True, **ours(address="192.0.2.7"))["address"] == "192.0.2.7"

    def test_a_fault_without_its_text(self) -> None:
        sink = Sink()
        try:
            raise ValueError("the hand is wildcat, avenger")
        except ValueError:
            sink.log.failure("taking an answer")
        (told,) = sink.lines()
        assert told["fault"] == "ValueError"
        assert told["level"] == "critical"
        assert "test_logs.py" in told["places"][-1]
        assert "wildcat" not in sink.text

    def test_strange_values(self) -> None:
        told = written(**ours(seconds=float("nan"), count=float("inf"), reason=HOSTILE * 100, number=True, port=None))
        assert told["seconds"] == "nan"
        assert told["count"] == "inf"
        assert len(told["reason"]) == 200
        assert told["number"] is True

    @pytest.mark.parametrize(
        ("error", "told"),
        [
            (OSError(errno.ENOSPC, "No space left on device", "/home/ada/wildcat"), "ENOSPC: No space left on device"),
            (OSError("as many play here as may"), "as many play here as may"),
            (ValueError("the hand is wildcat, avenger"), "ValueError"),
            (msgspec.ValidationError("Invalid enum value 'wildcat'"), "ValidationError"),
            (ProcessTerminated(3), "exit code 3"),
            (ProcessTerminated(None, 9), "signal 9"),
            (ProcessDone(0), "exit code 0"),
            (CannotListenError("", 80, OSError(errno.EADDRINUSE, "in use")), "EADDRINUSE: in use"),
            (NotStored(OSError(errno.EIO, "I/O error", "wildcat")), "EIO: I/O error"),
            ("a text of somebody about his wildcat", "str"),
        ],
    )
    def test_why_something_failed_in_the_words_of_the_system(self, error: object, told: str) -> None:
        sink = Sink()
        sink.log.error("it failed at {table}: {error}", table="AB12", error=error)
        (line,) = sink.lines()
        assert (line["what"], line["error"]) == (f"it failed at AB12: {told}", told)
        assert "wildcat" not in sink.text

    def test_of_sqlite_its_name_for_it(self) -> None:
        store = sqlite3.connect(":memory:")
        store.execute("CREATE TABLE wildcat (n UNIQUE)")
        with pytest.raises(sqlite3.Error) as caught:
            store.executescript("INSERT INTO wildcat VALUES (1); INSERT INTO wildcat VALUES (1)")
        sink = Sink()
        sink.log.error("it failed: {error}", error=caught.value)
        assert sink.lines()[0]["what"] == "it failed: SQLITE_CONSTRAINT_UNIQUE"
        assert "wildcat" not in sink.text

    def test_a_field_without_a_fact_stays_unsaid(self) -> None:
        told = written(**ours(token=b"secret") | {"log_format": "{token} of {table} at {address:>9}", "address": "::1"})
        assert told["what"] == "... of ... at ::1"


class TestEveryCall:
    def test_whatever_the_code_can_log_is_filled(self) -> None:
        found = calls()
        assert len(found) > 15
        assert [fault for call in found for fault in faults(call)] == []

    @pytest.mark.parametrize(
        ("source", "wrong"),
        [
            ('log.error("no {table}", reason="")', "{table} is filled with nothing"),
            ('log.info("dealt", hand=hand)', "hand is no fact"),
            ('log.warn(f"no {table}")', "no plain text"),
            ('log.critical("it failed: {error}", error=str(error))', "error is a text"),
            ('note("dealt", hand=1)', "hand is no fact"),
            ('log.failure("at {window}", failure=failure)', "{window} is filled with nothing"),
        ],
    )
    def test_a_wrong_call_is_found(self, source: str, wrong: str) -> None:
        (call,) = found("x.py", source)
        assert wrong in " ".join(faults(call))

    def test_and_a_wrong_line_in_any_test_of_the_server(self) -> None:
        assert open_fields(ours() | {"log_format": "at {table}"}) == ["table"]
        assert open_fields(ours(token=b"") | {"log_format": "with {token}"}) == ["token"]
        assert open_fields(ours(table="A") | {"log_format": "at {table}"}) == []


class TestInjection:
    def test_a_hostile_fact_stays_one_line_of_ascii(self) -> None:
        sink = Sink()
        sink.log.info("joined", table=HOSTILE, reason=HOSTILE)
        text = sink.text
        assert text.count("\n") == 1
        assert text.isascii()
        assert all(letter.isprintable() for letter in text.rstrip("\n"))
        assert sink.lines()[0]["table"] == HOSTILE

    def test_a_hostile_name_over_the_wire(self, tmp_path: Path) -> None:
        with serving(tmp_path, limits={"farewell": 0.2}) as server, server.secure() as sock:
            name = NativeClient(sock).log_in(HOSTILE + "Tanaka").name
            assert server.stop() == 0
        assert name == '[2J {"what": "forged"}"\\'[: len(name)]
        for told in [json.loads(text) for text in (tmp_path / "log").read_text().splitlines()]:
            assert told["what"] != "forged"
            assert "Tanaka" not in json.dumps(told)


class TestFloods:
    def test_no_more_lines_than_a_disk_can_bear(self) -> None:
        sink = Sink()
        for _ in range(50_000):
            sink.log.info("dropped", reason="first")
        assert len(sink.lines()) == AT_ONCE
        sink.time = 60.0
        sink.log.info("dropped", reason="first")
        left_out, last = sink.lines()[AT_ONCE:]
        assert left_out["what"] == "lines left out"
        assert left_out["count"] == 50_000 - AT_ONCE
        assert last["what"] == "dropped"

    def test_warnings_are_always_written(self) -> None:
        sink = Sink()
        for _ in range(2 * AT_ONCE):
            sink.log.warn("disk full")
        assert len(sink.lines()) == 2 * AT_ONCE

    def test_a_log_that_cannot_be_written_stops_nothing(self) -> None:
        sink = Sink()
        sink.stream.close()
        sink.log.warn("disk full")


class LimitedDisk(io.BytesIO):
    """A disk with so much room."""

    room = 0

    def write(self, data: Any, /) -> int:
        if not self.room:
            raise OSError(errno.ENOSPC, "No space left on device")
        n = super().write(data[: self.room])
        self.room -= n
        return n


class TestAFullDisk:
    def test_the_first_lines_are_written_when_there_is_room(self) -> None:
        disk, spare = LimitedDisk(), io.BytesIO()
        log = Logger(namespace="ironbottom", observer=LogPublisher(JsonLines(disk, spare, now=lambda: 0.0)))
        disk.room = 30
        log.warn("it begins")
        for n in range(2 * KEPT):
            log.warn("the disk is full", number=n)
        disk.room = 1_000_000
        log.info("it is over")
        told = [json.loads(line) for line in disk.getvalue().decode().splitlines()]
        assert [line["what"] for line in told[:2]] == ["it begins", "the disk is full"]
        assert [line["number"] for line in told[1:KEPT]] == [*range(KEPT - 1)]
        assert [line["what"] for line in told[KEPT:]] == ["lines left out", "it is over"]
        assert told[KEPT]["count"] == KEPT + 1

    def test_warnings_are_told_elsewhere_meanwhile(self) -> None:
        disk, spare = LimitedDisk(), io.BytesIO()
        log = Logger(namespace="ironbottom", observer=LogPublisher(JsonLines(disk, spare)))
        log.info("joined")
        log.error("the disk is full")
        assert [json.loads(line)["what"] for line in spare.getvalue().splitlines()] == ["the disk is full"]
