"""What a server says in English, told to a reader of Japanese: for each code a sentence of ours."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from ironbottom.client.net.reconnecting_client import NotGranted, ReconnectingClient
from ironbottom.client.net.seat_session import Numbers, SeatSession
from ironbottom.client.net.server_messages import in_our_words
from ironbottom.client.net.session_events import Denied, Disconnected, Noticed, Reconnected, SessionEvent
from ironbottom.client.plain.client import table_lines
from ironbottom.client.storage.evidence_log import EvidenceLog
from ironbottom.client.storage.identity import Identity
from ironbottom.keys import new_key
from ironbottom.language import speak
from ironbottom.vocabulary import TABLES
from ironbottom.wire.messages import Bye, Notice, Refused, Reply
from tests.client.launch.test_play import PlayedGame, played
from tests.client.net.test_reconnecting_client import lobby, plain, run, until
from tests.client.support.double import double
from tests.client.support.table import ID, SERVER_PUBLIC, table
from tests.support.languages import english
from tests.wire.test_protocol_document import codes, listed, section

__all__ = ["english"]  # after each test the next one hears English

SENTENCES = {
    **TABLES["server"], **TABLES["own_key_refused"], **TABLES["challenge_refused"], **TABLES["players_refused"],
    **TABLES["cup_refused"],
}
WITH_DETAILS = frozenset(TABLES["with_details"]["codes"])

ME = Identity(new_key(), "Ann")
STRANGE = "Words of another version of the server."


def japanese(text: str) -> bool:
    """Whether there is Japanese in it, and nothing of what the server said."""
    return any("\u3040" <= letter <= "\u9fff" for letter in text) and "Words of" not in text


def test_every_code_of_the_protocol_has_its_sentence_and_no_other() -> None:
    said = {code for name, code in codes() if name in ("Notice", "notify")}
    assert "no-stand-in" in said
    assert set(SENTENCES) == listed(section("## Errors")) | said
    assert set(SENTENCES) >= WITH_DETAILS


def test_in_english_the_server_speaks_for_itself() -> None:
    assert {in_our_words(code, STRANGE) for code in SENTENCES} == {STRANGE}
    assert in_our_words("over", "") == "The game is over."
    assert in_our_words("newer", "") == "newer"


@pytest.mark.parametrize("code", SENTENCES)
def test_a_reader_of_japanese_reads_japanese(code: str) -> None:
    speak("ja")
    assert japanese(in_our_words(code, ""))
    told = in_our_words(code, STRANGE)
    if code in WITH_DETAILS:
        assert told == f"{in_our_words(code, '')}（{STRANGE}）"
    else:
        assert japanese(told)


def test_a_sentence_of_this_version_is_told_exactly() -> None:
    speak("ja")
    assert in_our_words("taken", "Both seats of that table are taken.") == "その卓の席は両方とも埋まっています。"
    assert in_our_words("newer", STRANGE) == STRANGE


def test_the_plain_client_tells_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    speak("ja")

    async def script(scene: PlayedGame) -> None:
        scene.queue.put_nowait(Denied(Refused(4, "not-asked", STRANGE, "20.1"), Reply(4, ID, 1, "x")))
        scene.queue.put_nowait(Denied(Refused(5, "limit", STRANGE), None))
        scene.typed.type("quit")

    played(tmp_path, script, terminal=True)
    said = capsys.readouterr().out
    assert STRANGE not in said
    assert in_our_words("not-asked", "") in said
    assert in_our_words("limit", "") in said


def test_why_a_game_is_paused_is_told() -> None:
    speak("ja")
    session = SeatSession(ME, SERVER_PUBLIC, ID, Numbers(), EvidenceLog(None))
    note = "The host's disk cannot be written: the game waits, and goes on where it stopped."
    lines = table_lines(session, replace(table(), status="paused", note=note), None)
    assert any("ディスク" in line for line in lines)
    assert not any("disk" in line for line in lines)


def test_farewells_notices_and_refusals_of_a_connection_are_told() -> None:
    speak("ja")

    async def test() -> None:
        heard: list[SessionEvent] = []
        async with double(lobby) as server, ReconnectingClient(plain(server), ME, heard.append) as client:
            server.say(Notice("restart", STRANGE))
            server.say(Bye("restart", STRANGE))
            await until(lambda: Reconnected in map(type, heard))
            assert heard[:2] == [
                Noticed("restart", in_our_words("restart", "")),
                Disconnected(in_our_words("restart", "")),
            ]
            assert client.address is not None

    run(test)
    assert str(NotGranted(Refused(1, "no-table", STRANGE))) == in_our_words("no-table", "")
