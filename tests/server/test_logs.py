"""The log: one line for each event, and nothing in it that is nobody's business."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from twisted.logger import LogEvent, Logger, LogLevel, LogPublisher

from ironbottom.server.logs import AT_ONCE, JsonLines, line, network_of
from tests.server.reached import Client, serving

HOSTILE = '\x1b[2J\r\n{"what": "forged"}\u202e\x00"\\'


def written(full: bool = False, **event: Any) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(line(event, full_addresses=full))
    return told


def ours(**facts: Any) -> LogEvent:
    return {
        "log_namespace": "ironbottom.server.hall", "log_format": "joined", "log_level": LogLevel.info, "log_time": 0.0,
        **facts,
    }  # fmt: skip


class Sink:
    """A log that is read again."""

    def __init__(self) -> None:
        self.stream, self.time = io.StringIO(), 0.0
        self.observer = JsonLines(self.stream, now=lambda: self.time)
        self.log = Logger(namespace="ironbottom", observer=LogPublisher(self.observer))

    def lines(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.stream.getvalue().splitlines()]


class TestWhatIsWritten:
    def test_facts_with_known_names_only(self) -> None:
        told = written(**ours(table="AB12", token=b"0123456789abcdef", hand=["wildcat"], code="stale"))
        assert told == {
            "at": "1970-01-01T00:00:00.000+00:00", "level": "info", "from": "ironbottom.server.hall", "what": "joined",
            "table": "AB12", "code": "stale",
        }  # fmt: skip

    def test_of_others_only_the_template(self) -> None:
        told = written(
            log_namespace="twisted.web.http", log_format="Timing out client: {peer}", peer="192.0.2.7", table="x",
            log_level=LogLevel.info,
        )  # fmt: skip
        assert told["what"] == "Timing out client: {peer}"
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
        assert "wildcat" not in sink.stream.getvalue()

    def test_strange_values(self) -> None:
        told = written(**ours(seconds=float("nan"), count=float("inf"), reason=HOSTILE * 100, number=True, port=None))
        assert told["seconds"] == "nan"
        assert told["count"] == "inf"
        assert len(told["reason"]) == 200
        assert told["number"] is True


class TestInjection:
    def test_a_hostile_fact_stays_one_line_of_ascii(self) -> None:
        sink = Sink()
        sink.log.info("joined", table=HOSTILE, reason=HOSTILE)
        text = sink.stream.getvalue()
        assert text.count("\n") == 1
        assert text.isascii()
        assert all(letter.isprintable() for letter in text.rstrip("\n"))
        assert sink.lines()[0]["table"] == HOSTILE

    def test_a_hostile_name_over_the_wire(self, tmp_path: Path) -> None:
        with serving(tmp_path, limits={"farewell": 0.2}) as server, server.secure() as link:
            name = Client(link).log_in(HOSTILE + "Tanaka").name
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
