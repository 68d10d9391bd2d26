"""The page's list of modules is complete, and names none that is fetched only when it is needed."""

from __future__ import annotations

from tests.tools import page_modules


def test_the_list_is_what_the_modules_import() -> None:
    page = page_modules.PAGE.read_text("utf-8")
    assert page == page_modules.with_links(page), page_modules.UPDATE


def test_what_can_wait_is_not_in_it() -> None:
    assert {"base/dom.js", "session/api.js", "table/board/table.js"} <= set(page_modules.needed())
    assert not {"sheets/rules.js", "shell/replay/screen.js", page_modules.FIRST} & set(page_modules.needed())
