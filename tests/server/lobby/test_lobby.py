"""Making a table, finding it, sitting down at it, getting up, and coming back to one's seat."""

from __future__ import annotations

from typing import Any

import pytest
from twisted.logger import ILogObserver, globalLogPublisher
from zope.interface import provider

from ironbottom.proof.chain import read
from ironbottom.proof.entries import Begun
from ironbottom.proof.seeds import joint_seed, sides
from ironbottom.server.runtime.settings import LIMITS
from ironbottom.wire.messages import (
    Bye,
    Call,
    Create,
    Fetch,
    Join,
    Leave,
    ListTables,
    Ok,
    Refused,
    Resume,
    Review,
    Said,
    Say,
    Seated,
    Tables,
    Toss,
    Watch,
)
from ironbottom.wire.terms import Reach, Terms, Wish
from ironbottom.words import Side
from tests.server.support.disk import Disk
from tests.server.support.player import WirePlayer
from tests.server.support.server_under_test import SEED, ServerUnderTest

OPEN = Terms(reach="open")


@pytest.fixture
def server() -> ServerUnderTest:
    return ServerUnderTest()


@pytest.fixture
def ada(server: ServerUnderTest) -> WirePlayer:
    return came(server, "Ada")


@pytest.fixture
def ben(server: ServerUnderTest) -> WirePlayer:
    return came(server, "Ben")


def came(server: ServerUnderTest, name: str, address: str = "127.0.0.1") -> WirePlayer:
    player = WirePlayer(name, 1)
    player.auto = False
    server.connect(player, address)
    server.run(0.01)
    return player


def made(server: ServerUnderTest, player: WirePlayer, terms: Terms = OPEN) -> str:
    player.create(terms)
    server.run(0.01)
    return player.table


def bodies(server: ServerUnderTest) -> int:
    return len(server.disk.bodies())


# sides


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [("us", "jp", Side.US), ("jp", "us", Side.JP), ("us", "either", Side.US), ("either", "us", Side.JP)],
)
def test_who_wants_a_side_alone_gets_it(server: ServerUnderTest, first: Wish, second: Wish, expected: Side) -> None:
    ada, ben = came(server, "Ada"), came(server, "Ben")
    ben.join(made(server, ada, Terms(side=first, reach="open")), b"", second)
    server.until(lambda: ada.update is not None and ben.update is not None)
    assert (ada.view.viewer, ben.view.viewer) == (expected, expected.enemy)
    assert [seat.side for seat in ada.table_now.seats] == [expected, expected.enemy]


@pytest.mark.parametrize("wish", ["us", "jp", "either"])
def test_where_both_want_the_same_the_lot_of_all_three_decides(wish: Wish) -> None:
    """§10.2  The lot hangs on the joint seed: over some games either of them gets it."""
    places = set()
    for n in range(12):
        server = ServerUnderTest()
        ada, ben = WirePlayer("Ada", n), WirePlayer("Ben", n)
        ada.auto = ben.auto = False
        server.table(ada, ben, Terms(side=wish, reach="open"))
        places.add(_drawn(server, ada, ben, wish))
    assert places == {Side.US, Side.JP} if wish == "either" else places == {Side[wish.upper()]}


def _drawn(server: ServerUnderTest, ada: WirePlayer, ben: WirePlayer, wish: Wish) -> Side:
    server.until(lambda: ada.update is not None and ben.update is not None)
    begun = read(server.disk.lines(ada.table, 1)[0]).body
    assert isinstance(begun, Begun)
    toss = server.lobby.tables[ada.table].stored.toss
    assert toss is not None
    seed = joint_seed(begun.game, toss.share, *[player.share for player in begun.players])
    expected = sides((wish, "either"), seed)
    assert ada.view.viewer == expected[0]
    return expected[0]


# making a table


def test_the_same_request_makes_one_table(server: ServerUnderTest, ada: WirePlayer) -> None:
    ada.create(OPEN)
    again = ada.waiting[ada.seq]
    ada.say(again)  # while the first is being written down
    server.run(0.05)
    ada.say(again)
    server.run(0.05)
    seated = ada.all(Seated)
    assert len(seated) == 3
    assert len({(each.table, each.token, each.place) for each in seated}) == 1
    assert bodies(server) == 1


def test_the_same_request_on_another_connection_and_after_a_restart(server: ServerUnderTest, ada: WirePlayer) -> None:
    ada.create(OPEN)
    request = ada.waiting[ada.seq]
    server.run(0.05)
    table = ada.table
    server.connect(ada)
    ada.say(request)
    server.run(0.05)
    assert ada.last(Seated).table == table
    server.kill()
    server.start()
    server.connect(ada)
    ada.say(request)
    server.run(0.05)
    assert ada.last(Seated).table == table
    assert bodies(server) == 1


def test_a_table_that_could_not_be_written_down_can_be_asked_for_again(
    server: ServerUnderTest, ada: WirePlayer
) -> None:
    server.disk.full = True
    ada.create(OPEN)
    request = ada.waiting[ada.seq]
    ada.say(request)
    server.run(0.05)
    assert [refused.code for refused in ada.all(Refused)] == ["not-stored", "not-stored"]
    assert server.lobby.tables == {}
    server.disk.full = False
    ada.say(request)
    server.run(20.0)
    assert ada.last(Seated).place == 0
    assert bodies(server) == len(server.lobby.tables) == 1


def test_a_request_of_before_gives_nobody_the_seat_of_another(
    server: ServerUnderTest, ada: WirePlayer, ben: WirePlayer
) -> None:
    ada.create(OPEN)
    request = ada.waiting[ada.seq]
    ada.tosses = False
    server.run(0.05)
    ben.join(ada.table, b"")
    server.run(0.05)
    ada.ask(Leave, ada.table)
    server.run(0.05)
    eve = came(server, "Eve")
    eve.join(ada.table, b"")
    server.run(0.05)
    assert eve.place == 0
    ada.told.clear()
    ada.say(request)
    assert server.answered(ada, request.seq) == "no-seat"
    assert ada.all(Seated) == []


def test_unknown_cards_are_named(server: ServerUnderTest, ada: WirePlayer) -> None:
    seq = ada.ask(Create, bytes(16), Terms(cards="no such set"))
    assert server.answered(ada, seq) == "no-cards"
    assert "core, full." in ada.refusal(seq).text


def test_a_clock_needs_a_bank(server: ServerUnderTest, ada: WirePlayer) -> None:
    seq = ada.ask(Create, bytes(16), Terms(absent="clock"))
    assert server.answered(ada, seq) == "terms"
    assert bodies(server) == 0


def test_nobody_has_too_many_tables_that_are_not_over(
    server: ServerUnderTest, ada: WirePlayer, ben: WirePlayer
) -> None:
    for _n in range(LIMITS.of_player):
        made(server, ada)
    ada.create(OPEN)
    assert server.answered(ada, ada.seq) == "limit"
    ben.create(OPEN)
    assert server.answered(ben, ben.seq) == "ok"
    ada.ask(Leave, ada.table)
    server.run(0.05)
    ada.create(OPEN)
    assert server.answered(ada, ada.seq) == "ok"


# sitting down


@pytest.mark.parametrize(
    ("reach", "invited", "address", "expected"),
    [
        ("open", False, "93.184.216.34", "ok"),
        ("lan", False, "192.168.7.7", "ok"),
        ("lan", False, "fd00::7", "ok"),
        ("lan", False, "::ffff:10.1.2.3", "ok"),
        ("lan", False, "93.184.216.34", "no-table"),
        ("lan", True, "93.184.216.34", "ok"),
        ("invite", False, "127.0.0.1", "no-table"),
        ("invite", True, "93.184.216.34", "ok"),
        ("lan", False, "no address", "no-table"),
    ],
)
def test_who_may_sit_down(
    server: ServerUnderTest, ada: WirePlayer, reach: Reach, invited: bool, address: str, expected: str
) -> None:
    table = made(server, ada, Terms(reach=reach))
    guest = came(server, "Guest", address)
    guest.join(table, ada.secret if invited else bytes(16))
    assert server.answered(guest, guest.seq) == expected
    assert (guest.place == 1) == (expected == "ok")


def test_a_full_table_and_one_that_is_not_there(server: ServerUnderTest, ada: WirePlayer, ben: WirePlayer) -> None:
    table = made(server, ada)
    ben.join(table, b"")
    server.run(0.05)
    eve = came(server, "Eve")
    eve.join(table, ada.secret)
    assert server.answered(eve, eve.seq) == "taken"
    eve.join("NOTABLE", b"")
    assert server.answered(eve, eve.seq) == "no-table"
    assert ben.secret == b""  # the table is full: there is nobody to invite


def test_who_did_not_hear_that_he_sits_joins_again(server: ServerUnderTest, ada: WirePlayer, ben: WirePlayer) -> None:
    table = made(server, ada)
    pipe = server.pipes[-1]
    pipe.cut = True  # the answer does not come through, and the server does not know
    ben.join(table, b"")
    pipe.session.received(ben.session.wire.send(ben.waiting[ben.seq]))
    server.run(0.05)
    assert ben.token == b""
    server.connect(ben)
    ben.join(table, b"")
    server.run(0.05)
    assert (ben.place, len(ben.token)) == (1, 16)
    server.until(lambda: ben.update is not None)


def test_nobody_joins_his_own_table_from_where_he_sits(server: ServerUnderTest, ada: WirePlayer) -> None:
    table = made(server, ada)
    ada.join(table, b"")
    assert server.answered(ada, ada.seq) == "taken"
    assert [each.place for each in ada.all(Seated)] == [0]
    assert (ada.status(), ada.table_now.seats[1].name) == ("open", "")


def test_one_person_may_play_both_sides_from_two_places(server: ServerUnderTest, ada: WirePlayer) -> None:
    table = made(server, ada)
    other = WirePlayer("Ada", 1)
    server.connect(other)
    other.join(table, b"")
    server.run(0.05)
    assert (ada.place, other.place) == (0, 1)
    assert ada.token != other.token


def test_a_connection_that_is_gone_sits_nowhere(server: ServerUnderTest, ada: WirePlayer, ben: WirePlayer) -> None:
    """A request may wait for a commit while its connection is lost."""
    table = made(server, ada)
    ben.join(table, b"")
    server.run(0.0015)  # it is being written down
    server.pipes[-1].lose()
    server.run(1.0)
    assert [seat.here for seat in ada.table_now.seats] == [True, False]
    assert ada.table_now.seats[1].name == "Ben"
    ada.create(OPEN)
    server.run(0.0015)
    server.pipes[0].lose()
    server.run(1.0)
    assert not any(each.sessions() for each in server.lobby.tables.values())


# getting up


def test_who_leaves_an_empty_table_closes_it(server: ServerUnderTest, ada: WirePlayer, ben: WirePlayer) -> None:
    table = made(server, ada)
    seq = ada.ask(Leave, table)
    assert server.answered(ada, seq) == "ok"
    ben.join(table, b"")
    assert server.answered(ben, ben.seq) == "no-table"
    assert bodies(server) == 0


def test_a_seat_that_is_left_before_the_game_is_free_again(
    server: ServerUnderTest, ada: WirePlayer, ben: WirePlayer
) -> None:
    table = made(server, ada)
    ben.tosses = False
    ben.join(table, b"")
    server.until(lambda: bool(ada.all(Toss)))
    ben.ask(Leave, table)
    server.run(0.05)
    assert (ada.status(), ada.table_now.seats[1].name) == ("open", "")
    eve = came(server, "Eve")
    eve.join(table, b"")
    server.until(lambda: eve.update is not None)
    first, second = ada.all(Toss)[0], ada.all(Toss)[-1]
    assert first.game != second.game  # a game has its name from those who play it
    assert first.commitment != second.commitment
    ben.resume()
    assert server.answered(ben, ben.seq) == "no-seat"


def test_a_seat_that_is_left_in_a_game_is_kept(server: ServerUnderTest) -> None:
    ada, ben = server.seated()
    seq = ben.ask(Leave, ben.table)
    assert server.answered(ben, seq) == "ok"
    assert (ada.status(), ada.table_now.seats[1].here) == ("playing", False)
    eve = came(server, "Eve")
    eve.join(ada.table, ada.log.secret)
    assert server.answered(eve, eve.seq) == "taken"
    ben.resume()
    server.run(0.05)
    assert ben.last(Seated).number == 1
    assert ada.table_now.seats[1].here


def test_what_is_asked_without_a_seat_is_refused(server: ServerUnderTest, ada: WirePlayer, ben: WirePlayer) -> None:
    table = made(server, ada)
    ben.table = table
    assert server.answered(ben, ben.chat("hello")) == "no-seat"
    assert server.answered(ben, ben.resign()) == "no-seat"
    assert server.answered(ben, ben.ask(Leave, table)) == "no-seat"


@pytest.mark.parametrize("kind", [Join, Watch, Resume, Fetch, Review, Call, Say, Leave])
def test_who_is_not_invited_cannot_tell_a_table_from_none(server: ServerUnderTest, kind: type) -> None:
    """A table that is full, one that waits, one where a game goes on, and none: code and sentence are the same."""
    ada, _ben = server.seated(Terms(reach="invite"))
    waiting = made(server, came(server, "Cid"), Terms(reach="invite"))
    eve = came(server, "Eve")
    fields: dict[type, tuple[object, ...]] = {
        Join: (bytes(16),), Watch: (bytes(16),), Resume: (bytes(16), 0), Call: ("mate",), Say: ("hello",),
    }
    heard = set()
    for table in (ada.table, waiting, "NOTABLE"):
        names = ("transcript", table) if kind is Fetch else (table, *fields.get(kind, ()))
        seq = eve.ask(kind, *names)
        server.answered(eve, seq)
        refused = eve.refusal(seq)
        heard.add((refused.code, refused.text, refused.rule))
    assert heard == {("no-table", "There is no such table here (any more), or it is not open to you.", "")}


# coming back


def test_a_seat_is_for_who_has_its_token_and_its_key(server: ServerUnderTest) -> None:
    ada, ben = server.seated()
    eve = came(server, "Eve")
    for token in (ada.token, ben.token, bytes(16)):
        seq = eve.ask(Resume, ada.table, token, 0)
        assert server.answered(eve, seq) == "no-table"
    seq = ada.ask(Resume, ada.table, ben.token, 0)
    assert server.answered(ada, seq) == "no-seat"


def test_the_last_connection_has_the_seat(server: ServerUnderTest) -> None:
    ada, _ben = server.seated()
    first = server.pipes[0]
    server.connect(ada)
    ada.resume()
    server.run(0.05)
    assert first.cut
    assert ada.last(Seated).place == 0
    assert [message.code for message in first.messages() if isinstance(message, Bye)] == ["elsewhere"]
    assert server.lobby.tables[ada.table].seat_states[0].session is server.pipes[-1].session


# the lobby


def test_the_lobby_shows_what_one_may_enter(server: ServerUnderTest, ada: WirePlayer) -> None:
    made(server, ada, Terms(reach="open", seed=SEED, side="us"))
    server.clock.run(2)
    made(server, ada, Terms(reach="invite"))
    made(server, ada, Terms(reach="lan", cards="full"))
    near, upstream = came(server, "Near", "10.0.0.7"), came(server, "Far", "93.184.216.34")
    for who in (near, upstream):
        who.ask(ListTables)
    server.run(0.05)
    lines = [who.last(Tables).tables for who in (near, upstream)]
    shown = [[(line.terms.reach, line.free, line.terms.seed) for line in each] for each in lines]
    assert shown == [[("lan", "either", None), ("open", "jp", None)], [("open", "jp", None)]]


def test_who_follows_the_lobby_hears_of_changes(server: ServerUnderTest, ada: WirePlayer, ben: WirePlayer) -> None:
    seq = ben.ask(ListTables, follow=True)
    server.run(0.05)
    assert ben.last(Tables).tables == ()
    table = made(server, ada)
    server.run(2.0)
    assert [(line.table, line.status) for line in ben.last(Tables).tables] == [(table, "open")]
    assert ben.last(Tables).seq == seq
    eve = came(server, "Eve")
    eve.join(table, b"")
    server.run(2.0)
    assert [(line.status, line.name, line.against) for line in ben.last(Tables).tables] == [("playing", "Ada", "Eve")]
    ben.ask(ListTables, follow=False)
    server.run(2.0)
    heard = len(ben.all(Tables))
    made(server, ada)
    server.run(2.0)
    assert len(ben.all(Tables)) == heard


def test_two_players_of_one_name_are_told_apart_everywhere(
    server: ServerUnderTest, ada: WirePlayer, ben: WirePlayer
) -> None:
    """On the seats, in the lobby, in what is said and in the transcript; a third may have the first name again."""
    other = came(server, "ada")
    table = made(server, ada)
    other.join(table, b"")
    server.until(lambda: other.update is not None)
    other.ask(Say, table=table, text="ahoy")
    ben.ask(ListTables)
    server.run(0.05)
    begun = read(server.disk.lines(table, 1)[0]).body
    assert isinstance(begun, Begun)
    (line,) = ben.last(Tables).tables
    pairs = [
        tuple([seat.name for seat in ada.table_now.seats]), tuple([player.name for player in begun.players]),
        (line.name, line.against),
    ]
    assert pairs == [("Ada", "ada (2)")] * 3
    assert ada.last(Said).name == "ada (2)"


def test_a_game_that_is_over_is_not_listed(server: ServerUnderTest, ben: WirePlayer) -> None:
    ada, _eve = server.seated(Terms(reach="open"))
    ada.resign()
    server.run(1.0)
    ben.ask(ListTables)
    server.run(0.05)
    assert ben.last(Tables).tables == ()
    assert server.lobby.waiting() == []


def test_a_table_that_cannot_be_read_is_left_as_it_is() -> None:
    disk = Disk()
    first = ServerUnderTest(disk)
    table = made(first, came(first, "Ada"))
    (body,) = disk.bodies()
    broken = body.replace(b"Ada", b"Bda")
    disk.store.execute("UPDATE tables SET body = ?", (broken,))
    told: list[str] = []

    @provider(ILogObserver)
    def watch(event: dict[str, Any]) -> None:
        told.append(event["log_format"])

    globalLogPublisher.addObserver(watch)
    second = ServerUnderTest(disk)
    globalLogPublisher.removeObserver(watch)
    assert [text for text in told if "cannot be read" in text] != []
    ben = came(second, "Ben")
    ben.join(table, b"")
    assert second.answered(ben, ben.seq) == "paused"
    assert "damaged or missing.  Let the host put back a copy of the journal." in ben.last(Refused).text
    assert disk.bodies() == [broken]
    assert second.answered(ben, ben.ask(Join, table)) == "paused"
    assert ben.all(Ok) == []
