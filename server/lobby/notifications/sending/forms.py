"""What is sent to each kind of endpoint on the web, byte for byte."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple
from urllib.parse import quote, urlsplit

import msgspec

from ..notification import Notification
from ..subscriber import StoredSubscription

JSON = "application/json"
MARKED = re.compile(r"([\\*_~`|>#@\[\]()<-])")  # what Discord would not show as it stands


class Outgoing(NamedTuple):
    """A request that is to be made."""

    method: str
    url: str
    headers: tuple[tuple[str, str], ...]
    body: bytes


def plain_webhook(one: StoredSubscription, told: Notification) -> Outgoing:
    """Every fact by name, for a program."""
    facts = {
        "id": told.id, "event": told.what, "table": told.table, "game": told.game, "turn": told.turn,
        "opponent": told.name, "title": told.title(one.language), "text": told.body(one.language), "url": told.link,
    }
    return _post(one.address, facts, told, _bearer(one))


def discord(one: StoredSubscription, told: Notification) -> Outgoing:
    """A line in a channel, in which no name can call anybody or draw anything."""
    title, body = [MARKED.sub(r"\\\1", part) for part in (told.title(one.language), told.body(one.language))]
    content = "\n".join([part for part in (f"**{title}**", body, told.link) if part])
    return _post(one.address, {"content": content[:2000], "allowed_mentions": {"parse": []}}, told)


def slack(one: StoredSubscription, told: Notification) -> Outgoing:
    """Likewise; Slack's three letters stand for themselves."""
    text = told.text(one.language).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return _post(one.address, {"text": text}, told)


def ntfy(one: StoredSubscription, told: Notification) -> Outgoing:
    """Published as JSON at the root: its headers take no letters beyond Latin."""
    parts = urlsplit(one.address)
    facts: dict[str, object] = {
        "topic": parts.path[1:], "title": told.title(one.language), "message": told.body(one.language),
    }
    if told.link:
        facts["click"] = told.link
    return _post(f"{parts.scheme}://{parts.netloc}/", facts, told, _bearer(one))


def matrix(one: StoredSubscription, told: Notification) -> Outgoing:
    """An event whose transaction is the notification: sent again, it is the same event."""
    server = one.address.rstrip("/")
    url = f"{server}/_matrix/client/v3/rooms/{quote(one.room, safe='')}/send/m.room.message/{quote(told.id, safe='')}"
    facts = {"msgtype": "m.text", "body": told.text(one.language)}
    return _post(url, facts, told, _bearer(one))._replace(method="PUT")


FORMS: dict[str, Callable[[StoredSubscription, Notification], Outgoing]] = {
    "webhook": plain_webhook, "discord": discord, "slack": slack, "ntfy": ntfy, "matrix": matrix,
}


def _bearer(one: StoredSubscription) -> tuple[tuple[str, str], ...]:
    return (("Authorization", f"Bearer {one.token}"),) if one.token else ()


def _post(url: str, facts: object, told: Notification, more: tuple[tuple[str, str], ...] = ()) -> Outgoing:
    headers = (("Content-Type", JSON), ("Idempotency-Key", told.id), *more)
    return Outgoing("POST", url, headers, msgspec.json.encode(facts))
