"""Keys: who signed what, and nothing else."""

from __future__ import annotations

import re

import pytest

from ironbottom.keys import fingerprint, framed, hashed, new_key, private_bytes, private_key, public_bytes, sign, signed

KEY = private_key(bytes(range(32)))
PUBLIC = public_bytes(KEY)


def test_the_first_key_of_rfc_8032() -> None:
    secret = bytes.fromhex("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60")
    public = bytes.fromhex("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a")
    assert public_bytes(private_key(secret)) == public


def test_a_signature_holds_for_its_key_purpose_and_parts_only() -> None:
    signature = sign(KEY, "login", b"nonce", b"server")
    assert len(signature) == 64
    assert signed(PUBLIC, signature, "login", b"nonce", b"server")
    assert not signed(PUBLIC, signature, "commit", b"nonce", b"server")
    assert not signed(PUBLIC, signature, "login", b"nonces", b"erver")
    assert not signed(PUBLIC, signature, "login", b"nonceserver")
    assert not signed(public_bytes(new_key()), signature, "login", b"nonce", b"server")


def test_every_changed_bit_of_a_signature_is_noticed() -> None:
    signature = sign(KEY, "login", b"nonce")
    for bit in range(512):
        forged = bytearray(signature)
        forged[bit // 8] ^= 1 << bit % 8
        assert not signed(PUBLIC, bytes(forged), "login", b"nonce")


@pytest.mark.parametrize("public", [b"", bytes(31), bytes(33), b"\xff" * 32, bytes(32)])
def test_what_is_no_key_has_signed_nothing(public: bytes) -> None:
    assert not signed(public, sign(KEY, "login"), "login")
    assert not signed(public, bytes(64), "login")


SMALL = [
    "00" * 32, "01" + "00" * 31, "ec" + "ff" * 30 + "7f", "ed" + "ff" * 30 + "7f", "ee" + "ff" * 30 + "7f",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
]


@pytest.mark.parametrize("point", SMALL)
@pytest.mark.parametrize("high", [0, 0x80])
def test_a_key_that_everybody_could_sign_for_signs_nothing(point: str, high: int) -> None:
    """With a point of small order for a key, and the neutral point for a signature, every eighth text is "signed"."""
    public = bytearray.fromhex(point)
    public[31] |= high
    nothing = b"\x01" + bytes(63)
    assert not any(signed(bytes(public), nothing, "login", bytes([n])) for n in range(200))


@pytest.mark.parametrize("signature", [b"", bytes(63), bytes(65), bytes(64), b"\xff" * 64])
def test_what_is_no_signature_signs_nothing(signature: bytes) -> None:
    assert not signed(PUBLIC, signature, "login")


def test_a_key_is_kept_in_thirty_two_bytes() -> None:
    key = new_key()
    assert len(private_bytes(key)) == 32
    assert public_bytes(private_key(private_bytes(key))) == public_bytes(key)
    assert public_bytes(new_key()) != public_bytes(new_key())
    with pytest.raises(ValueError, match="32"):
        private_key(bytes(31))


def test_a_hash_is_of_the_framed_parts() -> None:
    assert hashed("seed", b"a", b"b") != hashed("seed", b"ab") != hashed("seed", b"", b"ab")
    assert len(hashed("seed")) == 32
    assert framed("seed") == b"ironbottom seed\n"


def test_a_fingerprint_can_be_compared_aloud() -> None:
    assert re.fullmatch(r"([A-Z2-7]{4}-){3}[A-Z2-7]{4}", fingerprint(PUBLIC))
    assert fingerprint(PUBLIC) != fingerprint(public_bytes(new_key()))
