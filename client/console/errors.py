"""What a person can do something about: one sentence that names the thing, the place and the way out."""

from __future__ import annotations


class UserError(Exception):
    """A command ends with this sentence, and with this code."""

    exit_code = 1


class NotWritten(UserError):
    """Our own disk is full, or cannot be written for another reason that may pass."""
