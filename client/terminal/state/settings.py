"""How the terminal client looks and how fast it shows what happens; kept in the player's folder."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Literal

import msgspec
from msgspec.structs import replace

from ...console.errors import UserError
from ...storage.atomic_files import read_if_there, write_whole

FILE = "terminal.json"

Speed = Literal["step", "calm", "quick", "at-once"]  # "step": the dice wait for a key


class TerminalSettings(msgspec.Struct, frozen=True):
    """What somebody has chosen.  A theme "" is that of the terminal: night, or monochrome with NO_COLOR.

    A language holds until the program ends: how it begins is said by --lang and by the system.
    """

    theme: str = ""
    speed: Speed = "quick"
    by_itself: Literal["on", "off"] = "on"  # one legal answer is given by itself
    language: str = ""
    warns: Literal["on", "off"] = "off"  # a question before an answer that loses much


def kept(folder: Path) -> TerminalSettings:
    """The settings of this player; the usual ones where none can be read."""
    try:
        text = read_if_there(folder / FILE)
        return TerminalSettings() if text is None else msgspec.json.decode(text, type=TerminalSettings)
    except (UserError, msgspec.DecodeError):
        return TerminalSettings()


def keep(folder: Path, settings: TerminalSettings) -> None:
    """Remember them; a folder that cannot be written to costs nothing but that."""
    with suppress(UserError):
        write_whole(folder / FILE, msgspec.json.encode(replace(settings, language="")))
