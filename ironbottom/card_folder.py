"""A folder of cards that somebody typed in himself."""

from __future__ import annotations

from pathlib import Path

from ironbottom.catalog import CardError, read_folder
from ironbottom.language import _
from ironbottom.printed import CardSet


def own(folder: str, allowed: str = "") -> CardSet:
    """The set in a folder.  Raises CardError with one sentence on what is wrong."""
    allowed = allowed or _("a folder with .yaml files")
    if not folder:
        raise CardError(_('found the name ""; allowed is {allowed}.').format(allowed=allowed))
    try:
        files = sorted(Path(folder).iterdir())
    except (OSError, ValueError) as error:
        none = _("{folder}: found no folder to read ({why}); allowed is {allowed}.")
        raise CardError(none.format(folder=folder, why=_why(error), allowed=allowed)) from None
    ours = [file for file in files if file.suffix.lower() in (".yaml", ".yml") and not file.name.startswith(".")]
    texts = {file.name: _text(file) for file in ours}
    if not texts:
        none = _("{folder}: found no .yaml files; allowed is a folder with at least one.")
        raise CardError(none.format(folder=folder))
    return read_folder(texts)


def _text(file: Path) -> str:
    if file.suffix != ".yaml":
        other = _("{file}: found a file that ends in {suffix}; allowed is .yaml.")
        raise CardError(other.format(file=file, suffix=file.suffix))
    try:
        if file.exists() and not file.is_file():
            raise CardError(_("{file}: found no file; allowed is a .yaml file.").format(file=file))
        return file.read_text("utf-8-sig")
    except UnicodeDecodeError:
        other = _("{file}: found a .yaml file that is not UTF-8; allowed is UTF-8.")
        raise CardError(other.format(file=file)) from None
    except OSError as error:
        closed = _("{file}: found a file that cannot be read ({why}); allowed is a .yaml file.")
        raise CardError(closed.format(file=file, why=_why(error))) from None


def _why(error: OSError | ValueError) -> str:
    return (isinstance(error, OSError) and error.strerror) or _("it cannot be read")
