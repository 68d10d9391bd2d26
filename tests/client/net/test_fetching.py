"""Files in pieces: the cards of a set that is not ours, and the transcript of the game that was played."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from ironbottom.catalog import card_set, fingerprint
from ironbottom.client.console.errors import UserError
from ironbottom.client.net import downloads
from ironbottom.client.net.reconnecting_client import Endpoint, ReconnectingClient
from ironbottom.client.storage.identity import Identity
from ironbottom.keys import new_key
from ironbottom.printed import CardSet
from ironbottom.proof.entries import Begun, Player, TranscriptEntry
from ironbottom.wire.messages import Fetch, Message, Piece, Refused, Welcome
from ironbottom.wire.terms import Terms

from ..support.double import PATIENCE, Double, double
from ..support.table import GAME, OTHER_GAME

ME = Identity(new_key(), "Ann")
CORE = card_set("core")
PLAYER = Player("Ann", bytes(32), False, "us", bytes(32), bytes(64), bytes(32), bytes(64))


def own() -> CardSet:
    """A set that only the server has: one ship is worth more."""
    first, *rest = CORE.us.fleet
    cards = replace(CORE, name="own", us=replace(CORE.us, fleet=(replace(first, vp=first.vp + 1), *rest)))
    return replace(cards, fingerprint=fingerprint(cards))


def in_pieces(files: Callable[[Fetch], bytes], size: int = 10_000) -> Callable[[Any], list[Message]]:
    """Answers that give a file piece by piece."""

    def answers(request: Any) -> list[Message]:
        whole = files(request)
        of = -(-len(whole) // size)
        return [Piece(request.seq, request.part, of, whole[request.part * size : (request.part + 1) * size])]

    return answers


def transcript_of(game: bytes) -> bytes:
    begun = Begun(
        1, "ironbottom", "1", "core", "", "TABLE", 1, game, bytes(32), bytes(32), (PLAYER, PLAYER), 0, Terms(), 0
    )
    return msgspec.json.encode(TranscriptEntry(1, bytes(16), begun)) + b"\n"


def run(
    server: Double | None, answers: Callable[[Any], list[Message]], act: Callable[[ReconnectingClient], Any]
) -> Any:
    async def test() -> Any:
        async with asyncio.timeout(PATIENCE), double(answers) as here:
            if server is not None:
                here.welcome = server.welcome
            endpoint = Endpoint((here.address,), None, plain=True)
            async with ReconnectingClient(endpoint, ME, lambda _event: None) as client:
                return await act(client)

    return asyncio.run(test())


def with_sets(*sets: tuple[str, str]) -> Double:
    found = Double()
    found.welcome = Welcome("Ann", sets)
    return found


def test_our_own_set_is_not_fetched_and_is_kept_for_the_next_time(tmp_path: Path) -> None:
    server = with_sets(("core", CORE.fingerprint))
    for _time in (1, 2):
        assert run(server, lambda request: [], lambda client: downloads.cards(client, "core", tmp_path)) == CORE
    assert len(list(tmp_path.iterdir())) == 1


def test_a_set_that_is_kept_in_a_damaged_file_is_read_anew(tmp_path: Path) -> None:
    server = with_sets(("core", CORE.fingerprint))
    run(server, lambda request: [], lambda client: downloads.cards(client, "core", tmp_path))
    (path,) = tmp_path.iterdir()
    path.write_bytes(b"{}")
    assert run(server, lambda request: [], lambda client: downloads.cards(client, "core", tmp_path)) == CORE


def test_a_set_of_the_server_comes_in_pieces(tmp_path: Path) -> None:
    cards = own()
    answers = in_pieces(lambda fetch: msgspec.json.encode(cards))
    server = with_sets(("own", cards.fingerprint))
    assert run(server, answers, lambda client: downloads.cards(client, "own", tmp_path)) == cards
    assert run(server, lambda request: [], lambda client: downloads.cards(client, "own", tmp_path)) == cards


@pytest.mark.parametrize("sent", [b"{", b"{}", b"[]", msgspec.json.encode(CORE)])
def test_cards_that_are_not_what_they_should_be(tmp_path: Path, sent: bytes) -> None:
    """Another set than the one that was promised, though it says that it is it."""
    server = with_sets(("own", own().fingerprint))
    lying = sent.replace(CORE.fingerprint.encode(), own().fingerprint.encode())
    with pytest.raises(UserError, match=r"cannot be read|are not those that it says they are"):
        run(server, in_pieces(lambda fetch: lying), lambda client: downloads.cards(client, "own", tmp_path))
    assert list(tmp_path.iterdir()) == []


def test_a_set_that_nobody_has(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="does not say which cards own are"):
        run(with_sets(), lambda request: [], lambda client: downloads.cards(client, "own", tmp_path))


def test_a_transcript_is_waited_for_until_it_is_of_this_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """First it is not closed, then the server still has the one of the game before."""
    monkeypatch.setattr(downloads, "AGAIN", 0.01)
    asked: list[Fetch] = []

    def answers(request: Any) -> list[Message]:
        asked.append(request)
        if len(asked) == 1:
            return [Refused(request.seq, "not-yet", "It is not closed.")]
        game = OTHER_GAME if len(asked) == 2 else GAME
        return [Piece(request.seq, 0, 1, transcript_of(game))]

    assert run(None, answers, lambda client: downloads.transcript(client, "TABLE", GAME)) == transcript_of(GAME)
    assert len(asked) == 3


def test_what_is_no_transcript_is_not_kept() -> None:
    with pytest.raises(UserError, match="is no transcript"):
        run(None, in_pieces(lambda fetch: b"hello"), lambda client: downloads.transcript(client, "TABLE", GAME))


def test_names_of_files(tmp_path: Path) -> None:
    """Nothing that players or servers are called leads out of the folder, and no game takes another's place."""
    names = ("../../Ann", "金剛")
    first = downloads.kept_as(tmp_path, names, "../T", b"one")
    again = downloads.kept_as(tmp_path, names, "../T", b"one")
    second = downloads.kept_as(tmp_path, names, "../T", b"two")
    assert first == again
    assert first.parent == second.parent == tmp_path
    assert first.name.endswith("-ann-vs-player-t.ibss")
    assert (first.read_bytes(), second.read_bytes()) == (b"one", b"two")
