"""A whole table as lines of plain text, every card face up: for finished games and for bug reports."""

from __future__ import annotations

from ironbottom.dice import Attempts
from ironbottom.flow import Game
from ironbottom.phrases import LINE_NAMES, SIDE_NAMES
from ironbottom.record import formation_name
from ironbottom.state import AIR, Airplane, Base, Forces, Formation
from ironbottom.words import SIDES, Line, Token


def drawn(game: Game) -> list[str]:
    """The six lines from the Japanese rear to the US rear, then what each side holds."""
    state = game.state
    lines = [f"Turn {state.turn}, {SIDE_NAMES[state.phasing]}"]
    for line in reversed(Line):
        lines += ["", LINE_NAMES[line]]
        rows = [row for side in SIDES for row in _in_line(state.forces[side], line)]
        lines += rows or ["  -"]
    lines.append("")
    for side in SIDES:
        forces = state.forces[side]
        held = "; ".join([card.name for card in forces.hand]) or "nothing"
        piles = f"airplane deck {len(forces.air_deck)}, fleet deck {len(forces.fleet_deck)}"
        lines.append(f"{SIDE_NAMES[side]}: {forces.points} VP, {piles}, discarded {len(forces.discards)}")
        lines.append(f"  hand: {held}")
    return lines


def _in_line(forces: Forces, line: Line) -> list[str]:
    bases = [
        f"  base {b.card.name}{_base(b)}{_aboard(forces, b.token)}"
        for b in forces.bases.values()
        if b.line is line
    ]
    ships = [
        f"  {formation_name(f)}{_formation(f)}{_aboard(forces, f.token)}"
        for f in forces.formations.values()
        if f.line is line
    ]
    flying = [
        f"  in the air: {SIDE_NAMES[a.side]} {a.card.name}{_airplane(a)}"
        for a in forces.airplanes.values()
        if a.host == AIR and a.line is line
    ]
    return bases + ships + flying


def _noted(*notes: str) -> str:
    said = ", ".join([note for note in notes if note])
    return f" ({said})" if said else ""


def _dice(attempts: Attempts | None) -> str:
    return "" if attempts is None else f"dice {attempts.dice}"


def _base(b: Base) -> str:
    return _noted(f"damage {b.damage} of {b.card.hp}" if b.damage else "")


def _formation(f: Formation) -> str:
    seen = "detected" if f.detected else "unseen, but known" if f.known else "unseen"
    damage = f"damage {f.damage} of {f.values.hp}" if f.damage else ""
    return _noted(seen, damage, str(f.task or ""), _dice(f.attempts))


def _airplane(a: Airplane) -> str:
    return _noted("" if a.detected else "unseen", str(a.task or ""), _dice(a.attempts))


def _aboard(forces: Forces, host: Token) -> str:
    names = [a.card.name for a in forces.airplanes.values() if a.host == host]
    return f": {', '.join(names)}" if names else ""
