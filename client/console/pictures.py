"""Pictures that a command draws by matplotlib, which is no part of what must be installed."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Any

from ironbottom.language import _

from .errors import UserError

SUFFIXES = (".png", ".svg")
SAME_BYTES = {"svg.hashsalt": "ironbottom", "svg.fonttype": "none"}  # settings by which the same figures are the same


def plottable(name: str) -> Path:
    """The file to draw to, before any work is done for it.  Raises UserError."""
    path = Path(name)
    if path.suffix.lower() not in SUFFIXES:
        raise UserError(_("{path}: found no picture; allowed is a name that ends in .png or .svg.").format(path=name))
    if find_spec("matplotlib") is None:
        raise UserError(_("--plot needs matplotlib: pip install 'ironbottom[plot]'"))
    if not path.parent.is_dir():
        raise UserError(_("{path}: found no folder of that name to write to.").format(path=path))
    return path


def saved(figure: Any, path: Path) -> None:
    """Write a figure of matplotlib's, without the time.  Raises UserError."""
    named = {"Date": None} if path.suffix.lower() == ".svg" else {"Software": "ironbottom"}
    try:
        figure.savefig(path, dpi=144, metadata=named)
    except OSError as error:
        text = _("{path} cannot be written ({why}): give another --plot.")
        raise UserError(text.format(path=path, why=error.strerror or error)) from None
