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
    Reach,
    Refused,
    Resume,
    Review,
    Said,
    Say,
    Seated,
    Tables,
    Terms,
    Toss,
    Watch,
    Wish,
)
from ironbottom.words import Side
from tests.server.support.disk import Disk
from tests.server.support.house import SEED, House
from tests.server.support.player import Player

OPEN = Terms(reach="open")


@pytest.fixture
def house() -> House:
    return House()


@pytest.fixture
def ada(house: House) -> Player:
    return came(house, "Ada")


@pytest.fixture
def ben(house: House) -> Player:
    return came(house, "Ben")


def came(house: House, name: str, address: str = "127.0.0.1") -> Player:
    player = Player(name, 1)
    player.auto = False
    house.connect(player, address)
    house.run(0.01)
    return player


def made(house: House, player: Player, terms: Terms = OPEN) -> str:
    player.create(terms)
    house.run(0.01)
    return player.table


def bodies(house: House) -> int:
    return len(house.disk.bodies())


# sides


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [("us", "jp", Side.US), ("jp", "us", Side.JP), ("us", "either", Side.US), ("either", "us", Side.JP)],
)
def test_who_wants_a_side_alone_gets_it(house: House, first: Wish, second: Wish, expected: Side) -> None:
    ada, ben = came(house, "Ada"), came(house, "Ben")
    ben.join(made(house, ada, Terms(side=first, reach="open")), b"", second)
    house.until(lambda: ada.update is not None and ben.update is not None)
    assert (ada.view.viewer, ben.view.viewer) == (expected, expected.enemy)
    assert [seat.side for seat in ada.table_now.seats] == [expected, expected.enemy]


@pytest.mark.parametrize("wish", ["us", "jp", "either"])
def test_where_both_want_the_same_the_lot_of_all_three_decides(wish: Wish) -> None:
    """§10.2  The lot hangs on the joint seed: over some games either of them gets it."""
    places = set()
    for n in range(12):
        house = House()
        ada, ben = Player("Ada", n), Player("Ben", n)
        ada.auto = ben.auto = False
        house.table(ada, ben, Terms(side=wish, reach="open"))
        places.add(_drawn(house, ada, ben, wish))
    assert places == {Side.US, Side.JP} if wish == "either" else places == {Side[wish.upper()]}


def _drawn(house: House, ada: Player, ben: Player, wish: Wish) -> Side:
    house.until(lambda: ada.update is not None and ben.update is not None)
    begun = read(house.disk.lines(ada.table, 1)[0]).body
    assert isinstance(begun, Begun)
    toss = house.hall.tables[ada.table].kept.toss
    assert toss is not None
    seed = joint_seed(begun.game, toss.share, *[player.share for player in begun.players])
    expected = sides((wish, "either"), seed)
    assert ada.view.viewer == expected[0]
    return expected[0]


# making a table


def test_the_same_request_makes_one_table(house: House, ada: Player) -> None:
    ada.create(OPEN)
    again = ada.waiting[ada.seq]
    ada.say(again)  # while the first is being written down
    house.run(0.05)
    ada.say(again)
    house.run(0.05)
    seated = ada.all(Seated)
    assert len(seated) == 3
    assert len({(each.table, each.token, each.place) for each in seated}) == 1
    assert bodies(house) == 1


def test_the_same_request_on_another_connection_and_after_a_restart(house: House, ada: Player) -> None:
    ada.create(OPEN)
    request = ada.waiting[ada.seq]
    house.run(0.05)
    table = ada.table
    house.connect(ada)
    ada.say(request)
    house.run(0.05)
    assert ada.last(Seated).table == table
    house.kill()
    house.start()
    house.connect(ada)
    ada.say(request)
    house.run(0.05)
    assert ada.last(Seated).table == table
    assert bodies(house) == 1


def test_a_table_that_could_not_be_written_down_can_be_asked_for_again(house: House, ada: Player) -> None:
    house.disk.full = True
    ada.create(OPEN)
    request = ada.waiting[ada.seq]
    ada.say(request)
    house.run(0.05)
    assert [refused.code for refused in ada.all(Refused)] == ["not-stored", "not-stored"]
    assert house.hall.tables == {}
    house.disk.full = False
    ada.say(request)
    house.run(20.0)
    assert ada.last(Seated).place == 0
    assert bodies(house) == len(house.hall.tables) == 1


def test_a_request_of_before_gives_nobody_the_seat_of_another(house: House, ada: Player, ben: Player) -> None:
    ada.create(OPEN)
    request = ada.waiting[ada.seq]
    ada.tosses = False
    house.run(0.05)
    ben.join(ada.table, b"")
    house.run(0.05)
    ada.ask(Leave, ada.table)
    house.run(0.05)
    eve = came(house, "Eve")
    eve.join(ada.table, b"")
    house.run(0.05)
    assert eve.place == 0
    ada.told.clear()
    ada.say(request)
    assert house.answered(ada, request.seq) == "no-seat"
    assert ada.all(Seated) == []


def test_unknown_cards_are_named(house: House, ada: Player) -> None:
    seq = ada.ask(Create, bytes(16), Terms(cards="no such set"))
    assert house.answered(ada, seq) == "no-cards"
    assert "core, full" in ada.refusal(seq).text


def test_a_clock_needs_a_bank(house: House, ada: Player) -> None:
    seq = ada.ask(Create, bytes(16), Terms(absent="clock"))
    assert house.answered(ada, seq) == "terms"
    assert bodies(house) == 0


def test_nobody_has_too_many_tables_that_are_not_over(house: House, ada: Player, ben: Player) -> None:
    for _n in range(LIMITS.of_player):
        made(house, ada)
    ada.create(OPEN)
    assert house.answered(ada, ada.seq) == "limit"
    ben.create(OPEN)
    assert house.answered(ben, ben.seq) == "ok"
    ada.ask(Leave, ada.table)
    house.run(0.05)
    ada.create(OPEN)
    assert house.answered(ada, ada.seq) == "ok"


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
def test_who_may_sit_down(house: House, ada: Player, reach: Reach, invited: bool, address: str, expected: str) -> None:
    table = made(house, ada, Terms(reach=reach))
    guest = came(house, "Guest", address)
    guest.join(table, ada.secret if invited else bytes(16))
    assert house.answered(guest, guest.seq) == expected
    assert (guest.place == 1) == (expected == "ok")


def test_a_full_table_and_one_that_is_not_there(house: House, ada: Player, ben: Player) -> None:
    table = made(house, ada)
    ben.join(table, b"")
    house.run(0.05)
    eve = came(house, "Eve")
    eve.join(table, ada.secret)
    assert house.answered(eve, eve.seq) == "taken"
    eve.join("NOTABLE", b"")
    assert house.answered(eve, eve.seq) == "no-table"
    assert ben.secret == b""  # the table is full: there is nobody to invite


def test_who_did_not_hear_that_he_sits_joins_again(house: House, ada: Player, ben: Player) -> None:
    table = made(house, ada)
    pipe = house.pipes[-1]
    pipe.cut = True  # the answer does not come through, and the server does not know
    ben.join(table, b"")
    pipe.caller.received(ben.session.wire.send(ben.waiting[ben.seq]))
    house.run(0.05)
    assert ben.token == b""
    house.connect(ben)
    ben.join(table, b"")
    house.run(0.05)
    assert (ben.place, len(ben.token)) == (1, 16)
    house.until(lambda: ben.update is not None)


def test_nobody_joins_his_own_table_from_where_he_sits(house: House, ada: Player) -> None:
    table = made(house, ada)
    ada.join(table, b"")
    assert house.answered(ada, ada.seq) == "taken"
    assert [each.place for each in ada.all(Seated)] == [0]
    assert (ada.status(), ada.table_now.seats[1].name) == ("open", "")


def test_one_person_may_play_both_sides_from_two_places(house: House, ada: Player) -> None:
    table = made(house, ada)
    other = Player("Ada", 1)
    house.connect(other)
    other.join(table, b"")
    house.run(0.05)
    assert (ada.place, other.place) == (0, 1)
    assert ada.token != other.token


def test_a_connection_that_is_gone_sits_nowhere(house: House, ada: Player, ben: Player) -> None:
    """A request may wait for a commit while its connection is lost."""
    table = made(house, ada)
    ben.join(table, b"")
    house.run(0.0015)  # it is being written down
    house.pipes[-1].lose()
    house.run(1.0)
    assert [seat.here for seat in ada.table_now.seats] == [True, False]
    assert ada.table_now.seats[1].name == "Ben"
    ada.create(OPEN)
    house.run(0.0015)
    house.pipes[0].lose()
    house.run(1.0)
    assert not any(each.callers() for each in house.hall.tables.values())


# getting up


def test_who_leaves_an_empty_table_closes_it(house: House, ada: Player, ben: Player) -> None:
    table = made(house, ada)
    seq = ada.ask(Leave, table)
    assert house.answered(ada, seq) == "ok"
    ben.join(table, b"")
    assert house.answered(ben, ben.seq) == "no-table"
    assert bodies(house) == 0


def test_a_seat_that_is_left_before_the_game_is_free_again(house: House, ada: Player, ben: Player) -> None:
    table = made(house, ada)
    ben.tosses = False
    ben.join(table, b"")
    house.until(lambda: bool(ada.all(Toss)))
    ben.ask(Leave, table)
    house.run(0.05)
    assert (ada.status(), ada.table_now.seats[1].name) == ("open", "")
    eve = came(house, "Eve")
    eve.join(table, b"")
    house.until(lambda: eve.update is not None)
    first, second = ada.all(Toss)[0], ada.all(Toss)[-1]
    assert first.game != second.game  # a game has its name from those who play it
    assert first.commitment != second.commitment
    ben.resume()
    assert house.answered(ben, ben.seq) == "no-seat"


def test_a_seat_that_is_left_in_a_game_is_kept(house: House) -> None:
    ada, ben = house.seated()
    seq = ben.ask(Leave, ben.table)
    assert house.answered(ben, seq) == "ok"
    assert (ada.status(), ada.table_now.seats[1].here) == ("playing", False)
    eve = came(house, "Eve")
    eve.join(ada.table, ada.log.secret)
    assert house.answered(eve, eve.seq) == "taken"
    ben.resume()
    house.run(0.05)
    assert ben.last(Seated).number == 1
    assert ada.table_now.seats[1].here


def test_what_is_asked_without_a_seat_is_refused(house: House, ada: Player, ben: Player) -> None:
    table = made(house, ada)
    ben.table = table
    assert house.answered(ben, ben.chat("hello")) == "no-seat"
    assert house.answered(ben, ben.resign()) == "no-seat"
    assert house.answered(ben, ben.ask(Leave, table)) == "no-seat"


@pytest.mark.parametrize("kind", [Join, Watch, Resume, Fetch, Review, Call, Say, Leave])
def test_who_is_not_invited_cannot_tell_a_table_from_none(house: House, kind: type) -> None:
    """A table that is full, one that waits, one where a game goes on, and none: code and sentence are the same."""
    ada, _ben = house.seated(Terms(reach="invite"))
    waiting = made(house, came(house, "Cid"), Terms(reach="invite"))
    eve = came(house, "Eve")
    fields: dict[type, tuple[object, ...]] = {
        Join: (bytes(16),), Watch: (bytes(16),), Resume: (bytes(16), 0), Call: ("mate",), Say: ("hello",),
    }
    heard = set()
    for table in (ada.table, waiting, "NOTABLE"):
        names = ("transcript", table) if kind is Fetch else (table, *fields.get(kind, ()))
        seq = eve.ask(kind, *names)
        house.answered(eve, seq)
        refused = eve.refusal(seq)
        heard.add((refused.code, refused.text, refused.rule))
    assert heard == {("no-table", "There is no such table here (any more), or it is not open to you.", "")}


# coming back


def test_a_seat_is_for_who_has_its_token_and_its_key(house: House) -> None:
    ada, ben = house.seated()
    eve = came(house, "Eve")
    for token in (ada.token, ben.token, bytes(16)):
        seq = eve.ask(Resume, ada.table, token, 0)
        assert house.answered(eve, seq) == "no-table"
    seq = ada.ask(Resume, ada.table, ben.token, 0)
    assert house.answered(ada, seq) == "no-seat"


def test_the_last_connection_has_the_seat(house: House) -> None:
    ada, _ben = house.seated()
    first = house.pipes[0]
    house.connect(ada)
    ada.resume()
    house.run(0.05)
    assert first.cut
    assert ada.last(Seated).place == 0
    assert [message.code for message in first.messages() if isinstance(message, Bye)] == ["elsewhere"]
    assert house.hall.tables[ada.table].sitting[0].caller is house.pipes[-1].caller


# the lobby


def test_the_lobby_shows_what_one_may_enter(house: House, ada: Player) -> None:
    made(house, ada, Terms(reach="open", seed=SEED, side="us"))
    house.clock.run(2)
    made(house, ada, Terms(reach="invite"))
    made(house, ada, Terms(reach="lan", cards="full"))
    near, far = came(house, "Near", "10.0.0.7"), came(house, "Far", "93.184.216.34")
    for who in (near, far):
        who.ask(ListTables)
    house.run(0.05)
    lines = [who.last(Tables).tables for who in (near, far)]
    shown = [[(line.terms.reach, line.free, line.terms.seed) for line in each] for each in lines]
    assert shown == [[("lan", "either", None), ("open", "jp", None)], [("open", "jp", None)]]


def test_who_follows_the_lobby_hears_of_changes(house: House, ada: Player, ben: Player) -> None:
    seq = ben.ask(ListTables, follow=True)
    house.run(0.05)
    assert ben.last(Tables).tables == ()
    table = made(house, ada)
    house.run(2.0)
    assert [(line.table, line.status) for line in ben.last(Tables).tables] == [(table, "open")]
    assert ben.last(Tables).seq == seq
    eve = came(house, "Eve")
    eve.join(table, b"")
    house.run(2.0)
    assert [(line.status, line.name, line.against) for line in ben.last(Tables).tables] == [("playing", "Ada", "Eve")]
    ben.ask(ListTables, follow=False)
    house.run(2.0)
    heard = len(ben.all(Tables))
    made(house, ada)
    house.run(2.0)
    assert len(ben.all(Tables)) == heard


def test_two_players_of_one_name_are_told_apart_everywhere(house: House, ada: Player, ben: Player) -> None:
    """On the seats, in the lobby, in what is said and in the transcript; a third may have the first name again."""
    other = came(house, "ada")
    table = made(house, ada)
    other.join(table, b"")
    house.until(lambda: other.update is not None)
    other.ask(Say, table=table, text="ahoy")
    ben.ask(ListTables)
    house.run(0.05)
    begun = read(house.disk.lines(table, 1)[0]).body
    assert isinstance(begun, Begun)
    (line,) = ben.last(Tables).tables
    pairs = [
        tuple([seat.name for seat in ada.table_now.seats]), tuple([player.name for player in begun.players]),
        (line.name, line.against),
    ]
    assert pairs == [("Ada", "ada (2)")] * 3
    assert ada.last(Said).name == "ada (2)"


def test_a_game_that_is_over_is_not_listed(house: House, ben: Player) -> None:
    ada, _eve = house.seated(Terms(reach="open"))
    ada.resign()
    house.run(1.0)
    ben.ask(ListTables)
    house.run(0.05)
    assert ben.last(Tables).tables == ()
    assert house.hall.waiting() == []


def test_a_table_that_cannot_be_read_is_left_as_it_is() -> None:
    disk = Disk()
    first = House(disk)
    table = made(first, came(first, "Ada"))
    (body,) = disk.bodies()
    broken = body.replace(b"Ada", b"Bda")
    disk.store.execute("UPDATE tables SET body = ?", (broken,))
    told: list[str] = []

    @provider(ILogObserver)
    def watch(event: dict[str, Any]) -> None:
        told.append(event["log_format"])

    globalLogPublisher.addObserver(watch)
    second = House(disk)
    globalLogPublisher.removeObserver(watch)
    assert [text for text in told if "cannot be read" in text] != []
    ben = came(second, "Ben")
    ben.join(table, b"")
    assert second.answered(ben, ben.seq) == "paused"
    assert "damaged or missing.  Let the host put back a copy of the journal." in ben.last(Refused).text
    assert disk.bodies() == [broken]
    assert second.answered(ben, ben.ask(Join, table)) == "paused"
    assert ben.all(Ok) == []
