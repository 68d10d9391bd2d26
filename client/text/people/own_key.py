"""What is told to a player of his own name and key on a server."""

from __future__ import annotations

from ironbottom.language import _, counted
from ironbottom.vocabulary import phrase
from ironbottom.wire.naming import printed_code


def claimed(name: str, server: str) -> str:
    return _("{name} is yours at {server}: nobody else is called so there.").format(name=name, server=server)


def recovered_line(name: str, server: str) -> str:
    return _("{name} is yours again at {server}; the key that had it may not come there any more.").format(
        name=name, server=server)


def revoked_line(server: str) -> str:
    return _("Nobody may come to {server} with this key any more.  The printed code gives your name to another: "
             "ironbottom key recover {server} --new-key CODE").format(server=server)


def paper(drawn: bytes) -> list[str]:
    """The code that recovers a name, to be written down or printed."""
    return ["", phrase("own_key.paper"), "", f"  {printed_code(drawn)}", ""]


def to_receive(string: str, words: str, server: str) -> list[str]:
    """What is typed on the other device: one of these."""
    return [phrase("own_key.carry"), f"  ironbottom key receive {string}", f"  ironbottom key receive {server} {words}"]


def games_with_it(games: int, left: int) -> list[str]:
    """How many games go to the other device, and how many do not."""
    told = list[str]()
    if games:
        told.append(counted("{n} game of yours there goes with it.", "{n} games of yours there go with it.", games))
    if left:
        told.append(_("The older {n} had no room.").format(n=left))
    return told
