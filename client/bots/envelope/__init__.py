"""The admiral in the envelope: a side that is run by printed tables and one die a turn, on the screen or on paper.

README.md says how its parts hang together.  It may touch the engine's floors up to the views and `text/`, how `mate`
reads a view, and no seat, socket or state.
"""

from .seat import EnvelopeSeat

__all__ = ["EnvelopeSeat"]
