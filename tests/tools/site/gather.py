"""What the site is made of: every document of the checkout at its own path, and what its links lead to beside it.

Nobody copies a document by hand or registers a new one: what git has, or would have, is there.  So a link that works
in the repository works on the site.  The front page and a page for each module are written here.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests import ROOT
from tests.support.markdown import links

GROUPS = {  # caption on the front page -> documents, in the order in which one reads them
    "Play": (
        "README.md", "ironbottom/rules/TEN_MINUTES.md", "ironbottom/rules/RULEBOOK.md", "ironbottom/rules/RULINGS.md",
        "cards/FIELDS.md", "cards/BALANCE.md", "cards/battles/README.md", "client/net/REMOTE.md",
    ),
    "日本語": (
        "ironbottom/rules/TEN_MINUTES.ja.md", "ironbottom/rules/RULEBOOK.ja.md", "ironbottom/rules/RULINGS.ja.md",
    ),
    "Run a server": ("server/ops/deploy/NEUTRAL_HOST.md", "server/THREATS.md"),
    "Write a bot or a client": ("client/bots/GUIDE.md", "ironbottom/wire/PROTOCOL.md"),
    "Work on it": ("ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"),
}  # fmt: skip
REST = "More"  # of documents that stand in no group

# Packages whose modules have a page, and what stands above the list of them.
PACKAGES = {
    "ironbottom": "The engine: rules, cards, views, records.",
    "ironbottom.wire": "The protocol, without a socket.",
}
HIDDEN = {"__init__", "__main__"}

MODULE = """{name}
{line}

.. automodule:: {name}
   :members:
"""


def documents(root: Path = ROOT) -> list[str]:
    """Every document that git has, or would have."""
    listing = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z", "--", "*.md"]
    listed = subprocess.run(listing, cwd=root, capture_output=True, check=True).stdout.decode()
    return sorted({name for name in listed.split("\0") if name and (root / name).is_file()})


def grouped(names: Sequence[str]) -> dict[str, list[str]]:
    """The documents by their caption."""
    found = {caption: [name for name in group if name in names] for caption, group in GROUPS.items()}
    placed = {name for group in found.values() for name in group}
    found[REST] = [name for name in names if name not in placed]
    return {caption: group for caption, group in found.items() if group}


def modules(package: str, root: Path = ROOT) -> list[str]:
    """The package and its modules, by their names; not the packages in it."""
    files = sorted((root / package.replace(".", "/")).glob("*.py"))
    return [package, *[f"{package}.{file.stem}" for file in files if file.stem not in HIDDEN]]


def gather(into: Path, root: Path = ROOT) -> None:
    """Lay everything out in a folder, which is emptied first."""
    shutil.rmtree(into, ignore_errors=True)
    names = documents(root)
    for name in {*names, *[target for one in names for target in beside(root, one)]}:
        (into / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(root / name, into / name)
    for name in [one for package in PACKAGES for one in modules(package, root)]:
        written(into / "api" / f"{name}.rst", MODULE.format(name=name, line="=" * len(name)))
    written(into / "api" / "index.md", "\n".join(contents_of_api(root)))
    written(into / "index.md", "\n".join(front(grouped(names))))


def beside(root: Path, name: str) -> Iterator[str]:
    """Files that are no documents and that a document links to or shows."""
    for link in links((root / name).read_text("utf-8")):
        path = (root / name).parent / link.path
        if link.path and not link.outside and path.is_file() and path.suffix != ".md":
            yield path.resolve().relative_to(root).as_posix()


def written(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


def front(groups: dict[str, list[str]]) -> Iterator[str]:
    """The front page: where everything is."""
    yield "# Iron Bottom & Sunset Sky"
    yield "\nThe Solomons, 1942 and 1943, as a card game for two. These are the documents of the project.\n"
    for caption, names in groups.items():
        yield from tree(caption, names)
    yield from tree("Reference", ["api/index.md"])


def contents_of_api(root: Path) -> Iterator[str]:
    """The page above those of the modules."""
    yield "# Modules"
    yield "\nWhat can be imported, from its docstrings.\n"
    for package, about in PACKAGES.items():
        yield f"## {package}\n\n{about}\n"
        yield from tree("", [f"{name}.rst" for name in modules(package, root)])


def tree(caption: str, names: Sequence[str]) -> Iterator[str]:
    """A list of pages as Sphinx reads it."""
    yield "```{toctree}"
    yield ":maxdepth: 1"
    if caption:
        yield f":caption: {caption}"
    yield ""
    yield from [re.sub(r"\.(?:md|rst)$", "", name) for name in names]
    yield "```\n"
