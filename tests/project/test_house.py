"""The house: every folder says who lives there, and none holds more than one can take in."""

from __future__ import annotations

import ast
from graphlib import TopologicalSorter
from pathlib import Path

import grimp
import pytest

from tests import ROOT

TOPS = ("ironbottom", "server", "client", "tests")
MOST = 12  # entries of a folder, besides its __init__.py
ALIKE = {  # lists of like things
    "ironbottom": "the floors of the engine",
    "ironbottom/rules": "the sections of the rulebook",
    "ironbottom/wire": "the parts of the protocol",
    "ironbottom/proof": "the parts of a proof",
    "client/bots/mate": "the parts of a bot's judgement",
    "client/cli/commands": "commands",
    "tests/bench": "figures that are measured",
    "tests/server/support": "helpers",
    "tests/support": "helpers",
}


def folders() -> list[Path]:
    """All folders with Python in them; links are other folders' other names."""
    found = [ROOT / top for top in TOPS]
    for folder in found:  # which grows meanwhile
        below = [path for path in sorted(folder.iterdir()) if path.is_dir() and not path.is_symlink()]
        found += [path for path in below if (path / "__init__.py").exists()]
    return found


FOLDERS = [path.relative_to(ROOT).as_posix() for path in folders()]


def entries(folder: str) -> list[str]:
    """What somebody sees who opens it."""
    return [path.name for path in (ROOT / folder).iterdir() if path.name not in ("__init__.py", "__pycache__")]


def test_no_modules_import_each_other_in_a_circle() -> None:
    """Not for types alone, either."""
    graph = grimp.build_graph("ironbottom", cache_dir=None)
    imports = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    TopologicalSorter(imports).prepare()  # raises CycleError, which names them


def test_one_class_name_means_one_thing() -> None:
    where: dict[str, list[str]] = {}
    for folder in [one for one in FOLDERS if not one.startswith("tests")]:
        for file in (ROOT / folder).glob("*.py"):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.ClassDef):
                    where.setdefault(node.name, []).append(file.relative_to(ROOT).as_posix())
    twice = {name: files for name, files in where.items() if len(files) > 1}
    assert twice == {"Effect": ["ironbottom/printed.py", "ironbottom/rules/effects.py"]}  # on a card, and what it does


@pytest.mark.parametrize("folder", FOLDERS)
def test_it_says_who_lives_there(folder: str) -> None:
    text = (ROOT / folder / "__init__.py").read_text(encoding="utf-8")
    assert len(ast.get_docstring(ast.parse(text)) or "") > len(folder.rpartition("/")[2])


@pytest.mark.parametrize("folder", FOLDERS)
def test_one_can_take_it_in(folder: str) -> None:
    """Tests are a list of like things, and so are golden pictures."""
    own = [name for name in entries(folder) if not name.startswith("test_")]
    assert len(own) <= MOST or folder in ALIKE, (len(own), own)
