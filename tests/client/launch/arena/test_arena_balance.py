"""How even a set of cards is: the table of `arena --balance`, and the games behind it."""

from __future__ import annotations

import json
from pathlib import Path
from shutil import copytree, ignore_patterns
from typing import Any

import pytest

from ironbottom.catalog import card_set, cards_by_id
from ironbottom.client.__main__ import main
from ironbottom.client.launch.arena.balance.figures import figures
from ironbottom.client.launch.arena.balance.games import (
    BalanceGame,
    BalancePlan,
    UseOfEvent,
    begun,
    play_all,
    play_one,
    playable,
)
from ironbottom.client.launch.arena.in_process import Series, play_numbered
from ironbottom.printed import EventCard
from ironbottom.questions import Move, Question
from ironbottom.words import CardId, Side
from tests.support.players import by_default

PLAN = BalancePlan("mate", "balance", card_set("core"), "us")
RADAR, SQUALL = CardId("us/sg-radar"), CardId("jp/squall")


def told(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    assert main(["arena", "--balance", *words, "--json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def use(card: CardId, what: str = "") -> UseOfEvent:
    return UseOfEvent(card, "able" in what, "played" in what, "half" in what)


def made(n: int, winner: Side, *uses: UseOfEvent, reason: str = "time-up", first: Side = Side.US) -> BalanceGame:
    """A game that somebody says was played."""
    return BalanceGame(n, f"{n:064x}", first, winner, reason, (n, 2 * n), 10 + n, 100, (n % 2, 1), uses)


def test_the_games_are_those_of_the_seed_whatever_the_jobs() -> None:
    alone = [*play_all(PLAN, 4)]
    assert [*play_all(PLAN, 4, jobs=2)] == alone
    assert play_one(PLAN, 3) == alone[3]
    assert len({game.seed for game in alone}) == 4
    assert play_one(PLAN._replace(seed="another"), 3) != alone[3]


def test_they_are_the_games_of_the_arena() -> None:
    ours, theirs = play_one(PLAN, 1), play_numbered(Series("mate", "mate", "balance", PLAN.cards), 1)
    assert (ours.seed, ours.winner, ours.points) == (theirs.seed, theirs.winner, theirs.points)
    assert (ours.turns, ours.decisions) == (theirs.turns, theirs.decisions)


def test_japan_may_be_given_the_first_turn() -> None:
    """In every game, or in every other; the set-up is the same, and nothing else is."""
    assert [PLAN._replace(first="both").starts(n) for n in range(3)] == [Side.US, Side.JP, Side.US]
    for word, side in (("us", Side.US), ("jp", Side.JP)):
        game = begun(PLAN._replace(first=word), 0)
        turn = game.state.turn
        while game.state.turn == turn:
            asked = next(iter(game.asked))
            game.answer(asked, by_default(game, asked))
        assert game.state.phasing is side
    us, jp = [play_one(PLAN._replace(first=word), 0) for word in ("us", "jp")]
    assert us.seed == jp.seed
    assert (us.first, jp.first) == (Side.US, Side.JP)


def test_what_is_held_and_played() -> None:
    """Every card that was played had been held, and some of each kind are."""
    uses = [use for game in play_all(PLAN, 3) for use in game.events]
    assert any(use.played for use in uses)
    assert all(use.able for use in uses if use.played)  # this bot plays no card for nothing
    assert any(use.able and not use.played for use in uses)
    assert any(not use.able for use in uses)
    assert any(use.half and not use.played for use in uses)
    assert any(not use.half and not use.played for use in uses)
    assert not any(use.half and use.played for use in uses)  # there is one of each in this set


BOAT = "jp/submarine-patrol-line"


@pytest.mark.parametrize(("hand", "plays", "loads", "able"), [
    (("us/sg-radar",), ("us/sg-radar",), (), ("us/sg-radar",)),
    (("us/sg-radar",), (), (), ()),
    ((BOAT, "jp/squall"), (BOAT,), (), (BOAT,)),
    ((BOAT, "jp/long-lance"), (BOAT,), (), ()),
    ((BOAT,), (BOAT,), (), ()),
    (("jp/tokyo-express", "jp/long-lance"), (), ("jp/long-lance",), ("jp/tokyo-express",)),
    (("jp/tokyo-express", "jp/long-lance"), (), (), ()),
    (("jp/tokyo-express",), (), ("jp/tokyo-express",), ()),
])
def test_what_could_be_played(
    hand: tuple[str, ...], plays: tuple[str, ...], loads: tuple[str, ...], able: tuple[str, ...]
) -> None:
    """§21.4  A patrol line needs another submarine; §21.16  the express is a step, and never loads itself."""
    by_id = cards_by_id(PLAN.cards)
    held = [card for card in map(by_id.__getitem__, map(CardId, hand)) if isinstance(card, EventCard)]
    shape = Move({"express": dict.fromkeys(loads, (7,))} if loads else {}, ("done",))
    question = Question(Side.JP, "4", "14.1(1)", "reinforcement.play", "", "", (), None, None, shape, plays, ("done",))
    assert playable(question, held) == set(able)


def test_the_figures() -> None:
    """A planted series: who wins with a card, and who without it, is told apart, and the side counts that held it."""
    games = [
        made(0, Side.US, use(RADAR, "able played"), use(SQUALL, "able played")),
        made(1, Side.US, use(RADAR, "able played"), reason="strategic-base"),
        made(2, Side.JP, use(RADAR, "able half")),
        made(3, Side.JP, use(RADAR), first=Side.JP),
        made(4, Side.JP, reason="strategic-base"),
    ]
    found = figures(games, PLAN.cards)
    assert (found.games, found.deals, found.us.won, found.us.games) == (5, 5, 2, 5)
    assert {side: (one.won, one.games) for side, one in found.by_first.items()} == {"US": (2, 4), "JP": (0, 1)}
    assert found.endings == {"time-up": {"US": 1, "JP": 2}, "strategic-base": {"US": 1, "JP": 1}}
    assert (found.turns.mean, found.turns.least, found.turns.most) == (12, 10, 14)
    assert [one.mean for one in found.points] == [2, 4]
    assert [one.mean for one in found.taken] == [0.4, 1]
    rows = {row.card: row for row in found.events}
    radar, squall = rows[RADAR], rows[SQUALL]
    assert (radar.held, radar.played.won, radar.half) == (4, 2, 1)
    assert (radar.able, radar.played_able.won, radar.played_able.games) == (3, 2, 3)
    assert (radar.wins_played.won, radar.wins_played.games) == (2, 2)
    assert (radar.wins_kept.won, radar.wins_kept.games) == (0, 2)
    assert (squall.held, squall.wins_played.won, squall.wins_played.games) == (1, 0, 1)
    assert len(rows) == 21
    assert sum([row.held for row in rows.values()]) == 5


def test_the_table_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("arena", "--balance", "--bot", "first", "--games", "4", "--jobs", "1", "--first", "both")
    assert main([*words]) == 0
    said = capsys.readouterr().out
    for part in ("first against itself, core set", "4 games, each from a deal of its own, seed 1", "US wins ",
                 "first turn for the US (§10.6)", "first turn for Japan, which no rule allows",
                 "strategic base taken by Japan", "bases taken by US", "Tokyo Express", "could be", "played then",
                 "won, not played"):
        assert part in said
    assert main([*words]) == 0
    assert capsys.readouterr().out == said


def test_the_figures_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    found = told(capsys, "--bot", "first", "--games", "3", "--jobs", "1", "--set", "full")
    assert (found["games"], found["deals"], found["set"], found["first"]) == (3, 3, "full", "us")
    assert found["cards"] == card_set("full").fingerprint
    assert found["us"]["games"] == found["by_first"]["US"]["games"] == 3
    assert sum([n for wins in found["endings"].values() for n in wins.values()]) == 3
    assert len(found["events"]) == 24
    assert {"held", "played", "able", "played_able", "half"} < set(found["events"]["jp/squall"])


def test_cards_of_ones_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Any folder: here one with another fleet size, which makes it another set."""
    folder = tmp_path / "own cards"
    copytree(Path(__file__).parents[4] / "cards", folder, ignore=ignore_patterns("*.py", "*.md", "__pycache__"))
    bases = folder / "us_bases.yaml"
    bases.write_text(bases.read_text("utf-8").replace("fleet: 12", "fleet: 14"), "utf-8")
    found = told(capsys, "--bot", "first", "--games", "1", "--jobs", "1", "--set", str(folder))
    assert found["cards"] not in (card_set("core").fingerprint, card_set("full").fingerprint)


@pytest.mark.parametrize(("words", "code", "said"), [
    (("--balance", "--bot", "hal"), 2, "There is no bot 'hal'"),
    (("--balance", "mate"), 2, "--balance plays one bot against itself: leave mate away"),
    (("--balance", "--out", "x"), 2, "--balance leaves no transcripts"),
    (("--balance", "--first", "nobody"), 2, "invalid choice: 'nobody'"),
    (("--balance", "--set", "nowhere"), 1, "nowhere: found no folder to read"),
    (("mate",), 2, "found 1 of two bots"),
    ((), 2, "found 0 of two bots"),
    (("first", "first", "--bot", "mate"), 2, "--bot goes with --balance only"),
    (("first", "first", "--first", "jp"), 2, "--first goes with --balance only"),
])
def test_one_sentence_says_what_is_wrong(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], code: int, said: str
) -> None:
    try:
        ended = main(["arena", *words])
    except SystemExit as usage:
        ended = int(usage.code or 0)
    assert ended == code
    assert said in capsys.readouterr().err
