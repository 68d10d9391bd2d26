"""Looking through finished games: who may, what is in a scene, and that it keeps nobody waiting."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from msgspec import json, msgpack
from msgspec.structs import replace

from ironbottom.catalog import card_set
from ironbottom.events import AnyEvent
from ironbottom.printed import CardSet
from ironbottom.proof.chain import canonical, read
from ironbottom.proof.entries import AnsweredEntry, Begun, Ended, ResignedEntry
from ironbottom.proof.transcript import written
from ironbottom.server.archive import replays
from ironbottom.server.archive.replays import AT_ONCE, KEPT, UnreadableReplay, published_name, read_published
from ironbottom.server.archive.scenes import BLOCK, SceneBuilder
from ironbottom.server.runtime.metrics import Metrics
from ironbottom.server.store.journal import NotStored
from ironbottom.wire.frames import TO_CLIENT
from ironbottom.wire.messages import Fetch, Rematch, Review, Scene, Scenes, Watch
from ironbottom.wire.signing import RESIGNS
from ironbottom.wire.terms import Terms
from tests.server.support.player import WirePlayer
from tests.server.support.server_under_test import SEED, ServerUnderTest
from tests.support.signed_games import honest

TERMS = Terms(side="us", seed=SEED, reach="open")


@pytest.fixture
def server() -> ServerUnderTest:
    return ServerUnderTest()


def reviewed(server: ServerUnderTest, player: WirePlayer, table: str, first: int = 0) -> Scenes:
    """All scenes from one on."""
    found: list[Scene] = []
    while True:
        seq = player.ask(Review, table, first + len(found))
        server.run(2.0)
        told = player.last(Scenes)
        assert (told.seq, told.table, told.first) == (seq, table, first + len(found))
        assert told.scenes
        found += told.scenes
        if first + len(found) == told.of:
            return Scenes(seq, table, first, told.of, tuple(found), told.set, told.names, told.game)


def over(server: ServerUnderTest, answers: int = 60) -> tuple[WirePlayer, WirePlayer]:
    """A game that Ben has given up."""
    ada, ben = WirePlayer("Ada", 1), WirePlayer("Ben", 2)
    ada.auto = ben.auto = False
    server.table(ada, ben, TERMS)
    server.until(lambda: ada.update is not None and ben.update is not None)
    server.step(ada, ben, answers=answers)
    ben.resign()
    server.run(10.0)
    return ada, ben


def stored(server: ServerUnderTest, table: str) -> list[bytes]:
    return [*server.disk.lines(table, 1)]


class TestScenes:
    def test_a_scene_for_each_answer(self, server: ServerUnderTest) -> None:
        ada, _ben = over(server)
        told = reviewed(server, ada, ada.table)
        bodies = [read(line) for line in stored(server, ada.table)]
        made = [entry for entry in bodies if isinstance(entry.body, Begun | AnsweredEntry | ResignedEntry)]
        assert [scene.number for scene in told.scenes] == [entry.n for entry in made]
        assert told.of == len(made) == 62
        assert (told.set, told.names) == ("core", ("Ada", "Ben"))
        first, *answers, last = told.scenes
        assert (first.side, first.window, first.given, first.answer) == (None, "", "nobody", None)
        assert (last.side, last.window, last.given, last.answer) == (1, "", "player", RESIGNS)
        for scene, entry in zip(answers, made[1:-1], strict=True):
            body = entry.body
            assert isinstance(body, AnsweredEntry)
            assert (scene.side, scene.window, scene.given) == (body.side, body.window, body.given)
            assert scene.answer == body.answer

    def test_what_each_saw_then(self, server: ServerUnderTest) -> None:
        """The views of the scenes are those that the players had."""
        ada, ben = over(server)
        told = reviewed(server, ada, ada.table)
        for player, seen in ((ada, [scene.us for scene in told.scenes]), (ben, [scene.jp for scene in told.scenes])):
            views = player.log.views[player.game]
            assert len(views) > 10
            assert [view for _n, view in sorted(views.items()) if view not in seen] == []

    def test_nothing_is_hidden(self, server: ServerUnderTest) -> None:
        ada, ben = over(server)
        told = reviewed(server, ada, ada.table)
        events: list[AnyEvent] = [event for scene in told.scenes for event in scene.events]
        rows = server.disk.store.execute("SELECT events FROM entries WHERE LENGTH(events) > 0 ORDER BY n")
        kept = [event for (row,) in rows for event in msgpack.decode(row, type=list[AnyEvent])]
        assert events == kept
        assert events != ada.events
        assert events != ben.events

    def test_what_each_heard_then(self, server: ServerUnderTest) -> None:
        """Beside every event stands what each side was told of it, which is what its player has heard."""
        ada, ben = over(server)
        told = reviewed(server, ada, ada.table)
        us, jp = [scene.us_heard for scene in told.scenes], [scene.jp_heard for scene in told.scenes]
        for player, heard in ((ada, us), (ben, jp)):
            assert [len(events) for events in heard] == [len(scene.events) for scene in told.scenes]
            assert [event for events in heard for event in events if event is not None] == player.events

    def test_for_browsers_it_is_the_same(self, server: ServerUnderTest) -> None:
        ada, _ben = over(server)
        told = reviewed(server, ada, ada.table)
        server.pipes[0].lose()
        ada.web = True
        ada.restart()
        server.connect(ada)
        again = reviewed(server, ada, ada.table)  # numbers among the keys of JSON are words
        assert json.encode(again.scenes) == json.encode(told.scenes)

    @pytest.mark.parametrize("web", [False, True])
    def test_each_message_fits(self, server: ServerUnderTest, web: bool) -> None:
        ada, _ben = over(server, 150)
        eve = WirePlayer("Ada", 1, web=web)
        pipe = server.connect(eve)
        told = reviewed(server, eve, ada.table)
        sizes = [len(data) for _at, data in pipe.sent]
        most = 4 * TO_CLIENT if web else TO_CLIENT
        assert most / 4 < max(sizes) < most
        assert told.of / 3 > len(eve.all(Scenes)) > 5

    @pytest.mark.parametrize("first", [0, 1, 15, 16, 17, 40, 61])
    def test_from_any_scene_on(self, server: ServerUnderTest, first: int) -> None:
        ada, _ben = over(server)
        whole = reviewed(server, ada, ada.table)
        assert reviewed(server, ada, ada.table, first).scenes == whole.scenes[first:]


class TestWho:
    def test_who_was_there_when_the_game_is_over(self, server: ServerUnderTest) -> None:
        ada, ben = server.seated(TERMS)
        eve, dan = WirePlayer("Eve", 3), WirePlayer("Dan", 4)
        for other in (eve, dan):
            server.connect(other)
        eve.ask(Watch, ada.table)
        server.step(ada, ben, answers=20)
        for player in (ada, ben, eve):
            assert server.answered(player, player.ask(Review, ada.table)) == "not-yet"
        ben.resign()
        server.run(10.0)
        for player in (ada, ben, eve):
            assert reviewed(server, player, ada.table).of == 22
        assert server.answered(dan, dan.ask(Review, ada.table)) == "no-seat"
        assert server.answered(dan, dan.ask(Review, "NOTABLE")) == "no-table"
        assert server.answered(ada, ada.ask(Review, ada.table, 22)) == "no-part"

    def test_the_game_before_while_another_goes_on(self, server: ServerUnderTest) -> None:
        ada, ben = over(server)
        before = reviewed(server, ada, ada.table)
        for player in (ada, ben):
            player.ask(Rematch, player.table)
        server.run(3.0)
        assert ada.table_now.games == 2
        server.step(ada, ben, answers=5)
        assert reviewed(server, ben, ada.table).scenes == before.scenes
        ada.resign()
        server.run(10.0)
        after = reviewed(server, ben, ada.table)
        assert after.of == 7
        assert after.names == ("Ben", "Ada")

    def test_after_a_restart(self, server: ServerUnderTest) -> None:
        ada, ben = over(server)
        before = reviewed(server, ada, ada.table)
        server.restart(ada, ben)
        assert reviewed(server, ada, ada.table).scenes == before.scenes

    def test_without_a_seat_by_the_key_alone(self, server: ServerUnderTest) -> None:
        ada, _ben = over(server)
        server.pipes[0].lose()
        ada.told.clear()
        server.connect(ada)
        assert reviewed(server, ada, ada.table).of == 62


class TestWork:
    def test_a_game_is_played_again_once(self, server: ServerUnderTest) -> None:
        ada, ben = over(server)
        metrics = server.lobby.reviews.metrics = Metrics()
        for player in (ada, ben, ada):
            reviewed(server, player, ada.table)
        assert metrics.reels == 1

    def test_one_review_at_a_time(self, server: ServerUnderTest) -> None:
        ada, _ben = over(server)
        one, two = ada.ask(Review, ada.table), ada.ask(Review, ada.table)
        server.run(2.0)
        assert ada.last(Scenes).seq == one
        assert ada.refusal(two).code == "again"

    def test_two_who_ask_at_once_wait_for_the_same(self, server: ServerUnderTest) -> None:
        ada, ben = over(server)
        for player in (ada, ben):
            player.ask(Review, ada.table)
        server.run(2.0)
        assert ada.last(Scenes).scenes == ben.last(Scenes).scenes

    def test_who_has_gone_is_told_nothing(self, server: ServerUnderTest) -> None:
        ada, ben = over(server)
        ada.ask(Review, ada.table)
        server.run(0.003)
        server.pipes[0].lose()
        server.run(2.0)
        assert ada.all(Scenes) == []
        assert reviewed(server, ben, ada.table).of == 62

    def test_others_are_heard_meanwhile(self, server: ServerUnderTest) -> None:
        ada, ben = over(server, 100)
        ada.ask(Review, ada.table)
        server.run(0.01)
        assert server.answered(ben, ben.ask(Fetch, "cards", "core"), 0.02) == "ok"
        assert ada.all(Scenes) == []  # one step for each turn of the reactor

    def test_only_so_many_are_kept_and_played_at_once(
        self, server: ServerUnderTest, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        ada, _ben = over(server, 5)
        lines = tuple(stored(server, ada.table))
        reviews = server.lobby.reviews
        reviews.published = {published_name(n): lines for n in range(1, KEPT + 3)}
        players = [WirePlayer(f"P{n}", n) for n in range(AT_ONCE + 1)]
        for player in players:
            server.connect(player)
        for n, player in enumerate(players, 1):
            player.ask(Review, published_name(n))
        server.run(2.0)
        assert [len(player.all(Scenes)) for player in players] == [1] * AT_ONCE + [0]
        assert [refused.code for refused, _request in players[-1].log.refused] == ["limit"]
        for name in reviews.published:
            reviewed(server, ada, name)
        assert len(reviews._archives) == KEPT

    def test_the_steps_are_small(self) -> None:
        """One answer, or one packing, between two turns of everybody else."""
        lines = honest().lines
        making = SceneBuilder(lines, by_print)
        steps = len([*making.steps()])
        assert making.archive is not None
        assert steps == making.archive.of + -(-making.archive.of // BLOCK) - (making.archive.of % BLOCK > 0)

    def test_a_reel_is_small(self) -> None:
        making = SceneBuilder(honest().lines, by_print)
        assert [*making.steps()]
        assert making.archive is not None
        assert sum(map(len, making.archive.blocks)) < 1_000 * making.archive.of


def by_print(fingerprint: str, _terms: Terms) -> tuple[str, CardSet] | None:
    sets = [(name, card_set(name)) for name in ("core", "full")]
    return next(((name, cards) for name, cards in sets if cards.fingerprint == fingerprint), None)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A transcript, as a player has kept it."""
    path = tmp_path / "game.ibss"
    path.write_bytes(written(honest().lines))
    return path


def faulty(path: Path) -> str:
    with pytest.raises(UnreadableReplay) as told:
        read_published([path], by_print)
    text = str(told.value)
    assert str(path) in text
    return text


class TestTheShelf:
    def test_everybody_may_look_through_it(self, server: ServerUnderTest, file: Path) -> None:
        server.lobby.reviews.published = read_published([file, file], by_print)
        eve = WirePlayer("Eve", 3, web=True)
        server.connect(eve)
        for name in ("REPLAY", "REPLAY2"):
            told = reviewed(server, eve, name)
            assert told.set == "core"
            assert told.scenes[-1].us.outcome is not None
            assert told.scenes[-1].us.outcome == told.scenes[-1].jp.outcome
        assert server.answered(eve, eve.ask(Review, "REPLAY3")) == "no-table"
        assert server.answered(eve, eve.ask(Fetch, "transcript", "REPLAY")) == "no-table"

    def test_names_in_it_are_cleaned(self) -> None:
        begun = read(honest().lines[0])
        assert isinstance(begun.body, Begun)
        players = [replace(player, name="\x1b[2J<b>\u202eeve" * 9) for player in begun.body.players]
        lines = [canonical(replace(begun, body=replace(begun.body, players=tuple(players)))), *honest().lines[1:]]
        making = SceneBuilder(lines, by_print)
        assert [*making.steps()]
        assert making.archive is not None
        for name in making.archive.names:
            assert "\x1b" not in name
            assert "\u202e" not in name
            assert len(name) <= 64

    def test_a_file_that_is_not_there(self, tmp_path: Path) -> None:
        assert "No such file" in faulty(tmp_path / "none.ibss")

    @pytest.mark.parametrize("text", [b"", b"nonsense\n", b"{}\n", b"\n\n", b"[" * 100_000, b"{" + b"x" * 300_000])
    def test_a_file_that_is_none(self, tmp_path: Path, text: bytes) -> None:
        path = tmp_path / "bad.ibss"
        path.write_bytes(text)
        assert faulty(path)

    def test_a_game_that_is_not_over(self, file: Path) -> None:
        bodies = [read(line).body for line in honest().lines]
        end = next(n for n, body in enumerate(bodies) if isinstance(body, Ended))
        for lines in (honest().lines[:end], honest().lines[:1], honest().lines[: end // 2]):
            file.write_bytes(written(lines))
            assert "not over" in faulty(file)

    def test_a_line_that_was_changed(self, file: Path) -> None:
        lines = [*honest().lines]
        n = next(n for n, line in enumerate(lines) if n > 9 and isinstance(read(line).body, AnsweredEntry))
        entry = read(lines[n])
        assert isinstance(entry.body, AnsweredEntry)
        for body in (replace(entry.body, answer="nothing"), replace(entry.body, digest=bytes(16))):
            lines[n] = canonical(replace(entry, body=body))
            file.write_bytes(written(lines))
            assert str(n + 1) in faulty(file)

    def test_cards_and_rules_that_are_not_here(self, file: Path) -> None:
        with pytest.raises(UnreadableReplay, match="has not those"):
            read_published([file], lambda _fingerprint, _terms: None)
        begun = read(honest().lines[0])
        assert isinstance(begun.body, Begun)
        other = canonical(replace(begun, body=replace(begun.body, engine="0.0.1")))
        file.write_bytes(written([other, *honest().lines[1:]]))
        assert "0.0.1" in faulty(file)


def test_a_game_that_cannot_be_played_again_is_told_so(server: ServerUnderTest) -> None:
    ada, _ben = over(server, 10)
    server.disk.store.execute("UPDATE entries SET line = x'7b' WHERE n = 7")
    seq = ada.ask(Review, ada.table)
    assert server.answered(ada, seq) == "paused"
    assert "entry 7" in ada.refusal(seq).text


def test_a_disk_that_cannot_be_read(server: ServerUnderTest, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, _ben = over(server, 10)

    def broken(_store: sqlite3.Connection, **_which: object) -> bytes:
        raise NotStored("disk I/O error")

    monkeypatch.setattr(replays, "lines_of_game", broken)
    assert server.answered(ada, ada.ask(Review, ada.table)) == "not-stored"
    monkeypatch.undo()
    assert reviewed(server, ada, ada.table).of == 12
