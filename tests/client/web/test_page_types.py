"""The types that `tsc` checks the page by are those of the wire; and what is wrong in the page is found."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests import ROOT
from tests.client.web.support import page_tools
from tests.support.lengths import some
from tests.tools.page_types import FILE, UPDATE, declarations

UNUSED = "const nobody = 1;\n"
MISSPELT = {  # a module -> what is said of it
    "/** @param {Wire.View} view */\nexport const planted = (view) => view.trun;\n":
        "Property 'trun' does not exist on type 'View'",
    "/** @param {Page.State} state */\nexport const planted = (state) => state.settngs;\n":
        "Property 'settngs' does not exist on type 'State'",
}


def test_the_types_of_the_wire_are_those_of_the_structs() -> None:
    assert FILE.read_text("utf-8") == declarations(), f"run: {UPDATE}"


def test_all_that_a_server_says_has_its_type() -> None:
    text = declarations()
    for name in ("Update", "View", "Question", "SeenFormation", "Rolled", "Seated", "Toss"):
        assert f"  interface {name} {{\n" in text
    assert "interface AnyEvent" not in text
    assert "  type AnyEvent =\n    | SidesSettled\n" in text


def test_what_nobody_uses_is_found() -> None:
    if why := page_tools.missing():
        pytest.skip(why)
    argv = ("eslint", "--stdin", "--stdin-filename", "client/web/planted.js")
    assert "'nobody' is assigned a value but never used" in page_tools.found(*argv, given=UNUSED)


@pytest.mark.parametrize(("text", "said"), some(MISSPELT.items(), 1))
def test_what_is_misspelt_is_found(tmp_path: Path, text: str, said: str) -> None:
    if why := page_tools.missing():
        pytest.skip(why)
    (tmp_path / "planted.js").write_text(text, "utf-8")
    project = {"extends": str(ROOT / "tsconfig.json"), "include": ["planted.js", str(FILE.with_name("*.d.ts"))]}
    (tmp_path / "tsconfig.json").write_text(json.dumps(project), "utf-8")
    assert said in page_tools.found("tsc", "--project", str(tmp_path))
