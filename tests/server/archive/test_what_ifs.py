"""Playing on from a moment of a finished game: who may, against whom, what stays, and what comes out."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec import msgpack
from msgspec.structs import replace

from ironbottom.catalog import card_set
from ironbottom.events import AnyEvent
from ironbottom.proof.chain import read
from ironbottom.proof.entries import AnsweredEntry, Begun, Ended
from ironbottom.proof.opening import first_position
from ironbottom.proof.transcript import written
from ironbottom.proof.verify import Verdict, check
from ironbottom.server.archive.replays import AT_ONCE, PUBLISHED, read_published
from ironbottom.sight import view
from ironbottom.wire.answers import answer as understood
from ironbottom.wire.messages import PlayOn, Rematch, Review, Scenes, Seated, Watch
from ironbottom.wire.terms import Terms
from ironbottom.wire.whatif import WhatIf
from ironbottom.words import SIDES
from tests.server.support.player import WirePlayer
from tests.server.support.server_under_test import SEED, ServerUnderTest, card_sets
from tests.support.signed_games import honest

TERMS = Terms(side="us", seed=SEED, reach="open")
AGAIN = bytes(range(32))  # the seed of a what-if
FAR, FARTHER = "203.0.113.9", "198.51.100.7"
REQUESTS = Random(7)  # one after the other: the same request would give the same table


@pytest.fixture
def server() -> ServerUnderTest:
    return ServerUnderTest()


def over(server: ServerUnderTest, answers: int = 60) -> tuple[WirePlayer, WirePlayer]:
    """A game that Ben has given up after so many answers."""
    ada, ben = WirePlayer("Ada", 1, bot=False), WirePlayer("Ben", 2, bot=False)
    ada.auto = ben.auto = False
    server.table(ada, ben, replace(TERMS, least=0))
    server.until(lambda: ada.update is not None and ben.update is not None)
    server.step(ada, ben, answers=answers)
    ben.resign()
    server.run(10.0)
    return ada, ben


def again(server: ServerUnderTest, name: str = "Ada", seed: int = 1, address: str = "127.0.0.1") -> WirePlayer:
    """Somebody, on another connection."""
    player = WirePlayer(name, seed, bot=False)
    player.auto = False
    server.connect(player, address)
    return player


def publish(server: ServerUnderTest, folder: Path) -> None:
    """A game that everybody may look through."""
    path = folder / "game.ibss"
    path.write_bytes(written(honest().lines))
    server.lobby.reviews.published = read_published([path], server.lobby.named_cards)


def ask(server: ServerUnderTest, player: WirePlayer, table: str, at: int, **more: Any) -> str:
    """What becomes of a wish for a what-if: "" or the code of a refusal."""
    terms = more.pop("terms", Terms(side="us", seed=AGAIN, least=0))
    seq = player.ask(PlayOn, REQUESTS.randbytes(16), terms, table, at, **more)
    server.until(lambda: any(getattr(message, "seq", 0) == seq for message in player.told))
    said = next(message for message in player.told if getattr(message, "seq", 0) == seq)
    return "" if isinstance(said, Seated) else str(said.code)


def against(server: ServerUnderTest, player: WirePlayer) -> WirePlayer:
    """The bot has come, and the game has begun."""
    bot = WirePlayer("Mate", 7)
    bot.auto = False
    server.connect(bot)
    bot.join(player.table, player.secret)
    server.until(lambda: player.update is not None and bot.update is not None)
    return bot


def bodies(server: ServerUnderTest, table: str) -> list[Any]:
    return [read(line).body for line in server.disk.lines(table, 1)]


def happened(server: ServerUnderTest, table: str) -> list[list[AnyEvent]]:
    """What came of each answer."""
    question = "SELECT events, line FROM entries WHERE tabled = ? AND game = 1 ORDER BY n"
    rows = server.disk.store.execute(question, (table,))
    answered = [row for row, line in rows if isinstance(read(line).body, AnsweredEntry)]
    return [msgpack.decode(row, type=list[AnyEvent]) for row in answered]


def replayed(server: ServerUnderTest, players: tuple[WirePlayer, WirePlayer], answers: list[AnsweredEntry]) -> None:
    """The same answers once more."""
    for body in answers:
        player = next(each for each in players if each.asked and each.view.viewer == body.side)
        before = player.have
        player.answer(understood(body.answer))
        server.until(lambda who=player, have=before: who.have > have)  # type: ignore[misc]
        server.run(0.02)


def verdict(server: ServerUnderTest, table: str) -> Verdict:
    """What `ironbottom verify` says of a table's game."""
    rows = [line + b"\n" for line in server.disk.lines(table, 1)]
    return check(rows, [*card_sets().values()])


@pytest.mark.parametrize("at", [0, 3, 17, 40, 60])
def test_the_same_answers_give_the_same_game(server: ServerUnderTest, at: int) -> None:
    """True table, same chance: to the last byte of what happened."""
    ada, _ben = over(server)
    one = again(server)
    assert ask(server, one, ada.table, at) == ""
    bot = against(server, one)
    answers = [body for body in bodies(server, ada.table) if isinstance(body, AnsweredEntry)]
    replayed(server, (one, bot), answers[at:])
    assert happened(server, one.table) == happened(server, ada.table)[at:]
    mine, theirs = [server.lobby.tables[player.table].live_game for player in (one, ada)]
    assert mine is not None
    assert theirs is not None
    before = theirs.game.clone()
    assert [mine.game.forces[side].hand for side in SIDES] == [before.forces[side].hand for side in SIDES]
    bot.resign()
    server.run(10.0)
    last, first = bodies(server, one.table), bodies(server, ada.table)
    ends = [next(body for body in some if isinstance(body, Ended)) for some in (last, first)]
    assert ends[0].digest == ends[1].digest


def test_everybody_at_the_table_reads_what_it_is(server: ServerUnderTest) -> None:
    ada, _ben = over(server)
    one = again(server)
    assert ask(server, one, ada.table, 21, knows="jp", fresh=True) == ""
    bot = against(server, one)
    told = one.table_now.whatif
    assert isinstance(told, WhatIf)
    assert (told.game, told.table, told.number, told.names) == (ada.game, ada.table, 1, ("Ada", "Ben"))
    assert (told.knows, told.fresh) == ("jp", True)
    assert told.at >= 21  # where Japan is asked
    assert bot.table_now.whatif == told
    assert (one.table_now.terms.seed, one.table_now.terms.practice) == (None, True)
    eve = again(server, "Eve", 3)
    eve.ask(Watch, one.table, one.log.secret)
    server.run(1.0)
    assert eve.table_now.whatif == told
    assert ada.table_now.whatif is None


def test_who_is_not_asked_then_decides_at_his_next_question(server: ServerUnderTest) -> None:
    ada, _ben = over(server)
    answers = [body for body in bodies(server, ada.table) if isinstance(body, AnsweredEntry)]
    for knows, side in (("us", 0), ("jp", 1)):
        one = again(server)
        assert ask(server, one, ada.table, 30, knows=knows) == ""
        against(server, one)
        whatif = one.table_now.whatif
        assert whatif is not None
        assert answers[whatif.at].side == side or any(body.side == side for body in answers[whatif.at :])
        assert all(body.side != side for body in answers[30 : whatif.at])


@pytest.mark.parametrize("side", ["us", "jp"])
def test_either_side_is_taken(server: ServerUnderTest, side: str) -> None:
    ada, _ben = over(server)
    one = again(server)
    assert ask(server, one, ada.table, 25, terms=Terms(side=side, least=0)) == ""  # type: ignore[arg-type]
    against(server, one)
    assert one.view.viewer is SIDES[["us", "jp"].index(side)]


def test_it_survives_a_kill_and_is_sound(server: ServerUnderTest) -> None:
    ada, _ben = over(server)
    one = again(server)
    assert ask(server, one, ada.table, 33, knows="us", fresh=True) == ""
    bot = against(server, one)
    server.step(one, bot, answers=6)
    whatif, before = one.table_now.whatif, one.view
    server.restart(one, bot)
    server.until(lambda: one.update is not None)
    assert (one.table_now.whatif, one.view) == (whatif, before)
    server.step(one, bot, answers=6)
    bot.resign()
    server.run(10.0)
    found = verdict(server, one.table)
    assert found.ok, found.sentence
    assert found.facts is not None
    assert found.notes[0].startswith("A what-if, which counts as no game")
    assert found.facts.whatif is not None
    assert (found.facts.whatif.game, found.facts.whatif.at) == (ada.game.hex(), whatif.at if whatif else -1)
    plain = verdict(server, ada.table).facts
    assert plain is not None
    assert plain.whatif is None


def test_another_game_there_begins_at_the_same_moment(server: ServerUnderTest) -> None:
    ada, _ben = over(server)
    one = again(server)
    ask(server, one, ada.table, 33)
    bot = against(server, one)
    bot.resign()
    server.run(10.0)
    first = [body for body in bodies(server, one.table) if isinstance(body, Begun)]
    one.ask(Rematch, one.table)
    bot.ask(Rematch, bot.table)
    server.until(lambda: one.table_now.games == 2 and one.have == 1)
    live_game = server.live_game(one)
    assert live_game.begun.branch == first[0].branch
    assert live_game.begun.branch is not None


def test_its_own_moments_can_be_left_again(server: ServerUnderTest) -> None:
    ada, _ben = over(server)
    one = again(server)
    ask(server, one, ada.table, 20)
    bot = against(server, one)
    server.step(one, bot, answers=9)
    bot.resign()
    server.run(10.0)
    seq = one.ask(Review, one.table)
    server.run(2.0)
    told = one.last(Scenes)
    assert (told.seq, told.of) == (seq, 11)
    two = again(server)
    assert ask(server, two, one.table, 4) == ""
    against(server, two)
    whatif = two.table_now.whatif
    assert whatif is not None
    assert (whatif.game, whatif.at) == (one.game, 4)


class TestRefused:
    def test_a_game_that_goes_on(self, server: ServerUnderTest) -> None:
        ada, ben = server.seated(TERMS)
        server.step(ada, ben, answers=12)
        one = again(server)
        assert ask(server, one, ada.table, 3) == "not-yet"
        assert ask(server, ada, ada.table, 3) == "not-yet"

    def test_who_was_not_there(self, server: ServerUnderTest) -> None:
        ada, _ben = over(server)
        eve = again(server, "Eve", 3)
        assert ask(server, eve, ada.table, 3) == "no-seat"
        assert ask(server, eve, "NOTABLE", 3) == "no-table"

    @pytest.mark.parametrize("at", [61, 62, 5000])
    def test_no_such_moment(self, server: ServerUnderTest, at: int) -> None:
        ada, _ben = over(server)
        one = again(server)
        assert ask(server, one, ada.table, at) == "moment"
        assert "60 answers only" in one.refusal(one.seq).text

    def test_another_game_of_that_table(self, server: ServerUnderTest) -> None:
        ada, _ben = over(server)
        one = again(server)
        assert ask(server, one, ada.table, 3, game=2) == "no-table"
        assert ask(server, one, ada.table, 3, game=1) == ""

    def test_a_second_person(self, server: ServerUnderTest) -> None:
        ada, _ben = over(server)
        one, eve = again(server), again(server, "Eve", 3)
        ask(server, one, ada.table, 3)
        eve.join(one.table, one.secret)
        server.run(1.0)
        assert eve.refusal(eve.seq).code == "no-seat"
        against(server, one)

    def test_too_many_at_once(self, server: ServerUnderTest) -> None:
        ada, _ben = over(server)
        players = [again(server) for _n in range(AT_ONCE + 1)]
        seqs = [player.ask(PlayOn, REQUESTS.randbytes(16), TERMS, ada.table, 50) for player in players]
        twice = players[0].ask(PlayOn, bytes(16), TERMS, ada.table, 50)
        server.run(5.0)
        codes = [getattr(next(m for m in player.told if getattr(m, "seq", 0) == seq), "code", "") for player, seq in
                 zip(players, seqs, strict=True)]
        assert "limit" in codes
        assert "" in codes
        assert players[0].refusal(twice).code == "again"

    @pytest.mark.parametrize(
        ("name", "address", "code"),
        [("Bob", FAR, "limit"), ("Eve", FARTHER, "limit"), ("Bob", FARTHER, ""), ("Bob", "127.0.0.1", "")],
        ids=["one address", "one player", "neither", "at this computer"],
    )
    def test_one_address_or_player_has_few(
        self, server: ServerUnderTest, tmp_path: Path, name: str, address: str, code: str
    ) -> None:
        publish(server, tmp_path)
        first = [again(server, "Eve", 3, FAR) for _n in range(server.lobby.limits.away.branches)]
        one = again(server, name, 3, address)
        asked = [(each, each.ask(PlayOn, REQUESTS.randbytes(16), TERMS, PUBLISHED, 50)) for each in (*first, one)]
        server.run(5.0)
        answers = [next(told for told in each.told if getattr(told, "seq", 0) == seq) for each, seq in asked]
        assert [getattr(answer, "code", "") for answer in answers] == [*[""] * len(first), code]
        if code:
            assert "2 what-ifs are being laid out for you or your address" in one.refusal(one.seq).text
            assert ask(server, one, PUBLISHED, 50) == ""  # the others are laid out

    def test_more_tables_than_one_may_have(self, server: ServerUnderTest) -> None:
        ada, _ben = over(server)
        one, codes = again(server), []
        for _n in range(server.lobby.limits.of_player + 2):
            codes.append(ask(server, one, ada.table, 3))
            server.run(60.0)
        assert codes[0] == ""
        assert codes[-1] == "limit"


def test_the_same_request_gives_the_same_table(server: ServerUnderTest) -> None:
    ada, _ben = over(server)
    one = again(server)
    message = PlayOn(1, bytes(16), Terms(seed=AGAIN), ada.table, 9)
    for seq in (1, 2):
        one.say(replace(message, seq=seq))
        server.run(2.0)
    seated = one.all(Seated)
    assert len({each.table for each in seated}) == 1
    assert [each.seq for each in seated] == [1, 2]


def test_a_published_game_is_for_everybody(server: ServerUnderTest, tmp_path: Path) -> None:
    publish(server, tmp_path)
    eve = again(server, "Eve", 3)
    assert ask(server, eve, PUBLISHED, 12, knows="us") == ""
    against(server, eve)
    whatif = eve.table_now.whatif
    assert whatif is not None
    begun = read(honest().lines[0]).body
    assert isinstance(begun, Begun)
    assert (whatif.game, whatif.table) == (begun.game, begun.table)


def test_what_a_side_knew_is_all_that_stays(server: ServerUnderTest) -> None:
    """The view of that side is the same to the last byte, and the hidden cards are dealt by the seed alone."""
    ada, _ben = over(server)
    told = []
    for seed in (AGAIN, AGAIN, bytes(32)):
        one = again(server)
        assert ask(server, one, ada.table, 45, knows="us", terms=Terms(side="us", seed=seed, least=0)) == ""
        bot = against(server, one)
        told.append((one.view, bot.view))
        begun = server.live_game(one).begun
        game = first_position(begun, bytes(32), card_set("core"))
        assert view(game, SIDES[0]) == one.view
    assert told[0] == told[1]
    assert told[0][0] == told[2][0]
    assert told[0][1] != told[2][1]
