"""A player that weighs exact odds: `Mate`.  Each module here reads like advice from a good player on one concern.

It may touch the engine's floors up to the views and `text/`, and no seat, socket or state.
"""

from .mate import Cadet, Ensign, FirstMate, Mate, Seaman

__all__ = ["Cadet", "Ensign", "FirstMate", "Mate", "Seaman"]
