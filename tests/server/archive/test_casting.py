"""The caster's seat: who may have it, what he sees, and that it is that of the game which goes on."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec import UNSET
from msgspec.structs import replace

from ironbottom.proof.chain import read
from ironbottom.proof.entries import Begun
from ironbottom.proof.takeback import why_not
from ironbottom.proof.verify import check
from ironbottom.server.archive.casting import NONE, shown_through
from ironbottom.server.archive.replays import KEPT
from ironbottom.server.archive.scenes import scene_of
from ironbottom.server.lobby.open_tables import line
from ironbottom.wire.casting import LATEST, Cast
from ironbottom.wire.messages import Create, Fetch, Join, Leave, PlayOn, Refused, Rematch, Review, Scene, Scenes, Watch
from ironbottom.wire.moments import MakeBattle
from ironbottom.wire.orders import StandingOrder
from ironbottom.wire.studying import Study
from ironbottom.wire.terms import Terms
from ironbottom.words import SIDES
from tests.server.support.player import WirePlayer
from tests.server.support.server_under_test import SEED, ServerUnderTest, card_sets
from tests.server.support.teams import Commander, two_against_one
from tests.server.table.test_campaigns import TERMS as CAMPAIGN_TERMS
from tests.server.table.test_campaigns import CampaignTable, seated

LATE = 1
TERMS = Terms(side="us", seed=SEED, reach="open", cast=LATE)
Pair = tuple[WirePlayer, WirePlayer]


@pytest.fixture
def server() -> ServerUnderTest:
    return ServerUnderTest()


def looking_on(server: ServerUnderTest, table: str, name: str = "Eve", *, web: bool = False) -> WirePlayer:
    eve = WirePlayer(name, 9, web=web)
    server.connect(eve)
    eve.ask(Watch, table)
    server.run(0.1)
    return eve


def turn(server: ServerUnderTest, player: WirePlayer) -> int:
    return server.live_game(player).game.state.turn


def to_turn(server: ServerUnderTest, players: Pair, wanted: int) -> None:
    while turn(server, players[0]) < wanted:
        server.step(*players)


def cast(server: ServerUnderTest, eve: WirePlayer, table: str, game: int = 1, first: int = 0) -> list[Scene]:
    """All scenes that are there from one on; none, where they are not to be had yet."""
    found: list[Scene] = []
    while True:
        seq = eve.ask(Cast, table, game, first + len(found))
        server.run(2.0)
        told = next(message for message in reversed(eve.told) if getattr(message, "seq", 0) == seq)
        if isinstance(told, Refused):
            assert told.code == "not-yet"
            return found
        assert isinstance(told, Scenes)
        assert (told.table, told.first, told.game) == (table, first + len(found), game)
        assert told.set == server.lobby.tables[table].stored.terms.cards
        found += told.scenes
        if first + len(found) == told.of:
            return found


def true_scenes(server: ServerUnderTest, ada: WirePlayer) -> list[Scene]:
    """Of the game when it is over, as anybody gets them who was there."""
    found: list[Scene] = []
    while not found or len(found) < ada.last(Scenes).of:
        ada.ask(Review, ada.table, len(found))
        server.run(3.0)
        found += ada.last(Scenes).scenes
    return found


def counted(scenes: list[Scene]) -> list[Scene]:
    """As a cast numbers them: from 1, for the numbers of entries would tell of what is secret."""
    return [replace(scene, number=n) for n, scene in enumerate(scenes, 1)]


class TestWhatIsShown:
    @pytest.mark.parametrize("web", [False, True], ids=["native", "web"])
    def test_it_is_the_replay_of_the_game_as_it_grows(self, server: ServerUnderTest, web: bool) -> None:
        ada, ben = server.seated(TERMS)
        eve = looking_on(server, ada.table, web=web)
        grown: list[Scene] = []
        for now in range(7):
            to_turn(server, (ada, ben), now)
            grown += cast(server, eve, ada.table, first=len(grown))
            assert max([scene.us.turn for scene in grown], default=NONE) == max(NONE, now - 1 - LATE)
        ben.resign()
        server.run(10.0)
        grown += cast(server, eve, ada.table, first=len(grown))
        ada.web = web
        whole = true_scenes(server, ada)
        assert msgspec.json.encode(grown) == msgspec.json.encode(counted(whole))
        assert cast(server, eve, ada.table) == grown

    def test_both_hands_are_in_it(self, server: ServerUnderTest) -> None:
        ada, ben = server.seated(TERMS)
        to_turn(server, (ada, ben), 5)
        shown = cast(server, looking_on(server, ada.table), ada.table)
        last = shown[-1]
        assert last.us.us.hand
        assert last.jp.jp.hand
        assert all(one.lead for one in (*last.us.us.formations, *last.jp.jp.formations))

    def test_what_is_to_come_changes_nothing(self, server: ServerUnderTest) -> None:
        """A scene is the same in whatever order the decks lie, and whatever dice and shuffles are to come."""
        ada, ben = server.seated(TERMS)
        begun, rng = read(server.disk.lines(ada.table, 1)[0]).body, Random(7)
        assert isinstance(begun, Begun)
        for _n in range(60):
            server.step(ada, ben, answers=2)
            game = server.live_game(ada).game
            scene, other = scene_of(2, begun, game), game.clone()
            other.events = game.events
            for side in SIDES:
                forces = other.forces[side]
                forces.air_deck, forces.fleet_deck = mixed(rng, forces.air_deck), mixed(rng, forces.fleet_deck)
                forces.fleets.shuffled(forces.fleet_deck)
            other.state.dice.faces(5)
            assert scene_of(2, begun, other) == scene

    def test_a_restart_changes_nothing(self, server: ServerUnderTest) -> None:
        ada, ben = server.seated(TERMS)
        to_turn(server, (ada, ben), 5)
        before = cast(server, looking_on(server, ada.table), ada.table)
        server.restart(ada, ben)
        eve = looking_on(server, ada.table)
        assert cast(server, eve, ada.table) == before
        to_turn(server, (ada, ben), 6)
        after = cast(server, eve, ada.table)
        assert after[: len(before)] == before
        assert len(after) > len(before)

    def test_a_pause_shows_nothing_more(self, server: ServerUnderTest) -> None:
        ada, ben = server.seated(replace(TERMS, offers=("pause",)))
        to_turn(server, (ada, ben), 5)
        eve = looking_on(server, ada.table)
        before = cast(server, eve, ada.table)
        for what in ("pause", "go-on"):
            assert server.answered(ada, ada.offer(what)) == "ok"
            assert server.answered(ben, ben.accept(what)) == "ok"
            server.run(3 * 24 * 3600.0 if what == "pause" else 1.0)
            assert cast(server, eve, ada.table) == before
        to_turn(server, (ada, ben), 7)
        after = cast(server, eve, ada.table)
        assert after[: len(before)] == before
        assert max(scene.us.turn for scene in after) == turn(server, ada) - 1 - LATE

    def test_answers_of_orders_look_like_those_of_players(self, server: ServerUnderTest) -> None:
        ada, ben = server.seated(TERMS, bots=False)
        assert server.answered(ada, ada.order(StandingOrder("*", "default"))) == "ok"
        ben.auto = True
        server.step(ben)
        server.until(lambda: turn(server, ada) > 4)
        eve = looking_on(server, ada.table)
        shown = cast(server, eve, ada.table)
        ben.resign()
        server.run(10.0)
        whole = true_scenes(server, ada)
        assert {"order"} <= {scene.given for scene in whole}
        assert {scene.given for scene in shown} == {"nobody", "player"}
        assert shown == [replace(one, given="player") if one.given == "order" else one
                         for one in counted(whole)][: len(shown)]

    @pytest.mark.parametrize("offers", [(), ("draw",)])
    def test_the_end_shows_all(self, server: ServerUnderTest, offers: Any) -> None:
        ada, ben = server.seated(replace(TERMS, cast=LATEST, **({"offers": offers} if offers else {})))
        to_turn(server, (ada, ben), 3)
        eve = looking_on(server, ada.table)
        assert cast(server, eve, ada.table) == []
        if offers:
            ada.offer("draw")
            server.run(0.5)
            ben.accept("draw")
        else:
            ben.resign()
        server.run(0.5)
        shown = cast(server, eve, ada.table)
        assert shown[-1].us.outcome is not None


class TestCampaigns:
    """§25  Each battle is a game of its own, with the ships and the cards that the last has left."""

    def test_each_battle_is_as_late_as_was_agreed(self) -> None:
        table = seated(replace(CAMPAIGN_TERMS, reach="open", cast=LATE))
        server, ada = table.server, table.ada
        eve = looking_on(server, ada.table)
        first = grown(table, eve, 1)
        assert first[-1].us.outcome is None
        table.give_up()
        assert cast(server, eve, ada.table)[-1].us.outcome is not None  # the battle is over
        eve.ask(Leave, ada.table)
        table.go_on()
        eve = looking_on(server, ada.table, "Dan")
        assert cast(server, eve, ada.table, 2) == []  # hands that were carried over are of the next one
        assert server.answered(eve, eve.ask(Cast, ada.table, 1)) == "no-part"
        second = grown(table, eve, 2)
        assert second[0].us.us.formations != first[0].us.us.formations
        table.give_up()
        assert counted(true_scenes(server, ada))[: len(second)] == second


def grown(table: CampaignTable, eve: WirePlayer, battle: int) -> list[Scene]:
    """What there is of a battle after some turns, in each of which nothing came early."""
    found: list[Scene] = []
    for wanted in range(1, 4):
        to_turn(table.server, (table.ada, table.ben), wanted)
        found += cast(table.server, eve, table.ada.table, battle, len(found))
        last = wanted - 1 - LATE
        assert max([scene.us.turn for scene in found], default=NONE) == (last if last > 0 else NONE)
    return found


class TestWhoMay:
    def test_nobody_where_the_players_have_not_agreed(self, server: ServerUnderTest) -> None:
        ada, ben = server.seated(replace(TERMS, cast=UNSET))
        eve = looking_on(server, ada.table)
        to_turn(server, (ada, ben), 3)
        assert server.answered(eve, eve.ask(Cast, ada.table, 1)) == "no-seat"
        ben.resign()
        server.run(10.0)
        assert server.answered(eve, eve.ask(Cast, ada.table, 1)) == "no-seat"

    def test_no_player_under_his_own_key(self, server: ServerUnderTest) -> None:
        ada, ben = server.seated(TERMS)
        to_turn(server, (ada, ben), 4)
        assert server.answered(ada, ada.ask(Cast, ada.table, 1)) == "no-seat"
        again = looking_on(server, ada.table, "Ben")
        again.key = ben.key
        server.connect(again)
        again.ask(Watch, ada.table)
        server.run(0.1)
        assert server.answered(again, again.ask(Cast, ada.table, 1)) == "no-seat"

    def test_nobody_who_does_not_look_on_there(self, server: ServerUnderTest) -> None:
        ada, ben = server.seated(TERMS)
        to_turn(server, (ada, ben), 4)
        eve, dan = looking_on(server, ada.table), WirePlayer("Dan", 8)
        server.connect(dan)
        assert server.answered(dan, dan.ask(Cast, ada.table, 1)) == "no-seat"
        assert cast(server, eve, ada.table)
        eve.ask(Leave, ada.table)
        server.run(0.1)
        assert server.answered(eve, eve.ask(Cast, ada.table, 1)) == "no-seat"

    def test_no_other_table_and_no_other_game(self, server: ServerUnderTest) -> None:
        ada, ben = server.seated(TERMS)
        cleo, dora = WirePlayer("Cleo", 3), WirePlayer("Dora", 4)
        cleo.auto = dora.auto = False
        server.table(cleo, dora, replace(TERMS, reach="invite"))
        to_turn(server, (ada, ben), 4)
        eve = looking_on(server, ada.table)
        assert server.answered(eve, eve.ask(Cast, cleo.table, 1)) == "no-table"
        assert server.answered(eve, eve.ask(Cast, "NOTABLE", 1)) == "no-table"
        assert server.answered(eve, eve.ask(Cast, ada.table, 2)) == "no-part"

    def test_no_scene_that_is_to_come(self, server: ServerUnderTest) -> None:
        ada, ben = server.seated(TERMS)
        eve = looking_on(server, ada.table)
        to_turn(server, (ada, ben), 5)
        there = len(cast(server, eve, ada.table))
        for first in (there, there + 1, 10_000):
            assert server.answered(eve, eve.ask(Cast, ada.table, 1, first)) == "not-yet"

    def test_what_is_for_finished_games_stays_refused(self, server: ServerUnderTest) -> None:
        ada, ben = server.seated(TERMS)
        eve = looking_on(server, ada.table)
        to_turn(server, (ada, ben), 4)
        assert cast(server, eve, ada.table)
        for who in (ada, eve):
            assert server.answered(who, who.ask(Review, ada.table)) == "not-yet"
            assert server.answered(who, who.ask(Study, ada.table)) == "not-yet"
            assert server.answered(who, who.ask(Fetch, "transcript", ada.table)) == "not-yet"
            assert server.answered(who, who.ask(MakeBattle, ada.table, 1)) == "not-yet"
            assert server.answered(who, who.ask(PlayOn, bytes(16), Terms(), ada.table, 1)) == "not-yet"

    def test_one_request_of_one_connection_at_a_time(self, server: ServerUnderTest) -> None:
        ada, ben = server.seated(TERMS)
        to_turn(server, (ada, ben), 5)
        eve, dan = looking_on(server, ada.table), looking_on(server, ada.table, "Dan")
        one, two, three = eve.ask(Cast, ada.table, 1), eve.ask(Cast, ada.table, 1), dan.ask(Cast, ada.table, 1)
        server.run(3.0)
        said = {message.seq: message for message in (*eve.told, *dan.told) if isinstance(message, Scenes | Refused)}
        assert eve.last(Refused).code == "again"
        assert (eve.last(Refused).seq, eve.last(Scenes).seq, dan.last(Scenes).seq) == (two, one, three)
        assert eve.last(Scenes).scenes == dan.last(Scenes).scenes
        assert said

    def test_no_more_games_are_kept_than_so_many(self, server: ServerUnderTest) -> None:
        tables = []
        for n in range(KEPT + 1):
            ada, ben = WirePlayer(f"Ada {n}", 1), WirePlayer(f"Ben {n}", 2)
            ada.auto = ben.auto = False
            server.table(ada, ben, TERMS)
            server.until(partial(begun_for, ada, ben))
            to_turn(server, (ada, ben), 2)
            eve = looking_on(server, ada.table, f"Eve {n}")
            tables.append((eve, ada.table, cast(server, eve, ada.table)))
        assert len(server.lobby.casts._films) == KEPT
        eve, table, before = tables[0]
        assert cast(server, eve, table) == before
        assert before


class TestTakebacks:
    """A turn that was shown has ended for good: one that might be taken back has not."""

    def test_a_turn_that_may_be_taken_back_has_not_ended(
        self, server: ServerUnderTest, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        ada, ben = server.seated(replace(TERMS, offers=("takeback",)))
        to_turn(server, (ada, ben), 4)
        live_game = server.live_game(ada)
        assert live_game.undoable is not None
        assert live_game.undoable.game.state.turn == 3  # the answer that has ended turn 3
        assert (shown_through(live_game), shown_through(replace(live_game, undoable=None))) == (1, 2)

    def test_what_was_taken_back_is_never_shown(self, server: ServerUnderTest) -> None:
        """A whole game with every takeback that there can be: what was shown once stays as it was."""
        ada, ben = server.seated(replace(TERMS, offers=("takeback",)))
        eve = looking_on(server, ada.table)
        grown: list[Scene] = []
        backs = 0
        while turn(server, ada) < 9 and not server.live_game(ada).ended:
            server.step(ada, ben)
            live_game = server.live_game(ada)
            found = live_game.undoable
            if backs < 40 and found is not None and not why_not(found, found.side, live_game.game):
                one, other = (ada, ben) if live_game.side(0) is found.side else (ben, ada)
                assert server.answered(one, one.offer("takeback")) == "ok"
                assert server.answered(other, other.accept("takeback")) == "ok"
                server.run(0.2)
                backs += 1
            shown = cast(server, eve, ada.table, first=len(grown))
            assert all(scene.us.turn + LATE < turn(server, ada) for scene in shown)
            grown += shown
        assert backs > 5
        ben.resign()
        server.run(10.0)
        assert counted(true_scenes(server, ada))[: len(grown)] == grown


class TestTerms:
    def test_nobody_is_seated_who_was_not_shown_it(self, server: ServerUnderTest) -> None:
        """A program of before knows `special`, and not this."""
        ada, ben = WirePlayer("Ada", 1), WirePlayer("Ben", 2)
        server.connect(ada)
        server.connect(ben)
        ada.create(TERMS)
        server.run(0.1)
        for shown in ({}, {"special": True}, {"special": True, "pace": True}, {"special": True, "cast": False}):
            seq = ben.ask(Join, ada.table, b"", **shown)
            assert server.answered(ben, seq) == "special"
        ben.join(ada.table, b"", special=True, cast=True)
        server.until(lambda: ben.update is not None)

    def test_no_partner_either(self, server: ServerUnderTest) -> None:
        ada, bob = Commander("Ada", 1), Commander("Bob", 2)
        for one in (ada, bob):
            server.connect(one)
        ada.create(replace(TERMS, teams=(0,)))
        server.run(0.1)
        ada.invite()
        server.run(0.1)
        assert server.answered(bob, bob.share(ada.table)) == "special"
        assert server.answered(bob, bob.share(ada.table, cast=True)) == "ok"

    def test_all_four_seats_may_agree(self, server: ServerUnderTest) -> None:
        ada, bob, cato = two_against_one(server, replace(TERMS, teams=(0,)))
        while turn(server, ada) < 4:
            server.step(ada, bob, cato)
        eve = looking_on(server, ada.table)
        assert cast(server, eve, ada.table)
        for one in (ada, bob, cato):
            assert server.answered(one, one.ask(Cast, ada.table, 1)) == "no-seat"

    @pytest.mark.parametrize("more", [{"spectators": False}, {"rated": True, "seed": None}])
    def test_what_does_not_go_with_it(self, server: ServerUnderTest, more: Any) -> None:
        ada = WirePlayer("Ada", 1)
        server.connect(ada)
        assert server.answered(ada, ada.ask(Create, bytes(16), replace(TERMS, **more))) == "terms"

    @pytest.mark.parametrize("turns", [0, -1, LATEST + 1])
    def test_no_other_number_is_read(self, turns: int) -> None:
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert({"cast": turns}, Terms)

    def test_the_lobby_shows_it_and_both_sign_it(self, server: ServerUnderTest) -> None:
        ada, ben = server.seated(TERMS)
        assert line(server.lobby.tables[ada.table]).terms.cast == LATE
        to_turn(server, (ada, ben), 2)
        ben.resign()
        server.run(20.0)
        lines = [one + b"\n" for one in server.disk.lines(ada.table, 1)]
        assert check(lines, card_sets().values()).ok
        assert b'"cast":1' in lines[0]
        changed = [lines[0].replace(b'"cast":1', b'"cast":2'), *lines[1:]]
        assert not check(changed, card_sets().values()).ok

    def test_terms_without_it_are_written_as_before(self) -> None:
        assert b"cast" not in msgspec.json.encode(Terms())

    def test_a_what_if_is_cast_to_nobody(self, server: ServerUnderTest) -> None:
        ada, ben = server.seated(TERMS)
        to_turn(server, (ada, ben), 2)
        ben.resign()
        server.run(20.0)
        ada.ask(PlayOn, bytes(16), replace(TERMS, spectators=True), ada.table, 1)
        server.run(5.0)
        assert server.lobby.tables[ada.table].stored.branch is not None
        assert server.lobby.tables[ada.table].stored.terms.cast is UNSET


def test_another_game_begins_anew(server: ServerUnderTest) -> None:
    ada, ben = server.seated(TERMS)
    eve = looking_on(server, ada.table)
    to_turn(server, (ada, ben), 4)
    first = cast(server, eve, ada.table)
    ben.resign()
    server.run(10.0)
    for one in (ada, ben):
        one.update = None
        one.ask(Rematch, ada.table)
    eve.ask(Leave, ada.table)
    server.until(lambda: ada.update is not None and ben.update is not None)
    eve = looking_on(server, ada.table, "Dan")
    assert cast(server, eve, ada.table, game=2) == []
    assert server.answered(eve, eve.ask(Cast, ada.table, 1)) == "no-part"
    to_turn(server, (ada, ben), 3)
    second = cast(server, eve, ada.table, game=2)
    assert second
    assert second != first[: len(second)]


def test_a_game_that_cannot_be_read_is_refused(server: ServerUnderTest, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, ben = server.seated(TERMS)
    to_turn(server, (ada, ben), 4)
    eve = looking_on(server, ada.table)
    monkeypatch.setattr(server.lobby.casts, "cards", lambda _mark, _terms: None)
    assert server.answered(eve, eve.ask(Cast, ada.table, 1), 2.0) == "paused"
    monkeypatch.undo()
    assert cast(server, eve, ada.table)


def begun_for(ada: WirePlayer, ben: WirePlayer) -> bool:
    return ada.update is not None and ben.update is not None


def mixed(rng: Random, cards: Any) -> Any:
    return tuple(rng.sample(cards, len(cards)))
