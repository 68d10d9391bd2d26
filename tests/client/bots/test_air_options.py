"""§23  Bots play games with the optional rules of airplanes, accidents, ends and dice, and know what is asked."""

from __future__ import annotations

from random import Random

import pytest

from ironbottom.catalog import card_set, cards_by_id
from ironbottom.client.bots.light import LightPlayer
from ironbottom.client.bots.light.advice.strikes import alike
from ironbottom.client.bots.light.outlook import KeptOrders, Outlook
from ironbottom.client.bots.mate import Mate
from ironbottom.client.bots.mate.skies import interceptors as risers
from ironbottom.client.bots.mate.strikes import ON_BASE, modes, ship_target
from ironbottom.client.bots.mate.table import SeenTable
from ironbottom.client.bots.mate.why import why
from ironbottom.client.bots.registry import NamedBot
from ironbottom.client.bots.search import SearchSeat
from ironbottom.client.bots.search.candidates import candidates
from ironbottom.client.bots.search.levels import Level
from ironbottom.client.launch.arena.in_process import Series, play_game, play_numbered
from ironbottom.client.text.people.rungs import RUNGS
from ironbottom.rules.s13_draw import Draw
from ironbottom.rules.s17_air_combat import AirCombatPhase
from ironbottom.sight import view
from ironbottom.variant import varied
from ironbottom.words import FRONT, SIDES, Line, Side, Task
from tests.support.lengths import by_night, so_many
from tests.support.table import LaidTable, replace

US, JP = Side.US, Side.JP
WORDS = ("veterans", "graded-damage", "unpack", "mutsu", "sudden-death:16", "victory-fever", "balanced-dice")
SETS = (WORDS, *[(word,) for word in WORDS])
FAST = tuple([name for name in ("light", "first", *RUNGS) if name != "admiral"])
GAMES = so_many("AIR_OPTIONS", 2, 100)  # for each set of rules


class ShallowSearch(SearchSeat):
    """Tries little, so that a game is soon over."""

    level = Level(4, side_turns=1)


@pytest.mark.parametrize("words", SETS, ids=lambda words: words[0] if len(words) == 1 else "all")
def test_fast_bots_play_without_a_fault(words: tuple[str, ...]) -> None:
    """§23  Each against another one, on both sides; an illegal answer would end the game."""
    cards = varied(card_set("core"), words)
    for n in range(GAMES):
        a, b = FAST[n % len(FAST)], FAST[(n // len(FAST) + n) % len(FAST)]
        result = play_numbered(Series(a, b, f"air options {words} {n}", cards), n)
        assert result.faults == (0, 0)
        assert result.turns > 1 or result.reason == "strategic-base"


@by_night
@pytest.mark.parametrize("words", SETS)
def test_the_search_plays_without_a_fault(words: tuple[str, ...]) -> None:
    """§23  It samples worlds with the same rules, and plays on in them."""
    series = Series("search", "search", f"searching {words}", varied(card_set("core"), words))
    seats = {side: ShallowSearch(series.cards, series.chance(0, side)) for side in SIDES}
    result = play_game(series.cards, series.deal(0), {side: NamedBot("search", seats[side]) for side in SIDES})
    assert result.turns > 1
    assert [seat.faults for seat in seats.values()] == [0, 0]


def test_who_leads_does_not_give_up_a_game_that_is_won() -> None:
    """§23.17  The mate and the light player let the game end, say why, and a search looks at both answers."""
    cards = varied(card_set("full"), ["victory-fever"])
    t = LaidTable(cards)
    t.us.forces.scored = 5
    t.us.forces.discards = tuple([t.us.card("Wildcat")] * 3)
    g = t.play(Draw(phasing=US))
    shown = view(g, US)
    assert shown.question is not None
    table = SeenTable(shown, shown.question, cards_by_id(cards))
    assert Mate(cards, Random(1)).choose(shown) == LightPlayer(cards).choose(g, US) == "end"
    assert set(candidates(table, "end")) == {"end", "reshuffle"}
    assert why(table, "end") == "A lead of 5 VP wins as soon as the game ends."
    assert "put at stake" in why(table, "reshuffle")


def test_unpacked_airplanes_are_not_feared() -> None:
    """§23.12  The mate and the light player count on no interceptor that cannot rise."""
    cards, feared = varied(card_set("full"), ["unpack"]), []
    for task in (None, Task.UNPACKING):
        t = LaidTable(cards)
        t.us.load(t.base_of(US, "Port Moresby"), ["Hudson"])
        (zeke,) = t.jp.load(t.base_of(JP, "Rabaul"), ["Zeke"])
        t.jp.forces.airplanes[zeke] = replace(t.jp.forces.airplanes[zeke], task=task)
        g = t.play(AirCombatPhase(phasing=US))
        shown = view(g, US)
        assert shown.question is not None
        seen = SeenTable(shown, shown.question, cards_by_id(cards))
        player = LightPlayer(cards)
        outlook = Outlook(g, US, g.asked[US].shape, player.facts, KeptOrders())
        feared.append((risers(seen, FRONT[JP]), outlook.interceptors(FRONT[JP])))
    assert min(feared[0]) > 0
    assert feared[1] == (0, 0)


def test_the_light_player_knows_its_veterans() -> None:
    """§23.3  Two Vals are not alike where one comes from a carrier that was hit."""
    groups = []
    for words in ((), ("veterans",)):
        cards = varied(card_set("full"), words)
        t = LaidTable(cards, phasing=JP)
        t.jp.ship("Shokaku", "FRONT", aboard=["Val"])
        t.jp.ship("Zuikaku", "FRONT", damage=1, aboard=["Val"])
        t.us.ship("Hornet", "FRONT", detected=True)
        g = t.play(AirCombatPhase(phasing=JP))
        b = Outlook(g, JP, g.asked[JP].shape, LightPlayer(cards).facts, KeptOrders())
        able: dict[int, tuple[Line, ...]] = dict.fromkeys(g.forces[JP].airplanes, (FRONT[US],))
        bombs = [n for group in alike(b, able) for mode, (n, _) in group[2] if mode == "bomb" and n is not None]
        groups.append(sorted(bombs))
    (printed,) = groups[0]
    assert groups[1] == [printed, printed + 1]


def test_the_mate_knows_its_veterans_and_bare_carriers() -> None:
    """§23.3, §23.11  Its strikes count one die more, and half the HP of a carrier for the airplanes aboard."""
    found = []
    for words in ((), ("veterans", "graded-damage")):
        cards = varied(card_set("full"), words)
        t = LaidTable(cards, phasing=JP)
        t.jp.ship("Shokaku", "FRONT", aboard=["Val"])
        t.jp.ship("Zuikaku", "FRONT", damage=1, aboard=["Val"])
        hornet = t.us.ship("Hornet", "FRONT", detected=True, aboard=["Wildcat", "Dauntless"])
        shown = view(t.play(AirCombatPhase(phasing=JP)), JP)
        assert shown.question is not None
        table = SeenTable(shown, shown.question, cards_by_id(cards), options=cards.options)
        bombs = sorted([n or 0 for token in table.airplanes for mode, n, _ in modes(table, token, hornet)
                        if mode == "bomb"])
        aim = ship_target(table, table.enemy_ships[hornet])
        assert aim is not None
        found.append((bombs, aim.worth))
    (plain, law), (trained, bare) = found
    assert plain[0] == plain[1]
    assert trained == [plain[0], plain[1] + 1]
    assert [round(b - a, 6) for a, b in zip(law, bare, strict=True)] == [0, 0, 2 * ON_BASE, 2 * ON_BASE, 0]
