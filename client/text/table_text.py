"""The table as lines of text: six lines of cards from the enemy's rear to one's own, then what each side holds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ironbottom.language import _, counted
from ironbottom.phrases import hit_count, in_row, line_name, listed, of_side, side_name, task_name, window_phrase
from ironbottom.printed import BaseCard, EventCard
from ironbottom.views import SeenAirplane, SeenBase, SeenFormation, SeenSide, View
from ironbottom.vocabulary import amount, phrase, word
from ironbottom.words import OWN_LINES, CardId, Line, Token

from .card_summary import in_few_words
from .card_text import padded, wrapped
from .naming import Naming, half_of, sides
from .situation import dice_left, effect_text, section_name, viewpoint

WHOLE = 1000  # columns where nobody counts them
LABEL = 17  # columns of the names of the lines


class Drawing(NamedTuple):
    """A view, and what its cards are called."""

    view: View
    naming: Naming
    width: int

    @property
    def columns(self) -> int:
        return self.width or WHOLE


def table(d: Drawing) -> list[str]:
    """Everything that lies on the table, one thing a line."""
    lines = headline(d)
    if d.view.turn:
        lines.append("")
    for line in across(d.view):
        rows = list(items(d, line)) or [phrase("rows.nothing")]
        label = _("{line}:").format(line=capital(line_name(line)))
        lines += beside(label, rows, d.columns)
        if line is across(d.view)[2]:
            lines.append("-" * min(d.columns, 72))
    return [*lines, "", *lying(d), *holdings(d)]


def short_table(d: Drawing) -> list[str]:
    """The same in a few lines: one for each line that is not empty."""
    lines = headline(d)
    for line in across(d.view):
        rows = list(items(d, line))
        if rows:
            lines.append(_("{line}: {cards}.").format(line=capital(line_name(line)), cards=_(" | ").join(rows)))
    return [*lines, *lying(d)]


def across(view: View) -> tuple[Line, ...]:
    """The six lines, from the enemy's rear to one's own."""
    mine, theirs = viewpoint(view.viewer)
    return (*reversed(OWN_LINES[theirs]), *OWN_LINES[mine])


def headline(d: Drawing) -> list[str]:
    """Turn, section, points."""
    view = d.view
    if not view.turn:
        return [_("Before the first turn: {section}.").format(section=section_name(view))]
    when = _("Turn {turn}, {side}: {section}.").format(
        turn=view.turn, side=side_name(view.phasing), section=section_name(view)
    )
    points = phrase("seat.points", us=view.us.points, jp=view.jp.points)
    return [when, points]


def waiting(view: View, partner: str = "") -> list[str]:
    """Who is asked what; `partner`: who shares the reader's side, where it is his question (§26)."""
    lines = []
    for side, window in view.waiting:
        what = window_phrase(window)
        if side is view.viewer and partner:
            lines.append(phrase("team.partner_decides", name=partner, what=what, window=window))
        elif side is view.viewer:
            lines.append(_("You ({side}) are asked: {what} (window {window}).").format(
                side=side_name(side), what=what, window=window
            ))
        else:
            lines.append(_("{side} is asked: {what} (window {window}).").format(
                side=side_name(side), what=what, window=window
            ))
    return lines


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def beside(label: str, rows: list[str], columns: int) -> list[str]:
    """Rows to the right of a label; what is longer than a line goes on further in."""
    lines: list[str] = []
    for row in rows:
        first, *rest = wrapped(row, columns - LABEL) if columns > 2 * LABEL else [row]
        lines.append(padded(label if row is rows[0] else "", LABEL) + first)
        lines += [" " * (LABEL + 2) + part for more in rest for part in wrapped(more, columns - LABEL - 2)]
    return [line.rstrip() for line in lines]


def items(d: Drawing, line: Line) -> Iterator[str]:
    """What is in a line: bases, formations, airplanes in the air over it."""
    for side, half in sides(d.view):
        mine = side is d.view.viewer
        for b in half.bases:
            if b.line is line:
                yield base_text(d.naming, b) + aboard(d.naming, half, b.token, mine=mine)
        for f in half.formations:
            if f.line is line:
                yield formation_text(d.naming, f, mine=mine) + aboard(d.naming, half, f.token, mine=mine)
    for side, half in sides(d.view):
        for a in half.airplanes:
            if not a.host and a.line is line:
                yield _("in the air: {side} {airplane}").format(
                    side=of_side(side), airplane=airplane_text(d.naming, a)
                )


def noted(name: str, *notes: str) -> str:
    said = in_row([note for note in notes if note])
    return phrase("cards.noted", card=name, notes=said) if said else name


def base_text(naming: Naming, b: SeenBase) -> str:
    card = naming.cards.get(b.card)
    hp = card.hp if isinstance(card, BaseCard) else 0
    return noted(phrase("cards.base", name=naming.token(b.token)), damage_text(b.damage, hp))


def damage_text(damage: int, hp: int) -> str:
    return phrase("cards.damage", damage=damage, hp=hp) if damage else ""


def formation_text(naming: Naming, f: SeenFormation, *, mine: bool) -> str:
    """A formation with its state, as far as the viewer knows it."""
    if f.lead is None:
        return noted(naming.token(f.token), *fighting(f))
    card = naming.cards.get(f.lead)
    kind = phrase("cards.transports") if isinstance(card, EventCard) else ""
    hp = f.values.hp if f.values is not None else 0
    return noted(naming.token(f.token), kind, sight_of(f, mine=mine), damage_text(f.damage, hp), *fighting(f))


def sight_of(f: SeenFormation, *, mine: bool) -> str:
    """Whether it lies open, and whether the other side knows it all the same."""
    if f.detected:
        return phrase("cards.detected")
    if not f.known:
        return phrase("cards.unseen")
    return phrase("cards.unseen_but_enemy_knows") if mine else phrase("cards.unseen_but_known")


def fighting(row: SeenFormation | SeenAirplane) -> tuple[str, ...]:
    """Its task, and the dice that it may still roll."""
    task = "" if row.task is None else task_name(row.task, at_sea=isinstance(row, SeenFormation))
    return task, "" if row.attempts is None else dice_left(row.attempts)


def airplane_text(naming: Naming, a: SeenAirplane) -> str:
    origin = ""
    if a.card is None and a.origin:
        origin = phrase("cards.from_host", host=naming.token(a.origin))
    return noted(naming.token(a.token), *fighting(a), origin)


def aboard(naming: Naming, half: SeenSide, host: Token, *, mine: bool) -> str:
    """The airplanes on a host: by name where they may be read."""
    there = [a for a in half.airplanes if a.host == host]
    if not there:
        return ""
    if any(a.card is None for a in there):
        return phrase("cards.aboard", airplanes=amount("airplanes", len(there)))
    return phrase("cards.aboard", airplanes=in_row([naming.token(a.token) for a in there]))


def lying(d: Drawing) -> list[str]:
    """What the section in progress has lying open, and the events that work on."""
    naming = d.naming
    lines = open_lines(naming)
    effects = [effect_text(effect, naming.token(effect.token)) for effect in d.view.in_force]
    if effects:
        lines.append(_("In force: {effects}.").format(effects=listed(effects)))
    if d.view.target:
        lines.append(_("Target of the landing: {base}.").format(base=naming.token(d.view.target)))
    return lines


def open_lines(naming: Naming, sections: int = 0) -> list[str]:
    """Aims, dice that are kept, hits that are to be spent, transports that were named; of the last sections, or all."""
    lines = []
    for open_ in naming.lying[-sections:]:
        modes = open_.modes or ("",) * len(open_.aims)
        aims = [aim_text(naming, by, at, mode) for (by, at), mode in zip(open_.aims, modes, strict=False)]
        dice = [
            _("{card}: {dice}").format(card=naming.token(token or naming.target), dice=dice_left(kept))
            for token, kept in open_.dice
        ]
        landing = [naming.token(token) for token in open_.landing]
        if aims:
            lines.append(_("Aims: {aims}.").format(aims=listed(aims)))
        if dice:
            lines.append(_("Dice kept: {dice}.").format(dice=listed(dice)))
        if open_.hits and naming.spending and open_ is naming.lying[-1]:
            lines.append(phrase("open.spend", hits=hit_count(open_.hits)))
        if landing:
            lines.append(_("Named to land: {transports}.").format(transports=listed(landing)))
    return lines


def aim_text(naming: Naming, by: int, at: int, mode: str) -> str:
    text = _("{card} at {target}").format(card=naming.token(by), target=naming.token(at))
    return _("{aim}, {mode}").format(aim=text, mode=word("modes", mode)) if mode else text


def holdings(d: Drawing) -> list[str]:
    """Hands, decks and piles, as far as they are to be seen."""
    lines = []
    for side in viewpoint(d.view.viewer):
        half = half_of(d.view, side)
        if half.hand_count is None:
            lines.append(_("{side}: nothing is shown yet.").format(side=side_name(side)))
            continue
        top = phrase("cards.top", card=d.naming.card(half.top)) if half.top is not None else ""
        text = _("{side}: hand {hand}, airplane deck {air}, fleet deck {fleet}, discards {pile}{top}.")
        if d.naming.turns:
            text = _("{side}: hand {hand}, {no_decks}, discards {pile}{top}.")
        lines.append(text.format(
            side=side_name(side), hand=half.hand_count, air=half.air_deck, fleet=half.fleet_deck, pile=half.discards,
            top=top, no_decks=phrase("seat.no_decks", turns=d.naming.turns),
        ))
        if half.hand is not None and side is not d.view.viewer:  # the game is over
            lines.append(_("Hand of {side}: {cards}.").format(side=side_name(side), cards=_row(d.naming, half.hand)))
    return lines


def hand(d: Drawing) -> list[str]:
    """The viewer's hand, a line for each card."""
    view = d.view
    half = half_of(view, view.viewer) if view.viewer is not None else None
    if half is None or half.hand is None:
        return [phrase("seat.no_cards")]
    lines = [_("Your hand: {cards}.").format(cards=amount("cards", len(half.hand)))]
    for card_id in dict.fromkeys(half.hand):
        copies = half.hand.count(card_id)
        name = d.naming.card(card_id)
        if copies > 1:
            name = phrase("cards.several", n=copies, card=name)
        card = d.naming.cards.get(card_id)
        words = in_few_words(card) if card is not None else ""
        lines.append("  " + _("{card}: {words}.").format(card=name, words=words))
    return lines


def piles(d: Drawing) -> list[str]:
    """One's own discards, and both victory piles."""
    lines = []
    view = d.view
    if view.viewer is not None:
        own = half_of(view, view.viewer).discarded or ()
        lines.append(_("Your discards, the top one last: {cards}.").format(cards=_row(d.naming, own)))
    for side in viewpoint(view.viewer):
        half = half_of(view, side)
        scored = [
            phrase("cards.scored", card=d.naming.half(card), points=points) for card, points in half.victory
        ]
        lines.append(_("Victory pile of {side}, {points} VP: {cards}.").format(
            side=side_name(side), points=half.points, cards=listed(scored)
        ))
        if side is not view.viewer and half.top is not None:
            lines.append(_("Discards of {side}: {cards}, {top} on top.").format(
                side=side_name(side), cards=amount("cards", half.discards), top=d.naming.card(half.top)
            ))
    return lines


def _row(naming: Naming, cards: tuple[CardId, ...]) -> str:
    return listed([naming.card(card) for card in cards])


def turns_left(d: Drawing) -> list[str]:
    """How long the game may still last: each turn draws, and a deck that cannot give ends it (§11.2)."""
    lines = []
    homes = {card.side: card for card in d.naming.cards.values() if isinstance(card, BaseCard) and card.drawn}
    for side, half in sides(d.view):
        if half.air_deck is not None and side in homes:
            turns = counted("{n} more turn", "{n} more turns", half.air_deck // homes[side].drawn)
            lines.append(_("The {side} airplane deck is good for {turns} at most.").format(
                side=of_side(side), turns=turns
            ))
    return lines
