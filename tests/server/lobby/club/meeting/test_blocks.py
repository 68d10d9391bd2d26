"""Players who do not want to meet: never paired, challenged or talked to, and who is blocked is not told."""

from __future__ import annotations

from typing import Any

import pytest

from ironbottom.keys import fingerprint, public_bytes
from ironbottom.server.lobby.club.meeting import blocks
from ironbottom.wire.blocking import BlockedPlayers, BlockPlayer, ListBlocks, Unblock
from ironbottom.wire.messages import Glance, Join, ListTables, Ok, Refused, Said, Say, Summaries, Tables, Watch
from ironbottom.wire.naming import ClaimName
from ironbottom.wire.terms import Terms
from tests.server.lobby.club.meeting.posting import TERMS, came, listed, posts, sits
from tests.server.lobby.club.test_names import paper, recovers
from tests.server.support.player import WirePlayer
from tests.server.support.server_under_test import ServerUnderTest


@pytest.fixture
def server() -> ServerUnderTest:
    return ServerUnderTest()


def member(server: ServerUnderTest, name: str, seed: int, n: int = 0) -> WirePlayer:
    """Somebody who has a name of his own."""
    player = came(server, name, seed)
    player.auto = False
    assert server.answered(player, player.ask(ClaimName, public_bytes(paper(n)))) == "ok"
    return player


def letters(player: WirePlayer) -> str:
    return fingerprint(public_bytes(player.key))


def blocked(server: ServerUnderTest, player: WirePlayer, who: str) -> str:
    return server.answered(player, player.ask(BlockPlayer, who))


def mine(server: ServerUnderTest, player: WirePlayer) -> list[tuple[str, str]]:
    player.ask(ListBlocks)
    server.run(0.2)
    found: BlockedPlayers = player.last(BlockedPlayers)
    return [(one.name, one.key) for one in found.blocked]


def joins(server: ServerUnderTest, player: WirePlayer, table: str, secret: bytes = b"") -> str:
    return server.answered(player, player.ask(Join, table, secret, "either", player.rng.randbytes(16), special=True))


class TestTheList:
    def test_a_name_or_the_letters_of_a_key(self, server: ServerUnderTest) -> None:
        ada, ben, cay = member(server, "Ada", 1), member(server, "Ben", 2, 1), came(server, "Cay", 3)
        assert blocked(server, ada, "ben") == "ok"
        assert blocked(server, ada, letters(cay).lower()) == "ok"
        assert mine(server, ada) == [("Ben", letters(ben)), ("", letters(cay))]
        assert server.answered(ada, ada.ask(Unblock, letters(ben))) == "ok"
        assert mine(server, ada) == [("", letters(cay))]

    @pytest.mark.parametrize("who", ["", "Nobody", "Cay", "ABCD", "\x1b[2J", "A" * 200])
    def test_a_name_that_is_nobodys_is_refused(self, server: ServerUnderTest, who: str) -> None:
        ada = member(server, "Ada", 1)
        came(server, "Cay", 3)
        assert blocked(server, ada, who) == "player"

    def test_who_has_no_name_of_his_own_is_told_to_claim_one(self, server: ServerUnderTest) -> None:
        ada = came(server, "Ada", 1)
        for request in (ada.ask(BlockPlayer, "Ben"), ada.ask(ListBlocks), ada.ask(Unblock, "x")):
            assert server.answered(ada, request) == "no-name"

    def test_nobody_blocks_himself_or_too_many(self, server: ServerUnderTest, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(blocks, "MOST_BLOCKED", 2)
        ada = member(server, "Ada", 1)
        assert blocked(server, ada, "Ada") == "player"
        assert [blocked(server, ada, "-".join([4 * letter] * 4)) for letter in "ABCA"] == ["ok", "ok", "limit", "ok"]

    def test_it_outlives_the_server(self, server: ServerUnderTest) -> None:
        ada, ben = member(server, "Ada", 1), member(server, "Ben", 2, 1)
        blocked(server, ada, "Ben")
        server.kill()
        server.start()
        server.connect(ada)
        assert mine(server, ada) == [("Ben", letters(ben))]

    def test_one_list_is_not_anothers(self, server: ServerUnderTest) -> None:
        """A planted one who lifts what is not his."""
        ada, ben = member(server, "Ada", 1), member(server, "Ben", 2, 1)
        blocked(server, ada, "Ben")
        assert mine(server, ben) == []
        ben.ask(Unblock, letters(ben))
        assert mine(server, ada) == [("Ben", letters(ben))]

    def test_who_asks_all_the_time_is_refused(self, server: ServerUnderTest) -> None:
        ada = member(server, "Ada", 1)
        for _n in range(30):
            ada.ask(ListBlocks)
        server.run(1.0)
        assert ada.last(Refused).code == "limit"


class TestNamesThatMove:
    def test_a_list_goes_with_its_name_to_another_key(self, server: ServerUnderTest) -> None:
        ada, ben = member(server, "Ada", 1), member(server, "Ben", 2, 1)
        blocked(server, ada, "Ben")
        again = came(server, "Ada", 9)
        assert recovers(server, again, "Ada", 0) == "ok"
        assert mine(server, again) == [("Ben", letters(ben))]

    def test_whose_key_is_another_one_stays_blocked_by_his_name(self, server: ServerUnderTest) -> None:
        ada = member(server, "Ada", 1)
        member(server, "Ben", 2, 1)
        blocked(server, ada, "Ben")
        again = came(server, "Ben", 9)
        assert recovers(server, again, "Ben", 1) == "ok"
        table = posts(server, ada)
        assert joins(server, again, table) == "no-table"

    def test_who_takes_another_name_keeps_his_list(self, server: ServerUnderTest) -> None:
        ada, ben = member(server, "Ada", 1), member(server, "Ben", 2, 1)
        blocked(server, ada, "Ben")
        renamed = WirePlayer("Ada", 1)
        renamed.name = "Adele"
        server.connect(renamed)
        server.run(0.1)
        assert server.answered(renamed, renamed.ask(ClaimName, public_bytes(paper(2)))) == "ok"
        assert mine(server, renamed) == [("Ben", letters(ben))]
        server.kill()
        server.start()
        server.connect(renamed)
        server.run(0.1)
        assert mine(server, renamed) == [("Ben", letters(ben))]


class TestNotToMeet:
    @pytest.mark.parametrize("first", [True, False])
    def test_two_are_not_paired(self, server: ServerUnderTest, *, first: bool) -> None:
        ada, ben = member(server, "Ada", 1), member(server, "Ben", 2, 1)
        blocked(server, *((ada, "Ben") if first else (ben, "Ada")))
        assert posts(server, ada, seek=True) != posts(server, ben, seek=True)

    def test_neither_sees_what_the_other_posts(self, server: ServerUnderTest) -> None:
        ada, ben, cay = member(server, "Ada", 1), member(server, "Ben", 2, 1), came(server, "Cay", 3)
        blocked(server, ada, "Ben")
        one, two = posts(server, ada), posts(server, ben)
        for player, sees in ((ada, {one}), (ben, {two}), (cay, {one, two})):
            assert {line.table for line in listed(server, player)} == sees

    def test_for_who_is_blocked_it_is_as_if_there_were_no_table(self, server: ServerUnderTest) -> None:
        """A planted one who knows its name, and the secret of the invite besides."""
        ada, ben = member(server, "Ada", 1), member(server, "Ben", 2, 1)
        ada.create(Terms(reach="open"))
        server.run(0.2)
        table, secret = ada.table, ada.secret
        blocked(server, ada, "Ben")
        none = [server.answered(ben, ben.ask(kind, "NONESUCH")) for kind in (Join, Watch)]
        assert [server.answered(ben, ben.ask(Join, table, secret)), server.answered(ben, ben.ask(Watch, table))] == none
        texts = {one.text for one in ben.all(Refused)}
        assert len(texts) == 1
        ben.ask(Glance, (table,), secret)
        server.run(0.2)
        assert ben.last(Summaries).tables == ()

    def test_who_has_blocked_is_told_so_and_may_lift_it(self, server: ServerUnderTest) -> None:
        ada, ben = member(server, "Ada", 1), member(server, "Ben", 2, 1)
        table = posts(server, ben)
        blocked(server, ada, "Ben")
        assert joins(server, ada, table) == "blocked"
        ada.ask(Unblock, letters(ben))
        server.run(0.2)
        assert joins(server, ada, table) == "ok"

    def test_a_game_that_has_begun_goes_on(self, server: ServerUnderTest) -> None:
        ada, ben = member(server, "Ada", 1), member(server, "Ben", 2, 1)
        posts(server, ada)
        posts(server, ben, seek=True)
        sits(server, ada)
        sits(server, ben)
        server.until(lambda: ada.update is not None and ben.update is not None)
        blocked(server, ada, "Ben")
        server.restart(ada, ben)
        assert ada.status() == ben.status() == "playing"

    def test_the_list_of_who_follows_it_changes_too(self, server: ServerUnderTest) -> None:
        ada, ben = member(server, "Ada", 1), member(server, "Ben", 2, 1)
        blocked(server, ada, "Ben")
        ben.ask(ListTables, True)
        server.run(0.2)
        posts(server, ada)
        server.run(5.0)
        assert ben.last(Tables).tables == ()


class TestTalk:
    @staticmethod
    def seated(server: ServerUnderTest) -> tuple[WirePlayer, WirePlayer, WirePlayer]:
        ada, ben, cay = member(server, "Ada", 1), member(server, "Ben", 2, 1), member(server, "Cay", 3, 2)
        posts(server, ada, TERMS)
        posts(server, ben, TERMS, seek=True)
        sits(server, ada)
        sits(server, ben)
        server.until(lambda: ada.update is not None and ben.update is not None)
        cay.ask(Watch, ada.table)
        cay.table = ada.table
        server.run(0.2)
        return ada, ben, cay

    @staticmethod
    def heard(player: WirePlayer) -> list[Any]:
        return [said.text for said in player.all(Said)]

    def test_nothing_is_heard_of_who_is_blocked_and_he_is_not_told(self, server: ServerUnderTest) -> None:
        ada, ben, cay = self.seated(server)
        blocked(server, ada, "Ben")
        for player in (ada, ben, cay):
            player.told.clear()
        ben.ask(Say, ben.table, "a")
        ada.ask(Say, ada.table, "b")
        cay.ask(Say, ada.table, "c")
        server.run(1.0)
        assert [self.heard(player) for player in (ada, ben, cay)] == [["b", "c"], ["a", "b", "c"], ["a", "b", "c"]]
        assert any(isinstance(one, Ok) for one in ben.told)

    def test_nor_after_coming_back(self, server: ServerUnderTest) -> None:
        ada, ben, cay = self.seated(server)
        ben.ask(Say, ben.table, "a")
        cay.ask(Say, ada.table, "c")
        ada.ask(Say, ada.table, "b")
        server.run(1.0)
        blocked(server, ada, "Ben")
        blocked(server, ada, "Cay")
        server.restart(ada, ben)
        server.run(1.0)
        assert self.heard(ada) == ["b"]
        assert sorted(self.heard(ben)) == ["a", "b", "c"]

    def test_who_looks_on_is_not_heard_either(self, server: ServerUnderTest) -> None:
        ada, ben, cay = self.seated(server)
        blocked(server, ada, "Cay")
        for player in (ada, ben):
            player.told.clear()
        cay.ask(Say, ada.table, "c")
        server.run(1.0)
        assert (self.heard(ada), self.heard(ben)) == ([], ["c"])

    def test_every_other_byte_to_who_is_blocked_is_as_before(self) -> None:
        """Two runs, in one of which Ada blocks Ben: he hears the same, at the same moments."""
        tapes = []
        for block in ("Ben", "Cay"):
            server = ServerUnderTest()
            ada, ben, _cay = self.seated(server)
            blocked(server, ada, block)
            pipe = next(pipe for pipe in server.pipes if pipe.player is ben)
            pipe.sent.clear()
            begun = server.clock.now
            ben.ask(Say, ben.table, "a")
            ada.ask(Say, ada.table, "b")
            server.run(30.0)
            tapes.append([(round(at - begun, 6), type(one), getattr(one, "text", "")) for at, one in pipe.timed()])
        assert tapes[0] == tapes[1]
        assert len(tapes[0]) > 2
