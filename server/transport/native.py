"""Native frames: MessagePack behind its length, over TLS; without it only from this machine."""

from __future__ import annotations

from ironbottom.language import _
from ironbottom.wire.messages import Bye
from ironbottom.wire.session import Native

from .session import ClientSession
from .stream import PlaintextStream


def begin_native(stream: PlaintextStream) -> ClientSession:
    """Somebody speaks native frames."""
    session = stream.guard.context.session(Native("server"), stream, stream.guard.address)
    stream.serve(session)
    return session


def refuse_native(stream: PlaintextStream) -> None:
    """Somebody elsewhere speaks native frames without TLS: he is told so, and nothing that he sent is read."""
    text = _("This server is spoken to over TLS, except from its own machine.")
    stream.write(Native("server").send(Bye("frame", text)))
    stream.close()
