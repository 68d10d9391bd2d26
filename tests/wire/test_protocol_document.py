"""PROTOCOL.md tells the truth: all of it occurs, each example is what it says, and its rules are enough to play by.

Nothing of ironbottom helps in the second half: signatures, invites and answers are made there from the page alone.
"""

from __future__ import annotations

import ast
import json
import re
import struct
from base64 import b32decode, b64decode, b64encode
from collections.abc import Iterator
from hashlib import sha256
from random import Random
from typing import Any, NamedTuple, get_args
from zlib import crc32

import msgpack
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from msgspec import Struct, convert, inspect

from ironbottom.client.text.people.chat_presets import PHRASES
from ironbottom.events import AnyEvent
from ironbottom.proof.entries import TranscriptEntry
from ironbottom.questions import Answer, Shape
from ironbottom.server.advice import adviser_pool
from ironbottom.server.lobby import glances, lobby
from ironbottom.server.lobby.club import boxes, names, registrar
from ironbottom.server.runtime import settings
from ironbottom.server.table import countersign, live_game, recovery
from ironbottom.wire import codecs, cups, frames, orders, session
from ironbottom.wire.answers import answer as understood
from ironbottom.wire.answers import plain
from ironbottom.wire.fields import NAME
from ironbottom.wire.messages import CHAT, GLANCED, FromClient, FromServer, Missed, Reply
from tests import ROOT
from tests.wire import protocol_examples
from tests.wire.games import turns
from tests.wire.test_codecs import as_json

TEXT = protocol_examples.DOCUMENT.read_text("utf-8")
PAIR = re.compile(r"```json\n(.*?)\n```\n```hex\n(.*?)\n```\n", re.DOTALL)
OPENING = TEXT[TEXT.index("## The opening of a game") :]
KINDS = {kind.__struct_config__.tag: kind for kind in (*get_args(FromClient), *get_args(FromServer))}
CLIENTS = {kind.__struct_config__.tag for kind in get_args(FromClient)}


def section(title: str) -> str:
    """The text below a heading, up to the next of the same depth."""
    depth = title.index(" ")
    rest = TEXT[TEXT.index(f"\n{title}\n") + len(title) + 2 :]
    after = re.search(rf"^#{{1,{depth}}} ", rest, re.MULTILINE)
    return rest if after is None else rest[: after.start()]


def test_everything_that_is_made_from_the_code_is_up_to_date() -> None:
    assert protocol_examples.updated(TEXT) == TEXT, "python -m tests.wire.protocol_examples --update"


def test_every_row_of_every_table_says_something() -> None:
    empty = [line for line in TEXT.splitlines() if re.search(r"\|\s+\|$", line) and "what to do" not in line]
    in_errors = section("## Errors") + section("## A conversation")  # where there is nothing to be done
    assert [line for line in empty if line not in in_errors] == []


@pytest.mark.parametrize("tag", KINDS)
def test_every_message_is_described_with_its_fields_and_an_example(tag: str) -> None:
    described = section(f"### `{tag}`")
    assert f"<!-- fields: {KINDS[tag].__name__} -->" in described
    assert f"<!-- example: {tag} -->" in described
    side = section("## Messages of a client") if tag in CLIENTS else section("## Messages of a server")
    assert f"### `{tag}`" in side
    assert json.loads(PAIR.findall(described)[0][0])["type"] == tag


def structs(info: inspect.Type, found: dict[str, type[Struct]]) -> dict[str, type[Struct]]:
    """Every struct that can occur in a type, besides those that travel as lists."""
    parts: list[inspect.Type] = []
    match info:
        case inspect.StructType(cls=cls, fields=fields, array_like=array_like):
            name = f"questions.{cls.__name__}" if cls is get_args(Shape)[3] else cls.__name__
            name = f"entries.{name}" if cls.__module__ == TranscriptEntry.__module__ else name
            if name not in found:
                if not array_like:
                    found[name] = cls
                parts = [field.type for field in fields]
        case inspect.UnionType(types=types) | inspect.TupleType(item_types=types):
            parts = [*types]
        case inspect.ListType(item_type=item) | inspect.VarTupleType(item_type=item):
            parts = [item]
        case inspect.DictType(key_type=key, value_type=value):
            parts = [key, value]
        case inspect.Metadata(type=inner):
            parts = [inner]
    for part in parts:
        structs(part, found)
    return found


def test_every_struct_that_travels_has_its_table_of_fields() -> None:
    found = structs(inspect.type_info(FromClient | FromServer), {}) | structs(inspect.type_info(TranscriptEntry), {})
    events = {kind.__name__ for kind in get_args(AnyEvent)}
    tables = set(re.findall(r"<!-- fields: (\S+) -->", TEXT))
    assert tables == set(found) - events


def test_every_event_is_in_the_table() -> None:
    rows = re.findall(r"^\| `([a-z-]+)` \|", section("## Events"), re.MULTILINE)
    assert sorted(rows) == sorted(kind.__struct_config__.tag for kind in get_args(AnyEvent))


def test_every_link_leads_somewhere() -> None:
    headings = {re.sub(r"[^\w -]", "", line.lstrip("# ")).lower().replace(" ", "-") for line in TEXT.splitlines()
                if line.startswith("#")}
    assert {link for link in re.findall(r"\]\(#([^)]+)\)", TEXT) if link not in headings} == set()


# error codes

AT = {  # which argument is the code
    "refuse": 2, "Refused": 1, "Bye": 0, "Broken": 0, "Notice": 0, "notify": 0, "CupRefused": 0,
}


def codes() -> Iterator[tuple[str, str]]:
    """Every code that the server and the wire can say, and by which function."""
    files = [*(ROOT / "server").rglob("*.py"), *(ROOT / "ironbottom" / "wire").glob("*.py")]
    for file in files:
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            if name in AT and len(node.args) > AT[name]:
                said = [one.value for one in ast.walk(node.args[AT[name]]) if isinstance(one, ast.Constant)]
                yield from [(name, code) for code in said if isinstance(code, str) and re.fullmatch("[a-z-]+", code)]


def listed(text: str) -> set[str]:
    return set(re.findall(r"^\| `([a-z-]+)` \|", text, re.MULTILINE))


def test_every_code_that_can_be_said_is_listed_and_no_other() -> None:
    said = set(codes())
    refused, byes = section("## Errors").split("Codes of `bye`:")
    to_who_asked = ("refuse", "Refused", "CupRefused")
    kinds = {"open", "tossing", "playing", "over", "paused"}  # statuses, compared in the same place
    assert {code for name, code in said if name in to_who_asked} - listed(refused) <= kinds
    assert listed(refused) <= {code for name, code in said if name in to_who_asked}
    assert listed(byes) == {code for name, code in said if name in ("Bye", "Broken")}


def test_the_phrases_are_those_that_clients_say() -> None:
    rows = re.findall(r"^\| (\d+) \| (.+?) \|$", section("### `say`"), re.MULTILINE)
    assert rows == [(str(n), phrase) for n, phrase in enumerate(PHRASES, 1)]


def test_the_figures_are_those_of_the_code() -> None:
    limits, lines = settings.Limits(), section("## Limits")
    times = limits.times

    def days(seconds: float) -> str:
        return f"{seconds / settings.DAY:g}"

    for row in (
        f"| body for a server, for a client | {frames.TO_SERVER:,} and {frames.TO_CLIENT:,} bytes; as JSON "
        f"{4 * frames.TO_SERVER:,} and {4 * frames.TO_CLIENT:,} |",
        f"| first message, login | within {limits.first:g} seconds each |",
        f"| messages of a connection | {limits.away.messages:g} a second in the long run, "
        f"{limits.away.messages_at_once} at once;",
        f"| connections of one address | {limits.away.connections} at a time",
        f"| bytes that wait for a client who does not read | {limits.backlog:,};",
        f"| unreadable messages of a connection | {session.MALFORMED} |",
        f"| coming to look on, on one connection | {glances.LOOKS} times at once, "
        f"{glances.LOOKS} a minute in the long run |",
        f"| `glance`, on one connection | {glances.GLANCES} times at once, {glances.GLANCES} a minute in the long run; "
        f"after {GLANCED} tables each |",
        f"| unfinished tables of a player | {limits.of_player} |",
        f"| tables of one address (those in the journal alone do not count) | {limits.away.tables}, and a new one "
        f"every {1 / limits.away.makes:g} seconds after the first {limits.away.makes_at_once} |",
        f"| tables at which one connection sits, looks on | {limits.seats} and {limits.looking} |",
        f"| who look on at a table, from one address | {limits.watchers} and {limits.away.watchers} |",
        f"| lines of chat in a minute at one table, of a player, of an address, of all | {limits.lines}, "
        f"{limits.away.lines} and {limits.all_lines} |",
        f"| changes of standing orders in a game, by a player | {limits.orders} |",
        f"| a table that nobody is at: open before its game, for friends before its game, once a game was begun | is "
        f"kept for {days(times.seeking)}, {days(times.invited)} and {days(times.playing)} days |",
        f"| a table whose game is over | can be returned to for {days(times.over)} days |",
        f"| bots that were called from one address | {limits.away.bots} at a time |",
        f"| advisers that were asked for from one address | {limits.away.advisers} at a time; {adviser_pool.WAITING} "
        "questions of a seat |",
        f"| tables in `tables` | {limits.listed} |",
        f"| `claim`, `revoke`, `recover`, `carry` and `receive` of one address | {registrar.CHANGES} at once, "
        f"{registrar.REFILL * 3600:g} an hour in the long run |",
        f"| names that belong to somebody | {names.NAMES:,} |",
        f"| keys on their way to another device | 1 of a key, {boxes.MOST:,} in all, for "
        f"{boxes.LASTS / 60:g} minutes |",
        f"| cups, players of one | {cups.MOST_CUPS} and {cups.MOST_ENTRANTS} |",
        f"| standing orders | {orders.MOST} |",
        f"| unsigned answers | {live_game.LIMIT} |",
        f"| a name, a line of chat | {NAME} and {CHAT} cells |",
    ):
        assert row in lines
    flat = re.sub(r"\s+", " ", TEXT)
    assert f"heard nothing for {session.PING:g} seconds" in flat
    assert f"nothing for {session.DEAD:g} seconds" in flat
    assert f"(after {live_game.BLOCK} answers" in flat
    assert f"With {live_game.LIMIT} unsigned answers" in flat
    assert (countersign.LAST_WORD, "waits five seconds for the last signatures" in flat) == (5.0, True)
    assert f"after {lobby.AWAY:g} seconds" in flat
    assert f"the usual one is {settings.PORT}" in flat
    assert (recovery.PIECE, "at most 8" in section("### `missed`")) == (8, True)


# examples

class Example(NamedTuple):
    """JSON and hex, one beside the other."""

    text: str
    body: bytes


def examples(part: str) -> list[Example]:
    return [Example(text, bytes.fromhex(found.replace("\n", ""))) for text, found in PAIR.findall(part)]


def unframed(data: bytes) -> bytes:
    """A body from its frame, and from behind IBSS1."""
    data = data.removeprefix(b"IBSS1")
    (length,) = struct.unpack(">I", data[:4])
    assert length == len(data) - 4
    return data[4:]


def as_text(value: Any) -> Any:
    """What MessagePack holds, as JSON would have it."""
    if isinstance(value, bytes):
        return b64encode(value).decode()
    if isinstance(value, dict):
        return {str(key): as_text(one) for key, one in value.items()}
    return [as_text(one) for one in value] if isinstance(value, list) else value


def everything() -> list[Example]:
    before = examples(TEXT[: TEXT.index(OPENING)])
    return before + [Example(one.text, unframed(one.body)) for one in examples(OPENING)]


def test_each_hex_is_the_json_beside_it() -> None:
    found = everything()
    assert len(found) > 60
    for example in found:
        assert as_text(msgpack.unpackb(example.body, strict_map_key=False)) == json.loads(example.text)


def test_our_codecs_read_both_as_the_same_message_and_write_the_same_bytes() -> None:
    for example in everything():
        if json.loads(example.text)["type"] in CLIENTS:
            native: Any = codecs.NATIVE_FROM_CLIENT.decode(example.body)
            web: Any = codecs.WEB_FROM_CLIENT.decode(example.text.encode())
        else:
            native = codecs.NATIVE_FROM_SERVER.decode(example.body)
            web = codecs.WEB_FROM_SERVER.decode(example.text.encode())
        assert as_json(native) == as_json(web)
        assert type(native) is KINDS[json.loads(example.text)["type"]]
        assert codecs.encode(native) == example.body


def test_the_opening_runs_through_both_ends_of_a_conversation() -> None:
    client = session.Session("client", session.Native("client"), 0.0)
    server = session.Session("server", session.Native("server"), 0.0)
    said = re.findall(r"\*\*(client|server) → \w+, `(\w+)`\.\*\*", OPENING)
    found = examples(OPENING)
    assert len(said) == len(found)
    for (by, tag), example in zip(said, found, strict=True):
        talker, hearer = (client, server) if by == "client" else (server, client)
        (heard,) = hearer.receive(example.body, 0.0)
        assert talker.send(heard, 0.0) == example.body
        assert heard.__struct_config__.tag == tag


# from the page alone

def framed(purpose: str, *parts: bytes) -> bytes:
    head = b"ironbottom " + purpose.encode("ascii") + b"\x0a"
    return head + b"".join([struct.pack(">I", len(part)) + part for part in parts])


def hashed(purpose: str, *parts: bytes) -> bytes:
    return sha256(framed(purpose, *parts)).digest()


def check(public: bytes, signature: str, purpose: str, *parts: bytes) -> None:
    Ed25519PublicKey.from_public_bytes(public).verify(b64decode(signature), framed(purpose, *parts))


def secrets() -> dict[str, bytes]:
    rows = re.findall(r"^\| (.+?) \| `([0-9a-f]{64})` \|$", OPENING, re.MULTILINE)
    return {name: bytes.fromhex(value) for name, value in rows}


def public(secret: str) -> bytes:
    return Ed25519PrivateKey.from_private_bytes(secrets()[secret]).public_key().public_bytes_raw()


def of(kind: str, which: int = 0) -> Any:
    """A message of the opening, or else of the sections."""
    found = [json.loads(example.text) for example in [*examples(OPENING), *examples(TEXT)]]
    return [one for one in found if one["type"] == kind][which]


ADA, SERVER = public("Ada's private key"), public("the server's private key")
GAME = b64decode(of("toss")["game"])


def test_the_login_of_the_opening() -> None:
    assert b64decode(of("hello")["key"]) == ADA
    assert b64decode(of("challenge")["key"]) == SERVER
    check(ADA, of("login")["signature"], "login", b64decode(of("challenge")["nonce"]), SERVER)


def test_the_toss_of_the_opening() -> None:
    hidden = secrets()
    fingerprint = dict(of("welcome")["sets"])[of("create")["terms"]["cards"]]
    ben, engine = public("Ben's private key"), of("challenge")["engine"]
    table = of("toss")["table"]
    assert hashed(
        "game", SERVER, ADA, ben, table.encode(), struct.pack(">I", 1), engine.encode(), fingerprint.encode()
    ) == GAME
    shares = [hidden[f"{who} share"] for who in ("the server's", "Ada's", "Ben's")]
    commitments = [hashed("share", GAME, share) for share in shares]
    assert b64decode(of("toss")["commitment"]) == commitments[0]
    assert [b64decode(one) for one in of("tossed")["commitments"]] == commitments
    check(ADA, of("commit")["signature"], "commit", GAME, commitments[0], commitments[1])
    check(ADA, of("reveal")["signature"], "reveal", GAME, *commitments)
    assert b64decode(of("reveal")["share"]) == shares[1]
    keys = [b64decode(seat["key"]) for seat in of("table", 2)["seats"]]
    assert keys == [ADA, ben]
    assert len(hashed("seed", GAME, *shares)) == 32


def test_the_countersignature_and_its_receipt() -> None:
    said = of("countersign")
    replies = [json.loads(one.text) for one in examples(OPENING) if json.loads(one.text)["type"] == "reply"]
    digests = b"".join([digest(reply["update"], reply["answer"]) for reply in replies])
    assert len(replies) == 3
    assert b64decode(said["digests"]) == digests
    updates = [json.loads(one.text) for one in examples(OPENING) if json.loads(one.text)["type"] == "update"]
    head = b64decode(said["head"])
    assert b64decode(updates[-1]["head"]) == head
    check(ADA, said["signature"], "countersign", GAME, head, struct.pack(">Q", said["first"]), digests)
    check(SERVER, of("receipt")["signature"], "receipt", GAME, head)


def digest(update: int, answer: Any) -> bytes:
    if isinstance(answer, dict):
        answer = {key: answer[key] for key in sorted(answer)}
    return hashed("answer", GAME, struct.pack(">Q", update), msgpack.packb(answer))[:16]


def test_the_signature_under_standing_orders() -> None:
    said = of("orders")
    rows = [[order["window"], order["does"], order["n"]] for order in said["orders"]]
    check(ADA, said["signature"], "orders", GAME, said["seq"].to_bytes(8, "big"), msgpack.packb(rows))


def test_the_updates_of_the_opening_have_no_gap() -> None:
    found = [json.loads(one.text) for one in examples(OPENING)]
    assert [one["number"] for one in found if one["type"] == "update"] == [1, 2, 3, 4, 5]
    asked = [one["number"] for one in found if one["type"] == "update" and one["view"]["question"]]
    assert asked == [one["update"] for one in found if one["type"] == "reply"]
    assert [one["seq"] for one in found if "seq" in one and one["type"] not in ("ok", "seated")] == [*range(1, 7)]


def test_the_invite_byte_by_byte() -> None:
    plain_text, link = section("## Invites").split("```text\n")[1].split("\n```")[0].split("\n")
    assert link == ("ironbottom://" + plain_text).upper()
    letters = plain_text.removeprefix("IB1").replace("-", "")
    data = b32decode(letters + "=" * (-len(letters) % 8))
    assert (data[0], data[1], struct.unpack(">H", data[2:4])[0]) == (1, 1, len(data) - 5)
    assert data[4] == data[0] ^ data[1] ^ data[2] ^ data[3] ^ 0x5A
    assert struct.unpack(">I", data[-4:])[0] == crc32(data[:-4])
    n = data[5]
    invite, at = protocol_examples.INVITE, 6 + n
    assert data[6:at].decode() == invite.table
    assert (data[at : at + 16], data[at + 16 : at + 32], data[at + 32]) == (invite.secret, invite.pin, 3)
    rest = data[at + 33 : -4]
    assert rest[:7] == b"\4\xc0\xa8\x01\x14\x10\xb5"
    assert rest[7:26] == b"\6\x20\x01\x0d\xb8" + bytes(11) + b"\x20\x10\xb5"
    assert rest[26:] == b"\0\x10game.example.org\x10\xb5"


# the shapes, as the page explains them: on what msgpack gives, with no class of ours

def legal(shape: dict[str, Any], answer: Any) -> bool:
    """Whether an answer is legal, by the sentences below each shape."""
    match shape["type"]:
        case "choose":
            return answer in shape["options"]
        case "pick":
            items = shape["items"]
            if not isinstance(answer, list) or not shape["least"] <= len(answer) <= shape["most"]:
                return False
            return all(answer.count(item) <= items.count(item) for item in answer)
        case "assign":
            return isinstance(answer, dict) and fits(shape["choices"], answer)
        case "order":
            if not isinstance(answer, list) or not all(isinstance(pair, list) and len(pair) == 2 for pair in answer):
                return False
            return len(answer) == len(shape["choices"]) and fits(shape["choices"], dict(answer))
        case "place":
            return isinstance(answer, dict) and placed(shape, answer)
    return isinstance(answer, list) and bool(answer) and moved(shape, *answer)


def fits(choices: dict[int, list[Any]], answer: dict[int, Any]) -> bool:
    return answer.keys() == choices.keys() and all(value in choices[key] for key, value in answer.items())


def placed(shape: dict[str, Any], answer: dict[int, int]) -> bool:
    choices, left = shape["choices"], [*shape["room"]]
    for card, place in answer.items():
        if card not in choices or place not in choices[card]:
            return False
        left[choices[card][place]] -= 1
    lost = [card for card in choices if card not in answer]
    return min(left, default=0) >= 0 and all(left[slot] == 0 for card in lost for slot in choices[card].values())


def moved(shape: dict[str, Any], verb: Any, *rest: Any) -> bool:
    if verb in shape["words"]:
        return not rest
    things = shape["steps"].get(verb, {}) if isinstance(verb, str) else {}
    if not rest or rest[0] not in things:
        return False
    targets = things[rest[0]]
    return len(rest) == 1 if not targets else len(rest) == 2 and rest[1] in targets


def guess(shape: dict[str, Any], rng: Random) -> Any:
    """A legal answer, by the same sentences."""
    match shape["type"]:
        case "choose":
            return rng.choice(shape["options"])
        case "pick":
            return rng.sample(shape["items"], rng.randint(shape["least"], shape["most"]))
        case "assign":
            return {card: rng.choice(values) for card, values in shape["choices"].items()}
        case "order":
            cards = rng.sample([*shape["choices"]], len(shape["choices"]))
            return [[card, rng.choice(shape["choices"][card])] for card in cards]
        case "place":
            return filled(shape, rng)
    verbs = [(verb, thing, to) for verb, things in shape["steps"].items() for thing, to in things.items()]
    if not verbs or rng.random() < 0.2:
        return [rng.choice(shape["words"])]
    verb, thing, targets = rng.choice(verbs)
    return [verb, thing, rng.choice(targets)] if targets else [verb, thing]


def filled(shape: dict[str, Any], rng: Random) -> dict[int, int]:
    """Take the airplanes in any order, and give each the first of its places whose slot has room left."""
    left, answer = [*shape["room"]], {}
    for card in rng.sample([*shape["choices"]], len(shape["choices"])):
        for place, slot in shape["choices"][card].items():
            if left[slot] > 0:
                left[slot] -= 1
                answer[card] = place
                break
    return answer


def spoilt(answer: Any, rng: Random) -> Any:
    """An answer with something wrong in it, perhaps."""
    other = rng.choice([0, 1, 5, 77, "done", "pass", "stay", "undo"])
    if isinstance(answer, list) and answer:
        at = rng.randrange(len(answer))
        ways = [answer[:at], [*answer, other], [*answer[:at], other, *answer[at + 1 :]], answer + answer[-1:]]
        return rng.choice(ways)
    if isinstance(answer, dict) and answer:
        key = rng.choice([*answer])
        without = {one: value for one, value in answer.items() if one != key}
        return rng.choice([without, {**answer, key: other}, {**answer, 77: other}, {}])
    return rng.choice([other, [answer], {}])


def engine_says(shape: Shape, answer: Any) -> bool:
    given: Answer = understood(answer)
    return shape.fault(given) is None


@pytest.mark.parametrize("number", range(30, 36))
def test_the_rules_of_the_page_say_the_same_as_the_engine(number: int) -> None:
    rng, wrong = Random(number), 0
    for turn in turns(number):
        shape = turn.question.shape
        read = msgpack.unpackb(codecs.encode(turn.updates[turn.question.side]), strict_map_key=False)
        seen = read["view"]["question"]["shape"]
        answer = guess(seen, rng)
        assert legal(seen, answer), (seen, answer)
        assert engine_says(shape, answer), (seen, answer)
        assert legal(seen, as_lists(plain(turn.question.default)))
        for _ in range(3):
            bad = spoilt(answer, rng)
            assert legal(seen, bad) == engine_says(shape, bad), (seen, bad)
            wrong += not legal(seen, bad)
    assert wrong > 100


def as_lists(value: Any) -> Any:
    return msgpack.unpackb(msgpack.packb(value), strict_map_key=False)


def with_numbers(value: Any) -> Any:
    """JSON, with the keys that are numbers as such."""
    if isinstance(value, dict):
        return {int(key) if key.isdigit() else key: with_numbers(one) for key, one in value.items()}
    return value


SHAPES = re.findall(r"```text\n(\{\"type\": \"(?:.*?))```", section("## Answering"), re.DOTALL)


@pytest.mark.parametrize("block", SHAPES)
def test_the_examples_of_answers(block: str) -> None:
    shape: Any = None
    lines = block.splitlines()
    for line in lines:
        found = re.match(r"    (not legal|legal): +(.*)", line)
        if found is None:
            shape = convert(with_numbers(json.loads(line)), Shape)
            continue
        value, _ = json.JSONDecoder().raw_decode(found[2])
        bare = {"type": "reply", "seq": 1, "table": "T", "update": 1, "answer": value}
        reply = codecs.WEB_FROM_CLIENT.decode(json.dumps(bare).encode())
        assert isinstance(reply, Reply)
        assert engine_says(shape, reply.answer) == (found[1] == "legal"), line
    assert len(lines) > 2


def test_every_shape_has_examples() -> None:
    assert {json.loads(block.splitlines()[0])["type"] for block in SHAPES} == {
        kind.__struct_config__.tag for kind in get_args(Shape)
    }


def test_what_was_missed_follows_the_numbers() -> None:
    found = codecs.WEB_FROM_SERVER.decode(json.dumps(of("missed")).encode())
    assert isinstance(found, Missed)
    assert (found.first, len(found.updates)) == (2, 2)
