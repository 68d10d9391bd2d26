"""The page's own SHA and Ed25519, for browsers without them, beside RFC 8032 and Python's."""

from __future__ import annotations

import base64
import hashlib
import json
from random import Random
from typing import Any

import pytest
from msgspec.json import encode
from playwright.sync_api import Page

from ironbottom.keys import framed, private_key, public_bytes
from ironbottom.wire.orders import StandingOrder
from ironbottom.wire.shown import canonical, events_shown, view_shown
from ironbottom.wire.signing import RESIGNS, commitment, countersigned, digest, ordered
from ironbottom.wire.terms import Terms, mark_of
from tests.support.battles import TRIAL
from tests.support.lengths import some
from tests.wire.games import turns
from tests.wire.test_keys import SMALL

# Secret key, public key, message, signature: RFC 8032, section 7.1.
VECTORS = (
    (
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155"
        "5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
    ),
    (
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
        "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
    ),
    (
        "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac"
        "18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
    ),
)

WITH = """async (given) => {
    const {fromHex, toHex} = await import("/session/crypto/bytes.js");
    const {sha256, sha512} = await import("/session/crypto/sha.js");
    const ed = await import("/session/crypto/ed25519.js");
    BODY
}"""


def run(bench: Page, body: str, given: Any) -> Any:
    """Run a body with bytes, hashes and keys in scope."""
    return bench.evaluate(WITH.replace("BODY", body), given)


def test_hashes_of_every_length(bench: Page) -> None:
    """Around each end of a block, and some long ones."""
    rng = Random(7)
    told = [rng.randbytes(n) for n in (*range(260), 1_000, 4_096, 65_537)]
    found = run(
        bench, "return given.map((hex) => [toHex(sha256(fromHex(hex))), toHex(sha512(fromHex(hex)))]);",
        [one.hex() for one in told],
    )
    assert found == [[hashlib.sha256(one).hexdigest(), hashlib.sha512(one).hexdigest()] for one in told]


@pytest.mark.parametrize("vector", VECTORS, ids=["nothing", "one byte", "two bytes"])
def test_the_vectors_of_rfc_8032(bench: Page, vector: tuple[str, str, str, str]) -> None:
    body = """
        const [secret, key, message, signature] = given.map(fromHex);
        return [toHex(ed.publicKey(secret)), toHex(ed.sign(secret, key, message)), ed.verify(key, signature, message)];
    """
    assert run(bench, body, vector) == [vector[1], vector[3], True]


def test_signatures_are_those_of_python(bench: Page) -> None:
    rng = Random(1942)
    told = []
    for n in range(12):
        key, message = private_key(rng.randbytes(32)), rng.randbytes(n * 37)
        told.append((key.private_bytes_raw().hex(), message.hex(), public_bytes(key).hex(), key.sign(message).hex()))
    body = """return given.map(([secret, message]) => {
        const key = ed.publicKey(fromHex(secret));
        return [toHex(key), toHex(ed.sign(fromHex(secret), key, fromHex(message)))];
    });"""
    assert run(bench, body, told) == [[public, signature] for _, _, public, signature in told]


def test_forged_signatures_are_refused(bench: Page) -> None:
    """A changed bit of signature, key or message; a number that is too great (RFC 8032, 5.1.7)."""
    key, message = private_key(bytes(range(32))), b"Savo"
    whole = [public_bytes(key), key.sign(message), message]
    forged = []
    for part, bits in ((0, (0, 100, 255)), (1, (0, 200, 256, 400, 511)), (2, (0, 31))):
        for bit in bits:
            changed = [bytearray(one) for one in whole]
            changed[part][bit // 8] ^= 1 << bit % 8
            forged.append([bytes(one).hex() for one in changed])
    order = 2**252 + 27742317777372353535851937790883648493
    high = int.from_bytes(whole[1][32:], "little") + order
    forged.append([whole[0].hex(), (whole[1][:32] + high.to_bytes(32, "little")).hex(), message.hex()])
    forged += [["", whole[1].hex(), message.hex()], [whole[0].hex(), whole[1].hex()[:-2], message.hex()]]
    body = "return given.map((one) => ed.verify(...one.map(fromHex)));"
    assert run(bench, body, [[one.hex() for one in whole], *forged]) == [True] + [False] * len(forged)


def test_keys_that_everybody_could_sign_for_sign_nothing(bench: Page) -> None:
    points = [point[:62] + f"{int(point[62:], 16) | high:02x}" for point in SMALL for high in (0, 128)]
    told = [[point, "01" + "00" * 63] for point in points]
    body = """return given.map(([key, nothing]) => Array.from({length: 24}, (_one, n) =>
        ed.verify(fromHex(key), fromHex(nothing), Uint8Array.of(n))).some(Boolean));"""
    assert run(bench, body, told) == [False] * len(told)


def test_what_is_framed_is_framed_alike(bench: Page) -> None:
    """Texts and parts of every length, as they are signed."""
    rng = Random(3)
    told = [[rng.randbytes(rng.randrange(300)).hex() for _ in range(n)] for n in range(5)]
    body = """
        const {framed} = await import("/session/crypto/signing.js");
        return given.map((parts) => toHex(framed("login", ...parts.map(fromHex))));
    """
    assert run(bench, body, told) == [framed("login", *map(bytes.fromhex, parts)).hex() for parts in told]


def test_every_answer_of_a_game_has_the_same_digest(bench: Page) -> None:
    """Whatever its shape; and the resignation."""
    game, rng = bytes(range(32)), Random(9)
    told = [(turn.reply.update, turn.reply.answer) for number in (1, 2, 4) for turn in turns(number)]
    told.append((77, RESIGNS))
    given = [[base64.b64encode(game).decode(), n, by_json(said, rng)] for n, said in told]
    body = """
        const {digest} = await import("/session/crypto/signing.js");
        return given.map(([game, n, answer]) => toHex(digest(game, n, answer)));
    """
    assert run(bench, body, given) == [digest(game, n, said).hex() for n, said in told]


def by_json(said: Any, rng: Random) -> Any:
    """As a page puts it together: keys are text, in any order."""
    if not isinstance(said, dict):
        return said
    pairs = [(str(key), value) for key, value in said.items()]
    rng.shuffle(pairs)
    return dict(pairs)


def test_orders_commitments_and_countersignatures_are_worked_out_alike(bench: Page) -> None:
    game, share, head, digests = (Random(n).randbytes(size) for n, size in enumerate((32, 32, 32, 48)))
    orders = (StandingOrder("23", "default", 0), StandingOrder("14", "withdraw-at", 3))
    body = """
        const {toBase64} = await import("/session/crypto/bytes.js");
        const {commitment, countersigned, ordered} = await import("/session/crypto/signing.js");
        const [game, share, head, digests, orders] = given;
        const text = (hex) => toBase64(fromHex(hex));
        return [toHex(commitment(text(game), fromHex(share))), ordered(text(game), 70000, orders).map(toHex),
          countersigned(text(game), text(head), 300, fromHex(digests)).map(toHex)];
    """
    given = [game.hex(), share.hex(), head.hex(), digests.hex(), [json.loads(encode(order)) for order in orders]]
    assert run(bench, body, given) == [
        commitment(game, share).hex(), [one.hex() for one in ordered(game, 70_000, orders)],
        [one.hex() for one in countersigned(game, head, 300, digests)],
    ]  # fmt: skip


def test_what_stands_for_an_update_that_was_shown(bench: Page) -> None:
    """The page keeps the same as a program, though it hears JSON; chances and letters of all alphabets are among it."""
    game, given, wanted = bytes(range(32)), [], []
    for turn in some(turns(5), 60):
        for update in turn.updates:
            number = update.number + 2**33
            given.append(f"[{number},{encode(update.events).decode()},{encode(update.view).decode()}]")
            wanted.append([events_shown(game, number, update.events), view_shown(game, number, update.view)])
    assert any(isinstance(chance["hits"], float) for text in given for chance in odds(json.loads(text)[2]))
    body = """const {eventsShown, viewShown} = await import("/session/crypto/shown.js");
        const {game, updates} = given;
        return updates.map((text) => JSON.parse(text)).map(
          ([n, events, view]) => [eventsShown(game, n, events), viewShown(game, n, view)]);"""
    found = run(bench, body, {"game": base64.b64encode(game).decode(), "updates": given})
    assert found == [[base64.b64encode(one).decode() for one in pair] for pair in wanted]


def odds(view: Any) -> list[Any]:
    return [] if view["question"] is None else view["question"]["odds"]


def test_the_fingerprint_of_what_was_agreed_upon(bench: Page) -> None:
    """§23, §24  The page reckons the same from the terms, so that it can leave a server that plays by others."""
    kinds = [Terms(), Terms(options=("radar", "fuel:24")), Terms(battle=TRIAL), Terms(options=("radar",), battle=TRIAL)]
    body = """const {mark} = await import("/session/crypto/shown.js");
        return given.slice(1).map((terms) => mark("ab", JSON.parse(terms)));"""
    found = run(bench, body, [encode(terms).decode() for terms in kinds])
    assert found == [mark_of("ab", terms) for terms in kinds[1:]]


THINGS: list[Any] = [
    0, 1, 127, 128, 255, 256, 65535, 65536, 2**32 - 1, 2**32, 2**53 - 1, -1, -32, -33, -128, -129, -32768, -32769,
    -2**31, -2**31 - 1, 0.5, -0.25, 1e-7, 1e300, None, True, False, "", "a", "x" * 31, "x" * 32, "x" * 255, "x" * 256,
    "x" * 70_000, "é", "金剛", "𝄞", [], [0] * 15, [0] * 16, [0] * 70_000, {}, {"b": 1, "a": [2, {"10": 1, "9": 2}]},
    {str(n): n for n in range(20)},
]


def test_everything_is_written_in_one_way(bench: Page) -> None:
    body = """const {canonical} = await import("/session/crypto/shown.js");
        return given.map((one) => toHex(canonical(one)));"""
    assert run(bench, body, THINGS) == [canonical(one).hex() for one in THINGS]
