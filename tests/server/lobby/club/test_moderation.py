"""Who was banned is not let in, wherever he comes from and whatever he is called; the host may lift it again."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

import pytest

from ironbottom.keys import fingerprint, public_bytes
from ironbottom.server.lobby.club.moderation import BadLine, line_of
from ironbottom.server.ops import moderate
from ironbottom.server.store.data_folder import MODERATION
from tests.server.lobby.club.test_names import called, came, claims, farewell
from tests.server.support.server_under_test import ServerUnderTest


@pytest.fixture
def server() -> ServerUnderTest:
    return ServerUnderTest()


class ModeratedHost:
    """Somebody who types commands; a server follows when it looks."""

    def __init__(self, folder: Path, server: ServerUnderTest) -> None:
        self.folder, self._server = folder, server

    def does(self, what: str, kind: str = "", whom: str = "") -> int:
        code = moderate.run(argparse.Namespace(data=self.folder, moderate=what, kind=kind, what=whom))
        self.looks()
        return code

    def looks(self) -> None:
        self._server.lobby.club.moderate(self.folder)
        self._server.run(0.1)


@pytest.fixture
def host(tmp_path: Path, server: ServerUnderTest) -> ModeratedHost:
    return ModeratedHost(tmp_path, server)


def test_a_banned_key_leaves_and_does_not_come_back(server: ServerUnderTest, host: ModeratedHost) -> None:
    """Under another name and from another address neither."""
    eve, ada = came(server, "Eve"), came(server, "Ada")
    assert host.does("ban", "key", fingerprint(public_bytes(eve.key))) == 0
    assert (farewell(eve), farewell(ada)) == ("banned", "")
    again = came(server, "Eve", address="192.0.2.9")
    assert farewell(again) == "banned"
    assert host.does("lift", "key", fingerprint(public_bytes(eve.key)).lower()) == 0
    assert called(came(server, "Eve")) == "Eve"


@pytest.mark.parametrize("address", ["192.0.2.7", "::ffff:192.0.2.7", "2001:db8::99"])
def test_a_banned_address_is_not_let_in(server: ServerUnderTest, host: ModeratedHost, address: str) -> None:
    """With whichever key, and however the address is written."""
    eve = came(server, "Eve", address=address)
    assert host.does("ban", "address", "2001:db8::/32") == host.does("ban", "address", "192.0.2.7") == 0
    assert farewell(eve) == "banned"
    assert farewell(came(server, "Other", seed=9, address=address)) == "banned"
    assert farewell(came(server, "Ada", address="192.0.2.8")) == ""


@pytest.mark.parametrize("like", ["Rude", "RUDE", "R u d e"])
def test_a_name_that_was_removed_is_nobodys(server: ServerUnderTest, host: ModeratedHost, like: str) -> None:
    """Its owner's neither: he is a guest, and keeps his key."""
    owner = came(server, "Rude")
    assert claims(server, owner) == "ok"
    assert host.does("ban", "name", "Rude") == 0
    assert called(came(server, "Rude")) == "Guest"
    assert claims(server, owner) == "name"
    other = came(server, like, seed=2)
    assert called(other) != like
    assert claims(server, other) in ("name", "name-taken")
    assert host.does("lift", "name", "Rude") == 0
    assert called(came(server, "Rude")) == "Rude"


def test_a_line_that_cannot_be_read_changes_nothing(server: ServerUnderTest, host: ModeratedHost) -> None:
    eve = came(server, "Eve")
    assert host.does("ban", "key", fingerprint(public_bytes(eve.key))) == 0
    file = host.folder / MODERATION
    file.write_text("key nonsense\n", encoding="utf-8")
    os.utime(file, (1, 1))
    host.looks()
    assert farewell(came(server, "Eve")) == "banned"
    assert host.does("list") == 1
    file.write_text("# nobody\n\n", encoding="utf-8")
    host.looks()
    assert farewell(came(server, "Eve")) == ""


@pytest.mark.parametrize("text", ["", "key", "key ABCD", "address", "address here", "name", "planet Mars"])
def test_lines_that_say_nothing(text: str) -> None:
    with pytest.raises(BadLine):
        line_of(text)


def test_the_list_says_what_is_banned(host: ModeratedHost, capsys: pytest.CaptureFixture[str]) -> None:
    assert host.does("list") == 0
    assert host.does("ban", "name", "Rude") == host.does("ban", "name", "Rude") == 0
    capsys.readouterr()
    assert host.does("list") == 0
    assert capsys.readouterr().out == "name Rude\n"
    assert host.does("lift", "name", "Other") == 0
    assert "was not banned" in capsys.readouterr().out
    assert host.does("ban", "address", "nowhere") == 1
    assert len(capsys.readouterr().err.splitlines()) == 1
