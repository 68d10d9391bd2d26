"""Whether a seed was fairly come by: the toss, what everybody was bound to, and the sides."""

from __future__ import annotations

from ironbottom.keys import signed
from ironbottom.language import _
from ironbottom.proof.chain import Chain
from ironbottom.proof.entries import Begun, Player
from ironbottom.proof.faults import Fault
from ironbottom.proof.reading import Transcript
from ironbottom.proof.seeds import game_id, joint_seed, sides
from ironbottom.wire.messages import Bound, Thrown
from ironbottom.wire.signing import COMMIT, REVEAL, TOSS, commitment
from ironbottom.wire.teams import partners_mark
from ironbottom.words import Side


def seed_of(t: Transcript) -> bytes | None:
    """The seed that everything was dealt from; None while the server's share is unknown.  Raises Fault."""
    begun, share = t.begun, t.share
    _named(begun)
    _vouched(begun)
    _tosses(begun)
    for player in begun.players:
        if commitment(begun.game, player.share) != player.commitment:
            text = _("the share of {name} does not fit the commitment that it was to fit.")
            raise Fault(1, "share", text.format(name=player.name))
    _bound(begun)
    if t.ended is not None and commitment(begun.game, t.ended[1].share) != begun.commitment:
        text = _(
            "the server's share does not fit the commitment that both players signed: the server's seed was chosen"
            " late."
        )
        raise Fault(t.ended[0], "late-seed", text)
    seed = begun.terms.seed
    if seed is None and share is not None:
        seed = joint_seed(begun.game, share, *[player.share for player in begun.players])
    _seated(begun, seed)
    return seed


def _named(begun: Begun) -> None:
    keys = [player.key for player in begun.players]
    mark = partners_mark([player.partner or None for player in begun.players])
    found = game_id(begun.server, keys, begun.table, begun.number, begun.engine, begun.cards, begun.thrown, mark)
    if found != begun.game:
        text = _(
            "the game's name does not follow from its keys, table, rules, cards and the tosses before it: one of them"
            " was exchanged or left out."
        )
        raise Fault(1, "game", text)


def _vouched(begun: Begun) -> None:
    """§26  Partners are where the terms have them, invited by who took the seat, and each has a key of his own."""
    for place, player in enumerate(begun.players):
        shares, partner = place in (begun.terms.teams or ()), player.partner or None
        if shares != (partner is not None):
            text = _("by the terms of the table {name} shares a side where nobody does, or shares none where two do.")
            raise Fault(1, "partner", text.format(name=player.name))
        if partner is not None and not partner.vouched(begun.server, begun.table, player.key):
            text = _("nobody vouches for {partner}: {name}, whose side is shared, did not invite this key.")
            raise Fault(1, "partner", text.format(partner=partner.name, name=player.name))
    partners = [player.partner.key for player in begun.players if player.partner]
    keys = [*[player.key for player in begun.players], *partners]
    if partners and len({*keys}) < len(keys):
        raise Fault(1, "partner", _("one key sits in two seats of a table whose sides are shared."))


def _tosses(begun: Begun) -> None:
    """Each toss that was thrown away is one that the server and the players had bound themselves to."""
    for n, thrown in enumerate(begun.thrown):
        if not _was_tossed(begun, n, thrown):
            text = _("the toss {n} of this table before the game is not under the signatures that it should be under.")
            raise Fault(1, "tosses", text.format(n=n + 1))


def _was_tossed(begun: Begun, n: int, thrown: Thrown) -> bool:
    keys, first, second = [one.key for one in thrown.players], *[one.commitment for one in thrown.players]
    named = game_id(
        begun.server, keys, begun.table, thrown.number, thrown.engine, thrown.cards, begun.thrown[:n],
        thrown.partners or b"",
    )
    if thrown.engine and named != thrown.game:  # a version that threw it away without its rules could not name them
        return False
    if not signed(begun.server, thrown.signature, TOSS, thrown.game, thrown.commitment):
        return False
    return any(one.share for one in thrown.players) and all(
        _fits(one, thrown, (thrown.commitment, first, second)) for one in thrown.players
    )


def _fits(one: Bound, thrown: Thrown, three: tuple[bytes, bytes, bytes]) -> bool:
    """What a player brought to a toss is under his signatures."""
    if not signed(one.key, one.committed, COMMIT, thrown.game, thrown.commitment, one.commitment):
        return False
    if not one.share:
        return not one.revealed
    fits = commitment(thrown.game, one.share) == one.commitment
    return fits and signed(one.key, one.revealed, REVEAL, thrown.game, *three)


def _bound(begun: Begun) -> None:
    """Both players signed the server's commitment, and later all three."""
    broken = [player for player in begun.players if not _signed(begun, player)]
    if len(broken) == 2:
        text = _(
            "neither player's signature fits the server's commitment: it was exchanged after they had signed, so the"
            " server's seed was chosen late."
        )
        raise Fault(1, "late-seed", text)
    if broken:
        text = _(
            "the signature of {name} does not fit the toss: after {name} had signed, a commitment or a key was"
            " exchanged (a seed chosen late, or another player)."
        )
        raise Fault(1, "signature", text.format(name=broken[0].name))


def _signed(begun: Begun, player: Player) -> bool:
    first, second = [one.commitment for one in begun.players]
    committed = signed(player.key, player.committed, COMMIT, begun.game, begun.commitment, player.commitment)
    return committed and signed(player.key, player.revealed, REVEAL, begun.game, begun.commitment, first, second)


def _seated(begun: Begun, seed: bytes | None) -> None:
    """§10.2  Without a seed only wishes that leave nothing to the lot can be checked."""
    first, second = [player.wish for player in begun.players]
    said = begun.bids
    if seed is None and first == second and said[0] == said[1]:
        return
    if sides((first, second), seed or b"", said).index(Side.US) != begun.us:
        raise Fault(1, "sides", _("the sides are not those that the wishes and the lot give."))


def salted(t: Transcript) -> Fault | None:
    """The first entry whose salt the server's share does not give."""
    if t.share is None:
        return None
    chain = Chain.of(t.begun.game, t.share)
    for entry in t.entries:
        if chain.salt(entry.n) != entry.salt:
            text = _("the salt of this entry is not the one that the server's share gives.")
            return Fault(entry.n, "salt", text)
    return None
