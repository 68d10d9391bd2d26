"""A player that weighs exact odds: `Mate`.  Each module here reads like advice from a good player on one concern."""

from .mate import Mate

__all__ = ["Mate"]
