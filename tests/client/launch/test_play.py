"""A person at a seat, without a connection: what is printed of what happens, and what becomes of typed lines."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from ironbottom.catalog import card_set
from ironbottom.client.console.stdin import StdinLines
from ironbottom.client.net.reconnecting_client import Endpoint, ReconnectingClient
from ironbottom.client.net.seat_session import Numbers, SeatSession
from ironbottom.client.net.session_events import (
    ChatHeard,
    Denied,
    Disconnected,
    Noticed,
    Past,
    Reconnected,
    SessionEvent,
    Updated,
)
from ironbottom.client.plain.client import HowLeft, PlainClient, table_lines
from ironbottom.client.storage.evidence_log import EvidenceLog
from ironbottom.client.storage.identity import Identity
from ironbottom.views import SeenOutcome
from ironbottom.wire.messages import (
    Commit,
    Leave,
    Mute,
    Ok,
    Refused,
    Rematch,
    Reply,
    Resign,
    Reveal,
    Said,
    Say,
    Seat,
    Table,
)
from ironbottom.wire.terms import Terms
from ironbottom.words import Side

from ..support.double import PATIENCE
from ..support.table import ANN, ID, QUESTION, SERVER_PUBLIC, VIEWS, in_vain, seat, seated, table, toss, tossed, update

ME = Identity(ANN, "Ann")
OVER = replace(VIEWS[Side.US], question=None)


class Lines(StdinLines):
    """What a test types."""

    def __init__(self, *, terminal: bool) -> None:
        self._lines = asyncio.Queue[str | None]()
        self._back: list[str] = []
        self._ended, self._begun = False, True
        self.terminal = terminal

    def type(self, *lines: str | None) -> None:
        for line in lines:
            self._lines.put_nowait(line)


class PlayedGame:
    """A person's play at a table, the events that come to it, and how often the seat was written down."""

    def __init__(self, folder: Path, *, terminal: bool) -> None:
        self.inbox: asyncio.Queue[Any] = asyncio.Queue()  # where the transcript's path comes, too
        self.queue: asyncio.Queue[SessionEvent] = self.inbox
        client = ReconnectingClient(Endpoint((), b""), ME, self.queue.put_nowait)
        self.session = SeatSession(ME, SERVER_PUBLIC, ID, Numbers(), EvidenceLog(None))
        self.said: list[object] = []
        self.typed = Lines(terminal=terminal)
        self.saves = 0
        self.hear(seated(), table())
        cards = card_set("core")
        self.play = PlainClient(client, self.session, cards, folder, self.typed, self.queue, self._save)

    def _save(self) -> None:
        self.saves += 1

    def hear(self, *messages: object) -> None:
        for message in messages:
            for event in self.session.hear(message):
                self.queue.put_nowait(event)


def played(folder: Path, script: Callable[[PlayedGame], Awaitable[object]], *, terminal: bool = False) -> PlayedGame:
    """Run a play beside a script, to its end."""

    async def both() -> PlayedGame:
        scene = PlayedGame(folder, terminal=terminal)
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(scene.play.play(), script(scene))
        return scene

    return asyncio.run(both())


async def settled(scene: PlayedGame, true: Callable[[], object]) -> None:
    while not true():
        await asyncio.sleep(0.002)


def test_the_last_answer_of_a_pipe_is_seen_home(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """When the input ends the answer is still under way: the play ends with its acknowledgement, not before."""

    async def script(scene: PlayedGame) -> None:
        scene.hear(update(1))
        scene.typed.type("", None)
        await settled(scene, lambda: scene.session.waits)
        (reply,) = scene.session.drain()
        assert isinstance(reply, Reply)
        scene.hear(Ok(reply.seq))

    scene = played(tmp_path, script)
    assert scene.saves
    assert "Your answer: " in capsys.readouterr().out


def test_a_line_of_a_pipe_waits_for_a_question(tmp_path: Path) -> None:
    async def script(scene: PlayedGame) -> None:
        scene.typed.type("", None)
        await asyncio.sleep(0)
        assert not scene.session.waits
        scene.hear(update(1))
        await settled(scene, lambda: scene.session.waits)
        (reply,) = scene.session.drain()
        scene.hear(Ok(reply.seq))

    played(tmp_path, script)


def test_a_line_that_was_typed_to_another_question_is_not_taken(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Somebody types "1" while the question changes under his hands."""

    async def script(scene: PlayedGame) -> None:
        scene.hear(update(1))
        await settled(scene, scene.queue.empty)
        assert QUESTION is not None
        other = replace(VIEWS[Side.US], question=replace(QUESTION, prompt="Another one?"))
        scene.hear(update(2, shown=other))
        scene.typed.type("1")
        await asyncio.sleep(0.02)
        assert not scene.session.waits
        scene.typed.type("quit")

    played(tmp_path, script, terminal=True)
    assert "Something happened while you typed; that line was not taken." in capsys.readouterr().out


@pytest.mark.parametrize("name", ["envelope", "mate"])
def test_the_level_of_victory_is_told_against_the_admiral(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    """And against nobody else."""

    async def script(scene: PlayedGame) -> None:
        scene.hear(table(seats=(seat("Ann", 0), replace(seat(name, 1), bot=True))))
        scene.hear(update(1, shown=replace(OVER, waiting=(), outcome=SeenOutcome(Side.JP, "time-up", (0, 20)))))
        scene.inbox.put_nowait(tmp_path / "game.ibss")
        scene.typed.type("quit")

    played(tmp_path, script, terminal=True)
    assert ("Against the admiral in the envelope: a rout." in capsys.readouterr().out) is (name == "envelope")


def test_what_was_missed_is_told_before_the_question(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async def script(scene: PlayedGame) -> None:
        scene.hear(update(1))
        await settled(scene, scene.queue.empty)
        scene.queue.put_nowait(Disconnected("the server closed the connection"))
        scene.queue.put_nowait(Reconnected())
        scene.queue.put_nowait(Past(((),)))
        scene.queue.put_nowait(Updated(VIEWS[Side.US], (), 3, "player", None))
        scene.typed.type("quit")

    played(tmp_path, script, terminal=True)
    said = capsys.readouterr().out
    places = [said.index(part) for part in ("The connection is lost", "is back", "Meanwhile:")]
    assert places == sorted(places)


def test_typed_commands_reach_the_table(tmp_path: Path) -> None:
    async def script(scene: PlayedGame) -> None:
        scene.hear(update(1))
        scene.typed.type("chat hello there", "say 2", "mute", "resign", "yes")
        said: list[object] = []
        while len(said) < 4:
            said += scene.session.drain()
            await asyncio.sleep(0.002)
        chat, phrase, mute, resign = said
        assert isinstance(chat, Say)
        assert chat.text == "hello there"
        assert isinstance(phrase, Say)
        assert phrase.phrase == 2
        assert isinstance(mute, Mute)
        assert isinstance(resign, Resign)
        for request in (chat, phrase, mute, resign):
            scene.hear(Ok(request.seq))
        scene.typed.type("quit")

    played(tmp_path, script, terminal=True)


def test_what_is_heard_is_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async def script(scene: PlayedGame) -> None:
        scene.hear(update(1))
        scene.queue.put_nowait(ChatHeard(Said(ID, 1, 1, "Bob\x1b[2J", "hi \x1b[31m", 0, 0)))
        scene.queue.put_nowait(Noticed("restart", "Back soon."))
        scene.queue.put_nowait(Denied(Refused(5, "limit", "Too much."), Say(5, ID, "x")))
        scene.typed.type("quit")

    played(tmp_path, script, terminal=True)
    said = capsys.readouterr().out
    assert "\x1b" not in said
    for part in ("Bob[2J says: hi", "Notice: Back soon.", "Notice: Too much."):
        assert part in said


def test_chat_that_was_heard_before_is_told_on_request_only(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """How far it was heard is written down at once: a client that is killed calls nothing new the next time."""

    async def script(scene: PlayedGame) -> None:
        scene.hear(update(1))
        scene.queue.put_nowait(ChatHeard(Said(ID, 1, 1, "Bob", "heard long ago", 0, 0), fresh=False))
        await settled(scene, lambda: scene.saves and scene.queue.empty())
        saves = scene.saves
        scene.queue.put_nowait(ChatHeard(Said(ID, 2, 1, "Bob", "hello again", 0, 0)))
        await settled(scene, lambda: scene.saves == saves + 1)
        said.append(capsys.readouterr().out)
        scene.typed.type("chat", "quit")

    said: list[str] = []
    played(tmp_path, script, terminal=True)
    assert "heard long ago" not in said[0]
    assert "Bob says: hello again" in said[0]
    assert "Bob says: heard long ago\nBob says: hello again\n" in capsys.readouterr().out


def test_a_loss_is_told_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A host who has left is no connection that is lost: the notice before says all."""

    async def script(scene: PlayedGame) -> None:
        scene.hear(update(1))
        scene.queue.put_nowait(Disconnected("the cable is out"))
        scene.queue.put_nowait(Noticed("closed", "The host has left."))
        scene.queue.put_nowait(Disconnected("the host has left", "closed"))
        scene.typed.type("quit")

    played(tmp_path, script, terminal=True)
    said = capsys.readouterr().out
    assert said.count("The connection is lost (the cable is out)") == 1
    assert said.count("The connection is lost") == 1
    assert said.count("Notice: The host has left.") == 1


def test_another_game_is_wished_for_at_the_end(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`again` at the end; a new game is read by a new reader."""

    async def script(scene: PlayedGame) -> None:
        scene.hear(update(1, shown=OVER))
        scene.inbox.put_nowait(tmp_path / "game.ibss")
        scene.typed.type("again")
        while not (said := scene.session.drain()):
            await asyncio.sleep(0.002)
        assert isinstance(said[0], Rematch)
        scene.hear(table("playing", bytes(32)))
        scene.hear(update(1))
        await settled(scene, scene.queue.empty)
        scene.hear(Ok(said[0].seq))
        scene.typed.type("quit")

    played(tmp_path, script, terminal=True)
    assert "Another game begins, with sides swapped." in capsys.readouterr().out


# what the table tells besides the game

def in_doubt(scene: PlayedGame) -> None:
    """A toss comes to nothing after our share was shown, and the server tells of it."""
    first = toss()
    scene.hear(table("tossing"), first)
    (commit,) = scene.session.drain()
    assert isinstance(commit, Commit)
    scene.hear(Ok(commit.seq), tossed(commit))
    (reveal,) = scene.session.drain()
    assert isinstance(reveal, Reveal)
    scene.hear(Ok(reveal.seq), toss(1, (in_vain(first, commit, reveal),)))


BROKEN = (
    "The toss came to nothing after your share had been shown, and the cards are to be dealt anew.\n"
    "Whoever saw the deal could have another one by that.  There may be an honest reason: the host has restarted with "
    "other cards or another version.  Go on only if you know it.\n"
    "Type go to go on, or quit to leave this table.\n"
)


@pytest.mark.parametrize(("word", "sent"), [("go", Commit), ("quit", Leave)])
def test_whoever_sits_there_decides_on_another_toss(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], word: str, sent: type
) -> None:
    """Nothing is said to the server before; any other word decides nothing."""

    async def script(scene: PlayedGame) -> None:
        in_doubt(scene)
        scene.typed.type("", "yes")
        await settled(scene, lambda: scene.play._in_doubt and scene.typed._lines.empty())
        await asyncio.sleep(0.02)
        assert scene.session.drain() == []
        scene.typed.type(word)
        await settled(scene, lambda: not scene.play._in_doubt)
        scene.said += scene.session.drain()
        scene.typed.type(None)

    scene = played(tmp_path, script, terminal=True)
    assert [type(one) for one in scene.said] == [sent]
    assert (scene.play._left is HowLeft.TOSS) == (word == "quit")
    assert BROKEN in capsys.readouterr().out.replace("> ", "")


def test_who_cannot_be_asked_goes_along_with_no_other_toss(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async def script(scene: PlayedGame) -> None:
        in_doubt(scene)
        await settled(scene, lambda: scene.play._left is not None)

    scene = played(tmp_path, script)
    assert scene.play._left is HowLeft.TOSS
    assert [type(one) for one in scene.session.drain()] == [Leave]
    assert "Go on only if you know it." in capsys.readouterr().out


NOBODY = seat("", key=b"")
BOB = seat("Bob", 1)


def lines(now: Table, before: Table | None = None) -> list[str]:
    session = SeatSession(ME, SERVER_PUBLIC, ID, Numbers(), EvidenceLog(None))
    return table_lines(session, now, before)


def with_bob(bob: Seat, **changes: object) -> Table:
    return replace(table(seats=(seat("Ann", 0), bob)), **changes)


@pytest.mark.parametrize(("before", "now", "said"), [
    (None, NOBODY, "The other seat is free: waiting for a player.  Ctrl-C leaves, and the table is kept."),
    (NOBODY, BOB, "Bob sits at the table."),
    (NOBODY, replace(BOB, bot=True), "Bob (a bot) sits at the table."),
    (NOBODY, replace(BOB, here=False), "Bob has a seat, and is away."),
    (BOB, replace(BOB, here=False), "Bob is away; the game waits."),
    (replace(BOB, here=False), BOB, "Bob is back."),
    (BOB, replace(BOB, here=False, left=252_000, running=True), "Bob is away; the clock is running, 4:12 left."),
    (BOB, replace(BOB, here=False, left=9_000), "Bob is away; the clock is stopped at 0:09."),
    (BOB, replace(BOB, stand_in=True), "A bot stands in for Bob."),
    (BOB, replace(BOB, rematch=True), "Bob wishes for another game: type again to agree."),
])
def test_who_is_there(before: Seat | None, now: Seat, said: str) -> None:
    assert lines(with_bob(now), None if before is None else with_bob(before)) == (
        [said] if before is not None else [said, "You play US against Guest.  Type help at any time."]
    )


def test_who_looks_on_is_told_of_nothing_to_type() -> None:
    session = SeatSession(ME, SERVER_PUBLIC, ID, Numbers(), EvidenceLog(None), place=-1)
    free, wish = with_bob(NOBODY), with_bob(replace(BOB, rematch=True))
    said = ["Ann sits at the table.", "The other seat is free: waiting for a player."]
    assert table_lines(session, free, None) == said
    assert table_lines(session, wish, with_bob(BOB)) == ["Bob wants another game."]


@pytest.mark.parametrize(("policy", "said"), [
    ("bot", "Bob is away; a bot will take the seat."), ("clock", "Bob is away."),
])
def test_what_is_done_about_who_is_away(policy: str, said: str) -> None:
    terms = replace(Terms(), absent=policy)
    assert lines(with_bob(replace(BOB, here=False), terms=terms), with_bob(BOB, terms=terms)) == [said]


def test_a_pause_and_its_end() -> None:
    paused = with_bob(BOB, status="paused", note="The disk is full.")
    assert lines(paused, with_bob(BOB)) == ["The game is paused: The disk is full."]
    assert lines(with_bob(BOB), paused)[0] == "The game goes on."


def test_a_game_that_counts_no_more_for_its_cup_is_told_once() -> None:
    counts, settled = with_bob(BOB), with_bob(BOB, settled=True)
    said = "This game counts no more for its cup: play it out, or leave it."
    assert lines(settled, counts) == [said]
    assert said in lines(settled)
    assert lines(settled, settled) == []


def test_practice_is_called_so() -> None:
    practice = with_bob(BOB, terms=replace(Terms(), practice=True))
    said = "For practice only: this game has a seed that was given, and who gave it can know every card."
    assert [line for line in lines(practice) if "ractice" in line] == [said]
    assert lines(practice, practice) == []


def test_nothing_is_said_twice() -> None:
    assert lines(with_bob(BOB), with_bob(BOB)) == []

