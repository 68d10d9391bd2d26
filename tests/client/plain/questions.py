"""Questions of every shape, laid by hand: small enough to say what each line must amount to."""

from __future__ import annotations

from ironbottom.catalog import card_set
from ironbottom.client.plain.reader import PlainReader
from ironbottom.client.text.question.menu import Menu
from ironbottom.flow import Game
from ironbottom.rules.s14_airplanes import Airplanes
from ironbottom.rules.s14_deployment import Ships
from ironbottom.rules.s16_action import ChooseAction
from ironbottom.rules.s17_air_attack import AirAttack
from ironbottom.rules.s17_air_combat import AirCombatPhase, AirControl, InterceptCombat
from ironbottom.rules.s18_sea_combat import SeaSegment
from ironbottom.rules.s19_return import HandLimit, Return
from ironbottom.sight import seen, view
from ironbottom.words import FRONT, MIDDLE, SeaTask, Side, Task
from tests.support.table import LaidTable

US, JP = Side.US, Side.JP
FULL = card_set("full")


def reader_at(g: Game, side: Side | None, width: int = 80) -> PlainReader:
    """A reader who has just heard of a game."""
    reader = PlainReader(FULL, width=width)
    reader.update(view(g, side), seen(g.events or [], side))
    return reader


def menu_at(g: Game, side: Side) -> Menu:
    menu = reader_at(g, side).seat.menu
    assert menu is not None
    return menu


def action() -> Game:
    """Choose: window 16."""
    return LaidTable().play(ChooseAction(phasing=US))


def withdrawal() -> Game:
    """Pick: two Zekes and a Rufe of Japan may leave an air control combat."""
    t = LaidTable()
    t.us.fly("Wildcat", FRONT[JP], Task.ESCORT)
    for name in ("Zeke", "Zeke", "Rufe"):
        t.jp.fly(name, FRONT[JP], Task.CONTROL)
    g = t.play(AirControl(line=FRONT[JP], defender=JP), dice=[1] * 40)
    return g.after(US, ())


def discards() -> Game:
    """Pick: three cards too many in the hand, two of them alike."""
    t = LaidTable()
    names = ["Wildcat", "Wildcat", "Dauntless", "Avenger", "Catalina", "Hudson", "Warhawk", "us/sg-radar", "us/seabees"]
    t.us.hand(*names)
    return t.play(HandLimit(phasing=US))


def flights() -> Game:
    """Assign: a Zeke and a Betty on a base may fly out."""
    t = LaidTable(phasing=JP)
    t.jp.base("Buin", aboard=["Zeke", "Betty"])
    return t.play(AirCombatPhase(phasing=JP))


def strikes() -> Game:
    """Assign: a Dauntless and an Avenger over a carrier and a base, with the odds of each target."""
    t = LaidTable()
    t.jp.base("Buka")
    t.jp.ship("Shokaku", detected=True)
    for name in ("Dauntless", "Avenger"):
        t.us.fly(name, FRONT[JP], Task.ATTACK)
    return t.play(AirAttack(line=FRONT[JP], defender=JP), dice=[4, 4, 5] + [1] * 40)


def interception() -> Game:
    """Order: two Zekes and a Rufe at two bombers."""
    t = LaidTable()
    for name in ("Dauntless", "Avenger"):
        t.us.fly(name, FRONT[JP], Task.ATTACK)
    for name in ("Zeke", "Zeke", "Rufe"):
        t.jp.fly(name, FRONT[JP], Task.INTERCEPT)
    g = t.play(InterceptCombat(line=FRONT[JP], defender=JP), dice=[1] * 60)
    return g.after(US, ()).after(JP, ())


def homecoming() -> Game:
    """Place: two Dauntlesses and a Catalina come home; Hornet and Henderson Field have room for all."""
    t = LaidTable()
    t.us.base("Henderson Field", damage=3)
    t.us.ship("Hornet")
    for name in ("Dauntless", "Dauntless", "Catalina"):
        t.us.fly(name, FRONT[JP], Task.WITHDRAWN)
    return t.play(Return())


def ships() -> Game:
    """Move: a carrier, a destroyer squadron and a damaged pair."""
    t = LaidTable()
    t.us.ship("Hornet", "REAR")
    t.us.ship("DesRon 21 (Fletcher, O'Bannon, Nicholas, Radford)", "REAR")
    t.us.ship("Indiana", "MIDDLE", escort="DesDiv 12 (Dunlap, Craven, Maury, Lang)", detected=True, damage=4)
    g = t.as_game()
    g.state.shown = g.forces[US].clone()
    return Game(g.state, [Ships(phasing=US)])


def airplanes() -> Game:
    """Move: two Wildcats of the hand and a Dauntless on a base find icons."""
    t = LaidTable()
    t.us.base("Henderson Field", aboard=["Dauntless"])
    t.us.ship("Hornet")
    t.us.hand("Wildcat", "Wildcat", "Catalina", "us/cactus-air-force")
    t.us.air_deck("Avenger", "Hudson", "Warhawk", "Wildcat")
    g = t.as_game()
    g.state.shown = g.forces[US].clone()
    t.us.unaccounted("us/cactus-air-force")
    return Game(g.state, [Airplanes(phasing=US)])


def exchanges() -> Game:
    """Move: all icons of two bases are taken, and three airplanes may change places."""
    t = LaidTable(phasing=JP, bases=False)
    t.jp.base("Truk", damage=1, aboard=["Betty"])
    t.jp.base("Buin", damage=1, aboard=["Zeke", "Val"])
    g = t.as_game()
    g.state.shown = g.forces[JP].clone()
    return Game(g.state, [Airplanes(phasing=JP)])


def guns() -> Game:
    """Pick with an event: withdrawal checks in round one of a gun segment, and SG Radar in the hand."""
    t = LaidTable()
    t.us.ship("North Carolina & Washington", detected=True, task=SeaTask.ESCORT)
    t.us.ship("Honolulu & St. Louis", detected=True, task=SeaTask.ESCORT)
    t.jp.ship("Hiei & Kirishima", detected=True, task=SeaTask.CONTROL)
    t.us.hand("us/sg-radar")
    return t.play(SeaSegment(attacker=US, part="control", weapon="surface"), dice=[1] * 60)


def nothing() -> Game:
    """Choose: Japan is asked for reactions, though it has none."""
    t = LaidTable()
    t.us.base("Henderson Field", aboard=["Flying Fortress"])
    t.jp.hand("jp/squall")
    t.jp.base("Buin")
    g = t.play(AirCombatPhase(phasing=US))
    menu = menu_at(g, US)
    g = g.after(US, {int(str(menu.things[0].value)): int(FRONT[JP])})
    return g


def midway() -> LaidTable:
    """A table with something of everything, for what is drawn."""
    t = LaidTable()
    t.state.turn = 7
    t.us.base("Henderson Field", aboard=["Wildcat", "Flying Fortress"])
    t.us.ship("San Francisco & Portland", escort="San Juan & destroyers")
    t.us.ship("Enterprise", "MIDDLE", aboard=["Dauntless"])
    t.us.ship("Honolulu & St. Louis", known=True)
    t.us.hand("us/sg-radar", "Catalina", "Catalina")
    t.us.air_deck(*["Wildcat"] * 20)
    t.jp.air_deck(*["Betty"] * 17)
    t.jp.hand("jp/squall", "Rufe")
    t.jp.base("Buin", damage=1, aboard=["Zeke"])
    t.jp.ship("Shokaku", damage=1, aboard=["Val"])
    t.jp.ship("Hiei & Kirishima", escort="DesDiv 61 (Akizuki, Teruzuki)")
    t.jp.ship("jp/combined-fleet-2", "REAR")
    t.jp.ship("Ryujo", "MIDDLE")
    for name, task in (("Zeke", Task.CONTROL), ("Zeke", Task.INTERCEPT)):
        t.jp.fly(name, FRONT[JP], task)
    for name, task in (("Wildcat", Task.ESCORT), ("Dauntless", Task.ATTACK), ("Avenger", Task.ATTACK)):
        t.us.fly(name, FRONT[JP], task)
    t.us.fly("Catalina", MIDDLE[JP], Task.WITHDRAWN)
    return t
