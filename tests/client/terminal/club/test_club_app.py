"""The club by keys alone, at a real server: ladder, players, challenges, cups, blocked players, name and key."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterator

import pytest
from textual.pilot import Pilot

from ironbottom.client.console.stdin import StdinLines
from ironbottom.client.launch.join_game import meet_at
from ironbottom.client.launch.player import Person
from ironbottom.client.net.club.club_client import club_client
from ironbottom.client.storage import identity, seat_store
from ironbottom.client.terminal.club.club_app import ClubApp
from ironbottom.client.terminal.club.pane import ClubPlace
from ironbottom.wire.cleaning import cells

from ..support.club import ClubServer, club_server
from ..support.screens import read

Scene = Callable[["ClubHands"], Awaitable[None]]
CODE = re.compile(r"(?:[A-Z2-7]{4}-){7}[A-Z2-7]{4}")


class ClubHands:
    """Somebody's keys, and what he reads."""

    def __init__(self, app: ClubApp, pilot: Pilot[str]) -> None:
        self.app, self._pilot = app, pilot

    async def press(self, *keys: str) -> None:
        await self._pilot.press(*keys)

    async def reads(self, *texts: str) -> str:
        """Wait until all of this is on the screen, in which no row is wider than the window."""
        async with asyncio.timeout(60):
            while not all(text in " ".join(read(self.app).replace("│", " ").split()) for text in texts):
                await self._pilot.pause(0.02)
        shown = read(self.app)
        assert max(map(cells, shown.splitlines())) <= self.app.size.width
        return shown

    async def types(self, text: str) -> None:
        """Letters, as a keyboard gives them."""
        names = {"-": "minus", " ": "space", "?": "question_mark"}
        await self.press(*[names.get(letter, letter) for letter in text])


@pytest.fixture(scope="module")
def at_club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ClubServer]:
    with club_server(tmp_path_factory.mktemp("club")) as server:
        yield server


def sits(
    server: ClubServer, name: str, scene: Scene, patch: pytest.MonkeyPatch, size: tuple[int, int] = (80, 24)
) -> str | None:
    """What the app of this player ends with."""
    home = server.home(name)
    patch.setenv("IRONBOTTOM_HOME", str(home))

    async def main() -> str | None:
        person = Person(home, identity.me(home), StdinLines(plain=True))
        endpoint = await meet_at(person, server.address)
        async with club_client(endpoint, person.me, home) as club:
            app = ClubApp(ClubPlace(club, server.address))
            async with app.run_test(size=size) as pilot:
                await scene(ClubHands(app, pilot))
            return app.return_value

    return asyncio.run(main())


def test_from_the_ladder_to_a_player_and_on_to_another(at_club: ClubServer, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(hands: ClubHands) -> None:
        shown = await hands.reads("Rated games that count: 4 » you", "» 1 Ada")
        assert "[1 Ladder]" in shown
        assert "\u202e" not in shown
        await hands.press("enter")
        await hands.reads("» Ada", "As US: games 4, won 3, drawn 1", "Opponents", "mate (bot): games 3, won 2")
        await hands.press("end", "up", "enter")
        await hands.reads("mate (bot)", "Key: QRST-UVWX-YZ23-4567", "the one before")
        await hands.press("backspace")
        await hands.reads("» Ada")
        await hands.press("escape", "slash")
        await hands.reads("Name, or letters of a key")
        await hands.types("nobody")
        await hands.press("enter")
        await hands.reads("Nobody of that name has finished a game here")
        await hands.press("q")

    assert sits(at_club, "Ada", scene, monkeypatch) is None


def test_a_challenge_is_posted_marked_and_taken_back(at_club: ClubServer, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(hands: ClubHands) -> None:
        await hands.press("2")
        await hands.reads("No challenge waits here.")
        await hands.press("p")
        await hands.reads("Post the challenge", "Days to think, for each side: 3")
        await hands.press("right", *["down"] * 5, "left", "left", "left")
        await hands.reads("Your side: US", "Days to think, for each side: 0 (not by the day)", "Minutes to think")
        await hands.press("down", "right", "right", "p")
        shown = await hands.reads("your challenge waits, also while you are away.", "free: Japan", "(yours)")
        assert "» 1  Cay" in shown
        await hands.press("enter")
        await hands.reads("Nobody has taken it up yet")
        await hands.press("d")
        await hands.reads("Take this challenge back?", "30 minutes for each side")
        await hands.press("enter")  # as long as nothing else is chosen, it stays
        await hands.reads("Nobody has taken it up yet")
        await hands.press("d", "y")
        await hands.reads("The challenge is taken back.")
        await hands.press("q")

    assert sits(at_club, "Cay", scene, monkeypatch) is None
    assert not seat_store.waiting(at_club.home("Cay"))


def test_what_is_refused_is_said_in_a_sentence(at_club: ClubServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """The sixth challenge of one player; and a player is blocked by who has no name here."""

    async def scene(hands: ClubHands) -> None:
        await hands.press("2")
        for n in range(1, 6):
            await hands.press("p", "p")
            await hands.reads(f"{n} Dan", "your challenge waits")
            await hands.press("r")
            await hands.reads("until you take it back or it ends")
        await hands.press("p", "p")
        await hands.reads("challenges")
        await hands.press("4", "b")
        await hands.types("Eve")
        await hands.press("enter")
        await hands.reads("Block Eve?", "They are not told.")
        await hands.press("y")
        await hands.reads("claim")
        await hands.press("q")

    assert sits(at_club, "Dan", scene, monkeypatch) is None
    assert len(seat_store.waiting(at_club.home("Dan"))) == 5


def test_who_seeks_is_paired_and_finds_his_game(at_club: ClubServer, monkeypatch: pytest.MonkeyPatch) -> None:
    at_club.types("Eli", "challenge", "post", at_club.address, "--days", "14", "--side", "us", "--rated")

    async def scene(hands: ClubHands) -> None:
        await hands.press("2")
        await hands.reads("Eli; free: Japan")
        await hands.press("p", *["down"] * 5, *["right"] * 4, "s")
        await hands.reads("an opponent was found")
        await hands.press("5")
        await hands.reads("Enter goes on with a game.")
        await hands.press("enter")

    table = sits(at_club, "Fay", scene, monkeypatch)
    assert [seat.table for seat in seat_store.waiting(at_club.home("Fay"))] == [table]


def test_a_challenge_is_taken_up_once_its_terms_are_read(
    at_club: ClubServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_club.types("Guy", "challenge", "post", at_club.address, "--days", "7")

    async def scene(hands: ClubHands) -> None:
        await hands.press("2")
        await hands.reads("Guy; free: either side")
        await hands.press("i")
        await hands.reads("Nobody of that name has finished a game")
        await hands.press("enter")
        await hands.reads("Take this challenge up, and sit down at its table?", "7 days for each side")
        await hands.press("y")

    table = sits(at_club, "Hal", scene, monkeypatch)
    assert [seat.table for seat in seat_store.waiting(at_club.home("Guy"))] == [table]


def test_a_cup_from_its_entry_to_ones_own_game(at_club: ClubServer, monkeypatch: pytest.MonkeyPatch) -> None:
    cup = at_club.makes_cup("Spring cup", "--kind", "knock-out", "--days", "3")
    at_club.types("Ben", "key", "claim", at_club.address)
    at_club.types("Ben", "cup", "enter", at_club.address, cup)

    async def nameless(hands: ClubHands) -> None:
        await hands.press("3")
        await hands.reads("Spring cup: players may enter until")
        await hands.press("e")
        await hands.reads("Play in this cup, by these terms?", "each tie is two games with sides swapped")
        await hands.press("y")
        await hands.reads("make your name yours here first")
        await hands.press("q")

    async def enters(hands: ClubHands) -> None:
        await hands.press("3")
        await hands.reads("players 1, 32 at most")
        await hands.press("e", "y")
        await hands.reads("You play in this cup now.", "» ", "players 2, 32 at most")
        await hands.press("l")
        await hands.reads("Leave the cup Spring cup?")
        await hands.press("n", "q")

    async def plays(hands: ClubHands) -> None:
        await hands.press("3")
        await hands.reads("» Your game with the", "round 1 of 1")
        await hands.press("end", "enter")
        await hands.reads("Ada (US) : Ben (Japan)", "Ben (US) : Ada (Japan)", "to your game", "lead of 20 VP")
        await hands.press("g")

    sits(at_club, "Ian", nameless, monkeypatch)
    at_club.types("Ada", "key", "claim", at_club.address)
    assert sits(at_club, "Ada", enters, monkeypatch) is None
    at_club.types("Host", "cup", "start", cup, "--data", str(at_club.folder / "server"))
    table = sits(at_club, "Ada", plays, monkeypatch)
    assert table in [seat.table for seat in seat_store.waiting(at_club.home("Ada"))]


def test_a_name_is_claimed_and_somebody_blocked_and_the_block_lifted(
    at_club: ClubServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(hands: ClubHands) -> None:
        await hands.press("6")
        await hands.reads("Your name: Joe", "Your key: ")
        await hands.press("enter")
        await hands.reads("Make Joe yours alone here?", "have paper and pencil at hand")
        await hands.press("y")
        assert CODE.search(await hands.reads("Joe is yours at", "Print this code"))
        await hands.press("escape", "4", "b")
        await hands.reads("Name, or letters of the key")
        await hands.types("EVIL-EVIL-EVIL-EVIL")
        await hands.press("enter", "y")
        await hands.reads("is blocked; nobody tells him.", "since 20")
        await hands.press("d")
        await hands.reads("as if there had never been one?")
        await hands.press("y")
        await hands.reads("You have blocked nobody.")
        await hands.press("q")

    assert sits(at_club, "Joe", scene, monkeypatch) is None


def test_a_key_is_carried_and_revoked_and_a_wrong_code_is_said(
    at_club: ClubServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(hands: ClubHands) -> None:
        await hands.press("6")
        await hands.reads("Your name: Kim")
        await hands.press("down", "down", "enter")
        await hands.reads("Good once, for ten minutes.", "ironbottom key receive", "█")
        await hands.press("escape", "down", "enter")
        await hands.reads("The printed code of the name Kim:")
        await hands.types("AAAA-BBBB")
        await hands.press("enter")
        await hands.reads("it has eight groups of four.")
        await hands.press("down", "enter")
        await hands.reads("Nobody will come to", "with this key any more, on no device")
        await hands.press("y")
        await hands.reads("The printed code gives your name to another")
        await hands.press("escape")

    at_club.types("Kim", "key", "claim", at_club.address)
    assert sits(at_club, "Kim", scene, monkeypatch) is None


def test_all_keys_are_told_and_arrows_turn_the_lists(at_club: ClubServer, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(hands: ClubHands) -> None:
        await hands.press("left")
        await hands.reads("[6 Name and key]")
        await hands.press("right", "tab")
        await hands.reads("[2 Challenges]")
        await hands.press("question_mark")
        await hands.reads("1 to 6, arrows and Tab go from list to list", "find a player", "take it up")
        await hands.press("end", *["pagedown"] * 3)
        await hands.reads("go on with it")
        await hands.press("escape", "q")

    assert sits(at_club, "Lou", scene, monkeypatch, (120, 40)) is None


def test_another_name_is_a_wish_to_come_in_anew(at_club: ClubServer, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(hands: ClubHands) -> None:
        await hands.press("6", "down", "enter")
        await hands.reads("The name that others read")
        await hands.types("x")
        await hands.press("enter")

    assert sits(at_club, "Max", scene, monkeypatch) == "=x"
