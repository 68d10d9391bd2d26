"""An invite as a QR code for a terminal: two modules in each letter, light ones drawn, dark ones left out."""

from __future__ import annotations

import segno

from ..text.sanitize import can_print

QUIET = 2  # light modules around the code
HALVES = {(True, True): " ", (True, False): "▄", (False, True): "▀", (False, False): "█"}  # dark above, dark below


def qr(text: str) -> list[str]:
    """The code as lines, for light letters on a dark ground; none where the letters are not known."""
    if not can_print("▀▄█"):
        return []
    code = segno.make(text.upper(), error="l", micro=False)
    rows = [[bool(module) for module in row] for row in code.matrix]
    width = len(rows[0]) + 2 * QUIET
    light = [False] * width
    framed = [light] * QUIET + [[False] * QUIET + row + [False] * QUIET for row in rows] + [light] * QUIET
    if len(framed) % 2:
        framed.append(light)
    pairs = zip(framed[::2], framed[1::2], strict=True)
    return ["".join([HALVES[above, below] for above, below in zip(*pair, strict=True)]) for pair in pairs]
