"""How a game finds its player who is away, in the page: the ways that he chooses, and what his browser shows him."""

from __future__ import annotations

import json
import os
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from pathlib import Path

import http_ece
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from playwright.sync_api import Browser, Page, expect

from tests.client.web.support.page_server import PageServer
from tests.client.web.support.visitors import Visitors, visiting
from tests.client.web.test_install import ACTIVE, keeping
from tests.server.support.receivers import Receiver, mail_server, receiver

SUBSCRIBED = """([endpoint, p256dh, auth]) => {
    Object.defineProperty(Notification, "permission", { get: () => "granted" });
    PushManager.prototype.getSubscription = async () => null;
    PushManager.prototype.subscribe = async function ({ userVisibleOnly, applicationServerKey }) {
        globalThis.asked = [userVisibleOnly, applicationServerKey.length];
        return { toJSON: () => ({ endpoint, keys: { p256dh, auth } }) };
    };
}"""  # a push service of our own; and without a screen Chromium lets no page show anything
# Typed and given before the page draws its next picture.
AT_ONCE = """(field, text) => {
    field.value = text;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.form.requestSubmit();
}"""
SHOWN = """() => {
    ServiceWorkerRegistration.prototype.showNotification = async (title, way) => { self.shown = { title, ...way }; };
    WindowClient.prototype.focus = async function () { return this; };
}"""


@pytest.fixture(scope="module")
def web() -> Iterator[Receiver]:
    with receiver() as one:
        yield one


@pytest.fixture
def open_visitors(browser: Browser, tmp_path: Path) -> Iterator[Visitors]:
    """Of a server whose host lets it call this machine, and has a mail server."""
    with mail_server() as (box, port):
        mail = ("--mail-server", f"smtp://127.0.0.1:{port}?plain", "--mail-from", "ironbottom@example.org")
        with (
            PageServer(tmp_path / "server", "--notify-network", "127.0.0.0/8", *mail) as server,
            visiting(browser, server) as visitors,
        ):
            vars(visitors)["box"] = box
            yield visitors


def opened(page: Page) -> None:
    """The sheet, by its button among the settings."""
    page.get_by_role("button", name="Settings", exact=True).click()
    page.get_by_role("button", name="Notifications", exact=True).click()
    expect(page.get_by_role("heading", name="Notifications")).to_be_visible()
    expect(page.get_by_text("You are told by no way yet.")).to_be_visible()


def test_a_way_is_chosen_tried_and_removed(open_visitors: Visitors, web: Receiver) -> None:
    """By labels and buttons alone; what fails is said where it was asked for."""
    page = open_visitors.visit()
    opened(page)
    page.get_by_label("Tell me by").select_option("webhook")
    page.get_by_label("Address").fill(f"{web.url}/status/500")
    page.get_by_role("button", name="Save and try").click()
    expect(page.locator(".notifying .fault")).to_contain_text("It answers with the error 500.")
    page.get_by_label("Address").fill(f"{web.url}/hook")
    page.get_by_label("Address").press("Enter")
    expect(page.get_by_role("status").filter(has_text="Tried, and saved")).to_be_visible()
    assert json.loads(web.heard[-1].body)["event"] == "trial"
    page.get_by_label("Reminder").select_option("24")
    expect(page.get_by_label("Reminder")).to_have_value("24")
    before = len(web.heard)
    page.get_by_role("button", name="Try it").click()
    expect(page.get_by_role("status").filter(has_text="Tried: a trial")).to_be_visible()
    assert len(web.heard) == before + 1
    page.get_by_role("button", name="Remove").click()
    expect(page.get_by_text("You are told by no way yet.")).to_be_visible()


def test_an_e_mail_asks_for_its_code(open_visitors: Visitors) -> None:
    page = open_visitors.visit()
    opened(page)
    page.get_by_label("Tell me by").select_option("mail")
    page.get_by_label("Address").evaluate(AT_ONCE, "ann@example.com")
    field = page.get_by_label("A code has gone to ann@example.com")
    field.wait_for()
    (_sender, _to, message) = vars(open_visitors)["box"].wait()[0]
    field.evaluate(AT_ONCE, str(message["Subject"]).rpartition(" ")[2])
    expect(page.locator(".whose")).to_have_text("works")


def test_a_feed_has_two_addresses_that_can_be_fetched(open_visitors: Visitors) -> None:
    page = open_visitors.visit()
    opened(page)
    page.get_by_label("Tell me by").select_option("feed")
    page.get_by_role("button", name="Save and try").click()
    atom, ics = page.get_by_label("Atom", exact=True), page.get_by_label("Calendar (ICS)")
    atom.wait_for()
    for field, said in ((atom, "<feed"), (ics, "BEGIN:VCALENDAR")):
        answer = page.request.get(field.input_value())
        assert answer.ok
        assert said in answer.text()


def test_the_browser_gets_what_its_worker_shows_and_leads_to_the_table(
    open_visitors: Visitors, web: Receiver
) -> None:
    """The subscription goes to the server with the browser's keys; what that sends is decrypted, and delivered."""
    key, auth = ec.generate_private_key(ec.SECP256R1()), os.urandom(16)
    public = key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    person = keeping(open_visitors)
    page = open_visitors.window(person)
    page.evaluate(ACTIVE)
    page.evaluate(SUBSCRIBED, [f"{web.url}/push", _plain(public), _plain(auth)])
    opened(page)
    before = len(web.heard)
    page.get_by_label("Tell me by").select_option("push")
    page.get_by_role("button", name="Save and try").click()
    expect(page.get_by_role("status").filter(has_text="Tried, and saved")).to_be_visible()
    assert page.evaluate("asked") == [True, 65]
    sent = http_ece.decrypt(web.heard[before].body, private_key=key, auth_secret=auth, version="aes128gcm")
    (worker,) = page.context.service_workers
    worker.evaluate(SHOWN)
    _deliver(page, json.dumps(json.loads(sent) | {"table": "K7F2QA5X", "url": "https://elsewhere.example/"}))
    while not (shown := worker.evaluate("self.shown")):
        page.wait_for_timeout(20)
    assert (shown["title"], shown["body"]) == (json.loads(sent)["title"], json.loads(sent)["body"])
    worker.evaluate("lead({ close() {}, data: self.shown.data })")
    page.wait_for_url("**/#resume=K7F2QA5X")


def _deliver(page: Page, data: str) -> None:
    """As the browser's push service does."""
    cdp = page.context.new_cdp_session(page)
    found: list[str] = []
    cdp.on("ServiceWorker.workerRegistrationUpdated", lambda told: found.extend(
        one["registrationId"] for one in told["registrations"] if not one["isDeleted"]))
    cdp.send("ServiceWorker.enable")
    while not found:
        page.wait_for_timeout(20)
    origin = page.evaluate("location.origin + '/'")
    cdp.send("ServiceWorker.deliverPushMessage", {"origin": origin, "registrationId": found[-1], "data": data})


def _plain(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()
