"""Native frames: MessagePack behind its length, over TLS; without it only from this machine."""

from __future__ import annotations

from ironbottom.language import _
from ironbottom.wire.messages import Bye
from ironbottom.wire.session import Native

from .session import ClientSession
from .stream import PlaintextStream


def begin_native(plain: PlaintextStream) -> ClientSession:
    """Somebody speaks native frames."""
    caller = plain.guard.shared.caller(Native("server"), plain, plain.guard.address)
    plain.serve(caller)
    return caller


def refuse_native(plain: PlaintextStream) -> None:
    """Somebody elsewhere speaks native frames without TLS: he is told so, and nothing that he sent is read."""
    text = _("This server is spoken to over TLS, except from its own machine.")
    plain.write(Native("server").send(Bye("frame", text)))
    plain.close()
