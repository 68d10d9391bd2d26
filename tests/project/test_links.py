"""The documents lead to each other: every link and every anchor in them is there, in the checkout as on a site of them.

`make docs` builds that site and holds the same, by Sphinx; here it costs next to nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests import ROOT
from tests.support.markdown import anchors, links
from tests.tools.site.gather import documents

DOCUMENTS = documents()


@cache
def anchors_of(path: Path) -> set[str]:
    return anchors(path.read_text("utf-8"))


def broken(path: Path, root: Path = ROOT) -> Iterator[str]:
    """A line for each link that leads nowhere."""
    for link in links(path.read_text("utf-8")):
        target = (path.parent / link.path).resolve() if link.path else path.resolve()
        where = f"{path.relative_to(root)}:{link.line}: {link.path}"
        if link.outside:
            continue
        if not target.exists() or not target.is_relative_to(root.resolve()) or link.path.startswith("/"):
            yield f"{where} is not there"
        elif link.anchor and (target.suffix != ".md" or link.anchor not in anchors_of(target)):
            yield f"{where}#{link.anchor} has no such anchor"


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_link_leads_somewhere(name: str) -> None:
    assert list(broken(ROOT / name)) == []


def test_what_is_planted_is_found(tmp_path: Path) -> None:
    """A missing file, one outside, a path from the root, a missing anchor, one into a program; nothing else."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "program.py").touch()
    (tmp_path / "docs" / "other.md").write_text("# One\n\n## Same: `it`\n\n## Same it\n\n<a id='here'></a>\n", "utf-8")
    page = tmp_path / "page.md"
    right = ("docs/other.md", "docs", "docs/other.md#one", "docs/other.md#same-it", "docs/other.md#same-it-1", "#title")
    wrong = (
        "docs/another.md", "../page.md", "/page.md", "docs/other.md#two", "program.py#L1", "docs/other.md#same-it-2",
    )  # fmt: skip
    lines = [f"see [it]({target}), ![it]({target})" for target in (*right, "docs/other.md#here", "https://example.org/x")]
    code = ["`[it](nowhere.md)`", "```", "[it](nowhere.md)", "```"]
    page.write_text("\n\n".join(["# Title", *lines, *code, *[f"[it]({target})" for target in wrong]]), "utf-8")
    found = [line.partition(": ")[2].partition(" ")[0] for line in broken(page, tmp_path)]
    assert found == list(wrong)


def test_every_document_is_read() -> None:
    assert {"README.md", "ironbottom/rules/RULEBOOK.md", "server/ops/deploy/NEUTRAL_HOST.md"} <= set(DOCUMENTS)
    assert sum(len(links((ROOT / name).read_text("utf-8"))) for name in DOCUMENTS) > 50
