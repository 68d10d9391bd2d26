"""A whole game by somebody who sees roles, names and live messages alone, as a screen reader does; in both languages.

Nothing is known of the page's elements, classes or state: what the browser tells assistive programs must be enough.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from time import monotonic
from typing import Any

import pytest
from playwright.sync_api import Error, Page

from ironbottom.language import _, speak
from tests.client.web.support.page_server import PATIENCE
from tests.client.web.support.visitors import Visitors
from tests.support.languages import english
from tests.support.lengths import NIGHT, some

__all__ = ["english"]  # after each test the next one hears English

QUESTIONS = 10_000 if NIGHT else 7  # then the push has heard enough
MOST_PRESSES = 20_000
PRESS = "function () { this.click(); }"  # what a screen reader does with what it stands on
BUTTONS = ("button", "ToggleButton")


class Node:
    """What an assistive program knows of one thing on the page."""

    def __init__(self, told: dict[str, Any]) -> None:
        self.id: str = told["nodeId"]
        self.handle: int = told.get("backendDOMNodeId", 0)
        self.role: str = told.get("role", {}).get("value", "")
        self.name: str = told.get("name", {}).get("value", "")
        self.about = {one["name"]: one["value"].get("value") for one in told.get("properties", ())}
        self.children: list[Node] = []
        self.parent: Node | None = None

    def all(self) -> Iterator[Node]:
        """It, and everything in it, as it is read."""
        yield self
        for child in self.children:
            yield from child.all()

    def within(self, role: str) -> bool:
        """Whether it lies in something of that role."""
        return self.parent is not None and (self.parent.role == role or self.parent.within(role))

    def text(self) -> str:
        """What is read of it."""
        return " ".join([one.name for one in self.all() if one.role == "StaticText"])

    @property
    def presses(self) -> bool:
        """Whether it is a button that can be pressed now."""
        return self.role in BUTTONS and not self.about.get("disabled")


class ScreenReader:
    """Somebody with a screen reader."""

    def __init__(self, page: Page, seed: int) -> None:
        self.cdp, self.page, self.rng = page.context.new_cdp_session(page), page, Random(seed)
        self.cdp.send("Accessibility.enable")
        self.heard: set[str] = set()  # all that live regions have said
        self.questions = Counter[str]()
        self.last = ""

    def read(self) -> Node:
        """The whole page; what its live regions say is heard."""
        tree = self.cdp.send("Accessibility.getFullAXTree")["nodes"]
        nodes = [Node(told) for told in tree]
        known = {node.id: node for node in nodes}
        for told, node in zip(tree, nodes, strict=True):
            node.children = [known[one] for one in told.get("childIds", ()) if one in known]
            for child in node.children:
                child.parent = node
        for node in nodes[0].all():
            if node.about.get("live") in ("polite", "assertive"):
                self.heard |= {one.name for one in node.all() if one.role == "StaticText"}
        return nodes[0]

    def press(self, node: Node) -> None:
        """Press something; it may have gone meanwhile."""
        assert node.name.strip(), f"a {node.role} without a name, after “{self.last}”"
        self.last = node.name
        try:
            found = self.cdp.send("DOM.resolveNode", {"backendNodeId": node.handle})["object"]["objectId"]
            self.cdp.send("Runtime.callFunctionOn", {"functionDeclaration": PRESS, "objectId": found})
        except Error as gone:
            if not re.search("No node|not find|context", gone.message):
                raise

    def wait_for(self, role: str, name: str) -> Node:
        """Read until that is there and can be pressed."""
        return self.until(lambda page: next(
            (one for one in page.all() if one.role == role and one.name == name and not one.about.get("disabled")), None
        ))

    def until(self, find: Callable[[Node], Node | None]) -> Node:
        """Read again and again until something is found."""
        end = monotonic() + PATIENCE
        while (found := find(self.read())) is None:
            assert monotonic() < end, f"nothing came after “{self.last}”"
            self.page.wait_for_timeout(20)
        return found

    def play(self) -> bool:
        """Answer what is asked; whether that was to the end, and not only as long as this run has time."""
        for _n in range(MOST_PRESSES):
            where = self.until(self.standing)
            if where.role == "dialog":
                if where_says(where, _("You have won"), _("You have lost")):
                    return True
                self.press(next(one for one in where.all() if one.name == _("Close") and one.presses))
                continue
            if sum(self.questions.values()) >= QUESTIONS:
                return False
            self.answer(where)
        raise AssertionError(f"no end; the last press was {self.last}")

    def standing(self, page: Node) -> Node | None:
        """What wants to be answered or put away: a dialog, or the part of the page with our decision."""
        dialog = next((one for one in page.all() if one.role == "dialog"), None)
        if dialog is not None:
            return dialog
        yours = re.compile(re.escape(_("Your decision, {side}")).replace(r"\{side\}", ".+"))
        regions = [one for one in page.all() if one.role == "region" and one.within("complementary")]
        asked = next((one for one in regions if yours.search(one.text())), None)
        return asked if asked and not asked.about.get("busy") and any(one.presses for one in asked.all()) else None

    def answer(self, asked: Node) -> None:
        """One press towards the answer.  The question was announced, and every button says what it does."""
        prompt = asked.name
        told = _("You are asked: {prompt}").format(prompt=prompt)
        assert told in self.heard, f"{prompt!r} was shown, and never said"
        rows = [one for one in asked.all() if one.presses and one.within("listitem") and not one.name.startswith("§")]
        ends = [one for one in asked.all() if one.presses and not one.within("list") and self.goes_on(one)]
        kinds = ends if ends and (not rows or self.rng.random() < 0.3) else rows
        assert kinds, f"a dead end at {prompt!r}: {[(one.role, one.name) for one in asked.all() if one.name]}"
        chosen = self.rng.choice(kinds)
        if chosen in ends:
            self.questions[prompt] += 1
        self.press(chosen)

    def goes_on(self, button: Node) -> bool:
        """Whether it gives an answer, and does not take one back or open the rules."""
        back = (_("Undo"), _("Start again"), _("Close"))
        return not button.name.startswith("§") and not any(button.name.startswith(one) for one in back)


def where_says(where: Node, *headings: str) -> bool:
    """Whether something has a heading of these."""
    return any(one.role == "heading" and one.name in headings for one in where.all())


@pytest.mark.parametrize("lang", some(["ja", "en"], 1))
def test_a_game_by_roles_names_and_live_messages_alone(visitors: Visitors, lang: str) -> None:
    """From the start page to the end of the game, and what was refused was nothing."""
    speak(lang)
    reader = ScreenReader(visitors.visit(lang=lang, hasty=True, blind=True), 5)
    reader.press(reader.wait_for("button", _("Play a bot")))
    ended = reader.play()
    assert ended or sum(reader.questions.values()) >= QUESTIONS
    assert len(reader.questions) > 3
    refused = re.compile(re.escape(_("Not accepted: {text}")).replace(r"\{text\}", ".*"))
    assert [said for said in reader.heard if refused.fullmatch(said)] == []


def test_a_question_that_is_not_said_is_missed(visitors: Visitors) -> None:
    """The planted fault: a page whose live region is silent."""
    page = visitors.visit("#bot=random&side=us", hasty=True, blind=True)
    reader = ScreenReader(page, 5)
    reader.until(reader.standing)
    page.evaluate("() => document.querySelectorAll('[aria-live]').forEach((one) => one.replaceChildren())")
    reader.heard.clear()
    with pytest.raises(AssertionError, match="never said"):
        reader.answer(reader.until(reader.standing))


def test_a_button_without_a_name_is_missed(visitors: Visitors) -> None:
    """The other one: what is only drawn is nothing to press."""
    page = visitors.visit("#bot=random&side=us", hasty=True, blind=True)
    reader = ScreenReader(page, 5)
    asked = reader.until(reader.standing)
    button = next(one for one in asked.all() if one.presses)
    button.name = ""
    with pytest.raises(AssertionError, match="without a name"):
        reader.press(button)
