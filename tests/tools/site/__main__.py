"""`make docs`, or

    python -m tests.tools.site [FOLDER]

builds the site into build/site, or into another folder.  It ends with 1 where Sphinx has a warning or the built pages
lead nowhere or elsewhere.
"""

from __future__ import annotations

import sys
from pathlib import Path

from sphinx.cmd.build import build_main

from tests import ROOT
from tests.tools.site.built import faults
from tests.tools.site.gather import gather

HERE = Path(__file__).parent


def build(source: Path, into: Path) -> int:
    """Render what was gathered, strictly; Sphinx's exit code."""
    trees = into.with_name(f"{into.name}-trees")
    options = ["-q", "-E", "-W", "--keep-going", "-b", "html", "-c", str(HERE), "-d", str(trees)]
    return build_main([*options, str(source), str(into)])


def main(into: Path) -> int:
    """Gather, render, look; 0 if all is well."""
    source = into.with_name(f"{into.name}-source")
    gather(source)
    code = build(source, into)
    for fault in (found := list(faults(into))):
        print(fault, file=sys.stderr)
    if not code and not found:
        print(f"The site begins at {into / 'index.html'}")
    return 1 if code or found else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "build" / "site"))
