"""Counted positions, and the fingerprints of two hundred games.

counts.yaml holds, for a few positions, how many answers are legal, worked out by hand with the reason; and for each of
the games 0 to 199 what came of it.  A change of the code that changes no rule leaves every line as it is; a change of a
rule shows which games it touches.  When that is meant, rewrite the fingerprints and look at the difference:

    python -m tests.engine.test_counts --update
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml
from msgspec import json

from ironbottom.catalog import card_set
from ironbottom.editions import NEWEST, Edition
from ironbottom.flow import Game
from ironbottom.printed import CardSet
from ironbottom.rules import new_game
from ironbottom.rules.s14_deployment import Deployment
from ironbottom.rules.s15_reconnaissance import Reconnaissance, SearchedLine
from ironbottom.rules.s17_air_combat import AirCombat, AirCombatPhase
from ironbottom.rules.s18_landing import LandingPhase
from ironbottom.rules.s19_return import HandLimit, Return
from ironbottom.words import Side
from tests.support.players import at_random, eager, finish, seed
from tests.support.table import MIDDLE, LaidTable, Task, shape

COUNTS = Path(__file__).parent / "counts.yaml"
MARK = "games:\n"  # everything below this line is written by --update
GAMES = 200
UPDATE = "if that is meant: python -m tests.engine.test_counts --update, and look at the difference"
US, JP = Side.US, Side.JP
Laid = tuple[Game, Side, str]  # who is asked, in which window
Fingerprint = list[Any]  # answers, winner, reason, VP of the US, VP of Japan, digest of the events


def two_ships() -> Laid:
    t = LaidTable()
    t.us.ship("Enterprise", "FRONT")
    t.us.ship("us/desron-21", "FRONT")
    return t.play(Deployment(phasing=US)), US, "5"


def damaged_pair() -> Laid:
    t = LaidTable(phasing=JP)
    t.jp.ship("jp/kongo-haruna", "FRONT", escort="jp/jintsu-destroyers", damage=4)
    return t.play(Deployment(phasing=JP)), JP, "5"


def air_plan() -> Laid:
    t = LaidTable()
    t.us.base("Henderson Field", aboard=["Dauntless"])
    t.us.ship("Enterprise", "MIDDLE")
    t.us.hand("Wildcat", "Wildcat", "Catalina")
    g = t.play(Deployment(phasing=US))
    while g.asked and g.window(US) != "6":
        g.answer(US, ("done",))
    return g, US, "6"


def full_icons() -> Laid:
    t = LaidTable(phasing=JP, bases=False)
    t.jp.base("Truk", aboard=["Rufe", "Betty", "Zeke"])
    t.jp.base("Rabaul", aboard=["Mavis", "Zeke", "Zeke", "Val", "Kate", "Nell"])
    g = t.play(Deployment(phasing=JP))
    while g.asked and g.window(JP) != "6":
        g.answer(JP, ("done",))
    return g, JP, "6"


def search_flights() -> Laid:
    t = LaidTable()
    t.us.base("Henderson Field", aboard=["us/flying-fortress"])
    t.us.ship("Enterprise", "MIDDLE", aboard=["Dauntless"])
    t.jp.base("Buin")
    t.jp.ship("Chokai", "FRONT")
    t.jp.ship("Shokaku", "MIDDLE")
    return t.play(Reconnaissance(phasing=US)), US, "8"


def two_on_two() -> Laid:
    t = LaidTable()
    t.jp.ship("Chokai", "MIDDLE")
    t.us.fly("Dauntless", MIDDLE[JP], Task.SEARCH)
    t.us.fly("us/flying-fortress", MIDDLE[JP], Task.SEARCH)
    t.jp.fly("Zeke", MIDDLE[JP], Task.INTERCEPT)
    t.jp.fly("Zeke", MIDDLE[JP], Task.INTERCEPT)
    return t.play(SearchedLine(phasing=US, line=MIDDLE[JP])), JP, "11"


def submarine() -> Laid:
    t = LaidTable()
    for name, line in (("Chokai", "FRONT"), ("Shokaku", "MIDDLE"), ("Zuiho", "REAR")):
        t.jp.ship(name, line)
    t.us.hand("Coastwatchers")
    return t.play(Reconnaissance(phasing=US)), US, "14"


def reactions() -> Laid:
    t = LaidTable()
    t.jp.base("Buin", aboard=["Zeke"])
    t.us.fly("us/flying-fortress", MIDDLE[JP], Task.FLOWN)
    t.us.ship("Enterprise", "FRONT", aboard=["Wildcat"])
    g = t.play(AirCombatPhase(phasing=US))
    g.answer(US, dict.fromkeys(shape(g, US).choices, "stay"))
    return g, JP, "20.2"


def strikes() -> Laid:
    t = LaidTable()
    t.jp.base("Buin")
    t.jp.ship("Shokaku", "MIDDLE", detected=True)
    t.jp.ship("Chokai", "MIDDLE", detected=True)
    t.jp.ship("Zuiho", "MIDDLE")
    t.us.fly("Dauntless", MIDDLE[JP], Task.FLOWN)
    t.us.fly("Avenger", MIDDLE[JP], Task.FLOWN)
    return t.play(AirCombat(line=MIDDLE[JP], defender=JP)), US, "25"


def sea_tasks() -> Laid:
    t = LaidTable(phasing=JP)
    t.us.base("Henderson Field")
    for name in ("Chokai", "jp/atago-takao", "jp/kongo-haruna"):
        t.jp.ship(name, "FRONT", detected=True)
    t.jp.ship("jp/combined-fleet-2", "FRONT")
    return t.play(LandingPhase(attacker=JP), target=t.base_of(US, "Henderson Field")), JP, "27"


def returning() -> Laid:
    t = LaidTable()
    t.us.base("Henderson Field")
    t.us.ship("Enterprise", "FRONT", damage=3)
    for _ in range(2):
        t.us.fly("Dauntless", MIDDLE[JP], Task.WITHDRAWN)
    return t.play(Return()), US, "32"


def full_hand() -> Laid:
    t = LaidTable(phasing=JP)
    t.jp.hand("Zeke", "Val", "Zeke", "Kate", "Zeke", "jp/betty", "Val", "Jake")
    return t.play(HandLimit(phasing=JP)), JP, "33"


POSITIONS: tuple[Callable[[], Laid], ...] = (
    two_ships, damaged_pair, air_plan, full_icons, search_flights, two_on_two, submarine, reactions, strikes, sea_tasks,
    returning, full_hand,
)


def counts() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(COUNTS.read_text("utf-8"))
    return found


@pytest.mark.parametrize("lay", POSITIONS, ids=lambda lay: lay.__name__)
def test_positions(lay: Callable[[], Laid]) -> None:
    """§8.5, §14.2, §14.3(2), §15.1, §15.3(1), §17.1(5), §17.3, §18.3, §19.2, §19.4  Answers counted by hand."""
    g, side, window = lay()
    assert list(g.asked) == [side]
    assert g.window(side) == window
    counted = counts()["positions"][lay.__name__]
    asked = g.asked[side].shape
    assert asked.count() == counted["answers"], counted["because"]
    assert len(list(asked.answers())) == counted["answers"]


def test_every_position_is_counted() -> None:
    """No position without a count, no count without a position."""
    assert sorted(counts()["positions"]) == sorted(lay.__name__ for lay in POSITIONS)


def fingerprint(number: int, edition: Edition = NEWEST, cards: CardSet | None = None) -> Fingerprint:
    """What came of a game: even ones are of the full set, and every third is played at random."""
    rng = Random(number)
    cards = cards or card_set("core" if number % 2 else "full")
    g = new_game(cards, seed(number), ask_sides=number % 5 == 4, edition=edition)
    player = at_random(rng) if number % 3 == 2 else eager(rng)
    answers = finish(g, player, player, rng)
    assert g.outcome is not None
    assert g.outcome.winner is not None
    digest = sha256(json.encode(list(g.events or ()))).hexdigest()[:16]
    return [answers, g.outcome.winner.name, g.outcome.reason, *g.outcome.points, digest]


def test_fingerprints() -> None:
    """Two hundred games come out as they did."""
    known = counts()["games"] or {}
    assert list(known) == list(range(GAMES)), f"games are missing; {UPDATE}"
    for number in range(GAMES):
        found = fingerprint(number)
        assert found == known[number], f"game {number} is the first that differs; {UPDATE}"


def update() -> None:
    """Rewrite the fingerprints, and leave the counted positions alone."""
    above, _, _ = COUNTS.read_text("utf-8").partition(MARK)
    rows = [f"  {number}: [{', '.join(map(quoted, fingerprint(number)))}]\n" for number in range(GAMES)]
    COUNTS.write_text(above + MARK + "".join(rows), encoding="utf-8")


def quoted(value: object) -> str:
    """A digest may look like a number."""
    return f'"{value}"' if isinstance(value, str) and len(value) == 16 else str(value)


if __name__ == "__main__":
    if sys.argv[1:] != ["--update"]:
        sys.exit("python -m tests.engine.test_counts --update")
    update()
