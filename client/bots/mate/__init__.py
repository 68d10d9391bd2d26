"""A player that weighs exact odds."""

from .mate import Mate

__all__ = ["Mate"]
