"""§26  Who shares a side with whom, in lines: who leads what, has come, is away, is stood in for, wants to go on."""

from __future__ import annotations

from ironbottom.language import _
from ironbottom.vocabulary import phrase, word
from ironbottom.wire.cleaning import clean_name
from ironbottom.wire.messages import SeatedPartner, Table

from ..net.seat_session import SeatSession


def partner_lines(session: SeatSession, now: Table, before: Table | None) -> list[str]:
    """What has changed with partners, and of who took our seat where we are one; nothing where one plays each side."""
    lines: list[str] = []
    for place in now.terms.teams or ():
        there = _partner(now, place)
        if there is not None and session.me.public == there.key:
            lines += _taker_lines(now, before, place)
        else:
            lines += _of_partner(session, there, _partner(before, place), place, first=before is None)
    begun = now.status == "playing" and (before is None or before.status != "playing")
    return [*lines, *(command_lines(session) if begun else [])]


def command_lines(session: SeatSession) -> list[str]:
    """§26.2  What is ours to decide, and what our partner's."""
    commands, other = session.commands, clean_name(session.other_commander)
    if commands is None:
        return []
    return [phrase(f"team.you_{commands}", name=other)]


def _partner(table: Table | None, place: int) -> SeatedPartner | None:
    partners = None if table is None else table.partners or None
    return None if partners is None else partners[place]


def _of_partner(
    session: SeatSession, now: SeatedPartner | None, before: SeatedPartner | None, place: int, *, first: bool
) -> list[str]:
    mine = place == session.place
    if now is None:
        waits = first or before is not None
        return [phrase("team.waits" if mine else "team.others_wait")] if waits else []
    name, command = clean_name(now.name), word("command_of", now.commands)
    if before is None:
        return [phrase("team.yours" if mine else "team.theirs", name=name, command=command)]
    return _changes(name, now, before)


def _changes(name: str, now: SeatedPartner, before: SeatedPartner) -> list[str]:
    lines: list[str] = []
    if before.here and not now.here:
        lines.append(phrase("seat.away", name=name))
    if now.here and not before.here:
        lines.append(_("{name} is back.").format(name=name))
    if now.stand_in and not before.stand_in:
        lines.append(_("A bot stands in for {name}.").format(name=name))
    if now.rematch and not before.rematch:
        lines.append(_("{name} wants another game.").format(name=name))
    return lines


def _taker_lines(now: Table, before: Table | None, place: int) -> list[str]:
    """News of who took the seat that we share."""
    seat = now.seats[place]
    name, earlier = clean_name(seat.name), None if before is None else before.seats[place]
    if earlier is None:
        return [phrase("team.you_share", name=name)]
    lines = []
    if earlier.here != seat.here:
        lines.append(_("{name} is back.").format(name=name) if seat.here else phrase("seat.away", name=name))
    if seat.stand_in and not earlier.stand_in:
        lines.append(_("A bot stands in for {name}.").format(name=name))
    if seat.rematch and not earlier.rematch:
        lines.append(_("{name} wants another game.").format(name=name))
    return lines
