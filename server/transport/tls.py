"""The server's own certificate: made on first use, and told apart by its key alone, which the invite pins.

Nobody signs it and it never ends: a client that has the pin needs neither.  The key is on the curve P-256, which
browsers know too; it stays in the data folder, readable by its owner only.
"""

from __future__ import annotations

from datetime import UTC, datetime
from hashlib import sha256
from ipaddress import ip_address
from pathlib import Path
from typing import Any, NamedTuple

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)
from cryptography.x509.oid import NameOID
from OpenSSL import SSL
from twisted.internet.interfaces import IOpenSSLServerConnectionCreator
from zope.interface import implementer

from ironbottom.language import _
from ironbottom.private_files import close, make_folder, write_first

from ..runtime.settings import CannotServe
from ..store.data_folder import CERTIFICATE

PIN = 16  # bytes of a pin
NAME = "ironbottom"
BEGIN, END = datetime(2020, 1, 1, tzinfo=UTC), datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC)


class BadCertificate(CannotServe):
    """The certificate's file cannot be used; the text says what to do."""


class Certificate(NamedTuple):
    """A key and the certificate over it."""

    key: ec.EllipticCurvePrivateKey
    certificate: x509.Certificate


def pin(certificate: x509.Certificate) -> bytes:
    """What tells a server from every other: 16 bytes of SHA-256 over its SubjectPublicKeyInfo."""
    key = certificate.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    return sha256(key).digest()[:PIN]


def own_certificate(folder: Path) -> Certificate:
    """The certificate that is kept in a folder; a new one where there is none."""
    file = folder / CERTIFICATE
    try:
        if not file.exists():
            make_folder(folder)
            write_first(file, _pem(new_certificate()))  # of two servers that begin at once, the first one's stays
        return _read(file)
    except OSError as error:
        text = _("The certificate {file} cannot be kept ({why}): give yourself the right to write there, or "
                 "{elsewhere}.")
        raise BadCertificate(text, file=file, why=error.strerror) from None


def _read(file: Path) -> Certificate:
    pem = file.read_bytes()
    try:
        key, certificate = load_pem_private_key(pem, None), x509.load_pem_x509_certificate(pem)
    except ValueError:
        text = _("{file} is damaged.  Put it back from a copy; without one, move it away: then a new key is made, and")
        text = text + " " + _("whoever joined before will be warned that it is another.")
        raise BadCertificate(text.format(file=file)) from None
    if not isinstance(key, ec.EllipticCurvePrivateKey) or key.public_key() != certificate.public_key():
        raise BadCertificate(_("In {file} the key and the certificate do not belong together.").format(file=file))
    close(file)
    return Certificate(key, certificate)


def new_certificate() -> Certificate:
    """A key that nobody had before, and a certificate that it signs itself."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, NAME)])
    here = [x509.DNSName("localhost"), *[x509.IPAddress(ip_address(text)) for text in ("127.0.0.1", "::1")]]
    builder = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(BEGIN)
        .not_valid_after(END)
        .add_extension(x509.SubjectAlternativeName(here), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
    )
    return Certificate(key, builder.sign(key, SHA256()))


def _pem(made: Certificate) -> bytes:
    """What is kept of both."""
    key = made.key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    return key + made.certificate.public_bytes(Encoding.PEM)


@implementer(IOpenSSLServerConnectionCreator)
class Tls13:
    """TLS 1.3 and nothing older.  No session is ever taken up again, so nothing can be sent before the handshake.

    Twisted's CertificateOptions does more for each connection, and ends those whose client offers only protocols
    (ALPN) that it does not know; here they are not chosen, as by a server without ALPN.
    """

    def __init__(self, own: Certificate) -> None:
        self._context = context = SSL.Context(SSL.TLS_SERVER_METHOD)
        context.set_min_proto_version(SSL.TLS1_3_VERSION)
        context.set_options(SSL.OP_NO_TICKET | SSL.OP_NO_COMPRESSION | SSL.OP_CIPHER_SERVER_PREFERENCE)
        context.set_mode(SSL.MODE_RELEASE_BUFFERS)
        context.set_session_cache_mode(SSL.SESS_CACHE_OFF)
        context.set_alpn_select_callback(_http_or_none)
        context.use_certificate(own.certificate)
        context.use_privatekey(own.key)
        context.check_privatekey()

    def serverConnectionForTLS(self, tlsProtocol: object) -> SSL.Connection:
        """The TLS of one connection."""
        return SSL.Connection(self._context, None)


def _http_or_none(_connection: SSL.Connection, offered: list[bytes]) -> Any:
    return b"http/1.1" if b"http/1.1" in offered else SSL.NO_OVERLAPPING_PROTOCOLS
