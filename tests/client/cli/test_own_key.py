"""`ironbottom key` against a real server: a name, a second device, a stolen one, and the code on paper."""

from __future__ import annotations

import argparse
import asyncio
import re
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from time import monotonic

import pytest

from ironbottom.client.__main__ import main
from ironbottom.client.cli import own_key
from ironbottom.client.console.errors import UserError
from ironbottom.client.launch.join_game import meet_at
from ironbottom.client.net.club.carrying import opened, sealed
from ironbottom.client.storage import identity, seat_store
from ironbottom.client.storage.seat_store import SavedSeat
from ironbottom.keys import fingerprint, new_key
from ironbottom.wire.invite import Address
from ironbottom.wire.naming import CARRIED
from tests.server.support.server_process import OwnProcess

PRINTED = re.compile(r"^  ((?:[A-Z2-7]{4}-){7}[A-Z2-7]{4})$", re.MULTILINE)
STRING = re.compile(r"key receive (IB1-[A-Z2-7-]+)$", re.MULTILINE)
SPOKEN = re.compile(r"key receive (\S+:\d+) ((?:[a-z]+ ?){8})$", re.MULTILINE)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[str]:
    argv = ("ironbottom.server", "--port", "0", "--interface", "127.0.0.1", "--data", str(tmp_path / "server"),
            "--no-announce", "--bots", "0", "--child")
    with OwnProcess(*argv) as running:
        yield f"127.0.0.1:{running.port}"


class Devices:
    """Folders of one person, each as a computer of his."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self._folder, self._patch, self._capsys = folder, patch, capsys

    def folder(self, device: str) -> Path:
        return self._folder / device

    def does(self, device: str, *words: str) -> tuple[int, str]:
        """What a command gives there: its code, and all that it says."""
        self._patch.setenv("IRONBOTTOM_HOME", str(self.folder(device)))
        code = main(["key", *words])
        said = self._capsys.readouterr()
        return code, said.out + said.err

    def key(self, device: str) -> str:
        return fingerprint(identity.me(self.folder(device)).public)


@pytest.fixture
def devices(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Devices:
    return Devices(tmp_path, monkeypatch, capsys)


def test_a_key_goes_to_a_second_device_in_a_moment(server: str, devices: Devices) -> None:
    """With the games at that server, by a string or by words, once; what the second had before is kept aside."""
    assert devices.does("old", "claim", server, "--name", "Ada")[0] == 0
    begun = monotonic()
    code, said = devices.does("old", "carry", server)
    assert code == 0
    string = STRING.findall(said)[0]
    assert devices.does("new", "receive", string)[0] == 0
    assert monotonic() - begun < 30.0
    assert devices.key("new") == devices.key("old")
    assert identity.kept_name(devices.folder("new")) == "Ada"
    code, said = devices.does("third", "receive", string)
    assert (code, "was used" in said) == (1, True)
    assert not identity.has_key(devices.folder("third"))
    ((where, words),) = SPOKEN.findall(devices.does("new", "carry", server)[1])
    identity.me(devices.folder("third"))
    code, said = devices.does("third", "receive", where, *words.split())
    assert (code, "--replace" in said) == (1, True)
    assert devices.does("third", "receive", "--replace", where, *words.split())[0] == 0
    assert devices.key("third") == devices.key("old")
    assert (devices.folder("third") / "player.key.before-1").exists()


def test_a_stolen_device_is_shut_out_and_the_name_comes_back(server: str, devices: Devices) -> None:
    _code, said = devices.does("phone", "claim", server, "--name", "Ada")
    (paper,) = PRINTED.findall(said)
    code, said = devices.does("thief", "claim", server, "--name", "Ada")
    assert (code, "belongs to another key" in said) == (1, True)
    code, said = devices.does("laptop", "recover", server, "--name", "Ada", paper)
    assert code == 0
    (after,) = PRINTED.findall(said)
    assert after != paper
    code, said = devices.does("phone", "carry", server)
    assert (code, "was revoked here" in said) == (1, True)
    code, said = devices.does("thief", "recover", server, "--name", "Ada", paper)
    assert (code, "does not fit" in said) == (1, True)
    assert devices.does("laptop", "revoke", server, "--yes")[0] == 0
    assert devices.does("laptop", "recover", server, after)[0] == 1
    before = devices.does("laptop", "show")
    assert devices.does("laptop", "recover", server, "--new-key", paper)[0] == 1
    assert devices.does("laptop", "recover", "127.0.0.1:1", "--new-key", after)[0] == 1
    assert devices.does("laptop", "show") == before  # what was refused has changed no key
    assert devices.does("laptop", "recover", server, "--new-key", after)[0] == 0
    assert devices.does("laptop", "show") != before
    assert devices.does("laptop", "carry", server)[0] == 0


@pytest.mark.parametrize("words", [
    ("receive", "IB1-AEAQA"), ("receive", "play.example.org", "album"), ("claim", "not an address"),
    ("recover", "localhost", "ABCD"),
])
def test_what_cannot_be_read_is_one_sentence(words: tuple[str, ...], devices: Devices) -> None:
    code, said = devices.does("old", *words)
    assert code == 1
    assert len(said.strip().splitlines()) == 1


def seat(n: int, pin: bytes) -> SavedSeat:
    return SavedSeat(
        "join", f"TABLE{n}", 1, new_bytes(n, 16), pin, new_bytes(1, 32), (Address("127.0.0.1", 4277),),
        1_790_000_000 + n, game=new_bytes(n + 99, 32), number=n, against="Ben",
    )


def new_bytes(n: int, size: int) -> bytes:
    return sha256(f"{n}".encode()).digest()[:size]


def test_games_go_along_as_many_as_have_room(tmp_path: Path) -> None:
    """The newest; and what is sealed opens for its code alone, on its server alone."""
    me = identity.me(tmp_path, "Ada")
    seats = [seat(n, bytes(16)) for n in range(60, 0, -1)]
    data, n = sealed(me, seats, bytes(32), b"server")
    assert 5 < n < 60
    assert len(data) <= CARRIED
    found = opened(data, bytes(32), b"server")
    assert (found.name, [*found.seats]) == ("Ada", seats[:n])
    for key, server in ((bytes(31) + b"x", b"server"), (bytes(32), b"another")):
        with pytest.raises(UserError, match="not sealed"):
            opened(data, key, server)


def test_seats_that_came_along_wait_to_be_resumed(server: str, devices: Devices) -> None:
    assert devices.does("old", "claim", server, "--name", "Ada")[0] == 0

    async def met() -> bytes | None:
        args = argparse.Namespace(server=server, name=None)
        return (await meet_at(own_key._person(args), server)).pin

    pin = asyncio.run(met())
    assert pin is not None
    seat_store.keep(devices.folder("old"), seat(1, pin))
    seat_store.keep(devices.folder("old"), seat(2, bytes(16)))  # at another server
    _code, said = devices.does("old", "carry", server)
    assert "1 game of yours" in said
    assert devices.does("new", "receive", STRING.findall(said)[0])[0] == 0
    assert [one.table for one in seat_store.waiting(devices.folder("new"))] == ["TABLE1"]


def test_a_key_is_never_written_over(tmp_path: Path) -> None:
    mine = identity.me(tmp_path).public
    with pytest.raises(UserError, match="set it aside"):
        identity.take_over(tmp_path, new_key(), "Eve")
    assert identity.me(tmp_path).public == mine
    assert identity.set_aside(tmp_path / "nowhere") is None
