"""§7  Detected and unseen: turning formations, and the tokens that are renewed when cards are mixed."""

from __future__ import annotations

from collections.abc import Callable
from operator import itemgetter

from msgspec.structs import replace

from ironbottom.events import Faced, Hidden, Turned
from ironbottom.flow import Game
from ironbottom.printed import EventCard
from ironbottom.rules.s04_damage import account, cards_of
from ironbottom.state import AIR, Airplane, Forces, Formation
from ironbottom.words import Side, Token

BY_TOKEN = itemgetter(0)


def private_token(forces: Forces, first: int = 1) -> Token:
    """A token, from `first` on, for a card that comes to the table in a private segment: only its owner ever sees it.

    It is smaller than any that a stream deals (`Stream.words`), and is renewed when the segment is shown.
    """
    token = first
    while token in forces.formations or token in forces.airplanes or token in forces.bases:
        token += 1
    return Token(token)


def turn(g: Game, f: Formation) -> None:
    """§7.2  Unseen to detected.  Transports of a Tokyo Express pair are seen with it."""
    if f.detected:
        return
    forces = g.forces[f.side]
    forces.formations[f.token] = replace(f, detected=True, known=False)
    if isinstance(f.lead, EventCard):
        account(forces, f.lead)
    g.tell(Turned, f.side, f.token, tuple([c.id for c in cards_of(f)]))


def hide(g: Game, side: Side, hidden: list[Formation]) -> None:
    """§7.3  Detected to unseen, in place: the opponent still knows which card that is."""
    for f in hidden:
        g.forces[side].formations[f.token] = replace(f, detected=False, known=True)
    if hidden:
        g.tell(Hidden, side, tuple([f.token for f in hidden]))


def face(g: Game, side: Side, airplanes: list[Airplane]) -> None:
    """§7.5  Airplanes in the air turn detected."""
    turned = [a for a in airplanes if not a.detected]
    for a in turned:
        g.forces[side].airplanes[a.token] = replace(a, detected=True)
    if turned:
        g.tell(Faced, side, tuple([(a.token, a.card.id) for a in turned]))


def mix(g: Game, side: Side, before: Forces | None) -> None:
    """§7.4, §7.7, R-8  New tokens for all unseen formations and all airplanes on ships of a side.

    Only what was detected already, before and after, keeps its token: no handle links an unseen card with one from
    before.  The rows are put in the order of the tokens, so that order tells nothing either.
    """
    forces = g.forces[side]
    kept: dict[Token, Formation] = {}
    mixed: list[Formation] = []
    renamed: dict[Token, Token] = {}
    for f in forces.formations.values():
        token = None if before is None or not f.detected else token_kept(g, f, before, kept)
        if token is None:
            mixed.append(f)
        else:
            kept[token] = f if token == f.token else replace(f, token=token)
            renamed[f.token] = token
    if g.state.edition.public_deal:
        mixed.sort(key=face_of(forces))
    dealt = list(zip(g.deal_tokens(len(mixed)), mixed, strict=True))
    renamed |= {f.token: token for token, f in dealt}
    for token, f in sorted(dealt, key=BY_TOKEN):
        kept[token] = replace(f, token=token, known=False, loading=False)
    forces.formations = kept if not g.state.edition.public_deal else dict(sorted(kept.items()))
    renew_airplanes(g, side, renamed, before)


def token_kept(g: Game, f: Formation, before: Forces, kept: dict[Token, Formation]) -> Token | None:
    """§7.7  By what token a formation that lies open now goes, if it lay open before; an escort that was attached and
    parted again in private has its old one back.  `kept`: who goes by which token already.
    """
    was = before.formations.get(f.token)
    if was is not None:
        return f.token if was.detected else None
    if g.state.edition.public_deal and f.escort is None:
        here = g.forces[f.side].formations
        for token, was in before.formations.items():
            if was.detected and was.lead is f.lead and was.escort is None and token not in here and token not in kept:
                return token
    return None


def face_of(forces: Forces) -> Callable[[Formation], tuple[object, ...]]:
    """R-67  What everybody sees of a formation besides its token, to sort by: what looks alike there looks alike."""
    aboard: dict[Token, int] = {}
    for a in forces.airplanes.values():
        aboard[a.host] = aboard.get(a.host, 0) + 1

    def face(f: Formation) -> tuple[object, ...]:
        cards = tuple([c.id for c in cards_of(f)]) if f.detected else ()
        return f.line, f.escort is not None, f.detected, aboard.get(f.token, 0), cards, f.damage

    return face


def renew_airplanes(g: Game, side: Side, renamed: dict[Token, Token], before: Forces | None) -> None:
    """§7.7  New tokens for all airplanes on ships; on bases, for those that were not in the open before."""
    forces = g.forces[side]
    kept: dict[Token, Airplane] = {}
    mixed: list[tuple[Token, Airplane]] = []  # with the host as it goes by now
    for a in forces.airplanes.values():
        was = None if before is None else before.airplanes.get(a.token)
        open_before = before is None or (was is not None and was.detected)
        if a.host == AIR or (a.host in forces.bases and open_before):
            kept[a.token] = a
        else:
            mixed.append((renamed.get(a.host, a.host), a))
    if not mixed:
        return
    if g.state.edition.public_deal:
        mixed.sort(key=lambda row: (row[0], row[1].card.id if row[0] in forces.bases else ""))
    dealt = zip(g.deal_tokens(len(mixed)), mixed, strict=True)
    for token, (host, a) in sorted(dealt, key=BY_TOKEN):
        kept[token] = replace(a, token=token, host=host)
    forces.airplanes = kept if not g.state.edition.public_deal else dict(sorted(kept.items()))
