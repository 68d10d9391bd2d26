"""The cards that a command is to use: a set of the project, or a folder of cards that somebody typed in himself."""

from __future__ import annotations

from pathlib import Path

from ironbottom.catalog import SETS, CardError, card_set, read_folder
from ironbottom.printed import CardSet

CHOICES = "core|full|DIR"


def chosen(name: str) -> CardSet:
    """The set that `--set` means; a folder that is called like a set of the project is written `./core`."""
    return card_set(name) if name in SETS else own(name, "core, full or ")


def own(folder: str, also: str = "") -> CardSet:
    """The set in a folder.  Raises CardError with one sentence on what is wrong."""
    allowed = f"{also}a folder with .yaml files"
    if not folder:
        raise CardError(f'found the name ""; allowed is {allowed}.')
    try:
        files = sorted(Path(folder).iterdir())
    except (OSError, ValueError) as error:
        raise CardError(f"{folder}: found no folder to read ({_why(error)}); allowed is {allowed}.") from None
    ours = [file for file in files if file.suffix.lower() in (".yaml", ".yml") and not file.name.startswith(".")]
    texts = {file.name: _text(file) for file in ours}
    if not texts:
        raise CardError(f"{folder}: found no .yaml files; allowed is a folder with at least one.")
    return read_folder(texts)


def _text(file: Path) -> str:
    if file.suffix != ".yaml":
        raise CardError(f"{file}: found a file that ends in {file.suffix}; allowed is .yaml.")
    try:
        if file.exists() and not file.is_file():
            raise CardError(f"{file}: found no file; allowed is a .yaml file.")
        return file.read_text("utf-8-sig")
    except UnicodeDecodeError:
        raise CardError(f"{file}: found a .yaml file that is not UTF-8; allowed is UTF-8.") from None
    except OSError as error:
        raise CardError(f"{file}: found a file that cannot be read ({_why(error)}); allowed is a .yaml file.") from None


def _why(error: OSError | ValueError) -> str:
    return (isinstance(error, OSError) and error.strerror) or "it cannot be read"
