"""A whole table as lines of plain text, every card face up: for finished games and for bug reports."""

from __future__ import annotations

from ironbottom.dice import Attempts
from ironbottom.flow import Game
from ironbottom.language import _
from ironbottom.phrases import line_name, side_name, word
from ironbottom.record import formation_name
from ironbottom.state import AIR, Airplane, Base, Forces, Formation
from ironbottom.words import SIDES, Line, Side, Token


def drawn(game: Game) -> list[str]:
    """The six lines from the Japanese rear to the US rear, then what each side holds."""
    state = game.state
    lines = [_("Turn {turn}, {side}").format(turn=state.turn, side=side_name(state.phasing))]
    for line in reversed(Line):
        lines += ["", line_name(line)]
        rows = [row for side in SIDES for row in _in_line(state.forces[side], line)]
        lines += rows or ["  -"]
    lines.append("")
    for side in SIDES:
        lines += _beside(side, state.forces[side])
    return lines


def _beside(side: Side, forces: Forces) -> list[str]:
    """What a side has beside the table."""
    piles = _("{side}: {points} VP, airplane deck {air}, fleet deck {fleet}, discarded {discarded}").format(
        side=side_name(side), points=forces.points, air=len(forces.air_deck), fleet=len(forces.fleet_deck),
        discarded=len(forces.discards),
    )
    held = _("; ").join([card.name for card in forces.hand]) or _("nothing")
    return [piles, "  " + _("hand: {cards}").format(cards=held)]


def _in_line(forces: Forces, line: Line) -> list[str]:
    bases = [
        "  " + _("base {name}").format(name=b.card.name) + _base(b) + _aboard(forces, b.token)
        for b in forces.bases.values()
        if b.line is line
    ]
    ships = [
        f"  {formation_name(f)}{_formation(f)}{_aboard(forces, f.token)}"
        for f in forces.formations.values()
        if f.line is line
    ]
    flying = [
        "  " + _("in the air: {side} {name}").format(side=side_name(a.side), name=a.card.name) + _airplane(a)
        for a in forces.airplanes.values()
        if a.host == AIR and a.line is line
    ]
    return bases + ships + flying


def _noted(*notes: str) -> str:
    said = ", ".join([note for note in notes if note])
    return f" ({said})" if said else ""


def _dice(attempts: Attempts | None) -> str:
    return "" if attempts is None else _("dice {n}").format(n=attempts.dice)


def _damage(damage: int, hp: int) -> str:
    return _("damage {damage} of {hp}").format(damage=damage, hp=hp) if damage else ""


def _base(b: Base) -> str:
    return _noted(_damage(b.damage, b.card.hp))


def _formation(f: Formation) -> str:
    seen = _("detected") if f.detected else _("unseen, but known") if f.known else _("unseen")
    return _noted(seen, _damage(f.damage, f.values.hp), word(str(f.task or "")), _dice(f.attempts))


def _airplane(a: Airplane) -> str:
    return _noted("" if a.detected else _("unseen"), word(str(a.task or "")), _dice(a.attempts))


def _aboard(forces: Forces, host: Token) -> str:
    names = [a.card.name for a in forces.airplanes.values() if a.host == host]
    return f": {', '.join(names)}" if names else ""
