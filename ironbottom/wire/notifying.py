"""How a game finds its player who is away: the ways that he has chosen, tried, and switched off again."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from ironbottom.wire.fields import Seq, Short

Way = Literal["webhook", "discord", "slack", "ntfy", "matrix", "push", "mail", "feed"]
SubscriptionId = Annotated[str, Meta(max_length=16)]

MOST_HOURS = 14 * 24  # between two reminders
MOST_SUBSCRIPTIONS = 5  # of one player


class ListSubscriptions(Struct, frozen=True, tag="list-subscriptions"):
    """By which ways does this server tell you that you are asked, and which has it?"""

    seq: Seq


class Subscribe(Struct, frozen=True, tag="subscribe"):
    """Be told by this way; the server tries it at once, and keeps it only where that went well.

    The same address again replaces what was kept of it.
    """

    seq: Seq
    way: Way
    address: Annotated[str, Meta(max_length=1000)] = ""  # a URL, or an address of e-mail; empty for a feed
    room: Annotated[str, Meta(max_length=255)] = ""  # of Matrix: !room:example.org
    token: Annotated[str, Meta(max_length=400)] = ""  # of Matrix, or of a topic of ntfy that asks for one
    public: Annotated[bytes, Meta(max_length=65)] = b""  # of Web Push: the browser's key, RFC 8291 p256dh
    auth: Annotated[bytes, Meta(max_length=16)] = b""  # likewise, its secret
    language: Annotated[str, Meta(max_length=16)] = "en"  # of all that you are told


class ConfirmSubscription(Struct, frozen=True, tag="confirm-subscription"):
    """The code that came by e-mail: who reads there wants to be told."""

    seq: Seq
    subscription: SubscriptionId
    code: Short


class TrySubscription(Struct, frozen=True, tag="try-subscription"):
    """Try a way again; one that was switched off is on again where that goes well."""

    seq: Seq
    subscription: SubscriptionId


class Unsubscribe(Struct, frozen=True, tag="unsubscribe"):
    """Be told by this way no more; the server forgets it."""

    seq: Seq
    subscription: SubscriptionId


class Remind(Struct, frozen=True, tag="remind"):
    """Be reminded so many hours after you were told, while you are still asked; 0: be told once."""

    seq: Seq
    hours: Annotated[int, Meta(ge=0, le=MOST_HOURS)]


class Subscription(Struct, frozen=True):
    """A way that was chosen, as its player sees it."""

    id: str
    way: Way
    shown: str  # where to, without what is secret in it; of a feed the path of its Atom, with its secret
    state: Literal["on", "unconfirmed", "off"]
    error: str = ""  # why it failed last


class Subscriptions(Struct, frozen=True, tag="subscriptions"):
    """All ways of yours, as they are now."""

    seq: Seq
    subscriptions: tuple[Subscription, ...]
    hours: int  # until a reminder; 0: none
    ways: tuple[Way, ...]  # that this server has
    push: bytes = b""  # its key of Web Push (RFC 8292), 65 bytes; empty: it has none


Notifying = ListSubscriptions | Subscribe | ConfirmSubscription | TrySubscription | Unsubscribe | Remind
