"""What a person can do something about: one sentence that names the thing, the place and the way out."""

from __future__ import annotations


class Trouble(Exception):
    """A command ends with this sentence, and with this code."""

    exit_code = 1
