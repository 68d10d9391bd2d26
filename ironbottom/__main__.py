"""`python -m ironbottom`: the same as the command `ironbottom`."""

from __future__ import annotations

import sys

from ironbottom.client.__main__ import main

if __name__ == "__main__":
    sys.exit(main())
