"""The sheet of the envelope: its tables, with every word that they may use."""

from __future__ import annotations

from functools import cache

from ironbottom.language import N_

from .counting import FACTS, KINDS
from .tables import PrintedTable, Words, printed_text, read

INTENTIONS: dict[str, str] = {
    "land": N_("landing"),
    "raid": N_("raid"),
    "mass": N_("mass"),
    "wait": N_("wait"),
}

TITLES: dict[str, str] = {
    "intention": N_("Intention"),
    "fleet": N_("Fleet"),
    "pairs": N_("Pairs"),
    "giving": N_("Giving escorts"),
    "stations": N_("Stations"),
    "berths": N_("Berths"),
    "keeping": N_("Keeping"),
    "events": N_("Events"),
    "convoys": N_("Convoys"),
    "repair": N_("Repair"),
    "search": N_("Search"),
    "scouts": N_("Scouts"),
    "finding": N_("Finding"),
    "patrols": N_("Patrols"),
    "submarines": N_("Submarines"),
    "action": N_("Action"),
    "targets": N_("Targets"),
    "escorts": N_("Fighter escorts"),
    "press": N_("Pressing on"),
    "reaction": N_("Reaction"),
    "interception": N_("Interception"),
    "air-tasks": N_("Air tasks"),
    "air-control": N_("Air control"),
    "dogfight": N_("Dogfight"),
    "attending": N_("Attending"),
    "sea-escort": N_("Escort at sea"),
    "sea-control": N_("Sea control"),
    "sea-targets": N_("Targets at sea"),
    "smoke": N_("Smoke"),
    "bombardment": N_("Bombardment"),
    "ashore": N_("Ashore"),
    "routine": N_("Routine"),
}

ORDERS: dict[str, dict[str, str]] = {
    "intention": INTENTIONS,
    "fleet": {"keep": N_("keep the fleet"), "redraw": N_("draw it anew")},
    "pairs": {"pair": N_("give it an escort"), "leave": N_("no escort")},
    "giving": {"part": N_("it gives its escort"), "leave": N_("it keeps its escort")},
    "stations": {"front": N_("FRONT"), "middle": N_("MIDDLE"), "rear": N_("REAR")},
    "berths": {"stand": N_("a berth"), "off": N_("never")},
    "keeping": {"keep": N_("the lowest row goes first, the highest is kept longest")},
    "events": {"play": N_("play it"), "hold": N_("hold it")},
    "convoys": {"sail": N_("play the transports"), "hold": N_("hold them")},
    "repair": {"repair": N_("the highest row is repaired first")},
    "search": {"search": N_("send up to {n} scouts"), "leave": N_("no search")},
    "scouts": {"go": N_("it may scout"), "stay": N_("it stays")},
    "finding": {"find": N_("the highest row is found")},
    "patrols": {"rise": N_("all fighters but {n} rise"), "stay": N_("nobody rises")},
    "submarines": {"play": N_("attack it"), "hold": N_("hold the submarine")},
    "action": {"landing": N_("landing"), "air-attack": N_("air attack"), "retreat": N_("retreat")},
    "targets": {
        "strike": N_("as many bombers as count its HP and {n} more"), "all": N_("everything in reach"),
        "leave": N_("no strike"),
    },
    "escorts": {"escort": N_("{n} of 3 fighters go along"), "stay": N_("no fighter goes along")},
    "press": {"attack": N_("attack on"), "break-off": N_("break off")},
    "reaction": {"strike": N_("strike back, and meet"), "meet": N_("meet them")},
    "interception": {
        "all": N_("every fighter rises"), "meet": N_("a fighter for each of them and {n} more"),
        "stay": N_("nobody rises"),
    },
    "air-tasks": {"escort": N_("Escort"), "attack": N_("Air Attack")},
    "air-control": {
        "hold": N_("a fighter on Air Control for each escort, the rest intercepts"), "all": N_("all on Air Control"),
    },
    "dogfight": {"aim": N_("aim at the highest row")},
    "attending": {"come": N_("all warships come out"), "hide": N_("nobody comes out")},
    "sea-escort": {"escort": N_("escorts with {n} tenths of their guns, the rest supports")},
    "sea-control": {"control": N_("{n} tenths of their escorts' guns on Sea Control, the rest intercepts")},
    "sea-targets": {"aim": N_("fire at the highest row")},
    "smoke": {"leave": N_("it tries to leave"), "stay": N_("it stays")},
    "bombardment": {"fire": N_("fire"), "cease": N_("cease fire")},
    "ashore": {"land": N_("all transports land"), "wait": N_("none lands")},
    "routine": {
        "end": N_("end it"), "nearest": N_("each to the nearest host that has room"),
        "front": N_("from FRONT to REAR"), "escort": N_("the escort takes what damage it can without sinking"),
        "largest": N_("the largest Army first"),
        "bombs": N_("bombs before torpedoes, of each the strongest first"), "pass": N_("play none"),
        "balance": N_("the one with the highest balance in "
                      "FRONT"), "nobody": N_("nobody leaves"), "first": N_("what is harmless, or the first"),
    },
}  # fmt: skip


PARTS: dict[str, tuple[str, ...]] = {  # of the sheet
    N_("The turn and the hand"): ("intention", "keeping", "events", "convoys", "submarines"),
    N_("Deployment"): ("fleet", "pairs", "giving", "stations", "berths", "repair"),
    N_("Search"): ("search", "scouts", "finding", "patrols"),
    N_("Action, strikes and alertness"): (
        "action", "targets", "escorts", "press", "reaction", "interception", "air-tasks", "air-control", "dogfight",
    ),
    N_("Off a base"): (
        "attending", "sea-escort", "sea-control", "sea-targets", "smoke", "bombardment", "ashore", "routine",
    ),
}  # fmt: skip

WHEN: dict[str, str] = {  # it is read, with the numbers of the windows (§20)
    "intention": N_("once in his turn, after the draw"),
    "keeping": N_("windows 3, 6, 15, 33: for each card"),
    "events": N_("any window: for each event card that may be played"),
    "convoys": N_("window 4: for each transports card"),
    "submarines": N_("window 14: for each enemy formation"),
    "fleet": N_("window 1"),
    "pairs": N_("windows 2, 5: for each formation without an escort; the escort with most HP goes"),
    "giving": N_("window 5, intention land: bare transports, no free escort; for each pair, fewest VP first"),
    "stations": N_("windows 2, 5: for each formation"),
    "berths": N_("window 6: for each airplane and host; it shifts only to a higher row"),
    "repair": N_("window 7: for each damaged formation, least damaged first"),
    "search": N_("window 8: for each enemy line; one line is searched"),
    "scouts": N_("window 8: for each airplane"),
    "finding": N_("windows 8, 12, 19: for each formation that may be found"),
    "patrols": N_("window 9"),
    "action": N_("window 16"),
    "targets": N_("windows 20.1, 20.2, 25: for each detected formation and each base in reach"),
    "escorts": N_("windows 20.1, 20.2: for fighters that reach a struck line"),
    "press": N_("window 25: before each round"),
    "reaction": N_("window 20.2; airplanes left under attack escape"),
    "interception": N_("windows 20.2, 20.3: for each line under attack, most enemy airplanes first"),
    "air-tasks": N_("window 22: for each attacker"),
    "air-control": N_("window 22: for his fighters over his line, the strongest on Air Control"),
    "dogfight": N_("windows 11, 23, 24: for each enemy airplane"),
    "attending": N_("window 26"),
    "sea-escort": N_("window 27: the attacker's tasks, most guns first"),
    "sea-control": N_("window 27: the defender's tasks, most guns first"),
    "sea-targets": N_("window 29: for each enemy formation"),
    "smoke": N_("window 28: for each formation"),
    "bombardment": N_("window 30: for each formation, and before each round"),
    "ashore": N_("window 31"),
    "routine": N_("whatever else is asked"),
}

KIND_HELP: dict[str, str] = {
    "fighter": N_("an airplane with AirC 1 or more, whose Bomb and Land are 1 or less"),
    "bomber": N_("any other airplane with Bomb or Torp 1 or more"),
    "warship": N_("a formation with Surface, Torp or Land, no carrier, no transports, less than half of its HP lost"),
    "carrier": N_("a formation whose leader has carrier icons"),
}


def words() -> Words:
    """All words that the tables may use."""
    orders = {name: tuple(found) for name, found in ORDERS.items()}
    return Words(orders, frozenset(FACTS), frozenset(KINDS), tuple(INTENTIONS))


@cache
def sheet() -> dict[str, PrintedTable]:
    """The tables of the envelope."""
    return read(printed_text(), words())
