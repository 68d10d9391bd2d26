"""What happened, as sentences: each event, each throw of dice, and what things are called while they happen."""

from __future__ import annotations

from typing import Any, get_args

import pytest
from msgspec.structs import replace

from ironbottom import events as e
from ironbottom.client.text.luck import Luck
from ironbottom.questions import Answer
from ironbottom.rules.s16_action import ChooseAction
from ironbottom.rules.s17_air_combat import AirCombatPhase, AirControl
from ironbottom.rules.s18_sea_combat import SeaSegment
from ironbottom.sight import seen, view
from ironbottom.words import FRONT, CardId, Icon, Line, SeaTask, Side, Task, Token
from tests.client.plain.questions import JP, US, midway, reader_at
from tests.client.plain.sitting import lines_of
from tests.support.table import LaidTable

SHOKAKU, ZEKE, WILDCAT = CardId("jp/shokaku"), CardId("jp/zeke"), CardId("us/wildcat")
HERE = Line.JP_FRONT
NOBODY = Token(99)


# An event of every kind; the token names nothing that was ever seen.
ONE_OF_EACH: tuple[e.AnyEvent, ...] = (
    e.SidesSettled("10.1", True, True),
    e.FleetDrawn("10.3", JP, (SHOKAKU,), True),
    e.SetUpShown("10.4", JP, True, 6),
    e.BattleLaidOut("24.2(3)", "savo-island", 4),
    e.Scored("24.6", US, "ashore", 2, 6),
    e.Reshuffled("23.17", US, 4, 30, 41),
    e.Drew("13.1", JP, 2, None),
    e.Discarded("13.2", JP, 3, ZEKE, None),
    e.TurnBegan("12.2", 7, US),
    e.TurnSkipped("13.2", US),
    e.Played("20.2", US, CardId("us/sg-radar"), "event"),
    e.Named("20.3", JP, CardId("jp/squall"), HERE),
    e.Reinforced("14.1(2)", JP, (NOBODY,), ((NOBODY, CardId("jp/buka")),), None),
    e.TransportsEntered("14.1(3)", JP, NOBODY, CardId("jp/combined-fleet-2")),
    e.ExpressLoaded("21.16", JP, None, None),
    e.BaseMoved("5.2", JP, NOBODY, Line.JP_FRONT),
    e.DeploymentShown("14.3(4)", JP, ((NOBODY, SHOKAKU),), ((ZEKE, NOBODY),), ((NOBODY, 2),)),
    e.Rolled("17.2(3)(c)", JP, NOBODY, NOBODY, "airc", bytes([5, 4, 2, 1]), 1, 2),
    e.Turned("15.2(4)", JP, NOBODY, (SHOKAKU,)),
    e.Hidden("16.2(2)", JP, (NOBODY,)),
    e.Faced("17.2(2)(d)", JP, ((NOBODY, ZEKE),)),
    e.Damaged("18.4(a)(4)", JP, NOBODY, 2, 3),
    e.Repaired("14.4(2)", JP, NOBODY, 1),
    e.Recovered("14.4(3)", JP, NOBODY, 0),
    e.Eliminated("4.1", JP, NOBODY, (SHOKAKU,), 4),
    e.ShotDown("4.2", JP, ((NOBODY, ZEKE),)),
    e.Flew("17.1(1)", JP, ((NOBODY, NOBODY, Line.US_FRONT),)),
    e.LineBegan("17.2(1)", HERE),
    e.Tasked("17.2(2)(a)", US, ((NOBODY, "escort"), (NOBODY, "attack"))),
    e.Withdrew("17.2(3)(a)", JP, (NOBODY,)),
    e.Aimed("17.3(1)", US, ((NOBODY, NOBODY),), ("bomb",)),
    e.ActionTaken("16.1", US, "landing"),
    e.TargetNamed("16.3(1)", US, NOBODY),
    e.Landed("18.4(e)(1)", US, (NOBODY,)),
    e.Detached("18.4(e)(4)", US, NOBODY, NOBODY, 1, 2),
    e.Returned("19.1", JP, ((ZEKE, NOBODY),), 2, 1),
    e.LookedAt("23.5", US, (NOBODY,)),
    e.Watched("23.6", US, ((Line.US_FRONT, 2),)),
    e.DecoyFound("23.14", JP, NOBODY, 1),
    e.Resigned("11.4", JP),
    e.GameEnded("11.1", US, "strategic-base", 12, 8),
)


def test_there_is_one_event_of_each_kind_here() -> None:
    kinds = set(get_args(e.AnyEvent))
    assert {type(event) for event in ONE_OF_EACH} == kinds
    assert kinds == set(e.Event.__subclasses__())


@pytest.mark.parametrize("event", ONE_OF_EACH, ids=lambda event: type(event).__name__)
@pytest.mark.parametrize("viewer", [US, JP, None])
def test_each_event_is_told_with_its_paragraph_whoever_hears_it(event: e.AnyEvent, viewer: Side | None) -> None:
    """Also by a reader who has seen nothing before: that is how somebody hears what he missed."""
    reader = reader_at(LaidTable().play(ChooseAction(phasing=US)), viewer, width=0)
    told = reader.story.told([event])
    assert told
    for line in told:
        assert "{" not in line
        assert "None" not in line
        if not isinstance(event, e.TurnBegan):
            assert line.endswith(f" §{event.rule}")


def sentence(event: e.AnyEvent, viewer: Side = US) -> str:
    return reader_at(LaidTable().play(ChooseAction(phasing=US)), viewer, width=0).story.told([event])[-1]


def test_sentences_say_who_did_what() -> None:
    """A sample, word for word."""
    told = {type(event).__name__: sentence(event) for event in ONE_OF_EACH}
    assert told["SidesSettled"] == "The sides are drawn by lot: who sat down first plays Japan. §10.1"
    assert told["Discarded"] == "Japan discards 3 cards; Zeke lies on top. §13.2"
    assert told["TurnBegan"] == "Turn 7, US."
    assert told["Named"] == "Japan names for Squall: Japanese front. §20.3"
    assert told["TransportsEntered"] == "Japan: the transports 2nd (Sendai) Division enter the rear line. §14.1(3)"
    assert told["Turned"] == "Japan: Shokaku is detected. §15.2(4)"
    assert told["Faced"] == "Japan: face up now: Zeke. §17.2(2)(d)"
    assert told["Eliminated"] == "Japan loses Shokaku: 4 VP for US. §4.1"
    assert told["Tasked"] == "US gives tasks. Escort: a card; Air Attack: a card. §17.2(2)(a)"
    assert told["Returned"] == "Japan: airplanes return: to a card Zeke; to ships 2 airplanes; lost 1 airplane. §19.1"
    ended = "The game is over, US has won: Japan has lost a strategic base; VP US 12, Japan 8. §11.1"
    assert told["GameEnded"] == ended


def test_who_hears_a_long_story_at_once_hears_the_names_that_it_gives_away_itself() -> None:
    """Of a card that no view has named to him, but that was turned up or lost in the end."""
    reader = reader_at(LaidTable().play(ChooseAction(phasing=US)), None, width=0)
    rolled = e.Rolled("17.3(4)(b)", JP, Token(98), NOBODY, "air", bytes([6]), 2, 1)
    shot_down = e.ShotDown("17.3(4)(b)", US, ((NOBODY, WILDCAT),))
    told = reader.story.told([rolled, shot_down, e.Eliminated("4.1", JP, Token(98), (SHOKAKU,), 4)])
    assert told[0].startswith("Japan: Shokaku rolls Anti-Air 1 at Wildcat")
    assert told[1] == "US: shot down: Wildcat. §17.3(4)(b)"


@pytest.mark.parametrize(("ships", "bases", "told"), [
    (2, 1, "Japan is reinforced: 2 formations in the rear line; Buka in the front line. §14.1(2)"),
    (0, 1, "Japan is reinforced: Buka in the front line. §14.1(2)"),
    (1, 0, "Japan is reinforced: 1 formation in the rear line. §14.1(2)"),
    (0, 0, "Japan is reinforced: 0 formations in the rear line. §14.1(2)"),
])
def test_reinforcements_that_did_not_come_are_not_told(ships: int, bases: int, told: str) -> None:
    face = (NOBODY, CardId("jp/buka"))
    assert sentence(e.Reinforced("14.1(2)", JP, (NOBODY,) * ships, (face,) * bases, None)) == told


class Fight:
    """An air control combat over the Japanese FRONT as the US reads it."""

    def __init__(self, *dice: int, escorts: int = 1) -> None:
        t = LaidTable()
        self.escorts = [t.us.fly("Wildcat", HERE, Task.ESCORT) for _ in range(escorts)]
        self.zeke = t.jp.fly("Zeke", HERE, Task.CONTROL)
        self.game = t.play(AirControl(line=HERE, defender=JP), dice=list(dice))
        self.reader = reader_at(self.game, US, width=0)

    def answer(self, side: Side, answer: Answer) -> list[str]:
        self.game = self.game.after(side, answer)
        return self.reader.update(view(self.game, US), seen(self.game.events or [], US))


def test_dice_are_told_round_by_round() -> None:
    """What is thrown, what it hits, what is kept and what is lost: the round of the picture in the README."""
    fight = Fight(5, 4, 2, 1, 4, 3, 1)
    fight.answer(US, ())
    told = fight.answer(JP, ())
    assert told[:4] == [
        "Japan aims: Zeke at Wildcat. §17.2(3)(b)",
        "US aims: Wildcat at Zeke. §17.2(3)(b)",
        "Japan: Zeke rolls Air Control 4 at Wildcat: 5 4 2 1: one hit; keeps 2 dice, loses 2. §17.2(3)(c)",
        "US: Wildcat rolls Air Control 3 at Zeke: 4 3 1: no hit; keeps 1 die, loses 2. §17.2(3)(c)",
    ]
    assert "US: shot down: Wildcat. §17.2(3)(c)" in told


def limited_shot(face: int) -> str:
    """How the shot of a carrier with Surface 0 is told."""
    t = LaidTable()
    t.us.ship("Enterprise", detected=True, task=SeaTask.ESCORT)
    t.jp.ship("Hiei & Kirishima", detected=True, task=SeaTask.CONTROL)
    g = t.play(SeaSegment(attacker=US, part="control", weapon="surface"), dice=[face] + [1] * 20)
    reader = reader_at(g, US, width=0)
    for side in (US, JP):
        g = g.after(side, ())
    told = reader.update(view(g, US), seen(g.events or [], US))
    return next(line for line in told if "Enterprise rolls" in line)


@pytest.mark.parametrize("face", [2, 5])
def test_a_limited_die_is_told_as_one_whatever_it_shows(face: int) -> None:
    """§3.4  A 5 that hits nothing shows it; after a 2 it is known from the card."""
    shot = f"US: Enterprise rolls guns 0, one limited die, at Hiei & Kirishima: {face}: no hit; keeps none, loses 1."
    assert limited_shot(face) == f"{shot} §18.4(a)(4)"


@pytest.mark.parametrize("ability", ["pursuit", "Radar"])
def test_throws_of_optional_rules_are_told_by_their_names(ability: str) -> None:
    """§23.4, §23.10, §3.4  They are thrown by what the guns are: with Surface 0 the one die is limited."""
    t = LaidTable()
    carrier = t.us.ship("Enterprise", "FRONT", detected=True, task=SeaTask.ESCORT)
    other = t.us.ship("Helena & Boise", "FRONT", detected=True, task=SeaTask.ESCORT)
    target = t.jp.ship("Hiei & Kirishima", "FRONT", detected=True, task=SeaTask.CONTROL)
    reader = reader_at(t.play(SeaSegment(attacker=US, part="control", weapon="surface")), US, width=0)
    for ship, name, thrown in ((carrier, "Enterprise", "0, one limited die,"), (other, "Helena & Boise", "1")):
        (told,) = reader.story.told([e.Rolled("23.4", US, ship, target, ability.lower(), bytes([2]), 0, 0)])
        assert told == f"US: {name} rolls {ability} {thrown} at Hiei & Kirishima: 2: no hit; keeps none, loses 1. §23.4"


def test_an_unseen_formation_is_called_by_its_letter_until_it_is_found() -> None:
    """The shot before tells the letter, the one after the name; the letter is the one that the table has shown."""
    t = LaidTable()
    hidden = t.jp.ship("Shokaku")
    g = t.play(ChooseAction(phasing=US))
    reader = reader_at(g, US, width=0)
    assert any("unseen formation A" in line for line in lines_of(reader.line("table")))
    formations = g.forces[JP].formations
    formations[hidden] = replace(formations[hidden], detected=True)
    told = reader.update(view(g, US), [
        e.Damaged("4.1", JP, hidden, 1, 1), e.Turned("7.2", JP, hidden, (SHOKAKU,)), e.Damaged("4.1", JP, hidden, 1, 2)
    ])
    assert told[:3] == [
        "Japan: unseen formation A takes 1 damage; its damage is 1 of 4. §4.1",
        "Japan: unseen formation A is detected: Shokaku. §7.2",
        "Japan: Shokaku takes 1 damage; its damage is 2 of 4. §4.1",
    ]


def test_what_is_lost_keeps_its_name_for_the_news_of_its_loss() -> None:
    """The view that comes with the news has it no more; of two Wildcats the right one is named."""
    fight = Fight(6, 6, 6, 6, 1, 1, 1, 1, 1, 1, escorts=2)
    fight.answer(US, ())
    fight.answer(JP, ())
    told = fight.answer(JP, {fight.zeke: fight.escorts[1]})
    assert fight.escorts[1] not in fight.game.forces[US].airplanes
    assert "US: shot down: Wildcat B. §17.2(3)(c)" in told


def test_flights_are_told_by_line_and_host_and_escapes_as_such() -> None:
    """§17.1(4), §22.4  From a ship as letters; who escapes flies to no line."""
    t = LaidTable(phasing=JP)
    t.jp.base("Buin", aboard=["Zeke", "Betty"])
    t.jp.ship("Shokaku", aboard=["Kate", "Kate"])
    t.us.base("Henderson Field", aboard=["Flying Fortress"])
    g = t.play(AirCombatPhase(phasing=JP))
    reader = reader_at(g, US, width=0)
    carried = {a.token for a in g.forces[JP].airplanes.values() if a.card.icon is Icon.CARRIER}
    g = g.after(JP, {token: FRONT[US] if token in carried else "stay" for token in g.forces[JP].airplanes})
    told = reader.update(view(g, US), seen(g.events or [], US))
    flown = "Zeke from Buin; unseen airplane A, unseen airplane B from unseen formation A"
    assert told[0] == f"Japan flies to the US front: {flown}. §17.1(1)"
    g = g.after(US, dict.fromkeys(g.forces[US].airplanes, "escape"))
    told = reader.update(view(g, US), seen(g.events or [], US))
    assert told[0] == "US lets escape: Flying Fortress from Henderson Field. §17.1(2)"


def test_a_played_event_is_read_out_and_its_discard_is_not_told_again() -> None:
    """§2.5  The other side may never have seen the card."""
    played = e.Played("20.2", US, CardId("us/sg-radar"), "event")
    lies = e.Discarded("20.2", US, 1, CardId("us/sg-radar"), None)
    reader = reader_at(midway().play(ChooseAction(phasing=US)), JP, width=0)
    told = reader.story.told([played, lies])
    assert len(told) == 1
    assert told[0].startswith("US plays the event SG Radar: In round one of a gun segment: name one of your formations")
    assert reader.story.told([lies]) == ["US discards SG Radar. §20.2"]


def test_the_hits_that_dice_are_worth() -> None:
    """§3.2, §3.4  A die of a throw is worth half a hit, a limited one a sixth; checks of withdrawal are none."""
    reader = reader_at(LaidTable().play(ChooseAction(phasing=US)), US)
    rolls: list[Any] = [
        e.Rolled("17.2(3)(c)", US, NOBODY, NOBODY, "airc", bytes([5, 4, 2, 1]), 1, 2),
        e.Rolled("17.2(3)(c)", US, NOBODY, NOBODY, "airc", bytes([5]), 0, 0),
        e.Rolled("9.2", US, NOBODY, Token(0), "speed", bytes([6, 6]), 4, 2),
        e.Rolled("23.15", US, NOBODY, Token(0), "mutsu", bytes([1, 2]), 0, 0),
    ]
    reader.story.told(rolls)
    its = reader.seat.throws.luck[US]
    assert (its.dice, its.hits) == (5, 1)
    assert its.expected == pytest.approx(2 + 1 / 6)
    assert reader.seat.throws.luck[JP] == Luck()
