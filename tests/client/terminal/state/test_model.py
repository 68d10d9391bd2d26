"""What the terminal client knows: what is drawn lags behind what has come, and nothing is asked before it was seen."""

from __future__ import annotations

from ironbottom.client.terminal.state.model import UiState
from ironbottom.phrases import side_name
from ironbottom.wire.messages import Said
from ironbottom.words import Side

from ..support.tables import asked_at, played, ui_at, update_of


def test_an_update_is_drawn_when_it_has_been_played() -> None:
    ui = ui_at(30)
    before, length = ui.view, len(ui.log)
    update = update_of(played(1)[31], Side.US)
    ui.arrive(update)
    assert (ui.view, ui.newest) == (before, update.view)
    assert ui.menu is None
    assert ui.begin() is update
    assert ui.view is before
    assert len(ui.log) >= length
    assert ui.menu is None
    ui.finish()
    assert ui.view is update.view


def test_nothing_is_asked_while_an_answer_is_on_its_way() -> None:
    ui = asked_at(20)
    menu = ui.menu
    assert menu is not None
    ui.gave(menu.question.default)
    assert ui.menu is None
    ui.refuse("17.2", "No.")
    assert ui.menu is menu
    assert ui.fault == ("17.2", "No.")


def test_the_same_question_again_keeps_its_numbers_and_what_is_staged() -> None:
    ui = asked_at(20)
    menu = ui.menu
    ui.staged = object()
    staged = ui.staged
    turn = played(1)[ui.number - 1]
    ui.arrive(update_of(turn, Side.US))
    ui.catch_up()
    assert ui.menu is menu
    assert ui.staged is staged


def test_every_sentence_of_the_log_leads_to_the_table_of_its_time() -> None:
    ui = ui_at(90)
    now, names = ui.drawn, ui.names
    assert len(ui.log) > 50
    for told in ui.log:
        ui.look(told)
        assert ui.drawn is told.view
        view = ui.drawn
        assert view is not None
        for half in (view.us, view.jp):
            for row in half.formations:
                assert ui.names.token(row.token) != "a card"
                assert ui.names.line(row.token) == row.line
    ui.look(None)
    assert (ui.drawn, ui.names) == (now, names)


def test_what_happened_meanwhile_is_told_before_what_happens_now() -> None:
    whole, ui = ui_at(60), ui_at(20)
    missed = [played(1)[i].updates[Side.US].events for i in range(21, 60)]
    last = update_of(played(1)[60], Side.US)
    ui.recall(missed, last)
    ui.arrive(last)
    ui.catch_up()
    assert len(ui.log) == len(whole.log)
    assert ui.view == whole.view


def test_a_first_look_after_a_break_tells_only_the_last_of_it() -> None:
    ui = ui_at(0)
    fresh = UiState(ui.set)
    missed = [played(1)[i].updates[Side.US].events for i in range(150)]
    fresh.recall(missed, update_of(played(1)[150], Side.US))
    assert 0 < len(fresh.log) <= 200


def test_another_game_remembers_the_talk_and_nothing_of_the_last_one() -> None:
    ui = ui_at(60)
    ui.hear(Said("T", 1, 1, "Bob", "hello", 0, 1))
    ui.begin_anew()
    assert (ui.view, ui.log, ui.menu, ui.over) == (None, [], None, None)
    assert [line.text for line in ui.talk] == ["hello"]


def test_a_phrase_is_said_in_the_language_of_who_hears_it_and_a_mute_client_hears_nothing() -> None:
    ui = ui_at(0)
    ui.hear(Said("T", 1, 1, "Bob", "ignored", 2, 1))
    ui.hear(Said("T", 2, 0, "Ann", "mine", 0, 1))
    assert [(line.text, line.own) for line in ui.talk] == [("Well played.", False), ("mine", True)]
    assert ui.unread == 1
    ui.muted = True
    ui.hear(Said("T", 3, 1, "Bob", "no", 0, 1))
    assert len(ui.talk) == 2


def test_seats_are_found_by_their_side() -> None:
    ui = ui_at(10)
    assert ui.seat(Side.US) is None
    assert ui.clock(Side.US) is None
    assert side_name(Side.US) == "US"
