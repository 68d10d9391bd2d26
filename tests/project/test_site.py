"""`make docs`: the site holds every document and every module, needs nothing from elsewhere, and lets no fault pass."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests import ROOT
from tests.project.test_book import CITED, paragraphs, rulings
from tests.support.lengths import by_night
from tests.tools.site.built import Page, faults
from tests.tools.site.docstrings import rendered
from tests.tools.site.gather import PACKAGES, documents, modules


def ran(*argv: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", *argv]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built as `make docs` does."""
    into = tmp_path_factory.mktemp("docs") / "site"
    done = ran("tests.tools.site", str(into))
    assert (done.returncode, done.stderr) == (0, "")
    return into


def page(site: Path, name: str) -> Page:
    return Page((site / name).read_text("utf-8"))


@by_night
def test_every_document_and_every_module_has_a_page(site: Path) -> None:
    for name in documents():
        assert (site / name).with_suffix(".html").is_file(), name
    for name in [one for package in PACKAGES for one in modules(package)]:
        assert f"module-{name}" in page(site, f"api/{name}.html").anchors, name
    assert "ironbottom.wire.session.Session" in page(site, "api/ironbottom.wire.session.html").anchors


@by_night
def test_the_front_page_leads_to_all_of_them(site: Path) -> None:
    leads = set(page(site, "index.html").links)
    assert {str(Path(name).with_suffix(".html")) for name in documents()} <= leads
    assert "api/index.html" in leads


@by_night
def test_every_paragraph_has_an_anchor_and_is_linked_to(site: Path) -> None:
    """In each language; and every § of the one page is a link to it."""
    for name in ("RULEBOOK", "RULEBOOK.ja"):
        assert set(paragraphs()) <= page(site, f"ironbottom/rules/{name}.html").anchors
    book = page(site, "ironbottom/rules/RULEBOOK.html")
    assert "#17.2(4)(c)" in book.links
    assert {f"RULINGS.html#r-{number}" for number in rulings()} <= set(book.links)
    for language in ("", ".ja"):
        short = (ROOT / f"ironbottom/rules/TEN_MINUTES{language}.md").read_text("utf-8")
        cited = CITED.findall(short)
        leads = page(site, f"ironbottom/rules/TEN_MINUTES{language}.html").links
        assert {f"RULEBOOK{language}.html#{number}" for number in cited} <= set(leads)


@by_night
def test_it_is_searched_without_a_network(site: Path) -> None:
    """The index is a script of the site: a page that lies on a disk may load it too."""
    assert "searchindex.js" in page(site, "search.html").loaded
    index = (site / "searchindex.js").read_text("utf-8")
    assert index.startswith("Search.setIndex(")
    assert all(word in index for word in ("maintain", "RULEBOOK", "ironbottom.wire.session"))


NO_PARAGRAPH = "99.1"
PLANTED = {  # page -> what it says, and what of it is named
    "path": ("[it](nowhere.md)", "nowhere.md"),
    "anchor": ("[it](index.md#nowhere)", "nowhere"),
    "own-anchor": ("[it](#nowhere)", "nowhere"),
    "picture": ("![it](nowhere.jpg)", "nowhere.jpg"),
    "paragraph": (f"So it is (§{NO_PARAGRAPH}).", f"§{NO_PARAGRAPH}"),
}


def test_what_leads_nowhere_is_an_error(tmp_path: Path) -> None:
    """Sphinx says what, and where it stands."""
    source = tmp_path / "source"
    source.mkdir()
    (source / "index.md").write_text("\n".join(["# Front", "```{toctree}", *PLANTED, "right", "```"]), "utf-8")
    (source / "right.md").write_text("# Right\n\nSee [the front](index.md#front), §3.2 of no book (R-99).\n", "utf-8")
    book = source / "ironbottom" / "rules" / "RULEBOOK.md"
    book.parent.mkdir(parents=True)
    book.write_text("---\norphan: true\n---\n# Book\n\n**3.2** x\n", "utf-8")
    for name, (text, _said) in PLANTED.items():
        (source / f"{name}.md").write_text(f"# Page\n\n{text}\n", "utf-8")
    program = "import sys, pathlib, tests.tools.site.__main__ as m; sys.exit(m.build(*map(pathlib.Path, sys.argv[1:])))"
    command = [sys.executable, "-c", program, str(source), str(tmp_path / "site")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    warned = [line for line in done.stderr.splitlines() if "WARNING" in line or "ERROR" in line]
    assert len(warned) == len(PLANTED), warned
    for name, (_text, said) in PLANTED.items():
        assert [said in line for line in warned if f"/{name}.md" in line] == [True], (name, warned)


def test_what_a_page_fetches_from_elsewhere_is_found(tmp_path: Path) -> None:
    """Planted: a script, a style, a font, a picture, a broken link, a broken anchor; a link to elsewhere is none."""
    (tmp_path / "static").mkdir()
    (tmp_path / "static" / "right.css").write_text("body { background: url(data:image/png;base64,AA) }", "utf-8")
    (tmp_path / "static" / "wrong.css").write_text(
        "@import 'https://fonts.example.org/one.css';\n@font-face { src: url(//example.org/two.woff2) }", "utf-8"
    )
    (tmp_path / "other.html").write_text("<h1 id='there(1)'>x</h1>", "utf-8")
    (tmp_path / "page.html").write_text(
        "<link rel='stylesheet' href='static/right.css'><a href='https://example.org/'>x</a>"
        "<a href='other.html#there(1)'>x</a><a href='other.html#there%281%29'>x</a><a id='here' href='#here'>x</a>"
        "<script src='https://example.org/three.js'></script><img src='//example.org/four.png'>"
        "<link rel='preconnect' href='https://example.org/five'><p style='background: url(http://example.org/six)'>"
        "<img src='seven.png'><a href='eight.html'>x</a><a href='other.html#nine'>x</a><a href='#ten'>x</a>", "utf-8"
    )  # fmt: skip
    found = " ".join(faults(tmp_path))
    numbers = ("one.css", "two.woff2", "three.js", "four.png", "five", "six", "seven.png", "eight.html", "nine", "ten")
    assert [number for number in numbers if number not in found] == []
    assert len(list(faults(tmp_path))) == len(numbers)


def test_a_docstring_is_shown_as_it_is_written() -> None:
    """Code between backticks, drawings, words in columns; a star or an underscore is itself."""
    text = "It *is* `a*b` of _this, *args_.\n- an `item`\n\n    drawn  *here*\n\none   in columns\ntwo   too_"
    assert list(rendered(text.splitlines())) == [
        r"It \*is\* ``a*b`` of \_this, \*args\_.", "- an ``item``", "",
        "::", "", "        drawn  *here*", "", "::", "", "    one   in columns", "    two   too_",
    ]  # fmt: skip
