"""What a server says to a person, in the reader's language: the sentences of ironbottom/vocabulary/server.toml.

A server speaks English, whoever reads it: each refusal, farewell and notice has a code for programs beside its
sentence.  A reader of another language gets that very sentence where the catalogue has it, else the one that stands
there for its code, and for a code of a newer server what it said.
"""

from __future__ import annotations

from ironbottom.language import _
from ironbottom.vocabulary import TABLES, phrase

from ..console.errors import UserError

SENTENCES = {
    **TABLES["server"], **TABLES["own_key_refused"], **TABLES["challenge_refused"], **TABLES["players_refused"],
    **TABLES["cup_refused"],
}


def in_our_words(code: str, text: str) -> str:
    """What a server said, for whoever reads it: by its code, if the reader's language is not English."""
    exact, english = _(text), SENTENCES.get(code, "")
    own = _(english)
    if exact != text or own == english:
        return exact or own or code
    detailed = text and code in TABLES["with_details"]["codes"]
    return phrase("detailed.both", sentence=own, text=text) if detailed else own


def lost_history() -> UserError:
    """What a player's own knowledge shows to be missing at the server."""
    return UserError(phrase("distrust.lost_history"))
