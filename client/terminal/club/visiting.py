"""A visit to the club of a server: the connection, the lists, and what one leaves them for."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from ironbottom.language import _

from ...console.errors import UserError
from ...net.club.club_client import club_client
from ...net.connection import typed
from ...net.reconnecting_client import Endpoint
from ...net.session_events import Disconnected, Reconnected, SessionEnded, SessionEvent
from ...storage import identity
from ...storage.identity import Identity
from ..app.base_app import shown_until_left
from .club_app import KEYS, ClubApp
from .pane import ClubPlace
from .panes.key_pane import RENAMED


async def visit(endpoint: Endpoint, me: Identity, folder: Path, told: str = "") -> str:
    """The table that somebody wants to sit down at; "" where he leaves.  `told`: what he reads first.

    Who wants to be called otherwise comes in anew, under that name.  Raises UserError.
    """
    first = 0
    while True:
        wish = await _visited(endpoint, me, folder, told, first)
        if not wish.startswith(RENAMED):
            return wish
        first = KEYS
        try:
            name = identity.kept_name(folder, wish.removeprefix(RENAMED))
        except UserError as error:
            told = str(error)
        else:
            me, told = me._replace(name=name), _("You are {name} here now.").format(name=name)


async def _visited(endpoint: Endpoint, me: Identity, folder: Path, told: str, first: int) -> str:
    apps = list[ClubApp]()

    def hear(event: SessionEvent) -> None:
        for app in apps:
            app.call_later(partial(_heard, app, event))

    async with club_client(endpoint, me, folder, hear) as club:
        where = typed(endpoint.addresses[0])
        apps.append(ClubApp(ClubPlace(club, where), told, first))
        return await shown_until_left(apps[0]) or ""


def _heard(app: ClubApp, event: SessionEvent) -> None:
    """The connection is lost, back, or over for good."""
    if isinstance(event, Disconnected):
        app.note(_("The connection is lost: {why}  It is sought again.").format(why=event.why))
    elif isinstance(event, Reconnected):
        app.note(_("The connection is back."))
    elif isinstance(event, SessionEnded):
        app.note(event.sentence)
