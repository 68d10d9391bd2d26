"""The icons of the installed page as PNG, drawn by Chromium from the icon that we drew: not every system takes SVG.

    python -m tests.tools.icons    write them
"""

from __future__ import annotations

import sys
import zlib
from base64 import b64decode
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from struct import pack

from playwright.sync_api import sync_playwright

from tests import ROOT
from tests.support.chromium import SWITCHES, found, missing

FOLDER = ROOT / "client" / "web" / "shell" / "install"
DRAWN = FOLDER / "icon.svg"  # to its edges: systems cut their own shape out of it
SIZES = (192, 512)
DRAWN_WITH = 4  # colours
COLOURS = 16  # of the picture: the rest is where two of those meet
POINTS = """async ([drawing, size]) => {
    const image = new Image(size, size);
    image.src = `data:image/svg+xml,${encodeURIComponent(drawing)}`;
    await image.decode();
    const canvas = new OffscreenCanvas(size, size).getContext("2d");
    canvas.drawImage(image, 0, 0, size, size);
    let text = "";
    for (const byte of canvas.getImageData(0, 0, size, size).data) text += String.fromCharCode(byte);
    return btoa(text);
}"""  # four bytes for each: red, green, blue, and that nothing shines through

Colour = tuple[int, ...]


def file_of(size: int) -> Path:
    """Where the icon of a size lies."""
    return FOLDER / f"icon_{size}.png"


def png(size: int, points: list[Colour]) -> bytes:
    """A square of few colours, four bits for each point: a third of what a browser's own picture takes."""
    colours = palette(points)
    place = {colour: min(range(COLOURS), key=lambda n: distance(colours[n], colour)) for colour in {*points}}
    packed = bytes(place[left] << 4 | place[right] for left, right in zip(points[::2], points[1::2], strict=True))
    lines = b"".join(b"\0" + packed[at:at + size // 2] for at in range(0, len(packed), size // 2))
    head = pack(">IIBBBBB", size, size, 4, 3, 0, 0, 0)
    parts = ((b"IHDR", head), (b"PLTE", bytes(sum(colours, ()))), (b"IDAT", zlib.compress(lines, 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunk(name, data) for name, data in parts)


def palette(points: Iterable[Colour]) -> list[Colour]:
    """Those that are drawn with, then always the one that is worst served by those before."""
    counted = Counter(points)
    known, chosen = sorted(counted), [colour for colour, _n in counted.most_common(DRAWN_WITH)]
    while len(chosen) < COLOURS:
        chosen.append(max(known, key=lambda colour: min(distance(colour, other) for other in chosen)))
    return chosen


def distance(one: Colour, other: Colour) -> int:
    """How unlike two colours are."""
    return sum((a - b) ** 2 for a, b in zip(one, other, strict=True))


def chunk(name: bytes, data: bytes) -> bytes:
    """A part of the file, with its length and its sum."""
    return pack(">I", len(data)) + name + data + pack(">I", zlib.crc32(name + data))


def main() -> int:
    """Draw them."""
    if why := missing():
        sys.exit(why)
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=found(), args=[*SWITCHES])
        for size in SIZES:
            drawn = b64decode(browser.new_page().evaluate(POINTS, [DRAWN.read_text("utf-8"), size]))
            file_of(size).write_bytes(png(size, [tuple(drawn[at:at + 3]) for at in range(0, len(drawn), 4)]))
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
