"""Set-up and three turns of the core set, worked out by hand on the rules of record, and played row by row.

The source is the worked example that came with the rules of record.  Each function below plays some of its rows; the
script names every question, so a side that does not stand there was not asked.  Where the example does not say how a
die fell, or who stays at home, the script completes it; these completions are marked.

The example and the rules part company in these places, and the rules prevail:

- Turn 2, window 29 in (b): the example asks nobody, as there is one aim.  Long Lance has not been seen and the Japanese
  hand is not empty, so Japan is asked (§21.12, §20.1).
- Turn 2, window 28: withdrawal checks are offered in every round to whoever may make one, also where the example does
  not mention them (§18.4(a)(2)); an attempt that is still maintained (Enterprise's 6) goes on for a third round.
- Turn 2, window 14 and turn 2, window 30: the submarine segment is asked as always, and the pair of transports could
  bombard with its escort's Land +0, so that there is a choice (§18.4(d)(1)).
- Turn 2, window 32: Jake can't go back to Atago, as it says; Chokai is a choice, for Kongo has a free S icon as well.
"""

from __future__ import annotations

from ironbottom.dice import Attempts
from ironbottom.events import (
    BaseMoved,
    Damaged,
    DeploymentShown,
    Detached,
    Discarded,
    Eliminated,
    ExpressLoaded,
    Faced,
    Hidden,
    Named,
    Recovered,
    Reinforced,
    Repaired,
    Rolled,
    SetUpShown,
    ShotDown,
    TurnBegan,
    Turned,
    Withdrew,
)
from ironbottom.questions import Pick
from ironbottom.words import FRONT, MIDDLE, REAR, Action, Line, SeaTask, Task
from tests.engine.golden.score import JP, US, Decks, Score, slug
from tests.support.table import shape

DECKS: Decks = {
    US: (
        ("henderson-field", "enterprise", "tulagi", "north-carolina-washington"),
        (
            "wildcat", "code-breakers", "sg-radar",  # first hand
            "dauntless", "flying-fortress", "coastwatchers",  # turn 1
            "pacific-fleet-1", "cactus-air-force", "catalina",  # turn 3
            "wildcat", "skip-bombing", "catalina",  # Cactus Air Force
        ),
    ),
    JP: (
        ("buin", "shokaku", "kongo-haruna", "atago-takao", "jintsu-destroyers", "desdiv-15", "chokai", "zuiho"),
        (
            "zeke", "zeke", "zeke", "val", "kate", "betty", "betty", "jake",  # first hand
            "tokyo-express", "combined-fleet-2", "night-lookouts", "squall",
            "rabaul-air-offensive", "mavis",  # turn 2
            "zeke", "type-3-shells", "nell",  # Rabaul Air Offensive
        ),
    ),
}
US_FRONT, JP_MIDDLE = FRONT[US], MIDDLE[JP]


def set_up() -> Score:
    """The set-up: fleets of 12 and 18 VP, lines, the pair K."""
    s = Score(DECKS)
    s.say(US, "1", "keep", alone=False)
    s.say(JP, "1", "keep")
    s.say(US, "2", ("move", s.ship(US, "enterprise").token, MIDDLE[US]), alone=False)
    s.say(US, "2", ("done",), alone=False)
    kongo, jintsu = s.ship(JP, "kongo-haruna").token, s.ship(JP, "jintsu-destroyers").token
    s.say(JP, "2", ("pair", jintsu, kongo))
    s.say(JP, "2", ("move", kongo, FRONT[JP]))
    for name in ("shokaku", "zuiho", "atago-takao", "chokai"):
        s.say(JP, "2", ("move", s.ship(JP, name).token, MIDDLE[JP]))
    s.say(JP, "2", ("done",))
    return s


def test_set_up() -> None:
    """§10.3, §10.4, §5.2  12 VP with two cards, 18 with eight; both shown together, no count before (R-10, R-38)."""
    before = Score(DECKS)
    assert before.seen_by(US)[1].fleet_deck is None
    assert before.seen_by(JP)[0].fleet_deck is None
    s = set_up()
    assert len(s.told(SetUpShown)) == 2
    assert [s.base(US, name).line for name in ("espiritu-santo", "port-moresby", "henderson-field")] == [0, 1, 2]
    assert [s.base(JP, name).line for name in ("buin", "rabaul", "truk")] == [3, 4, 5]
    assert (s.seen_by(US)[1].fleet_deck, s.seen_by(JP)[0].fleet_deck) == (29 - 8, 29 - 2)
    k = s.formation_seen(US, s.ship(JP, "kongo-haruna").token)
    assert (k.pair, k.detected, k.lead, k.line) == (True, False, None, FRONT[JP])
    assert s.ship(US, "enterprise").line is MIDDLE[US]
    assert {slug(f.lead.id) for f in s.g.forces[JP].formations.values() if f.line is REAR[JP]} == {"desdiv-15"}
    assert len(s.hand(JP)) == 12


def turn_1_deployment(s: Score) -> None:
    """Windows 3 to 7."""
    assert len(s.hand(US)) == 3 + 3
    s.say(US, "3", "us/coastwatchers")
    assert [e.top for e in s.told(Discarded)] == ["us/coastwatchers"]  # seen, hence accounted for
    s.say(US, "4", ("done",))
    enterprise, henderson = s.ship(US, "enterprise").token, s.base(US, "henderson-field").token
    s.say(US, "5", ("move", enterprise, FRONT[US]))
    s.say(US, "5", ("done",))
    s.say(US, "6", ("deploy", "us/wildcat", enterprise))
    s.say(US, "6", ("deploy", "us/dauntless", enterprise))
    s.say(US, "6", ("deploy", "us/flying-fortress", henderson))
    assert s.formation_seen(JP, enterprise).line is MIDDLE[US]  # nothing is shown before the segment ends
    s.say(US, "6", ("done",))
    (shown,) = s.told(DeploymentShown)
    assert shown.bases == (("us/flying-fortress", henderson),)
    assert shown.ships == ((s.ship(US, "enterprise").token, 2),)
    assert s.ship(US, "enterprise").token != enterprise  # mixed
    assert s.told(Rolled) == []  # nothing damaged in REAR


def test_turn_1_deployment() -> None:
    """§13.2, §14.2, §14.3(4), §14.4(1)  The opponent sees two tokens aboard, and B-17 on Henderson Field by name."""
    s = set_up()
    turn_1_deployment(s)
    us, _ = s.seen_by(JP)
    on_ship = [a for a in us.airplanes if a.host == s.ship(US, "enterprise").token]
    assert [a.card for a in on_ship] == [None, None]
    assert us.hand_count == 2


def turn_1_reconnaissance(s: Score) -> None:
    """Windows 8 to 14: Code Breakers, then the search of Flying Fortress."""
    s.say(US, "8", ("play", "us/code-breakers"))
    s.say(US, "8", JP_MIDDLE)
    for name in ("shokaku", "zuiho", "chokai"):
        s.say(US, "8", s.ship(JP, name).token)
        assert [e.cards for e in s.told(Turned)] == [(f"jp/{name}",)]
    s.say(US, "8", s.fly(US, flying_fortress=JP_MIDDLE), [5, 2, 4])  # 0 + 1 + 1 = 2 is in its range of 3
    # 9: Japan has no airplane on the table; 10 and 11: one line, no interceptor; 12: one unseen formation, one hit
    assert [e.cards for e in s.told(Turned)] == [("jp/atago-takao",)]
    (waits,) = s.airplanes(US, "flying-fortress")
    assert (waits.line, waits.task) == (JP_MIDDLE, Task.WITHDRAWN)
    s.say(US, "14", ("done",))


def test_turn_1_reconnaissance() -> None:
    """§21.3, R-29, §15.2(6)  Three tokens of four, one by one; the fourth is searched for; the line is over."""
    s = set_up()
    turn_1_deployment(s)
    turn_1_reconnaissance(s)
    middle = [f for f in s.g.forces[JP].formations.values() if f.line is JP_MIDDLE]
    assert [f.detected for f in middle] == [True] * 4
    unseen = {slug(f.lead.id) for f in s.g.forces[JP].formations.values() if not f.detected}
    assert unseen == {"kongo-haruna", "desdiv-15"}
    assert s.waiting() == {US: "16"}


def turn_1_air_combat(s: Score) -> None:
    """Windows 16 to 25: the Squall shields the ships; Dauntless goes for Rabaul."""
    s.say(US, "16", Action.AIR.value)
    s.say(US, "20.1", s.fly(US, wildcat=JP_MIDDLE, dauntless=JP_MIDDLE))  # 0 + 1 + 1 = 2 is in their range
    assert not s.ship(US, "enterprise").detected
    s.say(JP, "20.2", ("play", "jp/squall"))  # it can fly nothing, but is asked
    assert [e.target for e in s.told(Named)] == [JP_MIDDLE]  # one line was flown to: named without asking
    s.say(JP, "20.2", "squall-no-attack")
    # 20.3: no US airplane is on a host, and Coastwatchers is accounted for; 21: one line; 22: no defender
    assert sorted(slug(card) for e in s.told(Faced) for _, card in e.airplanes) == ["dauntless", "wildcat"]
    dauntless, wildcat = s.airplane(US, "dauntless"), s.airplane(US, "wildcat")
    rabaul = s.base(JP, "rabaul").token
    s.say(US, "25", {dauntless: ("land", rabaul), wildcat: "withdraw"})
    s.say(US, "25", "attack", [1, 2, 3, 1, 5])  # completed: how the four dice of Anti-Air miss
    assert [e.damage for e in s.told(Damaged)] == [1]
    s.say(US, "25", "attack", [3])


def test_turn_1_air_combat() -> None:
    """§21.6, §17.2(2)(c), §17.3  Ships may not be attacked, bases may; one damage on Rabaul, then nothing."""
    s = set_up()
    turn_1_deployment(s)
    turn_1_reconnaissance(s)
    turn_1_air_combat(s)
    assert s.base(JP, "rabaul").damage == 1
    assert s.waiting() == {US: "32"}  # Japan has nothing in the air


def turn_1_return(s: Score) -> None:
    """Windows 32 and 33."""
    before = {a.token for a in s.g.forces[US].airplanes.values()}
    enterprise, henderson = s.ship(US, "enterprise").token, s.base(US, "henderson-field").token
    home: dict[int, int] = {s.airplane(US, "flying-fortress"): henderson}  # 2
    home |= dict.fromkeys([s.airplane(US, "dauntless"), s.airplane(US, "wildcat")], enterprise)  # 2
    s.say(US, "32", dict(home))
    assert s.aboard(US, enterprise) == ["dauntless", "wildcat"]
    assert before.isdisjoint({a.token for a in s.airplanes(US, "dauntless", enterprise)})
    assert [e.side for e in s.told(TurnBegan)] == [JP]  # 33: the US holds one card


def test_turn_1_return() -> None:
    """§19.1, §19.3, R-28  Two aboard under new tokens, unseen; Flying Fortress open on Henderson Field."""
    s = after_turn_1()
    us, _ = s.seen_by(JP)
    assert sorted(str(a.card) for a in us.airplanes) == ["None", "None", "us/flying-fortress"]
    assert s.hand(US) == ["sg-radar"]


def after_turn_1() -> Score:
    s = set_up()
    turn_1_deployment(s)
    turn_1_reconnaissance(s)
    turn_1_air_combat(s)
    turn_1_return(s)
    return s


def turn_2_reinforcement(s: Score) -> None:
    """Windows 3 and 4: Tokyo Express with the Sendai Division on DesDiv 15."""
    s.say(JP, "3", "jp/mavis")
    desdiv = s.ship(JP, "desdiv-15").token
    s.say(JP, "4", ("express", "jp/combined-fleet-2", desdiv))
    (loaded,) = [e for e in s.heard(US) if isinstance(e, ExpressLoaded)]
    assert (loaded.token, loaded.card) == (None, None)
    s.say(JP, "4", ("done",))


def test_turn_2_reinforcement() -> None:
    """§21.16  A pair in the line of its escort, with its Speed; all that the US sees is two cards less in the hand."""
    s = after_turn_1()
    turn_2_reinforcement(s)
    pair = s.ship(JP, "desdiv-15")
    assert (pair.detected, pair.line, pair.express) == (False, REAR[JP], True)
    assert (pair.values.hp, pair.values.army, pair.values.speed) == (2 + 2, 3, 4)
    token = s.formation_seen(US, pair.token)
    assert (token.pair, token.lead, token.values) == (False, None, None)
    assert s.seen_by(US)[1].hand_count == 12 - 1 + 2 - 1 - 2  # Squall, the draw, Mavis, the express and its load


def turn_2_deployment(s: Score) -> None:
    """Windows 5 and 6: ships to FRONT, Rabaul Air Offensive, the whole air plan."""
    s.say(JP, "5", ("move", s.ship(JP, "desdiv-15").token, FRONT[JP]))
    s.say(JP, "5", ("move", s.ship(JP, "atago-takao").token, FRONT[JP]))
    s.say(JP, "5", ("done",))
    s.say(JP, "6", ("play", "jp/rabaul-air-offensive"))
    rabaul, buin, truk = [s.base(JP, name).token for name in ("rabaul", "buin", "truk")]
    shokaku, zuiho, atago = [s.ship(JP, name).token for name in ("shokaku", "zuiho", "atago-takao")]
    steps = shape(s.g, JP).steps["deploy"]
    assert rabaul not in steps["jp/jake"]  # one damage: no S icon
    assert truk in steps["jp/jake"]
    plan = {rabaul: "betty betty zeke", shokaku: "zeke zeke kate", zuiho: "val", atago: "jake", buin: "zeke"}
    for host, names in plan.items():
        for name in names.split():
            s.say(JP, "6", ("deploy", f"jp/{name}", host))
    steps = shape(s.g, JP).steps["deploy"]
    assert rabaul in steps["jp/nell"]  # four L icons with one damage, three taken
    s.say(JP, "6", ("done",))
    assert [(e.token, e.damage) for e in s.told(Recovered)] == [(rabaul, 0)]


def test_turn_2_deployment() -> None:
    """§14.3(1), §14.3(2), §14.4(3), §8.4, R-8  Two unseen pairs in FRONT that nobody can tell apart."""
    s = after_turn_1()
    turn_2_reinforcement(s)
    tokens = {s.ship(JP, "kongo-haruna").token, s.ship(JP, "desdiv-15").token}
    turn_2_deployment(s)
    front = [f for f in s.seen_by(US)[1].formations if f.line is FRONT[JP] and not f.detected]
    assert [(f.pair, f.lead, f.airplanes) for f in front] == [(True, None, 0)] * 2
    assert tokens.isdisjoint({f.token for f in front})
    assert s.hand(JP) == sorted(["night-lookouts", "type-3-shells", "nell"])
    assert s.base(JP, "rabaul").damage == 0


def turn_2_search(s: Score) -> None:
    """Windows 8 to 14: Jake finds Enterprise, whose Wildcat meets it."""
    s.say(JP, "8", s.fly(JP, jake=US_FRONT))  # 0 + 0 + 1 = 1
    s.say(US, "9", s.fly(US, wildcat=US_FRONT), [6, 1, 1, 2, 3, 5])  # completed: the misses of Wildcat and of Jake
    assert [(e.ability, list(e.faces), e.hits) for e in s.told(Rolled)] == [
        ("recon", [6, 1], 2), ("airc", [1, 2, 3], 0), ("air", [5], 0),
    ]
    assert [e.cards for e in s.told(Turned)] == [("us/enterprise",)]  # two hits, one unseen formation: one is lost
    assert [a.task for a in (*s.airplanes(US, "wildcat"), *s.airplanes(JP, "jake"))] == [Task.WITHDRAWN] * 2
    s.say(JP, "14", ("done",))


def turn_2_approach(s: Score) -> None:
    """Windows 16 to 19: a landing at Henderson Field, whose patrol finds one of the two pairs."""
    s.say(JP, "16", Action.LANDING.value, [5, 1, 2])  # completed: the two dice that miss
    unseen = sorted(s.ship(JP, name).token for name in ("kongo-haruna", "desdiv-15"))
    assert sorted(shape(s.g, US).options) == unseen
    assert s.g.state.target == s.base(US, "henderson-field").token  # 18: the one base in FRONT
    s.say(US, "19", s.ship(JP, "desdiv-15").token, [3])  # completed: what was maintained is lost
    assert [e.cards for e in s.told(Turned)] == [("jp/combined-fleet-2", "jp/desdiv-15")]


def test_turn_2_search_and_patrol() -> None:
    """§15.2(3), §15.2(4), §16.3(2), §16.3(3), §21.16  What the patrol finds is the transports; they stay detected."""
    s = after_turn_1()
    turn_2_reinforcement(s)
    turn_2_deployment(s)
    turn_2_search(s)
    turn_2_approach(s)
    assert s.ship(JP, "desdiv-15").detected
    assert not s.ship(JP, "kongo-haruna").detected
    assert s.waiting() == {JP: "20.1"}


def turn_2_flights(s: Score) -> None:
    """Windows 20.1 to 20.3."""
    buin = s.base(JP, "buin").token
    flown = s.assign(JP, "stay", dict.fromkeys(("betty", "zeke", "kate", "val"), US_FRONT))
    stays = s.airplane(JP, "zeke", buin)
    assert isinstance(flown, dict)
    s.say(JP, "20.1", {t: "stay" if t == stays else where for t, where in flown.items()})
    choices = shape(s.g, US).choices
    wildcat = s.airplane(US, "wildcat")
    assert sorted(choices) == sorted([s.airplane(US, "dauntless"), s.airplane(US, "flying-fortress")])
    assert wildcat not in choices  # it was in the air in the search
    s.say(US, "20.2", s.fly(US, dauntless=JP_MIDDLE))
    assert set(shape(s.g, JP).choices) == {stays}
    s.say(JP, "20.3", {stays: JP_MIDDLE})  # 1 is in its range of 3 - 1
    s.say(JP, "21", US_FRONT)
    turned = [slug(card) for e in s.told(Faced) for _, card in e.airplanes]
    assert sorted(turned) == ["kate", "val", "zeke", "zeke"]  # who came from ships; 22: no defender there


def after_turn_2_flights() -> Score:
    s = after_turn_1()
    for play in (turn_2_reinforcement, turn_2_deployment, turn_2_search, turn_2_approach, turn_2_flights):
        play(s)
    return s


def turn_2_strikes(s: Score) -> None:
    """Window 25, US FRONT: Val and Kate on Enterprise, two Bettys on Henderson Field."""
    enterprise, henderson = s.ship(US, "enterprise").token, s.base(US, "henderson-field").token
    val, kate = s.airplane(JP, "val"), s.airplane(JP, "kate")
    betty, other = [a.token for a in s.airplanes(JP, "betty")]
    zekes = [a.token for a in s.airplanes(JP, "zeke") if a.line is US_FRONT]  # completed
    aims: dict[int, int | str | tuple[str, int]] = dict.fromkeys(zekes, "withdraw")
    aims |= {val: ("bomb", enterprise), kate: ("torp", enterprise)}
    aims |= {betty: ("land", henderson), other: ("land", henderson)}
    s.say(JP, "25", aims)
    s.say(JP, "25", val)
    s.say(JP, "25", "attack", [1, 2, 3, 1, 5, 3])  # Anti-Air 4, Bomb 2; completed: all that misses
    s.say(JP, "25", "attack", [2])
    assert s.ship(US, "enterprise").damage == 1
    s.say(JP, "25", kate)
    s.say(JP, "25", "attack", [6, 1, 2])  # Anti-Air 4 - 1, first: down, no drop
    assert [[slug(card) for _, card in e.airplanes] for e in s.told(ShotDown)] == [["kate"]]
    assert [e.ability for e in s.told(Rolled)] == ["air"]
    s.say(JP, "25", betty)
    s.say(JP, "25", "attack", [1, 2, 3, 6, 1])  # Anti-Air 3, Land 2
    s.say(JP, "25", "attack", [1])
    assert s.base(US, "henderson-field").damage == 2
    s.say(JP, "25", "attack", [4, 5, 5])  # the last one goes unasked: Anti-Air 3 - 2, maintained
    assert s.base(US, "henderson-field").damage == 4
    s.say(JP, "25", "attack", [5, 5, 5])  # together: down, and two more hits
    assert [[slug(card) for _, card in e.airplanes] for e in s.told(ShotDown)] == [["betty"]]
    assert s.base(US, "henderson-field").damage == 6


def turn_2_middle(s: Score) -> None:
    """Windows 22 and 24 in the Japanese MIDDLE: Dauntless turns away; then 15: Henderson Field has no icons left."""
    dauntless, zeke = s.airplane(US, "dauntless"), s.airplane(JP, "zeke", s.base(JP, "buin").token)
    s.say(US, "22", {dauntless: "attack"})
    s.say(JP, "22", {zeke: "intercept"})
    s.say(US, "24", (dauntless,))
    assert any(dauntless in e.tokens for e in s.told(Withdrew))
    assert s.airplanes(US, "flying-fortress") == []
    assert [(e.side, e.top) for e in s.told(Discarded)] == [(US, "us/flying-fortress")]  # 15: no choice


def test_turn_2_air_combat() -> None:
    """§17.3(4), §3.7, §3.8, §4.6, §17.4, R-5  Bombs together, a torpedo after Anti-Air, less by damage."""
    s = after_turn_2_flights()
    turn_2_strikes(s)
    turn_2_middle(s)
    assert s.waiting() == {JP: "26"}
    assert s.ship(US, "enterprise").icons == 3


def turn_2_tasks(s: Score) -> None:
    """Windows 26 and 27: K is revealed; Enterprise alone defends."""
    k, atago = s.ship(JP, "kongo-haruna").token, s.ship(JP, "atago-takao").token
    assert s.g.asked[JP].shape == Pick((k,), 0, 1)
    s.say(JP, "26", (k,))
    s.say(JP, "27", {k: SeaTask.SUPPORT, atago: SeaTask.ESCORT})  # the transports are on Landing Support
    s.say(US, "27", {s.ship(US, "enterprise").token: SeaTask.CONTROL})


def turn_2_guns(s: Score) -> None:
    """Windows 28 and 29 in (a): Night Lookouts, SG Radar, and three rounds."""
    enterprise = s.ship(US, "enterprise").token
    s.say(JP, "28", ("play", "jp/night-lookouts"))
    s.say(JP, "28", ())
    s.say(US, "28", ("play", "us/sg-radar"))
    assert [e.target for e in s.told(Named)] == [enterprise]
    s.say(US, "28", (), [5, 4, 1])  # Atago alone fires in round one
    assert [(e.by, e.hits, e.left) for e in s.told(Rolled)] == [(s.ship(JP, "atago-takao").token, 1, 2)]
    assert s.ship(US, "enterprise").damage == 2
    s.say(US, "28", (), [1, 2, 6, 3])  # round two: Japan may not check; completed: Atago's two dice
    assert s.ship(JP, "atago-takao").damage == 2
    assert s.ship(US, "enterprise").attempts == Attempts(1)
    s.say(JP, "28", ())  # round three: Enterprise has maintained its 6
    s.say(US, "28", (), [1])  # completed


def turn_2_torpedoes(s: Score) -> None:
    """Windows 28 and 29 in (b): one limited die.  (c) is skipped: nobody is on Intercept."""
    s.say(JP, "28", ())
    s.say(US, "28", ())
    s.say(JP, "29", {s.ship(JP, "atago-takao").token: s.ship(US, "enterprise").token}, [6])
    assert s.ship(US, "enterprise").damage == 3
    s.say(JP, "28", ())
    s.say(US, "28", (), [4])  # completed: a limited attempt that is maintained, and lost


def test_turn_2_sea_combat() -> None:
    """§18.4(a), §18.4(b), §18.4(c), §21.10, §21.11, R-44  Both work: Enterprise fires first in round two, 2 higher."""
    s = after_turn_2_flights()
    for play in (turn_2_strikes, turn_2_middle, turn_2_tasks, turn_2_guns, turn_2_torpedoes):
        play(s)
    assert s.waiting() == {JP: "30"}
    assert (s.ship(US, "enterprise").damage, s.ship(JP, "atago-takao").damage) == (3, 2)
    assert s.hand(US) == []


def turn_2_bombardment(s: Score) -> None:
    """Window 30: seven dice, and the base is at its HP."""
    k, pair = s.ship(JP, "kongo-haruna").token, s.ship(JP, "desdiv-15").token
    assert shape(s.g, JP).options == (k, pair, "none")
    s.say(JP, "30", ("play", "jp/type-3-shells"))
    assert [e.target for e in s.told(Named)] == [k]
    s.say(JP, "30", k, [5, 1, 1, 1, 2, 2, 3, 5])  # completed; TB 2 - 6 is 0: a limited die, for which a 5 is nothing
    assert [(e.ability, len(e.faces), e.hits) for e in s.told(Rolled)] == [("land", 7, 1), ("tb", 1, 0)]
    assert s.base(US, "henderson-field").damage == 7


def turn_2_ashore(s: Score) -> None:
    """Window 31: Sendai lands; 31a is not asked, the US hand is empty; the base falls without a roll."""
    pair = s.ship(JP, "desdiv-15").token
    s.say(JP, "31", (pair,), [6, 3])
    assert [(e.ability, e.hits) for e in s.told(Rolled)] == [("tb", 1), ("tb", 0)]
    assert shape(s.g, JP).options == (0, 1)
    s.say(JP, "31", 0)
    (detached,) = s.told(Detached)
    assert (detached.damage, detached.escort_damage) == (0, 1)
    assert s.told(Rolled) == []
    assert [(e.cards, e.points) for e in s.told(Eliminated)] == [(("us/henderson-field",), 16)]
    assert [(e.side, e.line) for e in s.told(BaseMoved)] == [(US, US_FRONT)]


def after_turn_2_landing() -> Score:
    s = after_turn_2_flights()
    for play in (
        turn_2_strikes, turn_2_middle, turn_2_tasks, turn_2_guns, turn_2_torpedoes, turn_2_bombardment, turn_2_ashore,
    ):
        play(s)
    return s


def test_turn_2_landing() -> None:
    """§18.4(d) to (f), §4.3, §5.2, §21.13  Japan scores 16 VP; Port Moresby moves to FRONT at once."""
    s = after_turn_2_landing()
    assert s.g.forces[JP].points == 16
    assert s.base(US, "port-moresby").line is US_FRONT
    desdiv = s.ship(JP, "desdiv-15")
    assert (desdiv.escort, desdiv.damage, desdiv.detected) == (None, 1, True)
    assert slug(s.g.forces[JP].discards[-1].id) == "combined-fleet-2"
    assert s.waiting() == {US: "32", JP: "32"}


def turn_2_return(s: Score) -> None:
    """Window 32: both at once, in secret."""
    enterprise, moresby = s.ship(US, "enterprise").token, s.base(US, "port-moresby").token
    us_choices = shape(s.g, US).choices
    dauntless, wildcat = s.airplane(US, "dauntless"), s.airplane(US, "wildcat")
    assert {enterprise, moresby} == set(us_choices[dauntless])  # both 2 away, now that Port Moresby is in FRONT
    s.say(US, "32", {dauntless: moresby, wildcat: enterprise}, alone=False)
    assert s.events == []
    atago, chokai = s.ship(JP, "atago-takao").token, s.ship(JP, "chokai").token
    jake = s.airplane(JP, "jake")
    jp_choices = shape(s.g, JP).choices
    assert atago not in jp_choices[jake]  # 1 - 2
    assert chokai in jp_choices[jake]  # 2 away
    home: dict[int, int] = {jake: chokai, s.airplane(JP, "val"): s.ship(JP, "zuiho").token}
    home |= {a.token: a.origin for name in ("zeke", "betty") for a in s.airplanes(JP, name)}
    s.say(JP, "32", dict(home))


def test_turn_2_return() -> None:
    """§19.1, §5.2, §4.6, R-25  Port Moresby is 2 from the enemy MIDDLE; Enterprise has one icon; ships show counts."""
    s = after_turn_2_landing()
    turn_2_return(s)
    assert s.aboard(US, s.base(US, "port-moresby").token) == ["dauntless"]
    assert s.aboard(US, s.ship(US, "enterprise").token) == ["wildcat"]
    assert s.aboard(JP, s.ship(JP, "chokai").token) == ["jake"]
    assert s.formation_seen(US, s.ship(JP, "chokai").token).airplanes == 1
    assert {a.card for a in s.seen_by(US)[1].airplanes if a.host == s.ship(JP, "chokai").token} == {None}
    assert s.hand(JP) == ["nell"]  # 33: not asked
    assert s.waiting() == {US: "3"}


def turn_3_reinforcement(s: Score) -> None:
    """Windows 3 and 4: Tulagi and a pair of battleships."""
    s.say(US, "3", "us/catalina")
    s.say(US, "4", ("play", "us/pacific-fleet-1"))
    (came,) = [e for e in s.heard(JP) if isinstance(e, Reinforced)]
    assert (len(came.ships), [card for _, card in came.bases], came.cards) == (1, ["us/tulagi"], None)
    assert [(e.side, e.line) for e in s.told(BaseMoved)] == [(US, MIDDLE[US])]
    s.say(US, "4", ("done",))


def turn_3_deployment(s: Score) -> None:
    """Windows 5 to 7: Enterprise to REAR, Cactus Air Force, three hits of repair."""
    s.say(US, "5", ("move", s.ship(US, "enterprise").token, REAR[US]))
    s.say(US, "5", ("done",))
    s.say(US, "6", ("play", "us/cactus-air-force"))
    enterprise = s.ship(US, "enterprise").token
    s.say(US, "6", ("shift", s.airplane(US, "wildcat", enterprise), s.base(US, "port-moresby").token))
    s.say(US, "6", ("deploy", "us/catalina", s.base(US, "tulagi").token))
    s.say(US, "6", ("done",), [5, 6, 1])
    assert [e.damage for e in s.told(Repaired)] == [2, 1, 0]  # 7: all there is goes, nobody is asked


def turn_3_retreat(s: Score) -> None:
    """Windows 14 to 33: 8 is not asked, since Japan has no unseen formation; Retreat; nobody is in the air."""
    s.say(US, "14", ("done",))
    enterprise = s.ship(US, "enterprise").token
    s.say(US, "16", Action.RETREAT.value)
    assert [e.tokens for e in s.told(Hidden)] == [(enterprise,)]  # all of them, no choice
    assert [e.side for e in s.told(TurnBegan)] == [JP]


def test_turn_3() -> None:
    """§14.1(2), §5.2, §5.3, §14.4(2), §16.2, §7.3, R-49  Repaired she is whole and detected, after Retreat unseen."""
    s = after_turn_2_landing()
    turn_2_return(s)
    turn_3_reinforcement(s)
    assert s.base(US, "tulagi").line is US_FRONT
    assert s.base(US, "port-moresby").line is MIDDLE[US]
    assert s.aboard(US, s.base(US, "port-moresby").token) == ["dauntless"]
    assert s.ship(US, "north-carolina-washington").line is REAR[US]
    turn_3_deployment(s)
    whole = s.ship(US, "enterprise")
    assert (whole.damage, whole.detected, whole.line) == (0, True, Line.US_REAR)
    assert s.aboard(US, s.base(US, "port-moresby").token) == ["dauntless", "wildcat"]
    assert s.aboard(US, s.base(US, "tulagi").token) == ["catalina"]
    turn_3_retreat(s)
    hidden = s.ship(US, "enterprise")
    assert (hidden.detected, hidden.known, hidden.token) == (False, True, whole.token)
    assert s.formation_seen(JP, hidden.token).lead == "us/enterprise"  # seen under this token
    assert len(s.hand(US)) == 3  # 33: not asked
    assert s.waiting() == {JP: "3"}
