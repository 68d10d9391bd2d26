"""Ed25519 keys (RFC 8032): who somebody is, and what he has signed.

A key pair stands for a player or a server; there are no passwords.  A signature is always over a purpose and parts of
known length, so that what was signed for one thing can never be shown for another.
"""

from __future__ import annotations

from base64 import b32encode
from hashlib import sha256

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

PUBLIC = 32  # bytes of a public key
SIGNATURE = 64  # bytes of a signature
PRIVATE = 32  # bytes of a private key, as it is kept in a file

_EIGHTH = "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"
_OTHER_EIGHTH = "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a"
_P = 2**255 - 19
# The points of small order, however they are written, without the highest bit: everybody can sign for such a "key".
_NOBODYS = frozenset(
    [y.to_bytes(32, "little") for y in (0, 1, _P - 1, _P, _P + 1)]
    + [bytes.fromhex(_EIGHTH), bytes.fromhex(_OTHER_EIGHTH)]
)


def new_key() -> Ed25519PrivateKey:
    """A key that nobody had before."""
    return Ed25519PrivateKey.generate()


def private_bytes(key: Ed25519PrivateKey) -> bytes:
    """The 32 bytes that must stay secret."""
    return key.private_bytes_raw()


def private_key(raw: bytes) -> Ed25519PrivateKey:
    """The key whose 32 secret bytes these are; ValueError for any other number of bytes."""
    return Ed25519PrivateKey.from_private_bytes(raw)


def public_bytes(key: Ed25519PrivateKey) -> bytes:
    """The 32 bytes that everybody may know."""
    return key.public_key().public_bytes_raw()


def framed(purpose: str, *parts: bytes) -> bytes:
    """What is signed or hashed: the purpose, then each part behind its length, so that no two lists look alike."""
    framed = [b"ironbottom ", purpose.encode(), b"\n"]
    for part in parts:
        framed += (len(part).to_bytes(4, "big"), part)
    return b"".join(framed)


def hashed(purpose: str, *parts: bytes) -> bytes:
    """SHA-256 of a purpose and its parts: 32 bytes."""
    return sha256(framed(purpose, *parts)).digest()


def sign(key: Ed25519PrivateKey, purpose: str, *parts: bytes) -> bytes:
    """A signature of 64 bytes over a purpose and its parts."""
    return key.sign(framed(purpose, *parts))


def signed(public: bytes, signature: bytes, purpose: str, *parts: bytes) -> bool:
    """Whether the owner of a public key made this signature over this purpose and these parts."""
    if len(public) != PUBLIC or bytes((*public[:31], public[31] & 0x7F)) in _NOBODYS:
        return False
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, framed(purpose, *parts))
    except (InvalidSignature, ValueError):
        return False
    return True


def fingerprint(public: bytes) -> str:
    """A public key in sixteen letters that two people can compare aloud: "ABCD-EFGH-IJKL-MNOP"."""
    letters = b32encode(sha256(public).digest()).decode()[:16]
    return "-".join([letters[i : i + 4] for i in range(0, 16, 4)])
