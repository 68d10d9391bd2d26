"""The sheet of the envelope: its tables, with every word that they may use."""

from __future__ import annotations

from functools import cache

from ironbottom.language import N_

from .counting import FACTS, KINDS
from .tables import Table, Words, printed_text, read

INTENTIONS: dict[str, str] = {
    "land": N_("land"),
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
    "landing-target": N_("Landing"),
    "targets": N_("Targets"),
    "escorts": N_("Escorts"),
    "turn-of-attack": N_("Turn of attack"),
    "press": N_("Pressing on"),
    "reaction": N_("Reaction"),
    "interception": N_("Interception"),
    "escape": N_("Escape"),
    "air-tasks": N_("Air tasks"),
    "air-control": N_("Air control"),
    "dogfight": N_("Dogfight"),
    "leaving": N_("Leaving"),
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
    "keeping": {"keep": N_("keep")},
    "events": {"play": N_("play it"), "hold": N_("hold it")},
    "convoys": {"sail": N_("play the transports"), "hold": N_("hold them")},
    "repair": {"repair": N_("repair it")},
    "search": {"search": N_("send up to {n} scouts"), "leave": N_("no search")},
    "scouts": {"go": N_("it may scout"), "stay": N_("it stays")},
    "finding": {"find": N_("this one")},
    "patrols": {"rise": N_("all fighters but {n} rise"), "stay": N_("nobody rises")},
    "submarines": {"play": N_("attack it"), "hold": N_("hold the submarine")},
    "action": {"landing": N_("landing"), "air-attack": N_("air attack"), "retreat": N_("retreat")},
    "landing-target": {"land": N_("land there")},
    "targets": {
        "strike": N_("as many bombers as count its HP and {n} more"), "all": N_("everything in reach"),
        "leave": N_("no strike"),
    },
    "escorts": {"escort": N_("{n} of 3 fighters go along"), "stay": N_("no fighter goes along")},
    "turn-of-attack": {"next": N_("it goes next")},
    "press": {"attack": N_("attack on"), "break-off": N_("break off")},
    "reaction": {"strike": N_("strike back, and meet"), "meet": N_("meet them")},
    "interception": {
        "all": N_("every fighter rises"), "meet": N_("a fighter for each of them and {n} more"),
        "stay": N_("nobody rises"),
    },
    "escape": {"escape": N_("it escapes"), "stay": N_("it stays")},
    "air-tasks": {"escort": N_("Escort"), "attack": N_("Air Attack")},
    "air-control": {
        "hold": N_("a fighter on Air Control for each escort, the rest intercepts"), "all": N_("all on Air Control"),
    },
    "dogfight": {"aim": N_("aim at it")},
    "leaving": {"leave": N_("it leaves"), "stay": N_("it stays")},
    "attending": {"come": N_("all warships come out"), "hide": N_("nobody comes out")},
    "sea-escort": {"escort": N_("escorts with {n} tenths of their guns, the rest supports")},
    "sea-control": {"control": N_("{n} tenths of their escorts' guns on Sea Control, the rest intercepts")},
    "sea-targets": {"aim": N_("fire at it")},
    "smoke": {"leave": N_("it tries to leave"), "stay": N_("it stays")},
    "bombardment": {"fire": N_("fire"), "cease": N_("cease fire")},
    "ashore": {"land": N_("all transports land"), "wait": N_("none lands")},
    "routine": {"routine": N_("as the sheet says")},
}  # fmt: skip


def words() -> Words:
    """All words that the tables may use."""
    orders = {name: tuple(found) for name, found in ORDERS.items()}
    return Words(orders, frozenset(FACTS), frozenset(KINDS), tuple(INTENTIONS))


@cache
def sheet() -> dict[str, Table]:
    """The tables of the envelope."""
    return read(printed_text(), words())
