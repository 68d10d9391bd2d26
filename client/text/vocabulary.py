"""What words of the engine are called by people: sections, tasks, abilities, what an answer means."""

from __future__ import annotations

from collections.abc import Iterable

from ironbottom.dice import Attempts
from ironbottom.language import N_, _, counted
from ironbottom.phrases import ABILITIES, LINE_NAMES, joined, side_name
from ironbottom.views import SeenEffect, View
from ironbottom.words import SIDES, Line, Side

SECTIONS = {
    "setup": N_("set-up"),
    "first-deployment": N_("first deployment, in secret"),
    "draw": N_("draw"),
    "deployment": N_("deployment"),
    "reinforcement": N_("reinforcement"),
    "ships": N_("deployment of ships, in private"),
    "airplanes": N_("deployment of airplanes, in private"),
    "repair": N_("repair"),
    "remove-damage": N_("repair"),
    "reconnaissance": N_("reconnaissance"),
    "searched-lines": N_("search"),
    "searched-line": N_("search"),
    "search-rounds": N_("search"),
    "find": N_("search"),
    "uncover": N_("search"),
    "submarines": N_("submarines"),
    "surplus": N_("airplanes without icons"),
    "action": N_("choice of action"),
    "retreat": N_("retreat"),
    "approach": N_("approach to the landing"),
    "patrol": N_("patrol of the base"),
    "air-combat-phase": N_("flights"),
    "attacked-lines": N_("air combat"),
    "air-combat": N_("air combat"),
    "air-control": N_("air control combat"),
    "intercept-combat": N_("intercept combat"),
    "air-attack": N_("air attack"),
    "attacks": N_("air attack"),
    "strike": N_("air attack"),
    "landing-phase": N_("landing"),
    "sea-segment": N_("combat at sea"),
    "sea-rounds": N_("combat at sea"),
    "bombardment": N_("bombardment of the base"),
    "barrage": N_("bombardment of the base"),
    "going-ashore": N_("landing under fire"),
    "detach": N_("landing under fire"),
    "land-combat": N_("combat ashore"),
    "return": N_("return of airplanes"),
    "hand-limit": N_("hand limit"),
    "playing": N_("an event"),
}

AIR_TASKS = {
    "flown": N_("flown here"),
    "search": N_("Search"),
    "escort": N_("Escort"),
    "attack": N_("Air Attack"),
    "control": N_("Air Control"),
    "intercept": N_("Intercept"),
    "withdrawn": N_("withdrawn"),
}
SEA_TASKS = {
    "escort": N_("Escort"),
    "support": N_("Landing Support"),
    "control": N_("Sea Control"),
    "intercept": N_("Intercept"),
    "withdrawn": N_("withdrawn"),
}
MODES = {"bomb": N_("bomb"), "torp": N_("torpedo"), "land": N_("attack")}
HALVES = {"event": N_("event"), "transports": N_("transports"), "submarine": N_("submarine")}

MEANINGS: dict[tuple[str, str], str] = {
    ("action.choose", "retreat"): N_("retreat: draw a card, turn unseen what can"),
    ("action.choose", "air-attack"): N_("air attack"),
    ("action.choose", "landing"): N_("landing on a base in the enemy front line"),
    ("barrage.go_on", "fire"): N_("go on firing"),
    ("barrage.go_on", "cease"): N_("cease fire"),
    ("bombardment.choose", "none"): N_("none: no more bombardment"),
    ("draw.choose", "keep"): N_("keep all and skip the turn"),
    ("setup.redraw", "keep"): N_("keep this fleet"),
    ("setup.redraw", "redraw"): N_("draw anew, once"),
    ("setup.wish", "either"): N_("either side"),
    ("setup.wish", "us"): N_("US"),
    ("setup.wish", "jp"): N_("Japan"),
    ("strike.go_on", "attack"): N_("attack"),
    ("strike.go_on", "break-off"): N_("break off"),
    ("uncover.choose", "no-more"): N_("no more"),
}
WORDS = {
    "pass": N_("pass"),
    "stay": N_("stay"),
    "escape": N_("escape"),
    "withdraw": N_("withdraw"),
    "none": N_("none"),
    "keep": N_("keep all and skip the turn"),
    "squall-no-attack": N_("no airplane attacks formations there"),
    "squall-no-combat": N_("no air-to-air combat there"),
}

EFFECTS = {
    "patrol-line": N_("{side}: every submarine searches with Recon {n} (Submarine Patrol Line)"),
    "watchers": N_("{side}: Air Control {n} higher at first fire in the {line} (Coastwatchers)"),
    "squall-no-attack": N_("no airplane attacks formations in the {line} (Squall)"),
    "squall-no-combat": N_("no air-to-air combat in the {line} (Squall)"),
    "weave": N_("{side}: hits on {card} are ignored in this round (Thach Weave)"),
    "skip": N_("{side}: {card} attacks with Bomb {n} (Skip Bombing)"),
    "radar": N_("{side}: guns of {card} {n} higher at first fire (SG Radar)"),
    "lookouts": N_("{side}: the enemy's guns are silent in this round (Night Lookouts)"),
    "lance": N_("{side}: torpedoes {n} higher in this round (Long Lance)"),
    "shells": N_("{side}: Land of {card} {n} higher in round one (Type 3 Shells)"),
    "boats": N_("{side}: torpedo boats {n} higher at each of the transports (PT Boats)"),
}

OF_SIDE = {Side.US: N_("US"), Side.JP: N_("Japanese")}  # before a noun


def of_side(side: Side) -> str:
    """The side before a noun: "Japanese deck"."""
    return _(OF_SIDE[side])


def line_name(line: int) -> str:
    """ "Japanese front" """
    return _(LINE_NAMES[Line(line)])


def ability_name(ability: str) -> str:
    return _(ABILITIES.get(ability, ability))


def listed(names: Iterable[str]) -> str:
    """Names in a row; many of them hold commas themselves."""
    return joined(list(names))


def in_row(names: Iterable[str]) -> str:
    """Names in a row inside of another."""
    return _(", ").join(names)


def dice_count(n: int) -> str:
    return counted("{n} die", "{n} dice", n)


def hit_count(n: int) -> str:
    return counted("one hit", "{n} hits", n) if n else _("no hit")


def card_count(n: int) -> str:
    return counted("{n} card", "{n} cards", n)


def airplane_count(n: int) -> str:
    return counted("{n} airplane", "{n} airplanes", n)


PARTS = {"control": N_("sea control"), "intercept": N_("intercept")}
WEAPONS = {"surface": N_("guns"), "torp": N_("torpedoes")}


def dice_left(attempts: Attempts) -> str:
    """What may still be rolled."""
    if not attempts.dice:
        return _("no dice left")
    return _("one limited die left") if attempts.limited else _("{dice} left").format(dice=dice_count(attempts.dice))


def meaning(step: str, word: str) -> str:
    """A word that is an answer, as people say it."""
    return _(MEANINGS.get((step, word)) or WORDS.get(word) or word)


def section_name(view: View) -> str:
    """Where in the turn the game is: the innermost section that has a name, with its line."""
    named = [SECTIONS[tag] for tag in view.sections if tag in SECTIONS]
    if view.outcome is not None:
        return _("the game is over")
    if not named:
        return _("between two turns")
    where = _(named[-1])
    fought = next((lying for lying in reversed(view.lying) if lying.part), None)
    if fought is not None:
        where = _("{section}, {part}, {weapon}").format(
            section=where, part=_(PARTS[fought.part]), weapon=_(WEAPONS[fought.weapon])
        )
    if view.line is None:
        return where
    return _("{section} over the {line}").format(section=where, line=line_name(view.line))


def effect_text(effect: SeenEffect, card: str) -> str:
    """An event that works on; `card` is what its token is called."""
    line = line_name(effect.line) if effect.line is not None else ""
    text = _(EFFECTS.get(effect.does, effect.does))
    return text.format(side=side_name(effect.side), n=effect.n, line=line, card=card)


def task_name(task: str, *, at_sea: bool) -> str:
    return _((SEA_TASKS if at_sea else AIR_TASKS).get(task, task))


def viewpoint(viewer: Side | None) -> tuple[Side, Side]:
    """Whose lines lie at the bottom, and whose above; a spectator sits on the US side."""
    mine = SIDES[0] if viewer is None else viewer
    return mine, mine.enemy
