"""Web Push: encrypted for one browser (RFC 8291), signed by this server (RFC 8292), for a push service (RFC 8030)."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

import http_ece
import msgspec
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02, VapidException

from ironbottom.language import _
from ironbottom.private_files import write_first

from ....runtime.settings import CannotServe
from ....store.data_folder import PUSH
from ..notification import Notification
from ..subscriber import BadSubscription, StoredSubscription
from .forms import Outgoing

BYTES = 32  # of the key
LASTS = 24 * 3600  # seconds that a push service keeps what it cannot deliver
SIGNED = 12 * 3600  # seconds for which a signature holds; RFC 8292 allows a day
CURVE = ec.SECP256R1()


class PushKey:
    """The key by which push services know this server."""

    def __init__(self, secret: bytes, contact: str) -> None:
        self._key = ec.derive_private_key(int.from_bytes(secret, "big"), CURVE)
        self._vapid, self._contact = Vapid02(private_key=self._key), contact
        self.public = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    def request(self, one: StoredSubscription, told: Notification, now: int) -> Outgoing:
        """What the push service of a browser is sent.  Raises BadSubscription for a key that is no point."""
        facts = {"title": told.title(one.language), "body": told.body(one.language), "tag": told.table or told.what,
                 "url": told.link, "table": told.table}
        try:
            body = http_ece.encrypt(
                msgspec.json.encode(facts), private_key=ec.generate_private_key(CURVE), dh=one.public,
                auth_secret=one.auth, version="aes128gcm",
            )
        except (ValueError, http_ece.ECEException):
            raise BadSubscription(_("The browser's key is none: switch notifications on again there.")) from None
        parts = urlsplit(one.address)
        claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": now + SIGNED, "sub": self._contact}
        try:
            signed = self._vapid.sign(claims)
        except VapidException:
            raise BadSubscription(_("The address of that push service has no name that can be signed.")) from None
        headers = (
            ("Content-Type", "application/octet-stream"), ("Content-Encoding", "aes128gcm"), ("TTL", str(LASTS)),
            ("Urgency", "high"), ("Topic", told.id[:32]), *signed.items(),
        )
        return Outgoing("POST", one.address, headers, body)


def push_key(folder: Path, contact: str) -> PushKey:
    """The server's, made on first use; a damaged one is never replaced: all browsers know it.  Raises CannotServe."""
    path = folder / PUSH
    try:
        if not path.exists():
            number = ec.generate_private_key(CURVE).private_numbers().private_value
            write_first(path, number.to_bytes(BYTES, "big"))
        return PushKey(_checked(path.read_bytes()), contact)
    except OSError as error:
        text = _("{path} cannot be read or written ({why}): give yourself the right to write there, or {elsewhere}.")
        raise CannotServe(text, path=path, why=error.strerror) from None
    except ValueError:
        text = _("{path} is no key of Web Push: put back a copy, or move it away; then players switch their "
                 "notifications on again.")
        raise CannotServe(text.format(path=path)) from None


def _checked(secret: bytes) -> bytes:
    if len(secret) != BYTES or not any(secret):
        raise ValueError
    return secret
