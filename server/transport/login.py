"""The login: whoever comes shows that a key is his own, by signing a number that was thrown for this connection alone.

The number and the server's key are both under the signature, so that it fits no other connection and no other server.
"""

from __future__ import annotations

import secrets

from ironbottom.keys import signed
from ironbottom.language import _
from ironbottom.wire.messages import Bye, Login
from ironbottom.wire.signing import LOGIN

NONCE = 32  # bytes


def new_nonce() -> bytes:
    """What is to be signed, for one connection."""
    return secrets.token_bytes(NONCE)


def refused(key: bytes, nonce: bytes, server: bytes, login: Login) -> Bye | None:
    """Why somebody who said `hello` with this key is not let in; None: it is he."""
    if signed(key, login.signature, LOGIN, nonce, server):
        return None
    return Bye("login", _("The signature does not fit the key: nobody can log in with another's key."))
