"""`ironbottom block` against a real server."""

from __future__ import annotations

import pytest

from ironbottom.client.storage import identity
from ironbottom.client.text.people.blocks import lines
from ironbottom.keys import fingerprint
from ironbottom.wire.blocking import BlockedPlayer, BlockedPlayers
from tests.client.cli.meeting.test_challenge_command import Computers, computers, server

__all__ = ["computers", "server"]


def test_a_player_is_blocked_listed_and_lifted(server: str, computers: Computers) -> None:
    assert computers.does("ada", "key", "claim", server, "--name", "Ada")[0] == 0
    assert computers.does("ben", "key", "claim", server, "--name", "Ben")[0] == 0
    key = fingerprint(identity.me(computers.folder("ben")).public)
    code, said = computers.does("ada", "block", "add", server, "ben")
    assert code == 0
    assert said.splitlines()[-1].startswith(f"  Ben  {key}  since 20")
    assert computers.does("ada", "challenge", "post", server)[0] == 0
    assert "No challenge waits here." in computers.does("ben", "challenge", "list", server)[1]
    code, said = computers.does("ada", "block", "lift", server, "Ben")
    assert (code, "You have blocked nobody." in said) == (0, True)
    assert "Ada" in computers.does("ben", "challenge", "list", server)[1]


def test_what_is_wrong_is_said_in_a_sentence(server: str, computers: Computers) -> None:
    code, said = computers.does("ada", "block", "list", server)
    assert (code, "name" in said, "Traceback" in said) == (1, True, False)
    assert computers.does("ada", "key", "claim", server, "--name", "Ada")[0] == 0
    for words, says in (
        (("add", server, "Nobody"), "Nobody here has that name for himself"),
        (("add", server, "Ada"), "That is yourself."),
        (("lift", server, "Nobody"), "You have not blocked that player"),
        (("add", "no address!", "Ben"), "is no address"),
    ):
        code, said = computers.does("ada", "block", *words)
        assert (code, says in said, "Traceback" in said) == (1, True, False), said


@pytest.mark.parametrize("letter", ["\x1b[2J", "\u202e", "\n"])
def test_a_name_moves_nothing_on_the_screen(letter: str) -> None:
    """A planted cheat: a server that sends letters for the terminal."""
    told = lines(BlockedPlayers(1, (BlockedPlayer(f"K{letter}", f"Eve{letter}", 0),)))
    assert letter not in "".join(told)
