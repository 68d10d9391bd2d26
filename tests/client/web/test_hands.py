"""What plays the page in these tests: a question is asked when it is drawn, and is not answered by itself."""

from __future__ import annotations

from playwright.sync_api import Page

# Three questions are answered by themselves, each when it is told, and the next one is there at once.
BY_THEMSELVES = """async () => {
    const {change, watch} = await import("/base/store.js");
    const asks = (number) => {
        const question = {step: `step ${number}`, shape: {type: "move"}};
        const shown = {number, view: {question, sections: [], turn: 1}};
        change({shown, latest: shown});
    };
    watch(({shown, passed}) => {
        if (shown.number > 3 || shown.view.question === passed) return;
        change({passed: shown.view.question});
        asks(shown.number + 1);
    });
    change({screen: "table"});
    asks(1);
    return hands.ready(5);
}"""


def test_what_is_answered_by_itself_was_never_asked(bench: Page) -> None:
    """On a slow machine one such question may be there when he looks, and another one when he looks again."""
    here = bench.evaluate(BY_THEMSELVES)
    assert here["ready"]
    assert here["asked"] == "step 4"
