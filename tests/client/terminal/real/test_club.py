"""The club of a real server in a real terminal: ladder, a player, a challenge, a cup, and one's game in it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from ironbottom.client.storage import identity
from ironbottom.keys import fingerprint
from tests.client.terminal.real.conftest import Opens
from tests.client.terminal.real.picture import open_boxes, too_wide
from tests.client.terminal.real.player import offered
from tests.client.terminal.real.terminal import TmuxTerminal, flat
from tests.client.terminal.support.club import ClubServer, club_server
from tests.support.lengths import by_night, some

SIZES = ((80, 24), (120, 40))
CLOSE, SURE = " Esc ", " y "  # keys of a sheet that is read or typed in, and of one that asks
SHEETS: tuple[dict[str, str], ...] = (  # keys that open one, list by list
    {"Enter": CLOSE, "/": CLOSE}, {"p": CLOSE, "Enter": SURE}, {"Enter": CLOSE, "e": SURE}, {"b": CLOSE}, {},
    {"Enter": SURE},
)
EACH = [(size, language) for language in ("en", "ja") for size in SIZES]


class FormWords(NamedTuple):
    """What the form says in a language."""

    whole_game: str
    battle: str
    rule: str
    not_rated: str
    late: str
    waits: str


WORDS = {
    "en": FormWords(
        "a whole game", "Cape Esperance", "Long Lance", "A rated game is a whole one", "both hands, 1 turn late",
        "your challenge waits, also while you are away.",
    ),
    "ja": FormWords(
        "通常の対局", "サボ島沖海戦", "酸素魚雷", "レート戦は、このプログラムのカードを使い",
        "両方の手札（1ターン遅れ）", "あなたの挑戦は留守の間も相手を待ちます。",
    ),
}


@pytest.fixture
def at_club(tmp_path: Path) -> Iterator[ClubServer]:
    with club_server(tmp_path) as server:
        yield server


def is_whole(terminal: TmuxTerminal, text: str) -> str:
    """A screen with this text, whose frames are closed, and no row of which is too wide."""
    wanted = flat(text)
    shown = terminal.until(lambda screen: wanted in flat(screen) and not open_boxes(screen), repr(text))
    assert not too_wide(shown, terminal.columns)
    return shown


@pytest.mark.parametrize("size", some(SIZES, 1))
def test_from_the_ladder_to_a_game_of_a_cup(at_club: ClubServer, opens: Opens, size: tuple[int, int]) -> None:
    cup = at_club.makes_cup("Spring cup", "--kind", "round-robin", "--games", "1")
    for name in ("Ada", "Ben"):
        at_club.types(name, "key", "claim", at_club.address)
    at_club.types("Ben", "cup", "enter", at_club.address, cup)
    ada = opens("club", at_club.address, home="Ada", size=size)
    is_whole(ada, "» you")
    ada.press("Enter")
    is_whole(ada, "mate (bot): games 3, won 2, drawn 1")
    ada.press("Escape")
    is_whole(ada, "[1 Ladder]")
    ada.press("2")
    is_whole(ada, "No challenge waits here.")
    ada.press("p")
    is_whole(ada, "Days to think, for each side: 3")
    ada.press("End")
    is_whole(ada, "Days that it waits: 7")
    ada.press("p")
    is_whole(ada, "your challenge waits, also while you are away.")
    assert "Ada; free: either side" in flat(at_club.types("Ben", "challenge", "list", at_club.address))
    ada.press("3")
    is_whole(ada, "players 1, 32 at most")
    ada.press("e")
    is_whole(ada, "Play in this cup, by these terms?")
    ada.press("y")
    is_whole(ada, "You play in this cup now.")
    at_club.types("Host", "cup", "start", cup, "--data", str(at_club.folder / "server"))
    ada.press("r")
    is_whole(ada, "» Your game with the")
    ada.press("Home", "Enter")
    ada.until(lambda screen: offered(screen) or "waiting" in flat(screen) or "Ben" in flat(screen), "the table")
    ada.wait("Ben")
    ada.close()


@pytest.mark.parametrize(("size", "language"), some(EACH, 1))
def test_a_challenge_by_all_terms_of_the_form(
    at_club: ClubServer, opens: Opens, size: tuple[int, int], language: str
) -> None:
    """A battle, an optional rule, advice and a caster's seat, by keys alone; what waits is read by another player."""
    ada = opens("--lang", language, "club", at_club.address, home="Ada", size=size)
    says = WORDS[language]
    is_whole(ada, "[1 ")
    ada.press("2")
    is_whole(ada, "[2 ")
    ada.press("p")
    is_whole(ada, f": {says.whole_game}")
    ada.press("Down", "Down", "Enter")
    is_whole(ada, f"(x) {says.whole_game}")
    ada.press("Down", "Down", "Down", "Space")
    is_whole(ada, f"(x) {says.battle}")
    ada.press("g")
    is_whole(ada, f": {says.battle}")
    ada.press("Down", "Down", "Enter")
    is_whole(ada, f"[ ] {says.rule}")
    is_whole(ada, "§23.1")  # it is the one that is pointed at
    ada.press("Space")
    is_whole(ada, f"[x] {says.rule}")
    ada.press("g")
    is_whole(ada, f": {says.rule}")
    ada.press("p")
    is_whole(ada, says.not_rated)
    ada.press("Home", *["Down"] * 11, "Space", "Down", "Space", "Down", "Down", "Down", "Right")
    is_whole(ada, says.late)
    ada.press("p")
    is_whole(ada, says.waits)
    found = at_club.types("Ben", "challenge", "list", at_club.address)
    terms = ("battle: Cape Esperance", "optional rules: Pursuit, Long Lance", "ask for advice", "both hands, 1 turn")
    assert not [term for term in terms if term not in flat(found)]
    ada.press("q")


@by_night
@pytest.mark.parametrize(("size", "language"), EACH)
def test_all_lists_and_sheets_are_whole(
    at_club: ClubServer, opens: Opens, size: tuple[int, int], language: str
) -> None:
    """Each list with the sheets that open from it, frame by frame."""
    at_club.makes_cup("Spring cup", "--kind", "knock-out", "--days", "3")
    at_club.types("Ben", "challenge", "post", at_club.address, "--days", "3", "--rated")
    ada = opens("--lang", language, "club", at_club.address, home="Ada", size=size)
    is_whole(ada, "[1 ")
    for n, keys in enumerate(SHEETS, 1):
        ada.press(str(n))
        is_whole(ada, f"[{n} ")
        for key, sign in keys.items():
            ada.press(key)
            assert "Traceback" not in is_whole(ada, sign)
            ada.press("Escape")
            is_whole(ada, f"[{n} ")
    ada.press("?")
    is_whole(ada, CLOSE)
    ada.press("Escape")
    is_whole(ada, f"[{len(SHEETS)} ")
    ada.press("q")
    ada.until(lambda _screen: ada.ended == 0, "its end")


def test_the_tables_of_a_server_lead_to_its_club_and_back(at_club: ClubServer, opens: Opens) -> None:
    ben = opens("join", at_club.address, home="Ben")
    ben.wait("No table there waits for a player.")
    assert "c the club" in flat(ben.screen())
    ben.press("c")
    ben.wait("[1 Ladder]")
    ben.press("q")
    ben.wait("No table there waits for a player.")
    ben.press("q")
    ben.wait("No table was picked.")


def test_who_is_not_let_in_at_a_table_reads_why_among_the_lists(at_club: ClubServer, opens: Opens) -> None:
    """Somebody else was quicker."""
    at_club.types("Ada", "challenge", "post", at_club.address, "--days", "3")
    ben = opens("club", at_club.address, home="Ben")
    ben.wait("[1 Ladder]")
    ben.press("2")
    ben.wait("Ada; free: either side")
    ben.press("Enter")
    ben.wait("Take this challenge up")
    at_club.types("Cay", "challenge", "seek", at_club.address, "--days", "3")
    ben.press("y")
    ben.wait("[1 Ladder]")
    ben.wait("The table is full")
    ben.press("q")
    ben.until(lambda _screen: ben.ended == 0, "its end")


def test_another_name_is_come_in_under(at_club: ClubServer, opens: Opens) -> None:
    dan = opens("club", at_club.address, home=at_club.home("Dan").name)
    dan.wait("[1 Ladder]")
    dan.press("6")
    dan.wait("Your name: Dan")
    dan.press("Down", "Enter")
    dan.wait("The name that others read")
    dan.type("Don")
    dan.press("Enter")
    dan.wait("You are Don here now.")
    dan.press("r")
    dan.wait("Your name: Don")


@pytest.mark.parametrize(("words", "says"), [
    (("no address!",), "is no address: it looks like"), (("127.0.0.1:1",), "The server cannot be reached"),
    (("127.0.0.1:99999",), "99999 is no port"),
])
def test_what_leads_nowhere_is_one_sentence(opens: Opens, words: tuple[str, ...], says: str) -> None:
    terminal = opens("club", *words)
    terminal.until(lambda _screen: terminal.ended == 1, "its end")
    said = flat(terminal.scrolled())
    assert says in said
    assert "Traceback" not in said


def test_a_banned_key_reads_so_and_comes_in_nowhere(at_club: ClubServer, opens: Opens) -> None:
    me = identity.me(at_club.home("Eve"))
    at_club.types("Host", "moderate", "ban", "key", fingerprint(me.public), "--data", str(at_club.folder / "server"))
    eve = opens("club", at_club.address, home="Eve")
    eve.until(lambda _screen: eve.ended == 1, "its end")
    said = flat(eve.scrolled())
    assert "Traceback" not in said
    assert "The host of this server does not let you in." in said
