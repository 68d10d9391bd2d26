"""dom.js: what is drawn is what was said, elements stay while they may, and nothing ever becomes markup."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page


def run(bench: Page, body: str, argument: Any = None) -> Any:
    """Run a body with everything of dom.js in scope and a container in the page."""
    return bench.evaluate(
        f"""async (given) => {{
            const {{h, s, draw, memo}} = await import("/base/dom.js");
            const box = document.createElement("main");
            document.body.replaceChildren(box);
            {body}
        }}""",
        argument,
    )


def test_a_tree_with_attributes_and_texts(bench: Page) -> None:
    body = """
        draw(box, [h("p", {class: ["a", false, "b"], id: "x", "data-thing": "t1", "aria-pressed": false, hidden: false},
          "one ", 2, null, false, [h("b", "three")]), s("svg", {viewBox: "0 0 1 1"}, s("circle", {r: 1}))]);
        return [box.innerHTML, box.querySelector("circle").namespaceURI];
    """
    html, space = run(bench, body)
    assert html == (
        '<p class="a b" id="x" data-thing="t1" aria-pressed="false">one 2<b>three</b></p>'
        '<svg viewBox="0 0 1 1"><circle r="1"></circle></svg>'
    )
    assert space == "http://www.w3.org/2000/svg"


@pytest.mark.parametrize("text", ["<img src=x onerror=alert(1)>", "</p><script>alert(1)</script>", "&lt;b&gt;", '"\'`'])
def test_hostile_texts_stay_texts(bench: Page, text: str) -> None:
    """In a text, in an attribute, and redrawn from something else."""
    body = """
        draw(box, h("p", {title: "a"}, "a"));
        draw(box, h("p", {title: given}, given));
        return [box.textContent, box.firstChild.title, box.querySelectorAll("*").length];
    """
    assert run(bench, body, text) == [text, text, 1]


def test_elements_stay_when_their_keys_move(bench: Page) -> None:
    body = """
        const list = (keys) => h("ul", keys.map((key) => h("li", {key, tabindex: 0}, key)));
        draw(box, list([..."abcde"]));
        const of = new Map([...box.querySelectorAll("li")].map((one) => [one.textContent, one]));
        of.get("c").focus();
        draw(box, list([..."ecxba"]));
        const now = [...box.querySelectorAll("li")];
        return [box.textContent, now.map((one) => of.get(one.textContent) === one), document.activeElement.textContent];
    """
    assert run(bench, body) == ["ecxba", [True, True, False, True, True], "c"]


def test_what_is_typed_is_not_undone(bench: Page) -> None:
    body = """
        const form = (n) => h("label", `${n}`, h("input", {value: ""}));
        draw(box, form(1));
        box.querySelector("input").value = "typed";
        draw(box, form(2));
        return box.querySelector("input").value;
    """
    assert run(bench, body) == "typed"


def test_the_newest_listener_hears_and_a_dropped_one_does_not(bench: Page) -> None:
    body = """
        const heard = [];
        for (const n of [1, 2]) draw(box, h("button", {on: {click: () => heard.push(n)}}, "go"));
        box.querySelector("button").click();
        draw(box, h("button", "go"));
        box.querySelector("button").click();
        return heard;
    """
    assert run(bench, body) == [2]


def test_a_memo_is_made_again_only_when_it_depends_on_something_else(bench: Page) -> None:
    body = """
        let made = 0;
        const see = (n, m) => draw(box, h("div", memo("m", [n], () => (made += 1, h("i", {key: m}, `${n}`)))));
        see(1, "a"); see(1, "b"); see(2, "b"); see(2, "c");
        return [made, box.innerHTML];
    """
    assert run(bench, body) == [2, "<div><i>2</i></div>"]


def test_styles_are_properties_of_the_element(bench: Page) -> None:
    """No style attribute is parsed: the policy of the page forbids it."""
    body = """
        draw(box, h("p", {style: {"--at": "3", color: "red"}}));
        draw(box, h("p", {style: {"--at": "4"}}));
        return [box.firstChild.style.getPropertyValue("--at"), box.firstChild.style.color];
    """
    assert run(bench, body) == ["4", ""]


def test_any_tree_after_any_other_is_as_if_drawn_fresh(bench: Page) -> None:
    """A thousand random trees, one drawn over the other."""
    body = """
        let seed = given;
        const chance = (n) => (seed = (seed * 48271) % 2147483647) % n;
        const tree = (deep) => {
          const kind = chance(9);
          if (kind === 0 || deep === 0) return `text ${chance(4)}`;
          if (kind === 1) return [null, false, ""][chance(3)];
          if (kind === 2) return Array.from({length: chance(4)}, () => tree(deep - 1));
          if (kind === 3) { const n = chance(3); return memo(`m${chance(3)}`, [n], () => h("em", `memo ${n}`)); }
          const props = {};
          if (chance(2)) props.key = `k${chance(6)}`;
          if (chance(2)) props.class = ["x", `c${chance(3)}`];
          if (chance(3) === 0) props["data-thing"] = `t${chance(5)}`;
          if (chance(4) === 0) props.style = {"--n": String(chance(3))};
          return h(["p", "b", "div"][chance(3)], props, Array.from({length: chance(5)}, () => tree(deep - 1)));
        };
        const bare = (root) => {  // an attribute that was taken away entirely leaves an empty one: the same style
          for (const one of root.querySelectorAll('[style=""]')) one.removeAttribute("style");
          return root;
        };
        const wrong = [];
        for (let n = 0; n < 1000; n++) {
          const now = seed;
          draw(box, tree(4));
          const next = seed;
          const fresh = document.createElement("main");
          seed = now;
          draw(fresh, tree(4));
          if (seed === next && bare(box.cloneNode(true)).isEqualNode(bare(fresh))) continue;
          wrong.push([n, box.innerHTML, fresh.innerHTML]);
        }
        return wrong.slice(0, 1);
    """
    assert run(bench, body, 1942) == []
