"""The links of the checkout: `ironbottom/cards` leads to `cards/`, and so on.  No program needs them, mypy and
import-linter do; where a system or a setting of git has no links, git writes files with their targets.
"""

from __future__ import annotations

from pathlib import Path

from tests import ROOT

LINKS = {f"ironbottom/{name}": f"../{name}" for name in ("cards", "client", "server")}
LAID = f"git config core.symlinks true && git checkout -- {' '.join(LINKS)}"


def missing(root: Path = ROOT) -> str:
    """One sentence on those that are no links, and how git lays them; nothing where all are there."""
    stubs = [name for name in LINKS if not (root / name).is_dir()]
    return f"{', '.join(stubs)}: no link to the folder beside it; git lays it by `{LAID}`" if stubs else ""
