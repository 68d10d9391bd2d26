"""The server that players have, which looks after its tables several times a second, and not once a minute."""

from __future__ import annotations

import runpy

from ironbottom.server.ops import service

if __name__ == "__main__":
    service.SWEEP = 0.3
    runpy.run_module("ironbottom.server", run_name="__main__")
