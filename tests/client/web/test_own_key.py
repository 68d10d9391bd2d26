"""My name on a server and my key on another device, in the page; beside the program in a terminal."""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from ironbottom.client.net.club import carrying as carried
from ironbottom.client.storage.identity import Identity
from ironbottom.client.storage.seat_store import SavedSeat
from ironbottom.keys import private_bytes, private_key, public_bytes
from ironbottom.wire.naming import CARRIED, carrying, code_words, printed_code, printed_key
from tests.client.web.support.page_server import PageServer
from tests.client.web.support.visitors import Visitors, visiting

SERVER = bytes(range(32))
CODE = bytes(range(8))
ADA = Identity(private_key(sha256(b"Ada").digest()), "Ada")
SEAT = SavedSeat("join", "6TD64T2L", 1, bytes(16), b"", SERVER, (), 1_790_000_000, against="Ben", turn=3)

WITH = """async (given) => {
    const { fromBase64, toBase64 } = await import("/session/crypto/bytes.js");
    const sealing = await import("/session/crypto/sealing.js");
    const { pair } = await import("/session/storage/identity.js");
    BODY
}"""


def run(bench: Page, body: str, given: object) -> Any:
    return bench.evaluate(WITH.replace("BODY", body), given)


def base64(data: bytes) -> str:
    return b64encode(data).decode()


def test_a_printed_code_means_the_same_key_in_page_and_program(bench: Page) -> None:
    codes = [printed_code(sha256(bytes([n])).digest()[:15]) for n in range(20)]
    keys = [key for code in codes if (key := printed_key(code))]
    body = "return given.map((code) => pair(sealing.printedSecret(code)).text);"
    assert run(bench, body, codes) == [base64(public_bytes(key)) for key in keys]
    typed = [code.replace("-", " ").lower().replace("o", "0") for code in codes]
    assert run(bench, body, typed) == [base64(public_bytes(key)) for key in keys]
    made = run(bench, "return given.map((bytes) => sealing.printedCode(fromBase64(bytes)));",
               [base64(sha256(bytes([n])).digest()[:15]) for n in range(20)])  # fmt: skip
    assert made == codes


@pytest.mark.parametrize("place", [0, 7, 20, 38])
def test_a_wrong_letter_of_a_printed_code_is_found(bench: Page, place: int) -> None:
    code = printed_code(bytes(15))
    wrong = code[:place] + ("Q" if code[place] != "Q" else "R") + code[place + 1 :]
    assert run(bench, "return given.map(sealing.printedSecret);", [wrong, code[:-1], "", "Ä"]) == [None] * 4


def test_what_a_page_has_sealed_a_program_opens(bench: Page) -> None:
    body = """
    const { box, key } = await sealing.carrying(fromBase64(given.code));
    return [box, toBase64(await sealing.sealed(given.whole, key, fromBase64(given.server)))];"""
    seats = [{"how": "join", "table": f"TABL{n:04}", "place": 0, "token": base64(sha256(b"%d" % n).digest()[:16]),
              "pin": "", "server": base64(SERVER), "addresses": [], "made": n} for n in range(299)]  # fmt: skip
    whole = {"key": base64(private_bytes(ADA.key)), "name": "Ada", "seats": seats}
    box, data = run(bench, body, {"code": base64(CODE), "server": base64(SERVER), "whole": whole})
    made = carrying(CODE)
    assert b64decode(box) == made.box
    assert len(b64decode(data)) <= CARRIED
    found = carried.opened(b64decode(data), made.key, SERVER)
    assert (found.key, found.name) == (private_bytes(ADA.key), "Ada")
    assert [seat.table for seat in found.seats] == [f"TABL{n:04}" for n in range(len(found.seats))]
    assert 20 < len(found.seats) < 299


def test_what_a_program_has_sealed_a_page_opens(bench: Page) -> None:
    data, n = carried.sealed(ADA, [SEAT], carrying(CODE).key, SERVER)
    assert n == 1
    body = """
    const { key } = await sealing.carrying(fromBase64(given.code));
    const open = (data, server) => sealing.opened(fromBase64(data), key, fromBase64(server));
    const wrong = await Promise.allSettled([open(given.data, given.code), open(given.torn, given.server)]);
    const { key: secret, name, seats } = await open(given.data, given.server);
    const [{ table, place, token, server, against }] = seats;
    return [secret, name, table, place, token, server, against, ...wrong.map(({ status }) => status)];"""
    given = {"code": base64(CODE), "server": base64(SERVER), "data": base64(data), "torn": base64(data[:-1])}
    assert run(bench, body, given) == [
        base64(private_bytes(ADA.key)), "Ada", SEAT.table, 1, base64(SEAT.token), base64(SERVER), "Ben", "rejected",
        "rejected",
    ]  # fmt: skip


def opened(page: Page) -> None:
    """The sheet, by its button among the settings."""
    page.get_by_role("button", name="Settings", exact=True).click()
    page.get_by_role("button", name="Your name and your key").click()
    expect(page.get_by_role("heading", name="Your name and your key")).to_be_visible()


def secret_of(page: Page) -> object:
    return page.evaluate("() => JSON.parse(localStorage.getItem('ironbottom.key'))")


@pytest.fixture
def visitors_here(browser: Browser, tmp_path: Path) -> Iterator[Visitors]:
    with PageServer(tmp_path / "server") as server, visiting(browser, server) as visitors:
        yield visitors


def test_a_name_is_claimed_carried_to_another_browser_and_recovered(visitors_here: Visitors) -> None:
    ada = visitors_here.visit("#name=Ada")
    opened(ada)
    ada.get_by_role("button", name="Claim my name").click()
    expect(ada.get_by_role("status").filter(has_text="Ada is yours here")).to_be_visible()
    paper = ada.locator("#own-key-paper").input_value()
    assert printed_key(paper) is not None

    other = visitors_here.visit("#name=Ada")
    opened(other)
    expect(other.get_by_text("Your name: Ada (2)")).to_be_visible()
    other.get_by_role("button", name="Claim my name").click()
    expect(other.locator(".own-key .fault")).to_contain_text("That name belongs to another key here")

    ada.get_by_role("button", name="Carry my key").click()
    words = ada.locator("#own-key-words").input_value()
    assert len(words.split()) == 8
    expect(ada.locator(".own-key .qr")).to_be_visible()
    other.get_by_label("Its eight words").fill(words)
    button = other.get_by_role("button", name="Take the key")
    expect(button).to_be_disabled()
    other.get_by_label("This browser may be who that device is").check()
    before = secret_of(other)
    button.click()
    expect(other.locator(".own-key")).to_have_count(0)
    assert secret_of(other) == secret_of(ada) != before

    third = visitors_here.visit("#name=Ada")
    opened(third)
    third.get_by_label("Printed code").fill(paper.replace("-", "")[:-1] + "-")
    third.get_by_role("button", name="Recover my name").click()
    expect(third.locator(".own-key .fault")).to_contain_text("A letter of that printed code is wrong or missing")


def test_a_key_in_other_hands_is_revoked_and_the_printed_code_gives_the_name_to_a_new_one(
    visitors_here: Visitors,
) -> None:
    ada = visitors_here.visit("#name=Ada")
    opened(ada)
    ada.get_by_label("I have the code on paper.").check()
    ada.get_by_role("button", name="Revoke this key").click()
    expect(ada.locator(".own-key .fault")).to_contain_text("claim one first")
    ada.get_by_role("button", name="Claim my name").click()
    paper = ada.locator("#own-key-paper").input_value()
    before = secret_of(ada)
    ada.get_by_role("button", name="Revoke this key").click()
    expect(ada.locator(".own-key")).to_have_count(0)
    opened(ada)
    assert secret_of(ada) != before
    ada.get_by_label("Printed code").fill(paper)
    ada.get_by_role("button", name="Recover my name").click()
    expect(ada.get_by_role("status").filter(has_text="Ada is yours here")).to_be_visible()


def test_words_that_are_wrong_are_said_to_be(visitors_here: Visitors) -> None:
    page = visitors_here.visit(f"#key={code_words(CODE).replace(' ', '-')}")
    expect(page.get_by_label("Its eight words")).to_have_value(code_words(CODE))
    assert "#key" not in page.url
    page.get_by_label("This browser may be who that device is").check()
    page.get_by_role("button", name="Take the key").click()
    expect(page.locator(".own-key .fault")).to_contain_text("There is nothing under that code")
    page.get_by_label("Its eight words").fill("one two three")
    page.get_by_role("button", name="Take the key").click()
    expect(page.locator(".own-key .fault")).to_contain_text("Those are not the eight words of a code")
