"""Who sits down is shown first what the table is played by besides the rules, and is asked whether he wants that."""

from __future__ import annotations

from functools import partial
from importlib import import_module

from ironbottom.language import _
from ironbottom.wire.messages import Glance, Summaries

from ..console.errors import UserError
from ..console.output import say
from ..console.stdin import StdinLines
from ..net.reconnecting_client import ReconnectingClient
from ..text.rules.table_rules import introduced, of_terms

SCREEN = "ironbottom.client.terminal.app.agree_app"
YES = ("y", "yes")


async def agree(
    client: ReconnectingClient, table: str, secret: bytes, typed: StdinLines, *, agreed: bool
) -> None:
    """Show what is special at a table, and ask; `agreed`: he has said yes before.  Raises UserError for a no."""
    lines = await _told(client, table, secret)
    if agreed:
        say([*lines, ""])
    elif typed.screen:
        if not await import_module(SCREEN).agreed(lines):
            raise _left()
    elif typed.terminal:
        say(lines)
        await _asked(typed)
    else:
        say(lines)
        raise UserError(
            _("That table has rules of its own, which are told above: give the command with --agree to sit down there.")
        )


async def _told(client: ReconnectingClient, table: str, secret: bytes) -> list[str]:
    """What the table says of itself to who does not sit there yet."""
    found = await client.ask(partial(Glance, tables=(table,), secret=secret), Summaries)
    if not found.tables:
        raise UserError(_("The server does not tell what is agreed upon at that table: nobody sits down there unread."))
    return introduced(of_terms(found.tables[0].line.terms))


async def _asked(typed: StdinLines) -> None:
    say([_("Sit down there? [y/N]")])
    word = await typed.line()
    if word is None or word.strip().casefold() not in YES:
        raise _left()


def _left() -> UserError:
    return UserError(_("You have not sat down: the seat is free as before."))
