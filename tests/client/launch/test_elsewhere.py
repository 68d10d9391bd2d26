"""A table on somebody else's server: nothing runs on the host's computer but his own client."""

from __future__ import annotations

from pathlib import Path

from tests.client.support.terminal import Terminal
from tests.server.support.server_process import OwnProcess
from tests.support.lengths import by_night


def test_a_table_on_another_server_is_joined_by_its_invite(tmp_path: Path) -> None:
    argv = ["--port", "0", "--interface", "127.0.0.1", "--data", str(tmp_path / "server"), "--no-announce", "--neutral"]
    with OwnProcess("ironbottom.server", *argv, "--child", "--log", str(tmp_path / "log")) as server:
        at = f"127.0.0.1:{server.port}"
        with Terminal(tmp_path / "ann", "host", "--at", at, "--name", "Ann", "--side", "us") as ann:
            ann.until("You meet this server for the first time")
            ann.until("^IB1-")
            invite = ann.lines[-1]
            ann.until("A neutral host")
            with Terminal(tmp_path / "bob", "join", invite, "--name", "Bob") as bob:
                bob.until("You play Japan against Ann")
                ann.until("You play US against Bob")


def test_what_is_no_address(tmp_path: Path) -> None:
    with Terminal(tmp_path, "host", "--at", "no address") as ann:
        ann.until("'no address' is no address: it looks like play.example.org")
        assert ann.process.wait(10) == 1


@by_night
def test_two_tables_of_one_host_at_once(tmp_path: Path) -> None:
    """The second has a server of its own, in a folder beside the first one's."""
    with Terminal(tmp_path, "host", "--port", "0", "--name", "Ann") as first:
        first.until("^IB1-")
        with Terminal(tmp_path, "host", "--port", "0") as second:
            second.until("^IB1-")
            assert second.lines[-1] != first.lines[-1]
    assert (tmp_path / "host-2").is_dir()
