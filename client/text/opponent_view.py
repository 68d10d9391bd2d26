"""What the opponent sees of one's own side, as far as one's own view tells it (§22)."""

from __future__ import annotations

from ironbottom.phrases import line_name, side_name, task_name
from ironbottom.printed import EventCard
from ironbottom.views import SeenAirplane, SeenFormation, SeenSide
from ironbottom.vocabulary import amount, phrase
from ironbottom.words import OWN_LINES, Side

from .naming import Naming, half_of
from .table_text import Drawing, aboard, base_text, beside, capital, damage_text, fighting, noted

PRIVATE = ("ships", "airplanes")  # sections whose steps are shown at their end


def opponents_view(d: Drawing) -> list[str]:
    """One's own side through the eyes of the other player."""
    view = d.view
    if view.viewer is None:
        return [phrase("opponent.looking_on")]
    half = half_of(view, view.viewer)
    them = side_name(view.viewer.enemy)
    if not view.turn and half.air_deck is not None and "setup" in view.sections:
        return [phrase("opponent.set_up", enemy=them)]
    lines = [phrase("opponent.sees", enemy=them)]
    if view.phasing is view.viewer and any(section in PRIVATE for section in view.sections):
        lines = [
            phrase("opponent.private", enemy=them),
            phrase("opponent.from_then"),
        ]
    for line in OWN_LINES[view.viewer]:
        rows = [
            *[
                base_text(d.naming, b) + aboard(d.naming, half, b.token, mine=False)
                for b in half.bases if b.line is line
            ],
            *[_formation(d.naming, half, f) for f in half.formations if f.line is line],
        ]
        if rows:
            lines += beside(f"{capital(line_name(line))}:", rows, d.columns)
    return [*lines, *_flying(d.naming, half), *_counts(d.naming, half, view.viewer)]


def _formation(naming: Naming, half: SeenSide, f: SeenFormation) -> str:
    """A formation as it lies there for the other: its face, or one card or two."""
    on_it = [a for a in half.airplanes if a.host == f.token]
    carried = phrase("cards.aboard", airplanes=amount("airplanes", len(on_it))) if on_it else ""
    name = naming.token(f.token)
    if f.detected:
        hp = f.values.hp if f.values is not None else 0
        return noted(phrase("opponent.face_up", card=name), damage_text(f.damage, hp), *fighting(f)) + carried
    lies = phrase("opponent.two_cards") if f.pair else phrase("opponent.one_card")
    if f.known:
        text = phrase("opponent.known", lies=lies, card=name)
    elif f.pair and f.lead is not None and isinstance(naming.cards.get(f.lead), EventCard):
        text = phrase("opponent.loaded", lies=lies, card=name
        )
    else:
        text = phrase("opponent.you", lies=lies, card=name)
    return text + carried


def _flying(naming: Naming, half: SeenSide) -> list[str]:
    lines = []
    for a in half.airplanes:
        if not a.host and a.line is not None:
            lines.append(phrase("opponent.in_air", line=line_name(a.line), airplane=_airplane(naming, a)
            ))
    return lines


def _airplane(naming: Naming, a: SeenAirplane) -> str:
    name = naming.token(a.token)
    if not a.detected:
        name = phrase("opponent.one_airplane", card=name)
    return noted(name, task_name(a.task, at_sea=False) if a.task is not None else "")


def _counts(naming: Naming, half: SeenSide, side: Side) -> list[str]:
    if half.hand_count is None:
        return []
    top = phrase("cards.top", card=naming.card(half.top)) if half.top is not None else ""
    return [
        phrase("opponent.hand", cards=amount("cards", half.hand_count)),
        phrase("opponent.no_decks", pile=half.discards, top=top) if naming.turns
        else phrase("opponent.piles", air=half.air_deck, fleet=half.fleet_deck, pile=half.discards, top=top),
    ]
