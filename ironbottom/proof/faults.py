"""What can be wrong with a transcript, and how it is said: the entry, a code for programs, a sentence for people."""

from __future__ import annotations

from typing import Literal

Code = Literal[
    "version",  # another format or other rules than are here: nothing can be said of the game
    "cards",  # a card set that is not here: nothing can be said of the game
    "damaged",  # a line that is no entry, or is not written as entries are
    "place",  # an entry that does not belong where it stands
    "game",  # the game's name does not follow from keys, table, rules and cards
    "partner",  # a partner whom nobody vouches for, or an answer of the commander whose question it was not
    "tosses",  # a toss before the game is not as it was, or was left out though a share had been shown for it
    "share",  # a player's share does not fit what he was bound to
    "late-seed",  # the server's share was chosen after it had bound itself
    "sides",  # the sides do not follow from wishes and lot
    "signature",  # a signature that is not over what it should be over
    "salt",  # an entry with a salt that the server's share does not give
    "forged",  # an answer that its player did not give
    "dropped",  # a player's answer or signature is missing
    "fork",  # there was another history: a head was signed that is none of this file's
    "shown",  # an update that a player was shown is not what the game tells his side
    "receipt",  # the server's own signature under a head is none
    "illegal",  # an answer that could not be given here
    "deal",  # what came of an answer is not what the seed gives: a card was exchanged
    "dice",  # other dice than the seed gives
    "mix",  # another order of cards, or other tokens, than the seed gives
    "replayed",  # standing orders, or an agreement, that were given before
    "consent",  # an agreement that the terms do not allow, or to which somebody has not consented
    "takeback",  # an answer that was taken back, and could not be
    "paused",  # an answer in a pause that both had agreed to
    "orders",  # an answer that no standing order gave
    "clock",  # an answer out of time that is not the default, or without a clock
    "stand-in",  # an answer of somebody who could not stand in
    "update",  # updates were not answered in their order
    "rules",  # a bug of the rules
    "outcome",  # another outcome than that of the game
    "position",  # another last position than that of the game
    "closed",  # the server's signature at the end is not over this file
    "cut",  # the end is missing
]


class Fault(Exception):
    """Something that is wrong, at an entry; 0 where it is wrong with no single entry.

    `since` is the last entry before which nothing can be missing: where something was dropped, nobody can see from
    the signatures alone just where.
    """

    def __init__(self, entry: int, code: Code, sentence: str, since: int = 0) -> None:
        super().__init__(sentence)
        self.entry, self.code, self.sentence, self.since = entry, code, sentence, since or entry
