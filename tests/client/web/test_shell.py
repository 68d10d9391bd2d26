"""What is around the table: links, invites, the rulebook, the moments of a replay; each against its twin in Python."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from ironbottom.client.net.server_messages import in_our_words
from ironbottom.client.text.rules.rulebook import paragraphs
from ironbottom.language import speak
from ironbottom.vocabulary import amount, for_page, phrase, word
from ironbottom.windows import WINDOWS
from ironbottom.wire.invite import Address, Invite, InviteError, link, read, write
from tests.client.web.support.visitors import Visitors
from tests.support.languages import english

__all__ = ["english"]  # after each test the next one hears English


def run(bench: Page, module: str, body: str, argument: Any = None) -> Any:
    """Run a body with a module of the page as `m`."""
    return bench.evaluate(f"""async (given) => {{ const m = await import("/{module}"); {body} }}""", argument)


def hexadecimal(text: str) -> str:
    """What an invite says, or why it says nothing, in one line."""
    try:
        invite = read(text)
    except InviteError as error:
        return str(error)
    return f"{invite.table} {invite.secret.hex()} {invite.pin.hex()}"


def invites() -> list[Invite]:
    rng = Random(4)
    addresses = (Address("192.168.0.7", 4277), Address("play.example.org", 65_535), Address("2001:db8::7", 1))
    return [
        Invite("".join(rng.choices("ABCab019_-", k=n)), rng.randbytes(16), rng.randbytes(16), addresses[: 1 + n % 3])
        for n in range(1, 17)
    ]


class TestInvites:
    def test_they_are_read_as_python_reads_them(self, bench: Page) -> None:
        """Whole and spoilt ones, with the same sentence about what is wrong."""
        texts = ["", "hello", "IB1-", "IB1-AAAA", "IB9-AEAQA-O2QMN"]
        for invite in invites():
            text = write(invite)
            texts += [text, text.lower(), link(invite), text[:30], text[4:], f"{text}A", text.replace("-", " ")]
            other = "A" if text[30] != "A" else "B"
            texts += ["IB2" + text[3:], text[:30] + other + text[31:], text.replace("O", "0")]
        body = """
            const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
            return given.map((text) => {
              try { const {table, secret, pin} = m.read(text); return `${table} ${hex(secret)} ${hex(pin)}`; }
              catch (fault) { return fault.message; }
            });
        """
        assert run(bench, "start/invite/invite.js", body, texts) == [hexadecimal(text) for text in texts]

    def test_they_are_written_as_python_writes_them(self, bench: Page) -> None:
        given = [[one.table, [*one.secret], [*one.pin], [[*address] for address in one.addresses]] for one in invites()]
        found = run(bench, "start/invite/invite.js", "return given.map((one) => m.write(...one));", given)
        assert found == [write(one) for one in invites()]


class TestLinks:
    @pytest.mark.parametrize(
        ("hash_", "place"),
        [
            ("#join=K7F2QA5X:AQID_-8", {"to": "join", "table": "K7F2QA5X", "secret": "AQID_-8", "side": "either"}),
            ("#join=K7F2QA5X:AQ&side=jp", {"to": "join", "table": "K7F2QA5X", "secret": "AQ", "side": "jp"}),
            ("#watch=K7F2QA5X", {"to": "watch", "table": "K7F2QA5X", "secret": ""}),
            ("#bot=mate", {"to": "bot", "name": "mate", "side": "either", "seed": "", "set": "core"}),
            ("#bot=first&side=us&seed=1942&set=full",
             {"to": "bot", "name": "first", "side": "us", "seed": "1942", "set": "full"}),
            ("#resume=K7F2QA5X", {"to": "resume", "table": "K7F2QA5X"}),
            ("#replay=REPLAY&at=12", {"to": "replay", "table": "REPLAY", "secret": "", "at": 12, "eye": "", "game": 0}),
            ("#replay=REPLAY&at=-1&eye=all&game=x",
             {"to": "replay", "table": "REPLAY", "secret": "", "at": 0, "eye": "", "game": 0}),
            (
                "#replay=K7F:AQ_-8&game=2&at=3&eye=jp",
                {"to": "replay", "table": "K7F", "secret": "AQ_-8", "at": 3, "eye": "jp", "game": 2},
            ),
            *[(bad, None) for bad in (
                "", "#", "#join=", "#join=<b>:x", "#join=A:" + "x" * 99, "#bot=mate&seed=xyz", "#bot=a/b",
                "#resume=../x", "#join=A:B&side=both", "#nothing=1", "#replay=A:<b>&at=1",
            )],
        ],
    )  # fmt: skip
    def test_where_they_lead(self, bench: Page, hash_: str, place: dict[str, Any] | None) -> None:
        assert run(bench, "base/address.js", "return m.place(given);", hash_) == place


    @pytest.mark.parametrize(
        ("hash_", "language", "left"),
        [
            ("#lang=ja", "ja", ""), ("#join=K7F:AQ&name=A%20B&lang=ja", "ja", "#join=K7F:AQ&name=A%20B"),
            ("#replay=REPLAY", "", "#replay=REPLAY"), ("", "", ""),
        ],
    )  # fmt: skip
    def test_they_may_bring_a_language(self, bench: Page, hash_: str, language: str, left: str) -> None:
        body = "return [m.languageIn(given), m.withoutLanguage(given)];"
        assert run(bench, "base/address.js", body, hash_) == [language, left]


class TestOpenTables:
    DRAWN = """
        const {draw} = await import("/base/dom.js");
        const {draft} = await import("/base/draft.js");
        const place = document.createElement("div");
        draw(place, m.openTables({lobby: given, net: {status: "in"}}, draft({})));
        return [...place.querySelectorAll("li")].map((one) => one.textContent);
    """

    def test_a_game_under_way_is_told_from_a_free_seat(self, bench: Page) -> None:
        """With both names, where the server tells them."""
        terms = {"cards": "core", "bank": 0, "absent": "wait", "practice": False, "spectators": True}
        line = {"table": "A", "name": "Ada", "terms": terms, "status": "open", "free": "us", "watchers": 0}
        playing = line | {"table": "B", "status": "playing", "free": None}
        given = [line, playing, playing | {"table": "C", "against": "Ben"}]
        free, alone, both = run(bench, "start/tables.js", self.DRAWN, given)
        assert ("free: US" in free, free.endswith("Join")) == (True, True)
        assert (alone.startswith("Adain play ·"), both.startswith("Ada – Benin play ·")) == (True, True)
        assert both.endswith("Watch")


class TestRulebook:
    BOOK = """
        const text = async (path) => (await fetch(path)).text();
        const paths = ["/ten-minutes.md", "/rulebook.md", "/rulings.md"];
        const texts = [];
        for (const path of paths) texts.push(await text(path));
        const book = texts.flatMap(m.parsed);
    """

    def test_it_has_the_paragraphs_of_the_plain_client(self, bench: Page) -> None:
        found = run(bench, "sheets/rulebook.js", self.BOOK + "return book.map((one) => one.number).filter(Boolean);")
        assert found == [one.number for one in paragraphs() if one.number]

    @pytest.mark.parametrize(
        ("wanted", "found"),
        [("17.2(3)(a)", "17.2(3)(a)"), ("§17.2", "17.2"), ("17.2(3)(z)", "17.2(3)"), ("r-13", "R-13"), ("99.1", "")],
    )
    def test_a_paragraph_or_the_one_above_it(self, bench: Page, wanted: str, found: str) -> None:
        body = self.BOOK + "return m.nearest(book, given);"
        assert run(bench, "sheets/rulebook.js", body, wanted) == found

    def test_a_search_finds_words_and_numbers(self, bench: Page) -> None:
        body = self.BOOK + "return given.map((words) => m.search(book, words).map((one) => one.number));"
        words, number, nothing = run(bench, "sheets/rulebook.js", body, ["withdrawal check", "17.2", "zebra crossing"])
        texts = {one.number: " ".join([one.title, *one.lines]).casefold() for one in paragraphs()}
        assert words
        assert all("withdrawal" in texts[one] and "check" in texts[one] for one in words if one)
        assert number[0] == "17.2"
        assert all(one.startswith("17.2") for one in number)
        assert nothing == []

    def test_a_rule_opens_at_its_paragraph(self, visitors: Visitors) -> None:
        page = visitors.visit()
        page.get_by_role("button", name="Rules", exact=True).click()
        page.get_by_role("searchbox").fill("9.2")
        page.get_by_role("button", name="17 Air combat").click()
        paragraph = page.locator('[data-rule="17"]')
        expect(paragraph).to_be_focused()
        expect(paragraph).to_be_in_viewport()
        page.keyboard.press("Escape")
        expect(page.get_by_role("button", name="Rules", exact=True)).to_be_focused()


def test_the_page_has_the_vocabulary_of_the_program(bench: Page) -> None:
    """Every table, and the windows in every language."""
    assert run(bench, "base/language/vocabulary.js", "return m.TABLES;") == json.loads(json.dumps(for_page()))
    assert run(bench, "base/language/vocabulary.js", "return m.TABLES.windows;").keys() == WINDOWS.keys()
    body = """
        const {speak, whenMore} = await import("/base/language/words.js");
        await Promise.all([import("/base/language/later_words.js"), speak(given)]);
        if (given !== "en") await new Promise((done) => { whenMore(done); m.phrase("opponent.hand", {cards: ""}); });
        const kinds = ["refused.not_yet", "opponent.hand"].map((name) => m.phrase(name, {why: "W", cards: "C"}));
        const named = ["detach", "newer"].map((section) => m.word("sections", section));
        return [...kinds, ...named, m.amount("hits", 1), m.amount("hits", 3)];"""
    for language in ("en", "ja"):
        speak(language)
        expected = [
            phrase("refused.not_yet", why="W"), phrase("opponent.hand", cards="C"), word("sections", "detach"),
            word("sections", "newer"), amount("hits", 1), amount("hits", 3),
        ]
        assert run(bench, "base/language/vocabulary.js", body, language) == expected


def test_what_the_server_says_is_told_as_in_the_program(bench: Page) -> None:
    """In English the server's own words, and in Japanese ours."""
    body = """
        const {speak} = await import("/base/language/words.js");
        await speak(given);
        return ["taken", "illegal", "newer"].map((code) => m.inOurWords({code, text: "Strange words."}));"""
    for language in ("en", "ja"):
        speak(language)
        expected = [in_our_words(code, "Strange words.") for code in ("taken", "illegal", "newer")]
        assert run(bench, "base/language/server_messages.js", body, language) == expected


def test_moments_of_a_replay(bench: Page) -> None:
    """Three scenes, of three events, none, and one: five moments; the last of a scene shows the table after it."""
    body = """
        const view = (name, side) => ({viewer: side, us: `${name} us by ${side}`, jp: `${name} jp by ${side}`});
        const scene = (number, events) => ({number, events, us: view(number, 0), jp: view(number, 1)});
        const scenes = [scene(1, ["a", "b", "c"]), scene(2, []), scene(4, ["d"])];
        const row = m.moments(scenes);
        const at = (n, eye) => m.shownAt({scenes, row, at: n, eye});
        return {
          events: row.map((one) => one.event), shown: row.map((_one, n) => at(n, "us").view.us),
          both: [at(4, "both").view.us, at(4, "both").view.jp, at(4, "both").view.viewer],
          before: at(4, "jp").beat.before.jp, next: [0, 1, 3, 4].map((n) => m.nextScene(row, n, 1)),
          back: [0, 1, 3, 4].map((n) => m.nextScene(row, n, -1)),
          log: m.logOf({scenes, row, at: 3, eye: "us"}).map((one) => one.event),
        };
    """
    assert run(bench, "shell/replay/moments.js", body) == {
        "events": ["a", "b", "c", None, "d"],
        "shown": ["1 us by 0", "1 us by 0", "1 us by 0", "2 us by 0", "4 us by 0"],
        "both": ["4 us by 0", "4 jp by 1", None],
        "before": "2 jp by 1", "next": [3, 3, 4, 4], "back": [0, 0, 0, 3], "log": ["a", "b", "c"],
    }


@pytest.mark.parametrize(
    ("text", "most", "clean"),
    [("A\u202eB\u0007C", 24, "ABC"), ("a" * 30, 24, "a" * 24 + "…"), ("e\u0301\u0302\u0303\u0304", 24, "é\u0302\u0303"),
     ("  two \n words ", 24, "two words"), ("<b>", 24, "<b>")],
)  # fmt: skip
def test_names_are_cleaned_where_they_are_drawn(bench: Page, text: str, most: int, clean: str) -> None:
    assert run(bench, "base/language/clean.js", "return m.clean(...given);", [text, most]) == clean
