"""One table: the order in which things are done, a disk that fills up, restarts, versions, games nobody sits at."""

from __future__ import annotations

from functools import partial

import pytest
from msgspec.structs import replace

from ironbottom.editions import NEWEST
from ironbottom.questions import Move
from ironbottom.server.runtime.settings import LIMITS
from ironbottom.server.table import recovery, toss
from ironbottom.server.table.live_game import LiveGame
from ironbottom.server.table.stored_table import from_bytes, to_bytes
from ironbottom.server.table.table import AGAIN
from ironbottom.wire.messages import Fetch, Missed, Ok, Piece, Refused, Rematch, Reply, Seated, Toss, Update
from ironbottom.wire.terms import Terms
from tests.server.support.player import WirePlayer
from tests.server.support.server_under_test import SEED, ServerUnderTest

TERMS = Terms(side="us", seed=SEED)


@pytest.fixture
def server() -> ServerUnderTest:
    return ServerUnderTest()


def played(server: ServerUnderTest, answers: int, terms: Terms = TERMS) -> tuple[WirePlayer, WirePlayer]:
    """A game after some answers."""
    ada, ben = server.seated(terms)
    server.step(ada, ben, answers=answers)
    return ada, ben


# one thing after the other


def test_what_is_asked_during_a_commit_waits_in_its_order(server: ServerUnderTest) -> None:
    ada, _ben = server.seated()
    table = server.lobby.tables[ada.table]
    done: list[int] = []
    table.wait()
    for n in range(3):
        table.when_free(partial(done.append, n))
    assert done == []
    table.free()
    assert done == [0, 1, 2]


def test_what_is_asked_while_something_is_done_waits_until_it_is_through(server: ServerUnderTest) -> None:
    """Else two commits could be under way at once, and both would write the same entry."""
    ada, _ben = server.seated()
    table = server.lobby.tables[ada.table]
    done: list[str] = []

    def first() -> None:
        table.when_free(lambda: done.append("second"))
        done.append("first")

    table.when_free(first)
    assert done == ["first", "second"]


def test_two_things_under_way_are_both_waited_for(server: ServerUnderTest) -> None:
    ada, _ben = server.seated()
    table = server.lobby.tables[ada.table]
    done: list[str] = []
    table.wait()
    table.wait()
    table.when_free(lambda: done.append("then"))
    table.free()
    assert done == []
    table.free()
    assert done == ["then"]


def test_a_request_that_fails_holds_up_nobody(server: ServerUnderTest) -> None:
    ada, ben = server.seated()
    table = server.lobby.tables[ada.table]
    table.wait()
    table.when_free(failing)
    seq = ben.chat("hello")
    server.run(0.1)
    table.free()
    server.run(0.1)
    assert Ok(seq) in ben.told


def failing() -> None:
    raise ArithmeticError("a fault of ours")


# the disk


def test_a_full_disk_pauses_the_game_and_loses_nothing(server: ServerUnderTest) -> None:
    ada, ben = played(server, 6)
    before = server.disk.lines(ada.table, 1)
    server.disk.full = True
    mover = next(each for each in (ada, ben) if each.asked)
    mover.answer(mover.question.default)
    server.run(1.0)
    refused = mover.last(Refused)
    assert (refused.code, "nothing is lost" in refused.text) == ("not-stored", True)
    assert ada.status() == "paused"
    assert ada.table_now.note == "The host's disk cannot be written: the game waits, and goes on where it stopped."
    assert server.disk.lines(ada.table, 1) == before
    server.disk.full = False
    server.run(AGAIN + 0.1)  # the server sees by itself that it can write again
    assert ada.status() == "playing"
    assert ada.table_now.note == ""
    number = mover.have
    mover.answer(mover.question.default)
    server.run(1.0)
    assert mover.have == number + 1
    assert server.disk.lines(ada.table, 1)[: len(before)] == before


def test_a_step_in_private_that_is_not_stored_tells_nobody_else(server: ServerUnderTest) -> None:
    ada, ben = played(server, 2)
    assert ada.question.window == "2"
    assert isinstance(ada.question.shape, Move)
    token, lines = next(iter(ada.question.shape.steps["move"].items()))
    server.disk.full = True
    heard = len(ben.told)
    assert server.answered(ada, ada.answer(("move", token, lines[0]))) == "not-stored"
    server.run(20.0)
    assert len(ben.told) == heard


@pytest.mark.parametrize("what", ["join", "chat", "resign", "rematch"])
def test_whatever_is_not_stored_is_refused_and_can_be_done_later(server: ServerUnderTest, what: str) -> None:
    ada, ben = played(server, 2) if what != "join" else (WirePlayer("Ada", 1), WirePlayer("Ben", 2))
    if what == "join":
        server.connect(ada)
        server.connect(ben)
        ada.create(Terms(reach="open"))
        server.run(0.05)
    if what == "rematch":
        ada.resign()
        server.run(10.0)
    server.disk.full = True

    def ask() -> int:
        if what == "join":
            ben.join(ada.table, b"")
            return ben.seq
        if what == "chat":
            return ben.chat("hello")
        return ben.resign() if what == "resign" else ben.ask(Rematch, ben.table)

    assert server.answered(ben, ask()) == "not-stored"
    server.disk.full = False
    server.run(2 * AGAIN)
    assert server.answered(ben, ask()) == "ok"


def test_the_end_is_closed_when_the_disk_has_room_again(server: ServerUnderTest) -> None:
    ada, ben = played(server, 2)
    ada.auto = ben.auto = True
    ada.resign()
    server.run(0.0035)
    server.disk.full = True
    server.run(30.0)
    assert not server.live_game(ada).closed
    server.disk.full = False
    server.run(10.0)
    assert server.live_game(ada).closed


# restarts


def test_a_restart_loses_nothing(server: ServerUnderTest) -> None:
    ada, ben = played(server, 12)
    view, have, log = ada.update, ada.have, [*ada.events]
    server.restart(ada, ben)
    seated = ada.last(Seated)
    assert (seated.number, seated.signed) == (have, 0)
    assert [*seated.unsigned] == ada.own
    again = ada.last(Update)
    assert view is not None
    assert (again.number, again.view, again.events, again.head) == (have, view.view, (), view.head)
    assert ada.all(Missed) == []
    server.step(ada, ben, answers=6)
    assert ada.events[: len(log)] == log


def test_who_has_heard_nothing_hears_everything_in_pieces_of_eight(server: ServerUnderTest) -> None:
    ada, ben = played(server, 30)
    log, have = ada.events, ada.have
    assert have > 16
    ada.log.heard.clear()
    ada.have = 0
    server.restart(ada, ben)
    pieces = ada.all(Missed)
    assert [len(piece.updates) for piece in pieces[:-1]] == [8] * (len(pieces) - 1)
    assert [piece.first for piece in pieces] == [*range(1, have + 1, 8)]
    assert ada.events == log


def test_the_game_of_another_version_waits_for_it(server: ServerUnderTest, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, ben = played(server, 4)
    before = server.disk.store.iterdump
    image = [*before()]
    monkeypatch.setattr(recovery, "EDITIONS", {"99": NEWEST})
    server.restart(ada, ben)
    refused = ada.last(Refused)
    assert refused.code == "paused"
    assert refused.text == (
        "This game cannot go on here: it was begun with version 2 of the rules, and this server plays version 99.  "
        "Nothing is lost: go on with the version that it was begun with."
    )
    assert [*before()] == image
    monkeypatch.undo()
    server.restart(ada, ben)
    server.step(ada, ben, answers=2)


def test_the_game_of_cards_that_are_not_here_waits_for_them(server: ServerUnderTest) -> None:
    ada, ben = played(server, 4)
    sets = server.lobby.sets
    core = sets["core"]
    server.kill()
    server.start()
    server.lobby.sets["core"] = replace(core, fingerprint="0" * 64)
    server.back(ada)
    assert f"fingerprint {core.fingerprint[:16]}, and this server has not those" in ada.last(Refused).text
    server.lobby.sets["core"] = core
    server.back(ada, ben)
    server.step(ada, ben, answers=2)


def test_a_finished_game_of_another_version_can_still_be_fetched(
    server: ServerUnderTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, ben = played(server, 4)
    ada.resign()
    server.run(10.0)
    lines = server.disk.lines(ada.table, 1)
    monkeypatch.setattr(recovery, "EDITIONS", {"99": NEWEST})
    server.kill()
    server.start()
    server.connect(ben)
    server.run(0.01)
    ben.ask(Fetch, "transcript", ben.table)
    server.run(0.1)
    assert ben.last(Piece).data == b"".join([line + b"\n" for line in lines])


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ("UPDATE entries SET line = replace(line, 'keep', 'kept') WHERE n = 2", "an entry of it is damaged"),
        ("UPDATE entries SET seq = seq + 1000 WHERE n = 3", "an entry of it is damaged"),
        ("UPDATE entries SET events = x'90' WHERE n = 1", "an entry of it is damaged"),
        ("DELETE FROM entries WHERE n = 1", "an entry of it is damaged"),
        ("DELETE FROM entries", "its last entries are missing"),
    ],
)
def test_a_damaged_entry_pauses_its_table(server: ServerUnderTest, change: str, why: str) -> None:
    ada, ben = played(server, 4)
    server.kill()
    server.disk.store.execute(change)
    left = server.disk.store.execute("SELECT COUNT(*) FROM entries").fetchone()
    server.start()
    server.back(ada, ben)
    for player in (ada, ben):
        assert player.last(Refused).text.startswith(f"This game cannot go on here: {why}.")
    assert server.disk.store.execute("SELECT COUNT(*) FROM entries").fetchone() == left


def test_a_toss_under_rules_that_are_not_here_begins_anew(
    server: ServerUnderTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server may be downgraded in the middle of a toss; its name hangs on the version of the rules."""
    ada, ben = WirePlayer("Ada", 1), WirePlayer("Ben", 2)
    ada.auto = ben.auto = ben.tosses = False
    monkeypatch.setattr(toss, "ENGINE", "99")
    server.table(ada, ben, TERMS)
    assert ada.status() == "tossing"
    first = ada.last(Toss)
    server.kill()
    monkeypatch.undo()
    server.start()
    ben.tosses = True
    server.back(ada, ben)
    again = ada.last(Toss)
    assert (again.game == first.game, again.commitment == first.commitment) == (False, False)
    server.until(lambda: ada.update is not None and ben.update is not None)


# games nobody sits at


def test_a_game_that_nobody_sits_at_is_left_to_the_journal(server: ServerUnderTest) -> None:
    ada, ben = played(server, 6)
    table = server.lobby.tables[ada.table]
    for pipe in server.pipes:
        pipe.lose()
    server.lobby.sweep()
    server.run(LIMITS.times.idle / 2)
    server.lobby.sweep()
    assert table.live_game is not None
    server.run(LIMITS.times.idle)
    server.lobby.sweep()
    assert table.live_game is None
    server.back(ada, ben)
    assert ada.last(Seated).number == ada.have
    server.step(ada, ben, answers=4)


def test_a_game_that_somebody_sits_at_is_kept(server: ServerUnderTest) -> None:
    ada, _ben = played(server, 2)
    server.pipes[1].lose()
    for _n in range(4):
        server.lobby.sweep()
        server.run(LIMITS.times.idle)
    assert server.lobby.tables[ada.table].live_game is not None


def test_a_rule_that_fails_leaves_the_game_as_it_was(server: ServerUnderTest, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, ben = server.seated()

    def fails(*_what: object) -> None:
        raise ArithmeticError("a bug in a rule")

    monkeypatch.setattr(LiveGame, "answered", fails)
    assert server.answered(ada, ada.answer("keep")) == "fault"
    assert server.live_game(ada).numbers == (1, 1)
    monkeypatch.undo()
    assert server.answered(ada, ada.answer("keep")) == "ok"
    assert server.answered(ben, ben.answer("keep")) == "ok"


def test_a_game_whose_rules_fail_when_it_is_read_back_waits(
    server: ServerUnderTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, ben = played(server, 4)

    def fails(*_what: object) -> None:
        raise ArithmeticError("a bug in a rule")

    monkeypatch.setattr(LiveGame, "answered", fails)
    server.restart(ada)
    assert ada.last(Refused).text.startswith("This game cannot go on here: a rule fails on it.")
    monkeypatch.undo()
    server.restart(ada, ben)
    server.step(ada, ben, answers=2)


# what the numbers of requests promise


def test_a_request_is_carried_out_once_however_often_it_comes(server: ServerUnderTest) -> None:
    ada, ben = played(server, 2)
    seq = ada.chat("once")
    request = ada.waiting[seq]
    server.run(0.1)
    for _n in range(3):
        ada.say(request)
    server.run(0.1)
    server.restart(ada, ben)
    ada.say(request)
    server.run(0.1)
    assert server.disk.store.execute("SELECT text FROM chat").fetchall() == [("once",)]
    assert ada.last(Ok).seq == seq


def test_every_request_gets_one_answer(server: ServerUnderTest) -> None:
    ada, _ben = server.seated(replace(TERMS, least=400), bots=False)
    first = ada.answer("keep")
    again = ada.answer("redraw")  # the first waits for the common least time
    server.run(0.1)
    assert ada.refusal(again).code == "again"
    assert Ok(first) not in ada.told
    server.run(1.0)
    assert Ok(first) in ada.told


def test_an_answer_that_waits_when_its_player_resigns_is_refused(server: ServerUnderTest) -> None:
    _ada, ben = server.seated(replace(TERMS, least=400), bots=False)
    late = ben.answer("keep")
    ben.resign()
    server.run(0.1)
    assert ben.refusal(late).code == "stale"


def test_before_a_game_there_is_nothing_to_answer_or_to_give_up_yet(server: ServerUnderTest) -> None:
    ada, ben = WirePlayer("Ada", 1), WirePlayer("Ben", 2)
    ada.tosses = ada.auto = ben.auto = False
    server.table(ada, ben, TERMS)
    for asked in (ada.resign(), ada.ask(Reply, ada.table, 1, "keep")):
        assert server.answered(ada, asked) == "not-yet"


def test_after_a_game_there_is_nothing_left_to_answer_or_to_give_up(server: ServerUnderTest) -> None:
    ada, ben = server.seated(TERMS)
    assert server.answered(ben, ben.resign()) == "ok"
    for asked in (ada.resign(), ada.ask(Reply, ada.table, 1, "keep")):
        assert server.answered(ada, asked) == "over"


def test_no_answer_falls_into_the_next_game(server: ServerUnderTest) -> None:
    ada, ben = server.seated(Terms(side="us", seed=SEED, least=5_000), bots=False)
    late = ada.answer("keep")
    ben.resign()
    server.run(0.1)
    assert ada.refusal(late).code == "over"
    ada.ask(Rematch, ada.table)
    ben.ask(Rematch, ben.table)
    server.until(lambda: ada.have == 1 and ada.asked)
    server.run(6.0)
    assert ada.have == 1


def test_an_answer_that_waits_is_not_called_done(server: ServerUnderTest) -> None:
    """What is said after it waits behind it; else the greater number would count it as carried out."""
    ada, ben = server.seated(replace(TERMS, least=2_000), bots=False)
    answer = ada.answer("keep")
    request = ada.waiting[answer]
    chat = ada.chat("hello")
    server.run(0.1)
    ada.say(request)
    server.run(0.1)
    assert (Ok(answer) in ada.told, Ok(chat) in ada.told) == (False, False)
    server.restart(ada, ben)
    assert ada.last(Seated).number == 1
    assert ada.last(Update).view.question is not None
    ada.answer("keep")
    server.run(3.0)
    assert ada.have > 1


def test_who_sits_down_anew_gives_an_answer_that_waited_again(server: ServerUnderTest) -> None:
    ada, _ben = server.seated(replace(TERMS, least=2_000), bots=False)
    answer, chat = ada.answer("redraw"), ada.chat("hello")
    server.run(0.1)
    ada.resume()
    server.run(0.05)
    assert ada.last(Seated).last < answer
    server.run(3.0)
    assert (Ok(answer) in ada.told, Ok(chat) in ada.told) == (True, True)
    assert ada.own == [(1, "redraw")]
    assert server.disk.store.execute("SELECT COUNT(*) FROM chat").fetchone() == (1,)


def test_a_commit_that_fails_for_our_own_fault_frees_the_table(server: ServerUnderTest) -> None:
    ada, _ben = server.seated()
    server.lobby.tables[ada.table].commit((), failing, lambda _why: None)
    server.run(0.1)
    assert server.answered(ada, ada.chat("still here")) == "ok"


def test_a_table_is_kept_under_a_checksum() -> None:
    server = ServerUnderTest()
    ada, _ben = server.seated()
    kept = server.lobby.tables[ada.table].stored
    row = to_bytes(kept)
    assert from_bytes(row) == kept
    broken = [row[:at] + bytes([row[at] ^ 1]) + row[at + 1 :] for at in range(0, len(row), 7)]
    for one in [*broken, b"", row[:-1], row[9:], row + b" "]:
        with pytest.raises(ValueError, match="checksum"):
            from_bytes(one)
