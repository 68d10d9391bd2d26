"""The arena in one process: the same games again and again."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from ironbottom.catalog import card_set
from ironbottom.client.bots.registry import ENDLESS, BotFault, NamedBot
from ironbottom.client.launch.arena import in_process
from ironbottom.client.launch.arena.in_process import Result, Series, forget, play_game, play_numbered, play_series
from ironbottom.events import AnyEvent
from ironbottom.questions import Answer
from ironbottom.rules import new_game
from ironbottom.sight import question, seen
from ironbottom.views import View
from ironbottom.words import SIDES, Side

SERIES = Series("random", "first", "arena", card_set("core"))


def untimed(results: list[Result]) -> list[Result]:
    return [result._replace(times=((), ())) for result in results]


def test_a_series_is_the_same_in_any_number_of_processes() -> None:
    alone = untimed(list(play_series(SERIES, 6)))
    assert untimed(list(play_series(SERIES, 6, jobs=2))) == alone
    assert untimed([play_numbered(SERIES, 5)]) == alone[5:]
    assert [result.n for result in alone] == list(range(6))


def test_another_seed_plays_other_games() -> None:
    other = SERIES._replace(seed="another")
    assert [SERIES.deal(n) for n in range(4)] != [other.deal(n) for n in range(4)]
    assert play_numbered(SERIES, 0).seed != play_numbered(other, 0).seed


def test_games_come_in_pairs() -> None:
    """The same deal with the sides swapped; but every player throws for itself."""
    assert SERIES.deal(0) == SERIES.deal(1) != SERIES.deal(2)
    assert SERIES.players(0) == ("random", "first")
    assert SERIES.players(1) == ("first", "random")
    assert SERIES.chance(0, Side.US).random() != SERIES.chance(1, Side.US).random()
    assert SERIES.chance(0, Side.US).random() == SERIES.chance(0, Side.US).random()


def test_a_result_tells_the_game() -> None:
    result = play_numbered(SERIES, 1)
    assert (result.us, result.jp, result.seed) == ("first", "random", SERIES.deal(1).hex())
    assert result.winner in SIDES
    assert result.turns > 1
    assert [len(times) > 0 for times in result.times] == [True, True]
    assert sum(map(len, result.times)) == result.decisions


class Cheat:
    """Answers what nobody asked."""

    def choose(self, view: View) -> Answer:
        return "win"


def test_a_bot_that_never_comes_to_an_end_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(in_process, "ENDLESS", 20)
    with pytest.raises(BotFault, match=r"The bot (random|first) has answered .* does it ever say `done`\?"):
        play_numbered(SERIES, 0)


def test_an_answer_that_is_not_legal_ends_the_game() -> None:
    bots = {side: NamedBot("cheat", Cheat()) for side in SIDES}
    with pytest.raises(BotFault, match=r"The bot cheat gave .* not legal .*'win': choose one of keep, redraw"):
        play_game(SERIES.cards, SERIES.deal(0), bots)


def test_a_bot_that_listens_hears_all_before_it_is_asked() -> None:
    """Each event once, those of the other side as it may see them, and the table as it is; then also the end."""

    class Attentive:
        def __init__(self) -> None:
            self.heard: list[AnyEvent] = []
            self.last: View | None = None

        def hears(self, events: Sequence[AnyEvent], view: View) -> None:
            self.heard += events
            self.last = view

        def choose(self, view: View) -> Answer:
            assert self.last == view
            assert view.question is not None
            return view.question.default

    cards, seed = SERIES.cards, SERIES.deal(0)
    both = [Attentive(), Attentive()]
    play_game(cards, seed, {side: NamedBot("listening", both[side]) for side in SIDES})
    told: list[list[AnyEvent]] = [[], []]
    game = new_game(cards, seed)
    for _answered in range(ENDLESS):
        for side in SIDES:
            told[side] += seen(game.events or (), side)
        forget(game)
        if not game.asked:
            break
        asked = next(iter(game.asked))
        game.answer(asked, question(game, asked).default)
    assert [one.heard for one in both] == told
    assert all(one.last is not None and one.last.outcome is not None for one in both)
    assert told[0] != told[1]
