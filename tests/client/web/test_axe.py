"""axe finds nothing: names, roles, order, contrast, in every situation and both themes."""

from __future__ import annotations

import pytest

from tests.client.web.support import axe
from tests.client.web.support.situations import NAMES, show, situations
from tests.client.web.support.visitors import Visitors
from tests.client.web.test_pictures import PLACES
from tests.support.lengths import some

COLOURS = ["color-contrast", "link-in-text-block"]  # all that a theme changes

# Of the levels A and AA all but two rules: what is small on the table stands in the panel too, as large as it must be;
# and a card is called by its name, though its numbers are drawn on it.
RUN = """async (rules) => {
    const all = {
        runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
        rules: {"target-size": {enabled: false}, "label-content-name-mismatch": {enabled: false}},
    };
    const {violations} = await axe.run(document, rules ? {runOnly: {type: "rule", values: rules}} : all);
    return violations.flatMap(({id, nodes}) => nodes.slice(0, 5).map(({target, failureSummary}) =>
        `${id}: ${target.join(" ")}: ${failureSummary.replaceAll("\\n", " ")}`));
}"""


@pytest.mark.parametrize(("theme", "rules"), some([("day", None), ("night", COLOURS)], 1))
def test_axe_finds_nothing(visitors: Visitors, theme: str, rules: list[str] | None) -> None:
    assert not axe.missing(), axe.missing()
    person = visitors.person(motion=False, theme=theme, hasty=True, covered=False)
    person.add_init_script(path=axe.source_file())
    page = visitors.window(person)
    faults = []
    for name in (*PLACES, *some(NAMES, 6)):
        if name in ("start", "invited", "waiting-room"):
            page.goto(visitors.server.url)
        page.locator("button#play-bot:enabled, .screen-table, .waiting-room").first.wait_for()
        if name in PLACES:
            PLACES[name](page)
        else:
            show(page, situations()[name])
        faults += [f"{name}: {fault}" for fault in page.evaluate(RUN, rules)]
    assert not faults, "\n".join(faults)
