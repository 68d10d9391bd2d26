"""A whole bot on `msgpack` and a socket: python example.py HOST PORT.  GUIDE.md explains it step by step."""
import random
import socket
import ssl
import sys
from hashlib import sha256

try:
    import msgpack
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE  # with an invite one would compare the pin
    connection = context.wrap_socket(socket.create_connection((sys.argv[1], int(sys.argv[2]))))
except (ImportError, IndexError, OSError, OverflowError, ValueError) as error:
    sys.exit(f"{error}: type `python example.py HOST PORT` of a server; once before `pip install msgpack cryptography`")
key, numbers = Ed25519PrivateKey.generate(), iter(range(1, 1 << 30))  # who wants to resume a seat keeps the key
stream, own, signed, flying, shown = connection.makefile("rb"), [], 0, 0, None


def say(kind, **fields):
    body = msgpack.packb({"type": kind, "seq": (seq := next(numbers)), **fields})  # what needs no number ignores it
    connection.sendall(len(body).to_bytes(4, "big") + body)
    return seq


def framed(purpose, *parts):
    return b"ironbottom " + purpose + b"\n" + b"".join([len(part).to_bytes(4, "big") + part for part in parts])


def guess(shape, default, **_more):
    if shape["type"] == "choose":
        return random.choice(shape["options"])
    if shape["type"] == "pick":
        return random.sample(shape["items"], random.randint(shape["least"], shape["most"]))
    if shape["type"] == "move" and shape["steps"] and random.random() < 0.9:
        verb, things = random.choice(list(shape["steps"].items()))
        thing, targets = random.choice(list(things.items()))
        return [verb, thing, random.choice(targets)] if targets else [verb, thing]
    return dict(sorted(default.items())) if isinstance(default, dict) else default  # as it is signed


connection.sendall(b"IBSS1")
say("hello", versions=[1, 1], software="example", key=key.public_key().public_bytes_raw(), name="Example", bot=True)
while size := stream.read(4):
    got = msgpack.unpackb(stream.read(int.from_bytes(size, "big")), strict_map_key=False)
    match got["type"]:
        case "challenge":
            say("login", signature=key.sign(framed(b"login", got["nonce"], got["key"])))
        case "welcome":
            say("lobby")
        case "tables":
            free = [line["table"] for line in got["tables"] if line["free"]]
            say("join", table=free[0]) if free else sys.exit("No table has a free seat: make one with host --open.")
        case "toss":
            shown in (None, got["game"]) or sys.exit("A toss came to nothing after my share was shown: I leave.")
            table, game, bound, share = got["table"], got["game"], got["commitment"], ssl.RAND_bytes(32)
            mine = sha256(framed(b"share", game, share)).digest()
            say("commit", table=table, commitment=mine, signature=key.sign(framed(b"commit", game, bound, mine)))
        case "tossed" if (shown := game):  # until that game begins
            say("reveal", table=table, share=share, signature=key.sign(framed(b"reveal", game, *got["commitments"])))
        case "update":
            n, question, shown = got["number"], got["view"]["question"], None
            if got["sign"] and own:
                head, digests = got["head"], b"".join(own)
                signature = key.sign(framed(b"countersign", game, head, signed.to_bytes(8, "big"), digests))
                say("countersign", table=table, head=head, first=signed, digests=digests, signature=signature)
                signed, own = signed + len(own), []
            if question and not flying:
                flying = say("reply", table=table, update=n, answer=(answer := guess(**question)))
                own.append(sha256(framed(b"answer", game, n.to_bytes(8, "big"), msgpack.packb(answer))).digest()[:16])
            elif got["view"]["outcome"]:
                sys.exit(f"The game is over: {got['view']['outcome']}")
        case "ok" if got["seq"] == flying:
            flying = 0
        case "ping":
            say("pong", n=got["n"])
        case "refused" | "bye":
            sys.exit(f"The server says: {got['text']}")
sys.exit("The server has ended the connection.")
