"""`ironbottom club`: the lists of a server, until somebody leaves them or sits down at a table."""

from __future__ import annotations

import argparse

from ironbottom.language import _
from ironbottom.wire.invite import Invite

from ...console.errors import UserError
from ...console.running import run_command
from ...console.stdin import StdinLines
from ...launch.join_game import by_invite, meet_at
from ...launch.player import CODES, DONE, Person
from ...storage import identity
from ...terminal.club.visiting import visit


def run(args: argparse.Namespace) -> int:
    """Show them."""
    return run_command(_run(args))


async def _run(args: argparse.Namespace) -> int:
    """Who is not let in at a table comes back to the lists, and reads why.  Raises UserError."""
    folder = identity.home()
    person = Person(folder, identity.me(folder, args.name), StdinLines(plain=False), bid=args.bid)
    if not person.typed.screen:
        raise UserError(_("The club is drawn on the screen of a terminal.  As lines of text: ironbottom "
                          "ladder, player, challenge, cup, block, key."))
    endpoint = await meet_at(person, args.server)
    assert endpoint.pin is not None
    told = " ".join(person.warned)
    while table := await visit(endpoint, person.me, folder, told):
        person.me = identity.me(folder)
        try:
            return CODES[await by_invite(args, person, Invite(table, b"", endpoint.pin, endpoint.addresses))]
        except UserError as error:
            told = str(error)
    return DONE
