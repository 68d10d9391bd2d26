"""Small modules of the page beside their twins in Python."""

from __future__ import annotations

import json
import re
from random import Random
from string import Formatter
from typing import Any
from unicodedata import category

import pytest
from babel.messages.pofile import read_po
from playwright.sync_api import Page

from ironbottom.wire.cleaning import clean_text
from ironbottom.wire.invite import Address, Invite, InviteError, read, write
from tests.client.web.support.hostile import HOSTILE
from tests.client.web.support.stage import Stage
from tests.tools.catalogue import TEMPLATE


def with_module(bench: Page, path: str, body: str, given: Any = None) -> Any:
    """Run a body with a module as `m`."""
    return bench.evaluate(f'async (given) => {{ const m = await import("{path}"); {body} }}', given)


def templates() -> list[str]:
    """Every text of the project with named fields to fill in; phrases of events have a form of their own."""
    with TEMPLATE.open("rb") as file:
        texts = [one.id if isinstance(one.id, str) else one.id[0] for one in read_po(file)]
    return [text for text in texts if "{" in text and all(re.fullmatch(r"[a-z]\w*(:[^{}]*)?", f) for f in fields(text))]


def fields(text: str) -> list[str]:
    """What stands in braces."""
    return re.findall(r"\{([^{}]*)\}", text)


def parts_of(template: str) -> dict[str, Any]:
    """A value for each field: numbers where the form asks for one."""
    parts: dict[str, Any] = {}
    for _text, field, form, _conversion in Formatter().parse(template):
        if field is not None:
            parts[field] = 7 if form else f"<{field}>"
    return parts


def test_templates_are_filled_as_in_python(bench: Page) -> None:
    """Each of the catalogue."""
    told = [(template, parts_of(template)) for template in templates()]
    assert len(told) > 200
    body = "return given.map(([template, parts]) => m.fill(template, parts));"
    filled = with_module(bench, "/base/language/words.js", body, told)
    wrong = [
        (template, found) for (template, parts), found in zip(told, filled, strict=True)
        if found != template.format(**parts)
    ]  # fmt: skip
    assert wrong == []


def test_what_is_filled_in_is_not_filled_again(bench: Page) -> None:
    body = 'return m.fill("{name} wins", {name: "{side}$&{{"});'
    assert with_module(bench, "/base/language/words.js", body) == "{side}$&{{ wins"


def test_the_marks_of_a_sentence_stay_those_of_its_language(bench: Page) -> None:
    said = "前線基地：1（敵）、1つもなければ"
    assert with_module(bench, "/base/language/clean.js", "return m.sentence(given, 300);", said) == said


@pytest.mark.parametrize("text", HOSTILE)
def test_cleaning_leaves_nothing_that_steers_or_hides(bench: Page, text: str) -> None:
    """Clean once or twice, the same; what the server cleaned passes unchanged."""
    body = """const once = m.clean(given, 24);
      return [once, m.clean(once, 24), m.clean(given, 300), m.sentence(given, 300)];"""
    given = json.loads(json.dumps(text, ensure_ascii=True))
    once, twice, line, said = with_module(bench, "/base/language/clean.js", body, given)
    assert once == twice
    assert len(once) <= 25
    for found in (once, line, said):
        assert not [c for c in found if category(c) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")]
    server = clean_text(text, 24)
    assert with_module(bench, "/base/language/clean.js", "return m.clean(given, 300);", server) == server


def invites() -> list[Invite]:
    """Some, of every kind of address."""
    rng = Random(1942)
    hosts = ("192.0.2.7", "play.example.org", "localhost", "10.0.0.1")
    return [
        Invite(
            "".join(rng.choices("ABCDEFGH234567", k=rng.randint(1, 16))), rng.randbytes(16), rng.randbytes(16),
            tuple([Address(rng.choice(hosts), rng.randint(1, 65_535)) for _ in range(rng.randint(1, 8))]),
        )
        for _ in range(40)
    ]  # fmt: skip


def test_invites_are_read_and_written_as_in_python(bench: Page) -> None:
    told = [
        [i.table, list(i.secret), list(i.pin), [list(a) for a in i.addresses], write(i)] for i in invites()
    ]  # fmt: skip
    body = """return given.map(([table, secret, pin, addresses, text]) => {
        const found = m.read(text.toLowerCase().replaceAll("-", " "));
        return [m.write(table, secret, pin, addresses), found.table, [...found.secret], [...found.pin]];
    });"""
    found = with_module(bench, "/start/invite/invite.js", body, told)
    assert found == [[text, table, secret, pin] for table, secret, pin, _addresses, text in told]


def test_every_typo_of_an_invite_is_refused_with_the_same_sentence(bench: Page) -> None:
    """Letters changed, cut off, added; and texts that are none."""
    rng = Random(7)
    texts = ["", "hello", "IB1-", "IB2-AAAAA", "ironbottom://join", "IB1-AEAQA", "http://example.org/#join=x"]
    for invite in invites()[:20]:
        text = write(invite)
        at = rng.randrange(4, len(text))
        texts += [text[:at], text + "A", text[:at] + rng.choice("ABCDEFG234567") + text[at + 1 :]]
    body = "return given.map((text) => { try { m.read(text); return ''; } catch (error) { return error.message; } });"
    found = with_module(bench, "/start/invite/invite.js", body, texts)
    assert dict(zip(texts, found, strict=True)) == {text: fault(text) for text in texts}


def fault(text: str) -> str:
    """What Python says of an invite."""
    try:
        read(text)
    except InviteError as error:
        return str(error)
    return ""


CLOCKS = """
    const {state} = await import("/base/store.js"), {draw} = await import("/base/dom.js");
    const seat = (name, side, here) => ({name, side, here, left: 1000, running: !side});
    const seats = [seat("Ann", 1, true), seat("Bob", 0, given.here)];  // the host plays Japan
    const table = {status: given.status, terms: {absent: given.absent}, seats};
    const half = {points: 0}, waiting = given.waiting.map((side) => [side, "8"]);
    const view = {turn: 1, phasing: 0, sections: [], waiting, us: half, jp: half, viewer: null, outcome: null};
    const clocks = {left: [90_000, 300_000], at: performance.now() - 10_000}, place = document.createElement("div");
    draw(place, m.header({...state, table, latest: {view}, shown: {view}, clocks}));
    const found = [...place.querySelectorAll("[role=timer]")];
    return found.map((one) => [one.textContent, one.classList.contains("running")]);
"""


@pytest.mark.parametrize(("told", "shown"), [
    ({"waiting": [0]}, [["5:00", False], ["1:20", True]]), ({"waiting": [1]}, [["4:50", True], ["1:30", False]]),
    ({"waiting": [0, 1]}, [["4:50", True], ["1:20", True]]), ({"waiting": []}, [["5:00", False], ["1:30", False]]),
    ({"waiting": [0], "status": "paused"}, [["5:00", False], ["1:30", False]]),
    ({"waiting": [0], "absent": "wait", "here": False}, [["5:00", False], ["1:30", False]]),
    ({"waiting": [0], "here": False}, [["5:00", False], ["1:20", True]]),
])
def test_each_clock_is_that_of_its_side_and_runs_for_who_is_asked(
    bench: Page, told: dict[str, Any], shown: list[list[Any]]
) -> None:
    """§20.6  Whoever made the table, and whatever was said of the clocks when somebody came in."""
    given = {"status": "playing", "absent": "clock", "here": True, **told}
    found = with_module(bench, "/table/header.js", CLOCKS, given)
    assert [[text.strip("JU"), runs] for text, runs in found] == shown


@pytest.mark.parametrize(("path", "socket"), [("/", "/play"), ("/1/", "/1/play"), ("/2/index.html", "/2/play")])
def test_the_socket_is_beside_the_page(bench: Page, path: str, socket: str) -> None:
    body = "history.replaceState(null, '', given); return new URL(m.endpoint()).pathname;"
    assert with_module(bench, "/session/net/server.js", body, path) == socket


# The page is drawn while the words of another language are on their way: it is resized, or the clock goes on.
SPOKEN_MEANWHILE = """async ([langs, slow]) => {
    const [{speak}, store] = [await import("/base/language/words.js"), await import("/base/store.js")];
    const real = globalThis.fetch;
    globalThis.fetch = async (address) => {
        if (String(address).endsWith(slow)) await new Promise((done) => setTimeout(done, 400));
        return real(address);
    };
    for (const lang of langs) {
        const coming = speak(lang);
        dispatchEvent(new Event("resize"));
        await coming;
        store.change({settings: {...store.state.settings, lang}});
        await hands.frame();
        await hands.frame();
    }
    globalThis.fetch = real;
    return hands.all(".line-words, .piles-name").map((one) => one.textContent);
}"""


@pytest.mark.parametrize("slow", ["ja.json", "ja-later.json"])
def test_a_language_is_spoken_when_its_words_are_here(stage: Stage, slow: str) -> None:
    page = stage.showing("ships")
    japanese = page.evaluate(SPOKEN_MEANWHILE, [["ja"], slow])
    assert len(japanese) == 8
    assert [text for text in japanese if text.isascii()] == []
    assert page.evaluate(SPOKEN_MEANWHILE, [["en", "ja", "en"], slow])[:2] == ["Japanese rear", "Japanese middle"]


def test_of_two_languages_the_last_is_spoken(stage: Stage) -> None:
    """Though the words of the other come later."""
    page = stage.showing("ships")
    assert page.evaluate(
        """async () => {
            const {language, speak} = await import("/base/language/words.js");
            await Promise.all([speak("ja"), speak("en")]);
            return [language(), document.documentElement.lang];
        }"""
    ) == ["en", "en"]


def test_earlier_versions_of_the_cards_are_not_offered(bench: Page) -> None:
    """They are for games that were begun with them; where one goes on, its table says so in words."""
    body = "return [m.setNames({server: {sets: given}}).map(([name]) => name), m.setName('core@1'), m.setName('a@1')];"
    given = [["a@1", "00"], ["core", "01"], ["core@1", "02"], ["full", "03"], ["full@12", "04"]]
    found = with_module(bench, "/session/terms.js", body, given)
    assert found == [["a@1", "core", "full"], "core, as it was in version 1", "a@1"]
