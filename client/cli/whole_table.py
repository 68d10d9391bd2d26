"""A whole table as lines of plain text, every card face up: for finished games and for bug reports."""

from __future__ import annotations

from ironbottom.dice import Attempts
from ironbottom.flow import Game
from ironbottom.language import _
from ironbottom.phrases import answer_word, line_name, side_name
from ironbottom.record import formation_name
from ironbottom.state import AIR, Airplane, Base, Forces, Formation
from ironbottom.vocabulary import phrase
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
    held = phrase("rows.between").join([card.name for card in forces.hand]) or phrase("rows.nothing")
    return [piles, "  " + _("hand: {cards}").format(cards=held)]


def _in_line(forces: Forces, line: Line) -> list[str]:
    bases = [
        "  " + phrase("cards.base", name=b.card.name) + _base(b) + _aboard(forces, b.token)
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
    return phrase("cards.damage", damage=damage, hp=hp) if damage else ""


def _base(b: Base) -> str:
    return _noted(_damage(b.damage, b.card.hp))


def _formation(f: Formation) -> str:
    seen = "cards.detected" if f.detected else "cards.unseen_but_known" if f.known else "cards.unseen"
    return _noted(phrase(seen), _damage(f.damage, f.values.hp), answer_word(str(f.task or "")), _dice(f.attempts))


def _airplane(a: Airplane) -> str:
    return _noted("" if a.detected else phrase("cards.unseen"), answer_word(str(a.task or "")), _dice(a.attempts))


def _aboard(forces: Forces, host: Token) -> str:
    names = [a.card.name for a in forces.airplanes.values() if a.host == host]
    return f": {', '.join(names)}" if names else ""
