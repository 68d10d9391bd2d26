"""Where others find the page of a server, as its host says: what stands behind `--public`."""

from __future__ import annotations

from urllib.parse import urlsplit

from ironbottom.language import _

LONGEST = 200  # letters


class BadPublicAddress(ValueError):
    """A text that is no address of a page."""


def public_address(text: str) -> str:
    """An address such as https://play.example.org/, with the stroke at its end.  Raises BadPublicAddress."""
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        raise _none(text) from None
    plain = text.isascii() and text.isprintable() and " " not in text and len(text) <= LONGEST
    rest = parts.query or parts.fragment or "@" in parts.netloc or port == 0
    if not plain or rest or parts.scheme not in ("http", "https") or not parts.hostname:
        raise _none(text)
    return f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}/"


def host_of(address: str) -> str:
    """The name by which browsers ask for it."""
    return urlsplit(address).hostname or ""


def _none(text: str) -> BadPublicAddress:
    said = _("found {text}; allowed is the address of a page, such as https://play.example.org")
    return BadPublicAddress(said.format(text=repr(text[:40])))
