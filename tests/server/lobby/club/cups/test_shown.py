"""What players are told of cups: the greatest that there may be fits into a message, and holds nobody else's seat."""

from __future__ import annotations

from random import Random

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from ironbottom.battle_sheet import battle_names, battle_text, read_battle
from ironbottom.server.lobby.club.cups.shown import as_many_as_fit, line_of_cup, seats_of, whole_cup
from ironbottom.wire.codecs import encode
from ironbottom.wire.cups import MOST_CUPS, MOST_ENTRANTS, TITLE, CupKind, Cups
from ironbottom.wire.frames import TO_CLIENT
from ironbottom.wire.pace import DAY, PaceTerms
from ironbottom.wire.terms import Terms
from tests.server.lobby.club.cups.played import PlayedCup, cup_for

LONGEST = max([read_battle(battle_text(name), name) for name in battle_names()], key=lambda one: len(repr(one.brief)))
TERMS = Terms(pace=PaceTerms(3 * DAY), rated=True, battle=LONGEST, options=LONGEST.options or UNSET)


@pytest.mark.parametrize(("kind", "games"), [("round-robin", 2), ("knock-out", 2)])
def test_the_greatest_fits_into_a_message(kind: CupKind, games: int) -> None:
    cup = cup_for(MOST_ENTRANTS, kind, games)
    entrants = tuple([replace(one, name="\N{CJK UNIFIED IDEOGRAPH-6D77}" * 12) for one in cup.entrants])
    title = "\N{CJK UNIFIED IDEOGRAPH-6D77}" * (TITLE // 2)
    played = PlayedCup(replace(cup, entrants=entrants, title=title, terms=TERMS), Random(1))
    key = entrants[0].key
    assert len(encode(whole_cup(1, played.cup, played.games, key, 0))) <= TO_CLIENT
    lines = tuple([line_of_cup(played.cup, key)] * MOST_CUPS)
    seats = tuple(seats_of(played.cup, played.games, key) * MOST_CUPS)
    assert len(encode(Cups(1, lines, seats))) <= TO_CLIENT
    told = as_many_as_fit(Cups(1, lines * 3, seats))
    assert len(encode(told)) <= TO_CLIENT
    assert len(told.cups) >= MOST_CUPS


def test_a_player_is_told_his_own_seats_alone() -> None:
    """A planted cheat would be the token of somebody else."""
    played = PlayedCup(cup_for(4, "knock-out", 2), Random(2))
    for n, one in enumerate(played.cup.entrants):
        seats = seats_of(played.cup, played.games, one.key)
        assert {seat.place for seat in seats} == {0, 1}
        for seat in seats:
            (game,) = [game for game in played.games if game.table == seat.table]
            assert (game.us, game.jp)[seat.place] == n
            assert seat.token == game.tokens[seat.place]
    assert seats_of(played.cup, played.games, b"x" * 32) == []
