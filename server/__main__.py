"""`python -m ironbottom.server`: the server as a process of its own, for `play` and `host`."""

from __future__ import annotations

import argparse
import sys

from .ops.command import add_options, run

if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m ironbottom.server")
    add_options(parser)
    sys.exit(run(parser.parse_args()))
