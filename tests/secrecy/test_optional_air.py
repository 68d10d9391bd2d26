"""§22, §23  The optional rules of airplanes, accidents, ends and dice tell no secret; leaks planted in them are found.

Some of what these rules make known they are to make known: §23.3 which carriers were hit once, §23.12 who is unpacked,
§23.15 the battleship that is lost.  Everything else reads the same in two worlds that differ in secrets alone.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from msgspec.structs import replace

from ironbottom.catalog import card_set
from ironbottom.dice import Stream
from ironbottom.flow import Game
from ironbottom.printed import EventCard
from ironbottom.rules import new_game, s13_draw, s14_deployment
from ironbottom.rules.s12_turn import Turns
from ironbottom.rules.s23_fever import fever
from ironbottom.rules.s23_mutsu import accident, in_harbour
from ironbottom.state import Forces
from ironbottom.variant import varied
from ironbottom.words import Side, Task
from tests.secrecy.laid import deal_the_rest, laid
from tests.secrecy.reading import Leaked
from tests.secrecy.runs import WatchedGame
from tests.support.lengths import NIGHT, some
from tests.support.players import Player, eager, seed, window_of
from tests.support.table import LaidTable

US, JP = Side.US, Side.JP
WORDS = ("veterans", "graded-damage", "unpack", "mutsu", "sudden-death:12", "victory-fever", "balanced-dice")
SETS = ((WORDS), *[(word,) for word in WORDS])
LONG = 20_000 if NIGHT else 100  # answers


def watched_with(number: int, *words: str) -> WatchedGame:
    rng, cards = Random(number), varied(card_set("core" if number % 2 else "full"), words)
    return WatchedGame(new_game(cards, seed(number)), eager(rng), eager(rng), rng)


def laid_with(number: int, *words: str) -> WatchedGame:
    """The table that is laid by hand, with optional rules."""
    watch = laid(number)
    watch.g.state.cards = varied(watch.g.state.cards, words)
    return watch


def last_card(number: int) -> WatchedGame:
    """The US leads and skips a turn; then Japan has one card to draw."""
    t, rng = LaidTable(varied(card_set("full"), ["victory-fever"]), phasing=JP), Random(number)
    t.us.forces.scored = 6
    t.us.hand("us/seabees")
    t.jp.hand("jp/squall", "Zeke")
    t.us.ship("Hornet", "MIDDLE", aboard=["Wildcat"])
    for half, cards in ((t.us, ("Dauntless", "Avenger", "us/pt-boats")), (t.jp, ("Zeke", "jp/long-lance", "Val"))):
        half.forces.discards = tuple([half.card(name) for name in cards])
        mine = t.cards.side(half.side)
        seen = {card.id for card in half.forces.discards[-1:]}
        half.forces.unaccounted = tuple([c for c in mine.air if isinstance(c, EventCard) and c.id not in seen])
    t.us.air_deck("Wildcat", "Hudson", "Dauntless", "Avenger", "us/thach-weave")
    t.jp.air_deck("Kate")
    t.state.dice = Stream.of(seed(number), "dice")
    player = skipping(eager(rng))
    return WatchedGame(Game(t.state, [Turns()]), player, player, rng)


def skipping(player: Player) -> Player:
    """A player who skips each turn."""
    return lambda g, side: "keep" if window_of(g, side) == "3" else player(g, side)


def harbour(number: int) -> WatchedGame:
    """The US begins a turn with ships in REAR that nobody has seen, one of them a battleship."""
    t, rng = LaidTable(varied(card_set("full"), ["mutsu"]), phasing=JP), Random(number)
    t.us.ship("South Dakota", "REAR")
    for name in ("Hornet", "Helena & Boise", "San Francisco & Portland"):
        t.us.ship(name, "FRONT")
    for half in (t.us, t.jp):
        deal_the_rest(t, half, number)
    t.state.dice = Stream.of(seed(number), "dice")
    return WatchedGame(Game(t.state, [Turns()]), eager(rng), eager(rng), rng)


@pytest.mark.parametrize("words", some(SETS, 1))
def test_games_with_them_read_the_same_in_both_worlds(words: tuple[str, ...]) -> None:
    """§22, §23.3, §23.11, §23.12, §23.15, §23.16, §23.17, §23.19, R-27  At every question, and after its answer."""
    for number in range(4 if NIGHT else 1):
        watch = watched_with(100 + number, *words)
        watch.play(LONG)
        assert sum(watch.questions.values()) > 20


@pytest.mark.parametrize("number", range(2))
def test_laid_tables_with_them_read_the_same_in_both_worlds(number: int) -> None:
    """§22, §23.12, §23.15  Private segments, the mix and what is put on bases."""
    laid_with(number, *WORDS).play(60)
    harbour(number).play(20)


def test_an_end_that_is_put_off_reads_the_same_in_both_worlds() -> None:
    """§23.17, R-27  The question, and whatever comes of the answer."""
    asked = 0
    for number in range(6):
        watch = last_card(number)
        watch.play(8)
        asked += watch.questions["2a"]
    assert asked >= 6


Leak = Callable[[pytest.MonkeyPatch], None]


def thrown_for_battleships_alone(mp: pytest.MonkeyPatch) -> None:
    """§23.15"""
    mp.setattr(s14_deployment, "accident", lambda g, side: accident(g, side) if in_harbour(g, side) else None)


def unpacked_on_ships_too(mp: pytest.MonkeyPatch) -> None:
    """§23.12  Who has just come to a ship is marked."""

    def unpack(g: Game, side: Side, before: Forces) -> None:
        aboard = sorted(a.card.id for a in before.airplanes.values())
        for a in list(g.forces[side].airplanes.values()):
            if a.host in g.forces[side].formations and a.card.id not in aboard:
                g.forces[side].airplanes[a.token] = replace(a, task=Task.UNPACKING)

    mp.setattr(s14_deployment, "unpack", unpack)


def put_off_for_events_alone(mp: pytest.MonkeyPatch) -> None:
    """§23.17  The end can be put off where the hand of the leader holds an event."""

    def offered(g: Game, side: Side, n: int) -> object:
        found = fever(g, side, n)
        held = found is not None and any(isinstance(card, EventCard) for card in g.forces[found.leader].hand)
        return found if held else None

    mp.setattr(s13_draw, "fever", offered)


GAMES: dict[str, Callable[[int], WatchedGame]] = {
    "fever": last_card, "mutsu": harbour, "unpack": lambda n: laid_with(n, "unpack"),
}


@pytest.mark.parametrize(
    ("name", "leak"),
    [("mutsu", thrown_for_battleships_alone), ("unpack", unpacked_on_ships_too), ("fever", put_off_for_events_alone)],
)
def test_a_leak_planted_in_them_is_found(name: str, leak: Leak, monkeypatch: pytest.MonkeyPatch) -> None:
    """§23.12, §23.15, §23.17, R-27"""
    leak(monkeypatch)
    watches = [GAMES[name](n) for n in range(8)]
    with pytest.raises(Leaked):
        play_all(watches)


def play_all(watches: list[WatchedGame]) -> None:
    for watch in watches:
        watch.play(80)
