"""`python -m ironbottom.client.bots.review FILE`: what a server starts, or the terminal; see `serving`."""

from __future__ import annotations

import sys

from .serving import serve

if __name__ == "__main__":
    sys.exit(serve(sys.argv[1:]))
