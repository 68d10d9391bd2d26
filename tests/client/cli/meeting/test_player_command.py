"""`ironbottom player`: a real server is asked, and its page is told line by line."""

from __future__ import annotations

import pytest

from ironbottom.client.text.people.player_pages import lines
from ironbottom.wire.players import OpponentRecord, PlayerGame, PlayerPage, RatingMoment, SideRecord
from tests.client.cli.meeting.test_challenge_command import Computers, computers, server

__all__ = ["computers", "server"]

KEY, OTHER = "ABCD-EFGH-IJKL-MNOP", "QRST-UVWX-YZ23-4567"
DAY = 86_400


def page(name: str = "Ada", other: str = "Ben") -> PlayerPage:
    won = PlayerGame(3 * DAY, 0, other, OTHER, 1.0, "time-up", 8, (14, 9), "core", "", True)
    drawn = PlayerGame(2 * DAY, 1, other, OTHER, 0.5, "", 0, (0, 0), "", "", True)
    moments = (RatingMoment(2 * DAY, 1500, 1300, 1700), RatingMoment(3 * DAY, 1531, 1309, 1753))
    return PlayerPage(1, name, KEY, False, SideRecord(1, 1), SideRecord(1, 0, 1),
                      (OpponentRecord(other, OTHER, True, 2, 1, 1),), (won, drawn), moments)


def test_everything_has_a_line() -> None:
    told = lines(page())
    assert told[:5] == [
        "Ada", f"Key: {KEY}", "As US: games 1, won 1, drawn 0", "As Japan: games 1, won 0, drawn 1",
        "Rating: 1531 (1309 to 1753)",
    ]
    assert told[5:-1] == [
        "Rating over time", "  1970-01-03: 1500 (1300 to 1700)", "Opponents", "  Ben (bot): games 2, won 1, drawn 1",
        "Last games", "  1970-01-04: won as US against Ben, VP 14:9, turn 8",
        "  1970-01-03: drawn as Japan against Ben",
    ]


@pytest.mark.parametrize("letter", ["\x1b[2J", "\u202e", "\n"])
def test_a_name_moves_nothing_on_the_screen(letter: str) -> None:
    """A planted cheat: a server that sends letters for the terminal in a name."""
    assert letter not in "".join(lines(page(f"Eve{letter}", f"Eve{letter}")))


def test_who_has_not_played_is_said_in_a_sentence(server: str, computers: Computers) -> None:
    for who in ("Nobody", "", "\x1b[2J", "A" * 500):
        code, said = computers.does("ada", "player", server, who)
        assert (code, "Nobody of that name has finished a game" in said, "Traceback" in said) == (1, True, False)
    code, said = computers.does("ada", "player", "no address!", "Ada")
    assert (code, "is no address" in said) == (1, True)
