"""The styles of the pictures.  A theme gives them; without one everything is as the terminal writes it."""

from __future__ import annotations

from typing import NamedTuple

from rich.style import Style

from ironbottom.words import Side

from ..state.model import UiState
from .themes import MONO, all_themes, ground, style

BOLD, DIM, REVERSE = Style(bold=True), Style(dim=True), Style(reverse=True)


class Look(NamedTuple):
    """A style for each part of a picture; of sides there are two."""

    sea: Style = Style()  # what is between the cards
    text: Style = Style()
    strong: Style = Style(bold=True)
    faint: Style = Style(dim=True)
    edge: tuple[Style, Style] = (Style(), Style())  # of the cards of a side
    letter: tuple[Style, Style] = (Style(reverse=True), Style(reverse=True))  # the side, as a letter
    back: tuple[Style, Style] = (Style(dim=True), Style(dim=True))  # of a card that lies face down
    whole: Style = Style()  # hit points
    lost: Style = Style(dim=True)
    plane: Style = Style(bold=True)
    legal: Style = Style(underline=True)
    chosen: Style = Style(reverse=True, bold=True)
    target: Style = Style(bold=True)
    off: Style = Style(dim=True)
    cursor: Style = Style(reverse=True)
    note: Style = Style(italic=True)  # what is staged for a card

    def mark(self, state: str) -> Style:
        told = self.chosen
        return {"legal": self.legal, "chosen": self.chosen, "target": self.target, "off": self.off, "told": told}[state]


def look_of(ui: UiState) -> Look:
    """The styles of the theme that is drawn in."""
    ink = _ink(ui.theme)
    card, dim, hit = ink + ground(ui, "card"), ink + style(ui, "dim"), style(ui, "hit")
    edge = (card + style(ui, "us"), card + style(ui, "jp"))
    sound = BOLD if ui.theme == MONO else style(ui, "chosen")
    return Look(
        sea=ground(ui, "sea"), text=card, strong=card + BOLD, faint=card + dim, edge=edge,
        letter=(edge[Side.US] + REVERSE, edge[Side.JP] + REVERSE), back=(edge[Side.US] + DIM, edge[Side.JP] + DIM),
        whole=card + sound, lost=card + hit, plane=card + BOLD,
        legal=card + style(ui, "legal"), chosen=card + style(ui, "chosen"), target=card + style(ui, "target"),
        off=card + style(ui, "off"), cursor=card + REVERSE + BOLD, note=card + style(ui, "target"),
    )


def _ink(theme: str) -> Style:
    """What text is written with, where it has no colour of its own."""
    colour = next((one.foreground for one in all_themes() if one.name == theme), None)
    return Style() if theme == MONO or colour is None else Style(color=colour)
