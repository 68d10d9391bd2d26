"""How the table looks: by night, by day, for eyes that tell few colours apart, and without any colour.

Everything that a colour says is said by a letter or a shape, too.  Widgets take colours from the variables of the theme
($us, $jp, $legal ...) in their .tcss, and from `style` where they draw text themselves.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from rich.style import Style
from textual.theme import Theme

from ironbottom.language import N_

if TYPE_CHECKING:
    from ..state.model import UiState

NIGHT, DAY, CLEAR, MONO = "night", "day", "clear", "mono"

NAMES = {NIGHT: N_("night"), DAY: N_("day"), CLEAR: N_("for the colour-blind"), MONO: N_("without colours")}

COLOURS: dict[str, dict[str, str]] = {
    NIGHT: {
        "us": "#7fb2ff", "jp": "#ff8f80",
        "legal": "#ffd75f", "chosen": "#8be28b", "target": "#ffaf5f", "off": "#6c7a89",
        "hit": "#ff6b5e", "miss": "#8a97a6", "unseen": "#93a4b5", "dim": "#8a97a6",
        "sea": "#0b1a2a", "card": "#16293d",
    },
    DAY: {
        "us": "#0b4fb3", "jp": "#b3261e",
        "legal": "#7a5600", "chosen": "#1b6e2c", "target": "#a34700", "off": "#7a828a",
        "hit": "#c0261a", "miss": "#5f6a75", "unseen": "#4d5a66", "dim": "#5f6a75",
        "sea": "#dfeaf3", "card": "#f7fafc",
    },
    CLEAR: {  # the colours of Okabe and Ito
        "us": "#56b4e9", "jp": "#e69f00",
        "legal": "#f0e442", "chosen": "#ffffff", "target": "#cc79a7", "off": "#8a8a8a",
        "hit": "#d55e00", "miss": "#999999", "unseen": "#b0b0b0", "dim": "#999999",
        "sea": "#101418", "card": "#22282e",
    },
}
for palette in COLOURS.values():
    palette["told"] = palette["chosen"]  # never beside each other: a lesson speaks of things while nothing is asked
COLOURS[MONO] = dict.fromkeys(COLOURS[NIGHT], "ansi_default")

# What is drawn besides the colour, in every theme; without colours it is all there is.
DRAWN: dict[str, Style] = dict.fromkeys(("chosen", "hit", "legal", "told"), Style(bold=True))
UNCOLOURED: dict[str, Style] = {
    "us": Style(bold=True), "jp": Style(italic=True), "legal": Style(bold=True),
    "chosen": Style(reverse=True, bold=True), "target": Style(underline=True, bold=True), "off": Style(dim=True),
    "told": Style(reverse=True, bold=True),
    "miss": Style(dim=True), "hit": Style(bold=True), "unseen": Style(dim=True), "dim": Style(dim=True),
}

_GROUNDS = {
    NIGHT: ("#0e1721", "#15222f", "#1d2e3f", "#dbe6f0", "#4f8fe6", "#ffc857"),
    DAY: ("#eef3f7", "#ffffff", "#dde6ee", "#15202b", "#0b4fb3", "#8a5a00"),
    CLEAR: ("#101418", "#1a1f24", "#262c33", "#ececec", "#56b4e9", "#f0e442"),
}


def _theme(name: str) -> Theme:
    colours = COLOURS[name]
    background, surface, panel, foreground, primary, accent = _GROUNDS[name]
    return Theme(
        name=name, primary=primary, secondary=colours["unseen"], accent=accent, foreground=foreground,
        background=background, surface=surface, panel=panel, warning=colours["target"], error=colours["hit"],
        success=colours["chosen"], dark=name != DAY, variables=colours,
    )


def _mono() -> Theme:
    """Only what every terminal has: its own two colours; what is chosen is reversed, bold or underlined."""
    plain = "ansi_default"
    variables = {
        **COLOURS[MONO], "block-cursor-foreground": plain, "block-cursor-background": plain,
        "block-cursor-text-style": "bold reverse", "input-cursor-text-style": "reverse", "border": plain,
        "border-blurred": plain, "scrollbar": plain, "scrollbar-hover": plain, "scrollbar-active": plain,
        "scrollbar-background": plain, "scrollbar-corner-color": plain, "scrollbar-background-hover": plain,
        "scrollbar-background-active": plain, "footer-key-foreground": plain, "ansi-background": plain,
        "ansi-foreground": plain, "input-cursor-background": plain, "input-cursor-foreground": plain,
        "input-selection-background": plain, "input-selection-foreground": plain,
        "screen-selection-background": plain, "screen-selection-foreground": plain,
        "button-focus-text-style": "bold reverse",
    }
    return Theme(
        name=MONO, ansi=True, primary=plain, secondary=plain, warning=plain, error=plain, success=plain, accent=plain,
        foreground=plain, background=plain, surface=plain, panel=plain, boost=plain, variables=variables,
    )


def all_themes() -> list[Theme]:
    """Those that can be chosen."""
    return [*[_theme(name) for name in (NIGHT, DAY, CLEAR)], _mono()]


def uncoloured() -> bool:
    """Whether the environment wants no colours (no-color.org)."""
    return bool(os.environ.get("NO_COLOR"))


def resolved(wanted: str) -> str:
    """The theme to begin with: what somebody chose, or none of the colours."""
    if uncoloured():
        return MONO
    return wanted if wanted in NAMES else NIGHT


def style(ui: UiState, name: str) -> Style:
    """How something is written: "us", "jp", "legal", "chosen", "target", "off", "told", "hit", "dim" ..."""
    if ui.theme == MONO:
        return UNCOLOURED.get(name, Style())
    return Style(color=COLOURS[ui.theme][name]) + DRAWN.get(name, Style())


def ground(ui: UiState, name: str) -> Style:
    """What something is written on: "card" or "sea"; without colours on what the terminal has."""
    return Style() if ui.theme == MONO else Style(bgcolor=COLOURS[ui.theme][name])
