"""Two people come together by the page: what one gives the other, and what the other is asked before he sits down."""

from __future__ import annotations

import re
from base64 import urlsafe_b64decode
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from ironbottom.server.listening.own_addresses import own_addresses
from ironbottom.wire.invite import Address, Invite, read, write
from tests.client.support.terminal import Terminal
from tests.client.web.support.page_server import PageServer
from tests.client.web.support.player import PagePlayer
from tests.client.web.support.visitors import Visitors, visiting, wait_until
from tests.support.lengths import by_night, some

OUTSIDE = "192.0.2.7"  # where others find the server, as its host says
MODULES = """async () => {
    const {modules} = await import("/base/widgets/qr.js");
    while (!document.querySelector(".qr path")) await hands.frame(); // it is fetched when it is needed
    const text = document.querySelector("#invite-link").value;
    const dark = modules(text).flat().filter(Boolean).length;
    return [dark, document.querySelector(".qr path").getAttribute("d").match(/M/g).length];
}"""
READABLE = """async () => {
    const {change, state} = await import("/base/store.js");
    change({server: {...state.server, readable: true}});
}"""
BEN_IS_US = """async () => {
    const {state} = await import("/base/store.js");
    return state.table.seats.some(({name, side}) => name === "Ben" && side === 0);
}"""
SEAT = "async () => (await import('/base/store.js')).state.seat"


@pytest.fixture
def open_server(tmp_path: Path) -> Iterator[PageServer]:
    """A server for the whole network, as `ironbottom host` has it."""
    with PageServer(tmp_path, "--interface", "", "--name", OUTSIDE) as server:
        yield server


@pytest.fixture
def guests(browser: Browser, open_server: PageServer) -> Iterator[Visitors]:
    with visiting(browser, open_server) as visitors:
        yield visitors


def table_of(page: Page) -> str:
    """Make a table by the page; the link for a friend."""
    page.locator("button#make-table").click()
    return page.locator("#invite-link").input_value()


@by_night
def test_the_link_of_a_page_opened_here_leads_others_here_too(guests: Visitors) -> None:
    """Not to 127.0.0.1, which is another computer for each; with the invite, a code, and what the network can read."""
    page = guests.visit()
    page.locator("button#make-table").wait_for()
    expect(page.locator("button#make-table")).to_be_enabled()
    link = table_of(page)
    port = guests.server.port
    expect(page.locator("#invite-link")).to_have_value(link)
    wait_until(page, "() => document.querySelector('#invite-string')")
    link = page.locator("#invite-link").input_value()
    assert link.startswith(f"http://{OUTSIDE}:{port}/#join=")
    invite = read(page.locator("#invite-string").input_value())
    assert invite.addresses == ((OUTSIDE, port),)
    table, secret = link.partition("#join=")[2].split(":")
    assert (invite.table, invite.secret) == (table, urlsafe_b64decode(secret + "=="))
    drawn, shown = page.evaluate(MODULES)
    assert drawn == shown > 100
    words = page.locator(".invitation")
    expect(words.locator(".way.readable")).to_contain_text("the link is plain HTTP")
    expect(words.locator(".way.encrypted")).to_contain_text("the one server whose key the invite names")
    expect(words).not_to_contain_text("127.0.0.1")
    expect(words).not_to_contain_text("No friend can reach this page")


def test_a_server_for_this_computer_alone_says_so(visitors: Visitors) -> None:
    """And calls nothing of it a way for a friend: no code, no invite, nothing to share."""
    page = visitors.visit()
    page.evaluate("navigator.share = async () => {}")
    assert table_of(page).startswith(visitors.server.url)
    words = page.locator(".invitation")
    expect(words).to_contain_text("No friend can reach this page")
    expect(words).to_contain_text("ironbottom host --web")
    expect(words.get_by_label("For another window on this computer only")).to_be_visible()
    for gone in (".qr", "#share", "#invite-string", ".way"):
        expect(words.locator(gone)).to_have_count(0)
    expect(page.locator(".hero")).not_to_contain_text("Send this link")


@pytest.mark.parametrize(
    ("public", "kind"), some([("https://play.example.org", "encrypted"), ("http://198.51.100.9:80/1", "readable")], 1)
)
def test_where_the_host_says_that_everybody_finds_the_page_links_lead_there(
    browser: Browser, tmp_path: Path, public: str, kind: str
) -> None:
    """Whatever address it is looked at by here; and it says whether that way is encrypted."""
    with PageServer(tmp_path, "--public", public) as server, visiting(browser, server) as visitors:
        page = visitors.visit()
        page.locator("button#make-table").click()
        expect(page.locator("#invite-link")).to_have_value(re.compile(f"^{re.escape(public)}/#join="))
        expect(page.locator(".invitation .way").first).to_have_class(f"way {kind}")
        drawn, shown = page.evaluate(MODULES)
        assert drawn == shown > 100


@by_night
def test_a_server_without_a_name_finds_its_own_address(browser: Browser, tmp_path: Path) -> None:
    """As `ironbottom serve` on a LAN; without any network it says that nobody comes here."""
    with PageServer(tmp_path, "--interface", "") as server, visiting(browser, server) as visitors:
        page = visitors.visit()
        link = table_of(page)
        alone = page.locator(".invitation .warning").count() == 1
        assert link.startswith(visitors.server.url) is alone
        assert bool(own_addresses()) is not alone


def test_a_link_is_shared_by_what_the_system_has_for_that(guests: Visitors) -> None:
    """Where a browser can share nothing, there is the button that copies, and no other."""
    page = guests.visit()
    link = table_of(page)
    expect(page.locator("#share")).to_have_count(0)
    page.evaluate("() => { globalThis.shared = []; navigator.share = async (what) => { shared.push(what); }; }")
    page.evaluate("async () => { const {change} = await import('/base/store.js'); change({waitBot: 'mate'}); }")
    page.get_by_role("button", name="Share ...").click()
    assert [what["url"] for what in page.evaluate("shared")] == [link]


def test_the_page_of_a_host_says_all_that_his_terminal_says(
    browser: Browser, server: PageServer, tmp_path: Path
) -> None:
    """Of `ironbottom host --web`, whose page sits in the second seat: the same link and the same invite, and a code."""
    nowhere = {"DISPLAY": "", "WAYLAND_DISPLAY": "", "BROWSER": ""}
    words = ("host", "--web", "--port", "0", "--name", "Ann", "--no-announce", "--address", OUTSIDE)
    with Terminal(tmp_path, *words, env=nowhere) as host, visiting(browser, server) as visitors:
        visitors.faults.allow("asked somebody else")
        invite = host.until(r"^(IB1-[A-Z2-7-]+)$")[1]
        link = host.until(rf"^(http://{re.escape(OUTSIDE)}\S+)$")[1]
        page = visitors.window(visitors.person(name=""), host.until(r"^(http://127\S+)$")[1])
        for _time in range(2):
            expect(page.locator("#invite-link")).to_have_value(link)
            assert read(page.locator("#invite-string").input_value()) == read(invite)
            assert page.evaluate(SEAT)["place"] == 1
            drawn, shown = page.evaluate(MODULES)
            assert drawn == shown > 100
            page.reload()


def test_who_comes_by_a_link_is_asked_before_he_sits_down(visitors: Visitors) -> None:
    """Whose table it is, the terms, his name and side, and that the network can read all; nobody is a guest unasked."""
    ada = visitors.visit(name="Ada")
    link = table_of(ada).removeprefix(visitors.server.url)
    ben = visitors.visit(link, name="")
    expect(ben.get_by_role("heading", name="Ada invites you to a game")).to_be_visible()
    ben.evaluate(READABLE)
    expect(ben.locator(".way")).to_contain_text("this page came over plain HTTP")
    expect(ben.locator(".invited-terms")).to_have_text(re.compile("core.*no clock.*the game waits.*others may look on"))
    ben.get_by_role("button", name="Sit down").click()  # without a name nobody sits down
    assert ben.evaluate(SEAT) is None
    expect(ada.locator(".seats")).to_contain_text("free")
    ben.get_by_label("Your name").fill("Ben")
    ben.get_by_role("radio", name="US").check()
    ben.get_by_role("button", name="Sit down").click()
    wait_until(ada, BEN_IS_US)


@by_night
def test_who_has_followed_a_link_before_comes_back_to_his_seat(visitors: Visitors) -> None:
    ada = visitors.visit(name="Ada")
    link = table_of(ada).removeprefix(visitors.server.url)
    person = visitors.person(name="Ben")
    first = visitors.window(person, link)
    first.get_by_role("button", name="Sit down").click()
    before = PagePlayer(first).ready()
    first.close()
    again = visitors.window(person, link)
    assert PagePlayer(again).ready()["table"] == before["table"]
    expect(again.get_by_role("heading", name="You are invited to a game")).to_have_count(0)


def test_an_invitation_that_leads_nowhere_says_so_where_it_was_followed(visitors: Visitors) -> None:
    page = visitors.visit("#join=AAAA:BBBB")
    expect(page.locator(".invited .fault")).to_contain_text("no such table")
    expect(page.get_by_role("button", name="Sit down")).to_have_count(0)
    page.get_by_role("button", name="To the start page").click()
    expect(page.locator("button#play-bot")).to_be_enabled()
    assert page.evaluate("location.hash") == ""


@pytest.mark.parametrize("lang", some(["en", "ja"], 1))
def test_on_a_telephone_all_of_it_fits_on_one_screen(visitors: Visitors, lang: str) -> None:
    """Whose table, which side, the terms, the way, the name and the button; the side that is left is his."""
    ada = visitors.visit(name="Ada")
    ada.get_by_role("radio", name="US").last.check()
    link = table_of(ada).removeprefix(visitors.server.url)
    ben = visitors.visit(link, name="Ben", lang=lang, size=(360, 640))
    expect(ben.locator("#sit-down")).to_be_enabled()
    ben.evaluate(READABLE)
    expect(ben.locator(".way")).to_be_visible()
    expect(ben.locator("#invited-side")).to_have_count(0)
    expect(ben.locator(".invited-terms")).to_contain_text("Japan" if lang == "en" else "日本")
    expect(ben.locator("#invited-name")).to_have_value("Ben")
    box = ben.locator("#sit-down").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= 640
    assert ben.evaluate("document.documentElement.scrollWidth") <= 360
    ben.locator("#sit-down").click()
    assert PagePlayer(ben).ready()["side"] == 1


@by_night
def test_who_comes_too_late_reads_it_and_may_look_on(visitors: Visitors) -> None:
    """Where others may; who was quicker a moment ago is told of in one sentence."""
    ada = visitors.visit(name="Ada", hasty=True)
    link = table_of(ada).removeprefix(visitors.server.url)
    slow = visitors.visit(link, name="Cleo", hasty=True)
    expect(slow.locator("#sit-down")).to_be_enabled()
    ben = visitors.visit(link, name="Ben", hasty=True)
    ben.get_by_role("button", name="Sit down").click()
    PagePlayer(ben).ready()
    slow.get_by_role("button", name="Sit down").click()
    expect(slow.locator(".invited [role=alert]").first).to_contain_text("Both seats of this table are taken.")
    late = visitors.visit(link, name="Dora", hasty=True)
    expect(late.locator(".invited .fault")).to_have_text("Both seats of this table are taken.")
    late.get_by_role("button", name="Watch").click()
    expect(late.locator(".watching")).to_contain_text("You see what both players may see.")


def invite_of(link: str) -> str:
    """The same as a string, which the page writes where its server has told it the pin of its key."""
    table, _, secret = link.partition("#join=")[2].partition(":")
    return write(Invite(table, urlsafe_b64decode(secret + "=="), bytes(16), (Address("192.0.2.7", 1942),)))


@pytest.mark.parametrize("sent", [str, invite_of], ids=["link", "invite"])
def test_who_pastes_what_he_was_sent_reads_the_same_before_he_sits_down(
    visitors: Visitors, sent: Callable[[str], str]
) -> None:
    ada = visitors.visit(name="Ada")
    link = table_of(ada)
    ben = visitors.visit(name="Ben")
    ben.locator("#pasted").fill(sent(link))
    ben.locator(".join-friend").get_by_role("button", name="Join").click()
    expect(ben.get_by_role("heading", name="Ada invites you to a game")).to_be_visible()
    assert ben.evaluate(SEAT) is None
    ben.get_by_role("button", name="Sit down").click()
    PagePlayer(ben).ready()


def test_an_invite_to_another_server_says_how_to_go_there(visitors: Visitors) -> None:
    ben = visitors.visit(name="Ben")
    ben.locator("#pasted").fill(invite_of("/#join=K7F2QA9X:AAAAAAAAAAAAAAAAAAAAAA"))
    ben.locator(".join-friend").get_by_role("button", name="Join").click()
    expect(ben.locator(".invited .fault")).to_contain_text("type: ironbottom join INVITE --web")
    expect(ben.get_by_role("button", name="Sit down")).to_have_count(0)


@by_night
def test_a_moment_is_seen_by_whoever_may_look_on_through_the_same_eyes(guests: Visitors) -> None:
    """The link has what opens the table, the moment and whose eyes; its address is one that others reach."""
    ada = guests.visit(name="Ada", hasty=True)
    link = table_of(ada).partition("#")[2]
    ben = guests.visit(f"#{link}&name=Ben", name="", hasty=True)
    PagePlayer(ben).ready()
    ben.evaluate("async () => (await import('/session/api.js')).resign()")
    ada.get_by_role("button", name="Look at the whole game again").click()
    ada.locator("#scrub").fill("2")
    ada.get_by_label("Seen by").select_option("jp")
    there = ada.locator("#replay-link")
    expect(there).to_have_value(f"http://{OUTSIDE}:{guests.server.port}/#replay={link[5:]}&game=1&at=2&eye=jp")
    stranger = guests.visit(there.input_value().partition("/#")[2].join(("#", "")), name="Cleo", hasty=True)
    expect(stranger.locator("#scrub")).to_have_value("2")
    expect(stranger.get_by_label("Seen by")).to_have_value("jp")
    stranger.reload()
    expect(stranger.locator("#scrub")).to_have_value("2")
    expect(stranger.get_by_label("Seen by")).to_have_value("jp")


@by_night
def test_where_nobody_may_look_on_the_link_says_so(visitors: Visitors) -> None:
    """As in a game against a bot."""
    page = visitors.visit("#bot=random&side=us&seed=1&set=core", hasty=True)
    PagePlayer(page).ready()
    page.evaluate("async () => (await import('/session/api.js')).resign()")
    page.get_by_role("button", name="Look at the whole game again").click()
    expect(page.locator(".replay-link")).to_contain_text("Only the two players can open it")
    page.reload()
    expect(page.locator(".replay-link")).to_contain_text("Only the two players can open it")
    page.goto(visitors.server.url)
    page.get_by_role("button", name="Look at it again").click()
    expect(page.locator(".replay-link")).to_contain_text("Only the two players can open it")
