"""What the terminal client knows: what is drawn lags behind what has come, and nothing is asked before it was seen."""

from __future__ import annotations

from ironbottom.client.terminal.state.model import UiState
from ironbottom.phrases import side_name
from ironbottom.wire.messages import Said
from ironbottom.words import Side

from ..support.tables import asked_at, news_of, played, sea_at


def test_an_update_is_drawn_when_it_has_been_played() -> None:
    sea = sea_at(30)
    before, length = sea.view, len(sea.log)
    news = news_of(played(1)[31], Side.US)
    sea.arrive(news)
    assert (sea.view, sea.newest) == (before, news.view)
    assert sea.menu is None
    assert sea.begin() is news
    assert sea.view is before
    assert len(sea.log) >= length
    assert sea.menu is None
    sea.finish()
    assert sea.view is news.view


def test_nothing_is_asked_while_an_answer_is_on_its_way() -> None:
    sea = asked_at(20)
    menu = sea.menu
    assert menu is not None
    sea.gave(menu.question.default)
    assert sea.menu is None
    sea.refuse("17.2", "No.")
    assert sea.menu is menu
    assert sea.fault == ("17.2", "No.")


def test_the_same_question_again_keeps_its_numbers_and_what_is_staged() -> None:
    sea = asked_at(20)
    menu = sea.menu
    sea.staged = object()
    staged = sea.staged
    turn = played(1)[sea.number - 1]
    sea.arrive(news_of(turn, Side.US))
    sea.catch_up()
    assert sea.menu is menu
    assert sea.staged is staged


def test_every_sentence_of_the_log_leads_to_the_table_of_its_time() -> None:
    sea = sea_at(90)
    now, names = sea.drawn, sea.names
    assert len(sea.log) > 50
    for told in sea.log:
        sea.look(told)
        assert sea.drawn is told.view
        view = sea.drawn
        assert view is not None
        for half in (view.us, view.jp):
            for row in half.formations:
                assert sea.names.token(row.token) != "a card"
                assert sea.names.line(row.token) == row.line
    sea.look(None)
    assert (sea.drawn, sea.names) == (now, names)


def test_what_happened_meanwhile_is_told_before_what_happens_now() -> None:
    whole, sea = sea_at(60), sea_at(20)
    missed = [played(1)[i].updates[Side.US].events for i in range(21, 60)]
    last = news_of(played(1)[60], Side.US)
    sea.recall(missed, last)
    sea.arrive(last)
    sea.catch_up()
    assert len(sea.log) == len(whole.log)
    assert sea.view == whole.view


def test_a_first_look_after_a_break_tells_only_the_last_of_it() -> None:
    sea = sea_at(0)
    fresh = UiState(sea.set)
    missed = [played(1)[i].updates[Side.US].events for i in range(150)]
    fresh.recall(missed, news_of(played(1)[150], Side.US))
    assert 0 < len(fresh.log) <= 200


def test_another_game_remembers_the_talk_and_nothing_of_the_last_one() -> None:
    sea = sea_at(60)
    sea.hear(Said("T", 1, 1, "Bob", "hello", 0, 1))
    sea.begin_anew()
    assert (sea.view, sea.log, sea.menu, sea.over) == (None, [], None, None)
    assert [line.text for line in sea.talk] == ["hello"]


def test_a_phrase_is_said_in_the_language_of_who_hears_it_and_a_mute_client_hears_nothing() -> None:
    sea = sea_at(0)
    sea.hear(Said("T", 1, 1, "Bob", "ignored", 2, 1))
    sea.hear(Said("T", 2, 0, "Ann", "mine", 0, 1))
    assert [(line.text, line.own) for line in sea.talk] == [("Well played.", False), ("mine", True)]
    assert sea.unread == 1
    sea.muted = True
    sea.hear(Said("T", 3, 1, "Bob", "no", 0, 1))
    assert len(sea.talk) == 2


def test_seats_are_found_by_their_side() -> None:
    sea = sea_at(10)
    assert sea.seat(Side.US) is None
    assert sea.clock(Side.US) is None
    assert side_name(Side.US) == "US"
