"""Names that belong to a key, and a key on its way to another device: what a client asks for, and what it signs.

A name is a key's on one server.  It is given back to its owner, with another key, by a code that he has on paper: the
server keeps only the public half of what follows from that code.  A key travels sealed, through a box on the server
that is emptied once; the server can open neither.
"""

from __future__ import annotations

from base64 import b32decode, b32encode
from hashlib import pbkdf2_hmac
from typing import Annotated, NamedTuple

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec import Meta, Struct

from ironbottom.keys import hashed, private_key
from ironbottom.wire.fields import Bytes16, Bytes32, Seq, Signature
from ironbottom.wire.spoken import WORDS

RECOVER = "recover"  # the purpose of a signature
CARRIED = 3_072  # bytes that a box holds
CODE = 8  # bytes of a carrying code: as many words, or half of what a QR code says
PAPER = 15  # bytes of a printed code: twenty-four letters, and eight that check them
CHECK = 5

_ROUNDS, _SALT = 300_000, b"ironbottom carry 1"  # slow, for who would try all codes on what a box holds
_ALIKE = str.maketrans("018", "OIB")


class ClaimName(Struct, frozen=True, tag="claim"):
    """The name that you came under is to be your key's, here; nobody else is called so from then on.

    Whose key has a name already changes it by this, and the code that recovers it.
    """

    seq: Seq
    recovery: Bytes32  # the public key that follows from your printed code


class RevokeKey(Struct, frozen=True, tag="revoke"):
    """Nobody may come with the key of this connection any more, here; its name waits for the printed code."""

    seq: Seq


class RecoverName(Struct, frozen=True, tag="recover"):
    """A name is to be the key's of this connection; the key that had it may not come any more."""

    seq: Seq
    name: Annotated[str, Meta(max_length=200)]
    recovery: Bytes32  # of the next printed code: the one that is used is used up
    signature: Signature  # by what follows from the printed code, over all of this


class CarryKey(Struct, frozen=True, tag="carry"):
    """Keep this for my other device: it is sealed, and given out once, within ten minutes."""

    seq: Seq
    box: Bytes16  # which; only who has the code can name it
    data: Annotated[bytes, Meta(max_length=CARRIED)]


class ReceiveKey(Struct, frozen=True, tag="receive"):
    """Give me what a box holds.  It is empty from then on."""

    seq: Seq
    box: Bytes16


class CarriedKey(Struct, frozen=True, tag="carried"):
    """What a box held."""

    seq: Seq
    data: Annotated[bytes, Meta(max_length=CARRIED)]


class CarryingCode(NamedTuple):
    """What follows from a carrying code."""

    box: bytes
    key: bytes  # that seals what the box holds


def carrying(code: bytes) -> CarryingCode:
    """The box of a code, and what opens it; a fifth of a second of work.  A browser can do it too."""
    made = pbkdf2_hmac("sha256", code, _SALT, _ROUNDS)
    return CarryingCode(hashed("box", made)[:16], hashed("seal", made))


def code_words(code: bytes) -> str:
    """A carrying code as words that are read aloud: "amber falcon ..."."""
    return " ".join([WORDS[byte] for byte in code])


def code_of_words(words: list[str]) -> bytes | None:
    """The code of these words; None: they are none, or one of them is not in the list."""
    found = [WORDS.index(word.casefold()) for word in words if word.casefold() in WORDS]
    return bytes(found) if len(found) == len(words) == CODE else None


def code_secret(code: bytes) -> bytes:
    """A carrying code in the place of an invite's secret: the code, and as many bytes that check it."""
    return code + hashed("carry", code)[:CODE]


def code_of_secret(secret: bytes) -> bytes | None:
    """The code in the place of a secret; None: there is none."""
    code = secret[:CODE]
    return code if secret == code_secret(code) else None


def printed_code(drawn: bytes) -> str:
    """A code to be printed, in eight groups of four letters, the last two of which check the others."""
    letters = b32encode(drawn + hashed("paper", drawn)[:CHECK]).decode()
    return "-".join([letters[at : at + 4] for at in range(0, len(letters), 4)])


def printed_key(text: str) -> Ed25519PrivateKey | None:
    """The key that follows from a printed code, however it was typed; None: a letter of it is wrong or missing."""
    letters = "".join([letter for letter in text if letter.isalnum()]).upper().translate(_ALIKE)
    try:
        whole = b32decode(letters)
    except ValueError:
        return None
    drawn, check = whole[:PAPER], whole[PAPER:]
    return private_key(hashed("recovery", drawn)) if check == hashed("paper", drawn)[:CHECK] else None


def recovered(server: bytes, name: str, key: bytes, recovery: bytes) -> tuple[bytes, ...]:
    """The parts of the signature of a recovery: it is good for one server, one key, and once."""
    return (server, name.encode(), key, recovery)
