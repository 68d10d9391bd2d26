"""§23.3  Veterans: Zeke, Val and Kate from a Japanese carrier that was never hit roll one attempt more."""

from __future__ import annotations

import pytest

from ironbottom.abilities import VETERANS_LOST as LOST
from ironbottom.battle import Battle, BattleSide, BattleText, PlacedBase, PlacedShip
from ironbottom.catalog import card_set
from ironbottom.events import Damaged
from ironbottom.flow import Game
from ironbottom.position import from_text, to_text
from ironbottom.printed import CardSet
from ironbottom.rules.s04_damage import damage_formation
from ironbottom.rules.s15_reconnaissance import SearchRounds
from ironbottom.rules.s17_air_attack import AirAttack, Strike
from ironbottom.rules.s17_air_combat import AirControl, InterceptCombat
from ironbottom.rules.s23_veterans import veterans
from ironbottom.rules.s24_battles import LayOut
from ironbottom.sight import view
from ironbottom.state import Airplane
from ironbottom.variant import varied
from ironbottom.words import CardId, Line, Token
from tests.support.table import FRONT, LaidTable, Side, Task, only, replace, rolls, shape

US, JP = Side.US, Side.JP
PLAIN = card_set("full")
TRAINED = varied(PLAIN, ["veterans"])
CARRIER = "Shokaku"


def flown(t: LaidTable, name: str, host: Token, line: Line, task: Task) -> Token:
    """An airplane of Japan in the air, that has flown from this host."""
    token = t.jp.fly(name, line, task)
    t.jp.forces.airplanes[token] = replace(t.jp.forces.airplanes[token], origin=host)
    return token


def attack(cards: CardSet, name: str, mode: str, dice: list[int], *, damage: int = 0, carrier: str = CARRIER) -> Game:
    """One Japanese airplane of a carrier attacks a ship without Anti-Air, or the base beside it."""
    t = LaidTable(cards, phasing=JP)
    host = t.jp.ship(carrier, "MIDDLE", detected=True, damage=damage)
    ship = t.us.ship("Seabees", "FRONT", detected=True)
    base = t.us.base("Tulagi")
    t.us.forces.bases[base] = replace(t.us.forces.bases[base], card=replace(t.us.forces.bases[base].card, air=None))
    token = flown(t, name, host, FRONT[US], Task.ATTACK)
    target = base if mode == "land" else ship
    g = t.play(Strike(defender=US, airplane=token, mode=mode, target=target), dice=dice)
    g.answer(JP, "attack")
    return g


ABILITIES = [("Zeke", "land"), ("Val", "bomb"), ("Val", "land"), ("Kate", "torp"), ("Kate", "bomb"), ("Kate", "land")]


def printed(name: str, mode: str) -> int:
    card = next(c for c in PLAIN.jp.air if c.name == name)
    found = getattr(card, mode)
    assert isinstance(found, int | None)
    return -1 if found is None else found


@pytest.mark.parametrize(("name", "mode"), [one for one in ABILITIES if printed(*one) >= 0])
def test_23_3_one_attempt_more_in_the_first_round_of_an_attack(name: str, mode: str) -> None:
    """§23.3, §20.4  With the rule one die more; 0 that is 1 higher is one normal die."""
    n = printed(name, mode)
    assert rolls(attack(TRAINED, name, mode, [1] * (n + 1))) == [(mode, [1] * (n + 1))]
    assert rolls(attack(PLAIN, name, mode, [1] * max(1, n))) == [(mode, [1] * max(1, n))]


def test_23_3_only_in_the_first_round() -> None:
    """§23.3, §3.8  Val: then it throws what it has maintained."""
    n = printed("Val", "bomb")
    g = attack(TRAINED, "Val", "bomb", [4, 4, *[1] * (n - 1), 1, 1])
    g.answer(JP, "attack")
    assert [len(faces) for _, faces in rolls(g)] == [n + 1, 2]


@pytest.mark.parametrize("name", ["Betty", "Nell"])
def test_23_3_other_airplanes_have_no_veterans(name: str) -> None:
    """§23.3"""
    n = printed(name, "torp")
    assert [len(faces) for _, faces in rolls(attack(TRAINED, name, "torp", [1] * n))] == [n]


def test_23_3_not_from_a_damaged_carrier() -> None:
    """§23.3"""
    n = printed("Val", "bomb")
    assert [len(faces) for _, faces in rolls(attack(TRAINED, "Val", "bomb", [1] * n, damage=1))] == [n]


def placed(cards: CardSet = TRAINED, *, escort: str | None = None) -> tuple[LaidTable, Token, Token]:
    """A carrier in MIDDLE with a Val."""
    t = LaidTable(cards, phasing=JP)
    host = t.jp.ship(CARRIER, "MIDDLE", detected=True, escort=escort)
    (token,) = t.jp.load(host, ["Val"])
    return t, host, token


def bonus(g: Game, token: Token) -> int:
    return veterans(g, g.forces[JP].airplanes[token])


def test_23_3_not_from_a_base_nor_from_a_carrier_that_is_gone() -> None:
    """§23.3  Nor from a ship with S icons, were it to carry one."""
    t, host, token = placed()
    (based,) = t.jp.load(t.base_of(JP, "Rabaul"), ["Val"])
    g = t.as_game()
    assert (bonus(g, token), bonus(g, based)) == (1, 0)
    g.forces[JP].formations.pop(host)
    assert bonus(g, token) == 0


def test_23_3_a_carrier_that_was_hit_has_lost_them_for_good() -> None:
    """§23.3, §14.4(2), §7.7  Repaired, unseen again and mixed to another token: never again; the others still have."""
    t, host, token = placed()
    other = t.jp.ship("Zuikaku", "MIDDLE", aboard=["Val"])
    g = t.as_game()
    damage_formation(g, g.forces[JP].formations[host], 1)
    assert only(g, Damaged)
    assert bonus(g, token) == 0
    forces = g.forces[JP]
    there = forces.formations.pop(host)
    forces.formations[Token(9)] = replace(there, token=Token(9), damage=0, detected=False)
    forces.airplanes[token] = replace(forces.airplanes[token], host=Token(9))
    assert bonus(g, token) == 0
    (sister,) = [a.token for a in forces.airplanes.values() if a.host == other]
    assert bonus(g, sister) == 1
    assert [e.does for e in g.state.in_force] == [LOST]
    g.state.cease("round", "attack", "segment", "phase", "turn")
    assert [e.does for e in g.state.in_force] == [LOST]


def test_23_3_it_is_told_once_to_everybody() -> None:
    """§23.3, §22.3  A second hit says nothing new; the view of each shows what is in force."""
    t, host, _ = placed()
    g = t.as_game()
    for _n in range(2):
        damage_formation(g, g.forces[JP].formations[host], 1)
    for eyes in (US, JP, None):
        assert [(e.does, e.side, e.token) for e in view(g, eyes).in_force] == [(LOST, JP, 0)]


def test_23_3_a_pair_is_hit_as_one() -> None:
    """§23.3, §8.4  The carrier of a pair that was hit has lost them, even if the escort takes the damage."""
    t, host, token = placed(escort="jp/desdiv-15")
    g = t.as_game()
    assert bonus(g, token) == 1
    damage_formation(g, g.forces[JP].formations[host], 1)
    g.forces[JP].formations[host] = replace(g.forces[JP].formations[host], damage=0)
    assert bonus(g, token) == 0


def test_23_3_other_formations_lose_nothing() -> None:
    """§23.3  No carrier, or a carrier of the US."""
    t, _host, token = placed()
    cruiser, wasp = t.jp.ship("Atago & Takao", "FRONT"), t.us.ship("Wasp", "FRONT")
    g = t.as_game()
    damage_formation(g, g.forces[JP].formations[cruiser], 1)
    damage_formation(g, g.forces[US].formations[wasp], 1)
    assert (g.state.in_force, bonus(g, token)) == ((), 1)


def test_23_3_without_the_rule_nothing_is_kept() -> None:
    """§4.1"""
    t, host, token = placed(PLAIN)
    g = t.as_game()
    damage_formation(g, g.forces[JP].formations[host], 1)
    assert (g.state.in_force, bonus(g, token)) == ((), 0)


def in_the_air(cards: CardSet, zeke: Task, wildcat: Task, line: Line) -> LaidTable:
    t = LaidTable(cards, phasing=JP)
    host = t.jp.ship(CARRIER, "MIDDLE", detected=True)
    flown(t, "Zeke", host, line, zeke)
    t.us.fly("Wildcat", line, wildcat)
    return t


@pytest.mark.parametrize(("cards", "n"), [(TRAINED, 5), (PLAIN, 4)])
def test_23_3_in_air_control(cards: CardSet, n: int) -> None:
    """§23.3, §17.2(3)(c)  Zeke: AirC 4; the Wildcat has no veterans.  The odds of the aim say the same."""
    t = in_the_air(cards, Task.ESCORT, Task.CONTROL, FRONT[US])
    t.us.fly("Wildcat", FRONT[US], Task.CONTROL)
    g = t.play(AirControl(line=FRONT[US], defender=US), dice=[1] * (n + 6))
    g.answer(JP, ())
    g.answer(US, ())
    (odds, _) = view(g, JP).question.odds  # type: ignore[union-attr]
    assert odds.hits == n
    g.answer(JP, {key: options[0] for key, options in shape(g, JP).choices.items()})
    assert sorted([len(faces) for _, faces in rolls(g)]) == sorted([n, 3, 3])


@pytest.mark.parametrize(("cards", "n"), [(TRAINED, 5), (PLAIN, 4)])
def test_23_3_as_interceptors(cards: CardSet, n: int) -> None:
    """§23.3, §17.2(4)(c), §15.2(3)  Against attackers, and against searchers; the answer is as ever."""
    t = in_the_air(cards, Task.INTERCEPT, Task.ATTACK, FRONT[JP])
    g = t.play(InterceptCombat(line=FRONT[JP], defender=JP), dice=[1] * (n + 2))
    g.answer(US, ())
    g.answer(JP, ())
    assert rolls(g)[0] == ("airc", [1] * n)
    t = in_the_air(cards, Task.INTERCEPT, Task.SEARCH, FRONT[JP])
    t.jp.ship("Atago & Takao", "FRONT")
    wildcat = next(iter(t.us.forces.airplanes))
    recon = t.us.card("Hudson")
    t.us.forces.airplanes[wildcat] = replace(t.us.forces.airplanes[wildcat], card=recon)
    g = t.play(SearchRounds(phasing=US, line=FRONT[JP]), dice=[1] * 20)
    assert ("airc", [1] * n) in rolls(g)


def test_23_3_not_in_the_anti_air_nor_in_searches() -> None:
    """§23.3  A Kate that is met answers with the Anti-Air of its card, and one that searches rolls its Recon."""
    counts = []
    for cards in (TRAINED, PLAIN):
        t = LaidTable(cards, phasing=JP)
        host = t.jp.ship(CARRIER, "MIDDLE", detected=True)
        flown(t, "Kate", host, FRONT[US], Task.ATTACK)
        t.us.fly("Wildcat", FRONT[US], Task.INTERCEPT)
        g = t.play(InterceptCombat(line=FRONT[US], defender=US), dice=[1] * 20)
        g.answer(JP, ())
        g.answer(US, ())
        counts.append([(ability, len(faces)) for ability, faces in rolls(g)])
    assert counts[0] == counts[1]


def test_23_3_the_odds_of_an_attack_count_them() -> None:
    """§23.3, §17.3(1)  Expected hits are the dice against a target that does not answer."""
    for cards, more in ((TRAINED, 1), (PLAIN, 0)):
        t = LaidTable(cards, phasing=JP)
        host = t.jp.ship(CARRIER, "MIDDLE", detected=True)
        base = t.us.base("Tulagi")
        t.us.forces.bases[base] = replace(t.us.forces.bases[base], card=replace(t.us.forces.bases[base].card, hp=60,
                                                                               air=None))
        flown(t, "Val", host, FRONT[US], Task.ATTACK)
        g = t.play(AirAttack(line=FRONT[US], defender=US))
        question = view(g, JP).question
        assert question is not None
        (chance,) = [c for c in question.odds if c.value == ("land", base)]
        assert round(chance.hits, 3) == printed("Val", "land") + more


def test_23_3_a_position_keeps_what_is_lost() -> None:
    """§23.3  Written and read again."""
    t, host, token = placed()
    t.state.dice = t.state.tokens.copy()
    g = t.as_game()
    damage_formation(g, g.forces[JP].formations[host], 1)
    again = from_text(to_text(g), TRAINED)
    assert again.state.in_force == g.state.in_force
    assert bonus(again, token) == 0


def test_23_3_a_battle_may_begin_with_a_carrier_that_was_hit() -> None:
    """§23.3, §24.2  It is laid out with damage."""
    words = BattleText(title="", introduction="", history="")
    bases = {side: tuple([PlacedBase(card=card.id) for card in (PLAIN.side(side).home, PLAIN.side(side).strategic)])
             for side in (US, JP)}
    ids = {c.name: c.id for c in PLAIN.jp.fleet}
    ships = (PlacedShip(lead=ids["Shokaku"], line=1, damage=1, detected=True), PlacedShip(lead=ids["Zuikaku"], line=1))
    fight = Battle(
        name="two-sisters", version=1, set="full", date="1942-10-26", first=US, turns=2, decks=False,
        us=BattleSide(bases=bases[US], ships=()), jp=BattleSide(bases=bases[JP], ships=ships),
        english=words, japanese=words,
    )
    for cards, lost in ((TRAINED, 1), (PLAIN, 0)):
        g = LaidTable(replace(cards, battle=fight), bases=False).play(LayOut())
        assert len([e for e in g.state.in_force if e.does == LOST]) == lost


def test_23_3_airplanes_are_known_by_their_cards() -> None:
    """§23.3  The three of the text are in the set, under these names."""
    assert {c.name for c in PLAIN.jp.air if veterans_of(c.id)} == {"Zeke", "Val", "Kate"}


def veterans_of(card: CardId) -> bool:
    t, host, token = placed()
    g = t.as_game()
    a = g.forces[JP].airplanes[token]
    found = next(c for c in PLAIN.jp.air if c.id == card)
    row: Airplane = replace(a, card=found)
    return bool(veterans(g, row)) and host == a.host
