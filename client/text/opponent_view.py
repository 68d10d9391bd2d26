"""What the opponent sees of one's own side, as far as one's own view tells it (§22)."""

from __future__ import annotations

from ironbottom.language import _
from ironbottom.phrases import side_name
from ironbottom.printed import EventCard
from ironbottom.views import SeenAirplane, SeenFormation, SeenSide
from ironbottom.words import OWN_LINES, Side

from .naming import Naming, half_of
from .table_text import Drawing, aboard, base_text, beside, capital, damage_text, fighting, noted
from .vocabulary import airplane_count, card_count, line_name, task_name

PRIVATE = ("ships", "airplanes")  # sections whose steps are shown at their end


def opponents_view(d: Drawing) -> list[str]:
    """One's own side through the eyes of the other player."""
    view = d.view
    if view.viewer is None:
        return [_("You look on; both players see what you see, and their own cards.")]
    half = half_of(view, view.viewer)
    them = side_name(view.viewer.enemy)
    if not view.turn and half.air_deck is not None and "setup" in view.sections:
        return [_("{enemy} sees nothing of your set-up before both sides are ready (§22.1).").format(enemy=them)]
    lines = [_("What {enemy} sees of your side:").format(enemy=them)]
    if view.phasing is view.viewer and any(section in PRIVATE for section in view.sections):
        lines = [
            _("{enemy} sees your side as it was before this segment, until you end your airplane segment (§14.3(4)).")
            .format(enemy=them),
            _("From then on, with your unseen cards mixed:"),
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
    carried = _("; aboard {airplanes}").format(airplanes=airplane_count(len(on_it))) if on_it else ""
    name = naming.token(f.token)
    if f.detected:
        hp = f.values.hp if f.values is not None else 0
        return noted(_("{card}, face up").format(card=name), damage_text(f.damage, hp), *fighting(f)) + carried
    lies = _("two unseen cards") if f.pair else _("one unseen card")
    if f.known:
        text = _("{lies}, but it is known that this is {card}").format(lies=lies, card=name)
    elif f.pair and f.lead is not None and isinstance(naming.cards.get(f.lead), EventCard):
        text = _("{lies} (you: {card}; one unseen card, as long as the deployment that loaded it is not shown)").format(
            lies=lies, card=name
        )
    else:
        text = _("{lies} (you: {card})").format(lies=lies, card=name)
    return text + carried


def _flying(naming: Naming, half: SeenSide) -> list[str]:
    lines = []
    for a in half.airplanes:
        if not a.host and a.line is not None:
            lines.append(_("In the air by the {line}: {airplane}.").format(
                line=line_name(a.line), airplane=_airplane(naming, a)
            ))
    return lines


def _airplane(naming: Naming, a: SeenAirplane) -> str:
    name = naming.token(a.token)
    if not a.detected:
        name = _("one unseen airplane (you: {card})").format(card=name)
    return noted(name, task_name(a.task, at_sea=False) if a.task is not None else "")


def _counts(naming: Naming, half: SeenSide, side: Side) -> list[str]:
    if half.hand_count is None:
        return []
    top = _(", {card} on top").format(card=naming.card(half.top)) if half.top is not None else ""
    return [
        _("Your hand: {cards}, backs only.").format(cards=card_count(half.hand_count)),
        _("Your airplane deck: {air}; your fleet deck: {fleet}; your discards: {pile}{top}.").format(
            air=half.air_deck, fleet=half.fleet_deck, pile=half.discards, top=top
        ),
    ]
