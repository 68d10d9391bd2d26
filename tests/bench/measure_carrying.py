"""A key on its way to a second device: what the programs take of it, and what a person has to do besides.

A person gives `key carry` on the one device; on the other he scans its QR code (or pastes its string), or types the
eight words behind `key receive` and the server's address.  How fast people type on a telephone: 36.2 words of five
letters a minute (Palin and others, "How do People Type on Mobile Devices?", 2019).
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple

from tests.bench.figures import Goal, Row
from tests.bench.measure_start import all_cores
from tests.bench.run import Run
from tests.server.support.server_process import OwnProcess

SERVER = ("ironbottom.server", "--port", "0", "--interface", "127.0.0.1", "--no-announce", "--bots", "0", "--child")
STRING = re.compile(r"key receive (IB1-[A-Z2-7-]+)$", re.MULTILINE)
SPOKEN = re.compile(r"key receive (\S+:\d+ (?:[a-z]+ ?){8})$", re.MULTILINE)
LETTERS = 36.2 * 5 / 60  # that a person types in a second
GOAL = 30.0  # seconds, of all of it


class Carried(NamedTuple):
    """One key that was carried."""

    seconds: float  # of both programs
    letters: int  # that were typed


def measure(run: Run) -> list[Row]:
    """Each program as a process of its own, as at a keyboard; both devices and the server are this machine."""
    run.say("a key to a second device")
    all_cores()
    scanned, typed = list[Carried](), list[Carried]()
    with TemporaryDirectory() as folder, OwnProcess(*SERVER, "--data", str(Path(folder) / "server")) as server:
        for n in range(run.rounds):
            for way, found in ((STRING, scanned), (SPOKEN, typed)):
                devices = Path(folder) / f"{n} {len(found)} {way is SPOKEN}"
                found.append(carried(devices, f"127.0.0.1:{server.port}", way))
    return [
        Row("a key to a second device, scanned", "ms", [one.seconds for one in scanned], goal=Goal("<=", GOAL)),
        Row("the same by eight words, the programs' part", "ms", [one.seconds for one in typed]),
        Row("letters that are typed for it", "", [float(one.letters) for one in typed]),
        Row(
            "all of it, with a person who types", "ms", [one.seconds + one.letters / LETTERS for one in typed],
            goal=Goal("<=", GOAL),
        ),
    ]


def carried(devices: Path, server: str, way: re.Pattern[str]) -> Carried:
    """From the old device to the new one, by a string or by words."""
    begun = perf_counter()
    words = way.findall(said(devices / "old", "carry", server))[0]
    said(devices / "new", "receive", *words.split())
    return Carried(perf_counter() - begun, 0 if way is STRING else len(words))


def said(home: Path, *words: str) -> str:
    """What `ironbottom key` says on a device."""
    argv = [sys.executable, "-m", "ironbottom.client", "key", *words]
    found = subprocess.run(
        argv, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True,
        env={**os.environ, "IRONBOTTOM_HOME": str(home), "IRONBOTTOM_NAME": "Ada"},
    )
    return found.stdout + found.stderr
