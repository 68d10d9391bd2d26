"""§26  Partners in a transcript: who vouches for them, who answered, who signed; what `verify` says of cheats."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from ironbottom.client.cli.commands.verify import report
from ironbottom.keys import public_bytes, sign
from ironbottom.proof.chain import Chain, read
from ironbottom.proof.entries import NEWER, AnsweredEntry, Begun, Body, Closed, Countersigned, Ended, Ordered
from ironbottom.proof.seeds import game_id
from ironbottom.proof.verify import Verdict, check
from ironbottom.server.table.countersign import LAST_WORD
from ironbottom.windows import commander
from ironbottom.wire.orders import StandingOrder
from ironbottom.wire.signing import CLOSED, RECEIPT
from ironbottom.wire.teams import INVITES, JOINS, Partner, invited_parts, joined_parts, partners_mark
from tests.server.support.server_under_test import KEY, ServerUnderTest, card_sets
from tests.server.support.teams import SHARED, Commander, two_against_one

MALLORY = Commander("Mallory", 9)


@cache
def bodies() -> tuple[Body, ...]:
    """A whole game in which Ada and Bob share the US; Bob has left orders for a while."""
    server = ServerUnderTest()
    ada, bob, cato = two_against_one(server, replace(SHARED, least=0))
    bob.order(StandingOrder("13", "none"), StandingOrder("20.2", "none"))
    server.run(0.1)
    for one in (ada, bob, cato):
        one.auto = True
        one.consider()
    server.play(ada, bob, cato, seconds=6000)
    server.run(LAST_WORD + 1)
    return tuple([read(line).body for line in server.disk.lines(ada.table, 1)])


def first() -> Begun:
    begun = bodies()[0]
    assert isinstance(begun, Begun)
    return begun


def bob() -> Partner:
    partner = first().players[0].partner
    assert partner
    return partner


def ended() -> Ended:
    return next(body for body in bodies() if isinstance(body, Ended))


def sealed(entries: Sequence[Body]) -> list[bytes]:
    """The file of these entries, as a cheating server seals it: with what it can sign itself, and nothing else."""
    begun = entries[0]
    assert isinstance(begun, Begun)
    chain, lines = Chain.of(begun.game, ended().share), list[bytes]()
    for body in entries:
        lines.append(chain.line(resealed(body, begun.game, chain.head)) + b"\n")
        chain = chain.after(lines[-1][:-1])
    return lines


def resealed(body: Body, game: bytes, head: bytes) -> Body:
    if isinstance(body, Countersigned):
        return replace(body, receipt=sign(KEY, RECEIPT, game, body.head))
    if isinstance(body, Closed):
        return replace(body, head=head, signature=sign(KEY, CLOSED, game, head))
    return body


def verdict(entries: Sequence[Body]) -> Verdict:
    return check(sealed(entries), card_sets().values())


def changed(fits: Callable[[Body], bool], change: Callable[[Body], Body]) -> tuple[tuple[Body, ...], int]:
    """The entries with the first that fits changed, and its number."""
    at = next(n for n, body in enumerate(bodies()) if fits(body))
    return (*bodies()[:at], change(bodies()[at]), *bodies()[at + 1 :]), at + 1


def unsigned(entries: Sequence[Body]) -> tuple[Body, ...]:
    """The same without a countersignature: whoever answered and the server are of one mind."""
    return tuple([body for body in entries if not isinstance(body, Countersigned)])


def with_partner(partner: Partner, *, named: bool = False) -> tuple[Body, ...]:
    """The file with another partner; `named`: the game's name follows, as of a server that never had another."""
    begun = first()
    players = (replace(begun.players[0], partner=partner), begun.players[1])
    after = replace(begun, players=players)
    if named:
        keys = [player.key for player in players]
        mark = partners_mark((partner, None))
        game = game_id(begun.server, keys, begun.table, begun.number, begun.engine, begun.cards, (), mark)
        after = replace(after, game=game)
    return (after, *bodies()[1:])


def test_an_honest_game_is_sound_and_says_who_shared_the_side() -> None:
    found = verdict(bodies())
    assert found.ok, found.sentence
    assert found.facts is not None
    assert first().format == NEWER
    shared = found.facts.players[0].partner
    assert shared
    assert (shared.name, shared.commands) == ("Bob", "air")
    assert not found.facts.players[1].partner
    assert found.facts.players[0].signed == found.facts.players[0].answers["player"]
    assert not [note for note in found.notes if "Not signed" in note]
    assert "Ada & Bob" in found.sentence
    told = [*report("game.ibss", found)]
    ours = next(n for n, line in enumerate(told) if line.startswith("  US: Ada (bot), "))
    assert told[ours + 1] == f"    with Bob (bot), key {shared.key}, who commanded the airplanes"


def test_an_answer_that_is_put_down_as_the_others_is_found() -> None:
    """§26.2  A partner has answered what was not his: the server let him, and says so."""
    def fleets(body: Body) -> bool:
        return isinstance(body, AnsweredEntry) and body.side == 0 and commander(body.window) == "fleet"

    entries, at = changed(fleets, lambda body: replace(body, by=bob().key))
    assert verdict(entries).code == "forged"  # by what Ada and Bob have signed
    found = verdict(unsigned(entries))
    assert (found.ok, found.code, found.entry) == (False, "partner", at)
    assert "partner of Ada" in found.sentence


def test_an_answer_of_the_air_commander_that_the_other_gave_is_found() -> None:
    def airs(body: Body) -> bool:
        return isinstance(body, AnsweredEntry) and body.side == 0 and bool(body.by)

    entries, _at = changed(airs, lambda body: replace(body, by=b""))
    assert verdict(entries).code == "forged"
    assert verdict(unsigned(entries)).code == "partner"


def test_an_answer_of_a_stranger_is_found() -> None:
    def airs(body: Body) -> bool:
        return isinstance(body, AnsweredEntry) and body.side == 0 and bool(body.by)

    entries, at = changed(airs, lambda body: replace(body, by=MALLORY.public))
    found = verdict(entries)
    assert (found.ok, found.code, found.entry) == (False, "partner", at)


def test_an_answer_of_the_partner_is_forged_against_his_signature() -> None:
    def airs(body: Body) -> bool:
        return isinstance(body, AnsweredEntry) and body.side == 0 and bool(body.by) and body.window == "3"

    entries, at = changed(airs, lambda body: replace(body, answer="nothing that he said"))
    found = verdict(entries)
    assert (found.ok, found.code, found.entry) == (False, "forged", at)
    assert "Bob" in found.sentence


def test_a_partner_whom_nobody_vouches_for_is_found() -> None:
    """The server seats Mallory in the place of Bob, under the invitation that Ada has signed."""
    stranger = replace(bob(), name="Mallory", key=MALLORY.public)
    assert verdict(with_partner(stranger, named=False)).code == "game"
    found = verdict(with_partner(stranger, named=True))
    assert (found.ok, found.code, found.entry) == (False, "partner", 1)
    assert "Mallory" in found.sentence


def test_a_partner_by_an_invitation_of_the_servers_own_is_found() -> None:
    key = KEY
    invitation, table = public_bytes(key), first().table
    forged = Partner(
        "Mallory", MALLORY.public, False, "air", invitation,
        sign(key, INVITES, *invited_parts(first().server, table, invitation, "air")),
        sign(key, JOINS, *joined_parts(first().server, table, MALLORY.public)),
    )
    found = verdict(with_partner(forged, named=True))
    assert (found.ok, found.code) == (False, "partner")


def test_an_invitation_of_another_table_is_none() -> None:
    assert not bob().vouched(first().server, "AAAAAAAA", first().players[0].key)
    assert bob().vouched(first().server, first().table, first().players[0].key)


def test_a_partner_who_commands_something_else_than_he_was_invited_for_is_found() -> None:
    found = verdict(with_partner(replace(bob(), commands="fleet"), named=True))
    assert (found.ok, found.code) == (False, "partner")


def test_a_partner_who_is_left_out_is_found() -> None:
    found = verdict(with_partner(UNSET, named=False))  # type: ignore[arg-type]
    assert (found.ok, found.entry) == (False, 1)


def test_a_partner_with_the_key_of_the_other_side_is_found() -> None:
    cato = first().players[1].key
    found = verdict(with_partner(replace(bob(), key=cato), named=True))
    assert (found.ok, found.code) == (False, "partner")


@pytest.mark.parametrize("kind", [Countersigned, Ordered])
def test_a_signature_of_the_partner_under_the_others_name_is_found(kind: type) -> None:
    entries, _at = changed(
        lambda body: isinstance(body, kind) and bool(getattr(body, "by", UNSET)), lambda body: replace(body, by=UNSET)
    )
    found = verdict(entries)
    assert (found.ok, found.code) == (False, "signature")
