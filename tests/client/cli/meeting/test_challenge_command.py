"""`ironbottom challenge` against a real server: two computers, a challenge that waits, and a pair."""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from ironbottom.client.__main__ import main, parser
from ironbottom.client.storage import seat_store
from tests.server.support.server_process import OwnProcess

TABLE = re.compile(r"Table ([A-Z2-7]{8}): ")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[str]:
    argv = ("ironbottom.server", "--port", "0", "--interface", "127.0.0.1", "--data", str(tmp_path / "server"),
            "--no-announce", "--bots", "0", "--child")
    with OwnProcess(*argv) as running:
        yield f"127.0.0.1:{running.port}"


class Computers:
    """Folders of several people."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self._folder, self._patch, self._capsys = folder, patch, capsys

    def folder(self, whose: str) -> Path:
        return self._folder / whose

    def does(self, whose: str, *words: str) -> tuple[int, str]:
        """What a command gives there: its code, and all that it says."""
        self._patch.setenv("IRONBOTTOM_HOME", str(self.folder(whose)))
        try:
            code = main([*words])
        except SystemExit as ended:
            code = int(ended.code or 0)
        said = self._capsys.readouterr()
        return code, said.out + said.err


@pytest.fixture
def computers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Computers:
    return Computers(tmp_path, monkeypatch, capsys)


def test_a_challenge_waits_is_listed_and_taken_back(server: str, computers: Computers) -> None:
    code, said = computers.does(
        "ada", "challenge", "post", server, "--name", "Ada", "--days", "3", "--rated", "--side", "jp", "--within", "200"
    )
    assert code == 0
    (table,) = TABLE.findall(said)
    assert "your challenge waits, also while you are away." in said
    code, said = computers.does("ben", "challenge", "list", server)
    assert code == 0
    assert said.splitlines()[-1].startswith(f"{table}  1  Ada; free: US; cards: core; by the day: 3 days")
    for words in ("until 20", "not on the ladder yet", "for opponents within 200 points"):
        assert words in said
    code, said = computers.does("ben", "challenge", "list", server, "--json")
    assert json.loads(said)[0]["challenge"]["within"] == 200
    assert computers.does("ben", "challenge", "back", server, table)[0] == 1
    code, said = computers.does("ada", "challenge", "back", server, table.lower())
    assert (code, "The challenge is taken back." in said) == (0, True)
    assert not seat_store.found(computers.folder("ada")).seats
    assert "No challenge waits here." in computers.does("ben", "challenge", "list", server)[1]


def test_two_who_seek_the_same_are_paired(server: str, computers: Computers) -> None:
    wish = ("challenge", "seek", server, "--days", "2")
    code, said = computers.does("ada", *wish, "--name", "Ada")
    (table,) = TABLE.findall(said)
    assert (code, "your challenge waits" in said) == (0, True)
    code, said = computers.does("ben", *wish, "--name", "Ben")
    assert TABLE.findall(said) == [table]
    assert (code, "an opponent was found" in said) == (0, True)
    assert [seat.place for seat in seat_store.found(computers.folder("ben")).seats] == [1]


def test_it_carries_whatever_a_table_of_a_friend_can_have(server: str, computers: Computers) -> None:
    """Each option of `host` that is not for a friend alone, or for a server of one's own."""
    words = ("--least", "900", "--advice", "--lan", "--bank", "40", "--absent", "bot", "--offers", "draw,pause",
             "--cast", "3", "--side", "us", "--even", "120")
    code, said = computers.does("ada", "challenge", "post", server, *words)
    assert code == 0, said
    computers.does("ben", "challenge", "list", server)
    code, said = computers.does("ben", "challenge", "list", server, "--json")
    (line,) = json.loads(said)
    terms = line["terms"]
    assert {name: terms[name] for name in ("least", "advice", "reach", "bank", "absent", "offers", "cast", "side")} == {
        "least": 900, "advice": True, "reach": "lan", "bank": 2_400, "absent": "bot", "offers": ["draw", "pause"],
        "cast": 3, "side": "us",
    }
    assert terms["options"]
    code, _said = computers.does("ada", "challenge", "post", server, "--campaign", "three-games")
    assert code == 0


def test_every_option_of_host_is_one_of_a_challenge_but_those_of_a_friend_and_of_a_server() -> None:
    found = {name: _options(name) for name in (("host",), ("challenge", "post"))}
    missing = found[("host",)] - found[("challenge", "post")]
    assert missing == {
        "--at", "--port", "--address", "--public", "--remote", "--team", "--command", "--open", "--no-announce",
        "--web", "--plain", "--bid",
    }


@pytest.mark.parametrize(("words", "says"), [
    (("post", "SERVER", "--wait", "31"), "allowed is a whole number from 1 to 30"),
    (("post", "SERVER", "--within", "-5"), "--within"),
    (("post", "SERVER", "--bank", "5", "--days", "3"), "--bank and --days exclude each other"),
    (("seek", "SERVER", "--absent", "clock"), "--absent clock needs a clock"),
    (("post", "SERVER", "--least", "-1"), "allowed is a number from 0 to 5000"),
    (("post", "SERVER", "--even", "100"), "--even must know who plays which side"),
    (("post", "SERVER", "--campaign", "none"), "none"),
    (("post", "SERVER", "--bid", "3"), "unrecognized arguments"),
    (("seek", "SERVER", "--rated", "--option", "fuel"), "A rated game is a whole one by the plain rules"),
    (("post", "no address!"), "is no address"),
    (("back", "SERVER", "NONE"), "table"),
    (("accept", "SERVER", "NONE"), "the table of this invite is not there any more"),
    (("accept", "SERVER"), "No challenge waits here."),
    (("accept", "SERVER", "NONE", "--web"), "--web is for `ironbottom join`"),
])
def test_what_is_wrong_is_said_in_a_sentence(
    server: str, computers: Computers, words: tuple[str, ...], says: str
) -> None:
    code, said = computers.does("ada", "challenge", *[server if word == "SERVER" else word for word in words])
    assert code in (1, 2)
    assert says in said
    assert "Traceback" not in said


def _options(command: tuple[str, ...]) -> set[str]:
    """The options of a command, by their names."""
    found = parser(command)
    for word in command:
        (sub,) = [one for one in found._actions if isinstance(one, argparse._SubParsersAction)]
        found = sub.choices[word]
    return {name for one in found._actions for name in one.option_strings if name.startswith("--")}
