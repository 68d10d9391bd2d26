"""§26  Games of two who share a side, to the end, as people play them: real programs, and lines that are typed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from ironbottom.catalog import card_set
from ironbottom.client.cli.statistics.finding import found_games
from ironbottom.client.cli.statistics.reading import game_figures
from ironbottom.client.storage.own_games import own_games
from ironbottom.wire.invite import Address, read, write
from tests.support.lengths import by_night

from ..support.terminal import OVER, Terminal, play, ran

STRING = r"^(IB1-[A-Z2-7-]+)$"
ASKED = re.compile("^Your decision, ")
BATTLE = ("--battle", "cape-esperance")


def here(invite: str) -> str:
    """The same invite by way of this computer alone."""
    found = read(invite)
    return write(replace(found, addresses=(Address("127.0.0.1", found.addresses[0].port),)))


def asked(player: Terminal) -> int:
    return sum(bool(ASKED.search(line)) for line in player.lines)


def verified(home: Path) -> str:
    """What `verify` says of the one game that was kept there."""
    (transcript,) = (home / "games").glob("*.ibss")
    code, said = ran(home, "verify", str(transcript))
    assert code == 0, said
    return said


@pytest.mark.parametrize("words", [BATTLE, pytest.param((), marks=by_night)], ids=["battle", "whole game"])
def test_two_beat_or_lose_to_a_bot(tmp_path: Path, words: tuple[str, ...]) -> None:
    """Each is asked what is his, is told who his partner is, and has a transcript that `verify` follows."""
    team = ("play", "--team", "--bot", "random", "--command", "air", "--plain", "--name", "Ada", "--seed", "1942")
    with Terminal(tmp_path / "ada", *team, *words) as ada:
        invite = here(ada.until(STRING)[1])
        with Terminal(tmp_path / "bob", "join", invite, "--plain", "--agree", "--name", "Bob") as bob:
            bob.until("You command the fleet, Ada the airplanes")
            ada.until("You command the airplanes, Bob the fleet")
            play((ada, bob), "The game is over", each=True)
            assert asked(ada) > 0
            assert asked(bob) > 0
            ada.until(OVER)
            # A host at a pipe goes at once, and his server with him.
            fetched = bob.until(f"{OVER}|could not be fetched")[0] == OVER
    for name in ("ada", "bob")[: 1 + fetched]:
        assert re.search(r"Ada & Bob beats|beats Ada & Bob|a draw", said := verified(tmp_path / name)), said
        assert "with Bob, key " in said
        (kept,) = own_games(tmp_path / name / "games")
        assert sorted(kept.names) == ["Ada & Bob", "random"]
        ((file, is_own),) = found_games(tmp_path / name).files
        figures = game_figures(file, is_own, [card_set("core"), card_set("full")])
        assert figures is not None  # his own game, by the key of either
        assert (figures.opponent, figures.shared) == ("random", True)
