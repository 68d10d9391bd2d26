"""The examples and tables of PROTOCOL.md, made anew:

    python -m tests.wire.protocol_examples             says what is out of date, if anything is
    python -m tests.wire.protocol_examples --update    writes it

Between `<!-- example: hello -->` and `<!-- end -->` stands what is made here; everything else is written by hand, and
so is the last column of a table, which is kept.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from typing import Any

from msgspec import json as json_form
from msgspec.structs import replace

from ironbottom.campaign_sheet import opening_of
from ironbottom.catalog import card_set
from ironbottom.dice import Stream
from ironbottom.events import FleetDrawn
from ironbottom.keys import public_bytes, sign
from ironbottom.proof import campaign_terms
from ironbottom.proof.chain import read
from ironbottom.proof.entries import AnsweredEntry
from ironbottom.rules import new_game
from ironbottom.server.table.live_game import unpacked
from ironbottom.variant import varied
from ironbottom.wire import messages as m
from ironbottom.wire.advising import Advice, Advise, AdvisedAnswer
from ironbottom.wire.agreeing import Accept, Decline, MakeOffer, Offers, StandingOffer, Withdraw
from ironbottom.wire.blocking import BlockedPlayer, BlockedPlayers, BlockPlayer, ListBlocks, Unblock
from ironbottom.wire.casting import Cast
from ironbottom.wire.challenging import CloseChallenge, Moved, PostChallenge, Posted
from ironbottom.wire.codecs import encode
from ironbottom.wire.cups import (
    Cup,
    CupGame,
    CupLine,
    CupPlayer,
    Cups,
    CupSeat,
    EnterCup,
    LeaveCup,
    ListCups,
    ShowCup,
)
from ironbottom.wire.frames import MAGIC, frame
from ironbottom.wire.invite import Address, Invite, link, write
from ironbottom.wire.messages import Message
from ironbottom.wire.moments import MadeBattle, MakeBattle
from ironbottom.wire.naming import (
    RECOVER,
    CarriedKey,
    CarryKey,
    ClaimName,
    ReceiveKey,
    RecoverName,
    RevokeKey,
    carrying,
    printed_code,
    printed_key,
    recovered,
)
from ironbottom.wire.notifying import (
    ConfirmSubscription,
    ListSubscriptions,
    Remind,
    Subscribe,
    Subscription,
    Subscriptions,
    TrySubscription,
    Unsubscribe,
    Way,
)
from ironbottom.wire.orders import StandingOrder
from ironbottom.wire.pace import Hours, PaceTerms, SetHours, Vacation
from ironbottom.wire.players import GetPlayer, OpponentRecord, PlayerGame, PlayerPage, RatingMoment, SideRecord
from ironbottom.wire.ratings import LadderRung, ListRatings, Ratings
from ironbottom.wire.signing import (
    ACCEPT,
    COUNTERSIGN,
    OFFER,
    ORDERS,
    RECEIPT,
    agreed,
    countersigned,
    digest,
    ordered,
)
from ironbottom.wire.studying import Studied, Study
from ironbottom.wire.teams import JOINS, InvitePartner, JoinAsPartner, invitation, invitation_key, joined_parts
from ironbottom.wire.terms import Terms
from ironbottom.words import SIDES, Side
from tests import ROOT
from tests.support.battles import TRIAL
from tests.wire import protocol_opening as o
from tests.wire import protocol_tables

DOCUMENT = ROOT / "ironbottom" / "wire" / "PROTOCOL.md"
BLOCK = re.compile(r"<!-- (\w+)(?:: (\S+))? -->\n(.*?)<!-- end -->", re.DOTALL)
WIDTH, BYTES = 118, 56  # of a line: letters of JSON, bytes of hex

INVITE = Invite(
    o.TABLE, o.SECRET, o.drawn("pin", 16),
    (Address("192.168.1.20", 4277), Address("2001:db8::20", 4277), Address("game.example.org", 4277)),
)


def _signed() -> tuple[m.Countersign, m.Receipt]:
    """Ada signs her first three answers, at the head of update 5."""
    made = o.decisions()
    head = made.done.live_game.chain.head
    digests = b"".join([digest(o.game(), n, answer) for n, answer in made.done.live_game.signing[o.ADA].unsigned])
    signature = sign(o.ADAS_KEY, COUNTERSIGN, *countersigned(o.game(), head, 0, digests))
    receipt = sign(o.SERVER_KEY, RECEIPT, o.game(), head)
    return (
        m.Countersign(7, o.TABLE, head, 0, digests, signature), m.Receipt(7, o.TABLE, o.game(), head, receipt)
    )


def _partners() -> tuple[InvitePartner, JoinAsPartner]:
    """Ada invites Ben as her partner, in another game than that of the opening."""
    secret, server, bens = o.drawn("partner", 16), public_bytes(o.SERVER_KEY), public_bytes(o.BENS_KEY)
    key = invitation_key(secret)
    signature = sign(key, JOINS, *joined_parts(server, o.TABLE, bens))
    invited = replace(invitation(o.ADAS_KEY, server, o.TABLE, secret, "air"), seq=2)
    return invited, JoinAsPartner(1, o.TABLE, public_bytes(key), signature)


def _orders() -> m.Orders:
    given = (StandingOrder("23", "withdraw-at", 1), StandingOrder("9", "none"), StandingOrder("*", "pass-when-forced"))
    return m.Orders(8, o.TABLE, given, sign(o.ADAS_KEY, ORDERS, *ordered(o.game(), 8, given)))


def _missed() -> m.Missed:
    made = o.decisions()
    told = [taken.told[o.ADA] for taken in (made.keep, made.bens)]
    return m.Missed(o.TABLE, 2, tuple([tuple(unpacked(one.events)) for one in told if one is not None]))


def _scenes() -> m.Scenes:
    """Ada keeps her cards, seen by both afterwards."""
    made = o.decisions()
    playing, entry = made.keep.live_game, read(made.keep.rows[0].line)
    body = entry.body
    assert isinstance(body, AnsweredEntry)
    us, jp = [playing.now(side) for side in SIDES]
    events = tuple(made.keep.events)
    scene = m.Scene(entry.n, body.side, body.window, body.given, body.answer, events, us, jp)
    return m.Scenes(16, o.TABLE, 1, 412, (scene,), "core", ("Ada", "Ben"), 1)


def _agreeing() -> tuple[Message, ...]:
    """Ada offers a draw, and Ben accepts; or it is declined, or withdrawn."""
    head = o.decisions().done.live_game.chain.head
    parts = agreed(o.game(), 1, "draw", head)
    offer = MakeOffer(20, o.TABLE, "draw", 1, head, sign(o.ADAS_KEY, OFFER, *parts))
    accept = Accept(8, o.TABLE, 1, head, sign(o.BENS_KEY, ACCEPT, *parts))
    stands = Offers(o.TABLE, 1, StandingOffer(o.ADA, "draw", 1))
    return offer, accept, Decline(9, o.TABLE, 1), Withdraw(21, o.TABLE, 1), stands


def _advice() -> Advice:
    why = "A landing promises 4.1 VP beside the 0.6 of the air attack."
    best = AdvisedAnswer("landing", (), 0.48, 0.03, 0.0, 0.0, why)
    given = AdvisedAnswer("retreat", (), 0.36, 0.03, 0.12, 0.02, "A retreat is worth 1.1 VP.")
    return Advice(18, o.TABLE, 4, (best,), 64, given, True)


def _ratings() -> list[Message]:
    ada = LadderRung("Ada", "ABCD-EFGH-IJKL-MNOP", False, 7, 5, 1, 4, 1618, 1452, 1784)
    mate = LadderRung("mate", "QRST-UVWX-YZ23-4567", True, 7, 1, 1, 3, 1382, 1216, 1548)
    return [ListRatings(26), Ratings(26, 7, (ada, mate), 1, (12, -141, 165))]


def _cups() -> list[Message]:
    """Ada plays in the spring cup."""
    terms = replace(o.TERMS, side="us", absent="clock", bank=3_600, rated=True)
    line = CupLine("SPRING42", "Spring cup", "round-robin", 1, terms, "running", o.AT, 8, 3, True, 2, 3, 7)
    ada = CupPlayer("Ada", "ABCD-EFGH-IJKL-MNOP", 1, 1.0, 1, 1, 0, lead=4)
    ben = CupPlayer("Ben", "QRST-UVWX-YZ23-4567", 2, 0.0, 1, 0, 1, lead=-4)
    cay = CupPlayer("Cay", "CDEF-GHIJ-KLMN-OPQR", 2, 0.0, 0, 0, 0)
    game = CupGame(2, 2, 0, o.TABLE, due=o.AT)
    seat = CupSeat(o.TABLE, 1, o.drawn("cup seat", 16), "Cay")
    return [
        ListCups(27), ShowCup(28, line.cup), EnterCup(29, line.cup), LeaveCup(30, line.cup), Cups(27, (line,), (seat,)),
        Cup(28, line, (ada, ben, cay), 2, (game,), (1,)),
    ]


def _challenging() -> list[Message]:
    """Ada posts a challenge while she is away, and takes it back."""
    terms = Terms(reach="open", rated=True, absent="clock", pace=PaceTerms(259_200, 43_200, 518_400))
    return [
        PostChallenge(27, o.drawn("challenged", 16), terms, 14, 200, seek=True, movable=True),
        Posted(27, o.TABLE, 0, o.TOKEN, paired=False), CloseChallenge(28, o.TABLE),
        Moved(9, o.TABLE, "M4TWQ2LB", 1),
    ]


def _blocking() -> list[Message]:
    """Ada does not want to meet Rude any more, and thinks better of it."""
    letters = "QRST-UVWX-YZ23-4567"
    return [
        BlockPlayer(29, "Rude"), Unblock(30, letters), ListBlocks(31),
        BlockedPlayers(29, (BlockedPlayer(letters, "Rude", o.AT),)),
    ]


def _players() -> list[Message]:
    """What Ada's page tells."""
    ben = ("Ben", "QRST-UVWX-YZ23-4567")
    game = PlayerGame(o.AT, 0, *ben, 1.0, "time-up", 8, (14, 9), "core", "", rated=True)
    return [
        GetPlayer(32, "Ada"),
        PlayerPage(
            32, "Ada", "ABCD-EFGH-IJKL-MNOP", False, SideRecord(1, 1), SideRecord(),
            (OpponentRecord(*ben, False, 1, 1, 0),), (game,), (RatingMoment(o.AT, 1531, 1309, 1753),),
        ),
    ]


def _notifying() -> list[Message]:
    """How Ada is told that a game waits for her."""
    ways: tuple[Way, ...] = ("webhook", "discord", "slack", "ntfy", "matrix", "push", "feed")
    mine = (
        Subscription("9f6a1c0de2b34a58", "ntfy", "ntfy.sh/ada-iron-bottom", "on"),
        Subscription("0b7d52e8c1f94e36", "webhook", "example.org …hook", "off", "It answers with the error 503."),
    )
    return [
        ListSubscriptions(20), Subscribe(21, "ntfy", "https://ntfy.sh/ada-iron-bottom"),
        ConfirmSubscription(22, "5d1e0f7a9c3b2468", "K7WQ4MZT"), TrySubscription(23, mine[1].id),
        Unsubscribe(24, mine[1].id), Remind(25, 24), Subscriptions(21, mine, 24, ways, b"\x04" + o.drawn("push", 64)),
    ]


def _naming() -> list[Message]:
    """Ada claims her name, gets it back with a printed code, and carries a key to her phone."""
    old, new = [printed_key(printed_code(o.drawn(f"paper {n}", 15))) for n in (1, 2)]
    assert old is not None
    assert new is not None
    box, after = carrying(o.drawn("carried", 8)).box, public_bytes(new)
    parts = recovered(public_bytes(o.SERVER_KEY), "Ada", public_bytes(o.ADAS_KEY), after)
    return [
        ClaimName(20, public_bytes(old)), RevokeKey(21),
        RecoverName(22, "Ada", after, sign(old, RECOVER, *parts)), CarryKey(23, box, o.drawn("sealed", 24)),
        ReceiveKey(24, box), CarriedKey(24, o.drawn("sealed", 24)),
    ]


def _others() -> list[Message]:
    """One of each kind that does not occur in the opening."""
    countersign, receipt = _signed()
    open_ = m.TableLine(o.TABLE, "Ada", o.TERMS, "open", "jp", 0)
    return [
        *_partners(), m.Join(1, o.TABLE, o.SECRET), m.Resume(9, o.TABLE, o.TOKEN, 1), m.Watch(1, o.TABLE),
        m.Leave(10, o.TABLE), m.ListTables(1, True), m.Tables(1, (open_,)), countersign, receipt, _orders(),
        m.Resign(11, o.TABLE),
        m.Rematch(12, o.TABLE), m.Say(13, o.TABLE, "Good luck!"), m.Said(o.TABLE, 1, 0, "Ada", "Good luck!", 0, o.AT),
        m.Mute(14, o.TABLE), m.Fetch(15, "transcript", o.TABLE), m.Piece(15, 0, 1, b'{"n":1,"salt":'), m.Ping(1),
        m.Pong(1), m.Bye("restart", "The server restarts; your game goes on in a moment."),
        m.Refused(5, "illegal", "move cannot be done to 99", "10.4"), _missed(),
        m.Notice("restart", "The server will restart in a minute; every game goes on after it."),
        m.Call(2, o.TABLE, "mate"), m.Review(16, o.TABLE, 1), Cast(16, o.TABLE, 1, 1), _scenes(),
        Study(18, o.TABLE, curve=True),
        Studied(18, o.TABLE, 0, 40, 518, ((0, 0, "US", 0.3745), (1, 0, "US", 0.3751))),
        m.PlayOn(18, o.drawn("another request", 16), o.TERMS, o.TABLE, 131, "us", fresh=True),
        MakeBattle(22, o.TABLE, 131), MadeBattle(22, o.TABLE, 134, 5, TRIAL),
        SetHours(20, o.TABLE, Hours(18, "Asia/Tokyo")), Vacation(21, o.TABLE, away=True),
        m.Glance(17, (o.TABLE, "QQ34WHZC")), Advise(19, o.TABLE, 4, "en", "retreat"), _advice(), *_agreeing(),
        *_notifying(), *_ratings(), *_cups(), *_naming(), *_challenging(), *_blocking(), *_players(),
        m.Summaries(17, (m.Summary(m.TableLine(o.TABLE, "Ada", o.TERMS, "playing", None, 0, "Ben"), 3, (1,)),)),
    ]


def examples() -> dict[str, Message]:
    """A message of each kind, by its tag."""
    found: dict[str, Message] = {}
    for message in [*[line.message for line in o.opening()], *_others()]:
        found.setdefault(tag(message), message)
    return found


def _between_battles() -> Message:
    """§25.2  A table at which the first battle of a campaign is over, by resignation: what comes, in brief."""
    terms = replace(o.TERMS, cards="full", battle=opening_of("guadalcanal").brief)
    cards, opened = card_set("full"), campaign_terms.opening(terms, card_set("full"))
    assert opened.battle
    game = new_game(varied(cards, (), opened.battle), bytes(range(32)))
    game.resign(Side.JP)
    found = campaign_terms.coming(opened, cards, game, o.game())
    assert found is not None
    return replace(o.table("over", True, 1), terms=terms, coming=found)


def tag(message: Message) -> str:
    return str(type(message).__struct_config__.tag)


def pretty(value: Any, indent: str = "") -> str:
    """JSON for the eye: what fits on a line stands on one, and short fields share a line."""
    short = json.dumps(value, ensure_ascii=False)
    if len(indent) + len(short) <= WIDTH or not isinstance(value, dict | list) or not value:
        return short
    deeper = indent + "  "
    if isinstance(value, dict):
        parts = [f"{json.dumps(key)}: {pretty(one, deeper)}" for key, one in value.items()]
        return "{\n" + filled(parts, deeper) + f"\n{indent}}}"
    return "[\n" + filled([pretty(one, deeper) for one in value], deeper) + f"\n{indent}]"


def filled(parts: list[str], indent: str) -> str:
    """Parts with commas between them, as many on a line as it holds; one of several lines stands alone."""
    lines: list[str] = []
    for n, part in enumerate(parts):
        text = part + ("," if n + 1 < len(parts) else "")
        whole = "\n" not in part and lines and "\n" not in lines[-1]
        if whole and len(indent) + len(lines[-1]) + 1 + len(text) <= WIDTH:
            lines[-1] += " " + text
        else:
            lines.append(text)
    return "\n".join([indent + line for line in lines])


def hexed(body: bytes) -> str:
    return "\n".join([body[at : at + BYTES].hex() for at in range(0, len(body), BYTES)])


def shown(message: Message, before: bytes = b"", *, framed: bool = False) -> str:
    """A message as JSON and as MessagePack; with what stands before it on the wire."""
    body = encode(message)
    text = pretty(json.loads(json_form.encode(message)))
    return f"```json\n{text}\n```\n```hex\n{hexed(before + (frame(body) if framed else body))}\n```\n"


def part(name: str) -> Iterator[str]:
    """A part of the opening: each message with who says it and why."""
    for n, line in enumerate(o.PARTS[name](), 1):
        before = MAGIC if (name, n) == ("login", 1) else b""
        arrow = "client → server" if line.by == "client" else "server → client"
        yield f"**{arrow}, `{tag(line.message)}`.** {line.why}\n\n{shown(line.message, before, framed=True)}"


def keys() -> str:
    """The secrets of the opening, so that everything in it can be worked out again."""
    rows = {
        "Ada's private key": o.drawn("key of Ada"), "the server's private key": o.drawn("key of the server"),
        "Ben's private key": o.drawn("key of Ben"), "the server's share": o.SHARES[0], "Ada's share": o.SHARES[1],
        "Ben's share": o.SHARES[2],
    }
    return "| secret | 32 bytes |\n| --- | --- |\n" + "".join([f"| {k} | `{v.hex()}` |\n" for k, v in rows.items()])


def invite() -> str:
    """An invite as one string, as a link, and byte by byte."""
    return f"```text\n{write(INVITE)}\n{link(INVITE).upper()}\n```\n"


def chance() -> str:
    """What the streams of a known seed give, and the opening of a game that is dealt from it."""
    seed = bytes(range(32))
    dice, tokens, packets = Stream.of(seed, "dice"), Stream.of(seed, "tokens"), Stream.of(seed, "packets/jp")
    game = new_game(card_set("core"), seed)
    drew = [event for event in game.events or () if isinstance(event, FleetDrawn)]
    rows = {
        "seed": seed.hex(),
        "key of dice": dice.key.hex(),
        "the first dice": [*dice.faces(24)],
        "the first tokens": [*tokens.words(6)],
        "orders from packets/jp": [packets.order(3), packets.order(5), packets.order(2)],
        "the order of fleet/us": Stream.of(seed, "fleet/us").order(len(game.state.cards.us.fleet)),
        "fleets": [event.cards for event in drew],
        "the first of airplanes/us": [card.id for card in game.forces[Side.US].air_deck[:-4:-1]],
        "the first of airplanes/jp": game.forces[Side.JP].air_deck[-1].id,
    }
    return f"```text\n{pretty(json.loads(json_form.encode(rows)))}\n```\n"


def made(kind: str, name: str, before: str) -> str:
    """What stands between the marks."""
    if kind == "example":
        return shown(_between_battles() if name == "table-coming" else examples()[name])
    if kind == "opening":
        return "\n".join(part(name))
    if kind == "keys":
        return keys()
    if kind == "invite":
        return invite()
    if kind == "chance":
        return chance()
    return protocol_tables.made(kind, name, before)


def updated(text: str) -> str:
    """The document with everything in it made anew."""

    def anew(found: re.Match[str]) -> str:
        kind, name, before = found[1], found[2] or "", found[3]
        mark = f"<!-- {kind}: {name} -->" if name else f"<!-- {kind} -->"
        return f"{mark}\n{made(kind, name, before)}<!-- end -->"

    return BLOCK.sub(anew, text)


def main(asked: list[str]) -> int:
    before = DOCUMENT.read_text("utf-8")
    after = updated(before)
    if asked == ["--update"]:
        DOCUMENT.write_text(after, "utf-8")
        return 0
    if before != after:
        print("PROTOCOL.md is out of date: python -m tests.wire.protocol_examples --update")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
