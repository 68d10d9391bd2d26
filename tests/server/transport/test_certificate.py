"""The server's certificate: made once, kept in secret, told apart by its key."""

from __future__ import annotations

import multiprocessing
import os
from hashlib import sha256
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from ironbottom.server.store.data_folder import CERTIFICATE
from ironbottom.server.transport.tls import BadCertificate, new_certificate, own_certificate, pin


def test_it_is_made_once(tmp_path: Path) -> None:
    first = own_certificate(tmp_path / "data")
    assert own_certificate(tmp_path / "data").certificate == first.certificate
    assert [file.name for file in (tmp_path / "data").iterdir()] == [CERTIFICATE]


@pytest.mark.parametrize("umask", [0o000, 0o022])
def test_only_its_owner_can_ever_read_it(tmp_path: Path, umask: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """From the first moment on, without being mended afterwards."""
    monkeypatch.setattr(Path, "chmod", lambda file, mode: None)
    before = os.umask(umask)
    try:
        own_certificate(tmp_path)
    finally:
        os.umask(before)
    assert (tmp_path / CERTIFICATE).stat().st_mode & 0o777 == 0o600


def test_what_others_could_read_is_mended(tmp_path: Path) -> None:
    own_certificate(tmp_path)
    (tmp_path / CERTIFICATE).chmod(0o644)
    own_certificate(tmp_path)
    assert (tmp_path / CERTIFICATE).stat().st_mode & 0o777 == 0o600


def test_the_pin() -> None:
    one, other = new_certificate().certificate, new_certificate().certificate
    key = one.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    assert pin(one) == sha256(key).digest()[:16]
    assert pin(one) != pin(other)


@pytest.mark.parametrize(
    "damage", [b"", b"-----BEGIN PRIVATE KEY-----\nxx\n-----END PRIVATE KEY-----\n", bytes(500)]
)
def test_a_damaged_file_is_named_and_kept(tmp_path: Path, damage: bytes) -> None:
    (tmp_path / CERTIFICATE).write_bytes(damage)
    with pytest.raises(BadCertificate, match=CERTIFICATE):
        own_certificate(tmp_path)
    assert (tmp_path / CERTIFICATE).read_bytes() == damage


def test_a_key_of_another_certificate(tmp_path: Path) -> None:
    own_certificate(tmp_path / "a")
    own_certificate(tmp_path / "b")
    marker = b"-----BEGIN CERTIFICATE-----"
    key = (tmp_path / "a" / CERTIFICATE).read_bytes().split(marker)[0]
    other = (tmp_path / "b" / CERTIFICATE).read_bytes().split(marker)[1]
    (tmp_path / CERTIFICATE).write_bytes(key + marker + other)
    with pytest.raises(BadCertificate, match="belong together"):
        own_certificate(tmp_path)


def test_a_folder_that_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("")
    with pytest.raises(BadCertificate, match="--data"):
        own_certificate(tmp_path / "data")


def made(folder: Path) -> bytes:
    return pin(own_certificate(folder).certificate)


def test_two_servers_that_begin_at_once_have_the_same(tmp_path: Path) -> None:
    with multiprocessing.get_context("fork").Pool(4) as pool:
        for n in range(10):
            pins = pool.map(made, [tmp_path / str(n)] * 4)
            assert len(set(pins)) == 1
