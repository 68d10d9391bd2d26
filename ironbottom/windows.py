"""§20  Every decision of the game, in order: the number of its window, what is decided, and what opens it.

Whether a window opens depends on public facts alone (R-27); the texts here are what a client tells its player,
in English: `ironbottom.phrases` translates them.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from ironbottom.language import N_


class Window(NamedTuple):
    """One row of the table of decisions."""

    decides: str
    cause: str


WINDOWS: dict[str, Window] = {
    "0": Window(N_("which side to play"), N_("before the game")),
    "0a": Window(N_("the bid for Japan"), N_("before the game, with bids")),
    "1": Window(N_("keep the fleet or draw it anew"), N_("your fleet is drawn")),
    "2": Window(N_("first deployment"), N_("both fleets are settled")),
    "2a": Window(N_("an end that is put off"), N_("an airplane deck is too short for a draw")),
    "3": Window(N_("discard one of the drawn cards, or keep all and skip"), N_("your turn begins")),
    "4": Window(N_("reinforcement"), N_("your deployment begins")),
    "4a": Window(N_("a reserve carrier"), N_("no carrier of yours is seen")),
    "5": Window(N_("ships"), N_("you have formations")),
    "6": Window(N_("airplanes"), N_("the ships are deployed")),
    "7": Window(N_("which damage to repair"), N_("your home base repairs")),
    "8": Window(N_("search flights"), N_("the enemy has unseen formations")),
    "9": Window(N_("interception of the search"), N_("searchers fly over your lines")),
    "10": Window(N_("next line to search"), N_("several lines are searched")),
    "11": Window(N_("targets and order of the interceptors"), N_("interceptors meet the searchers")),
    "12": Window(N_("which formation is found"), N_("the search has more to choose from than hits")),
    "12a": Window(N_("a decoy"), N_("a formation of yours is found")),
    "13": Window(N_("withdrawal from the search"), N_("a round of the search is over")),
    "14": Window(N_("submarines"), N_("the enemy has formations")),
    "15": Window(N_("surplus airplanes"), N_("damage has spoiled icons")),
    "16": Window(N_("action"), N_("reconnaissance is over")),
    "16a": Window(N_("the enemy's mail"), N_("the enemy is about to choose its action")),
    # 17 was merged into 16
    "18": Window(N_("target of the landing"), N_("the enemy has several bases in FRONT")),
    "19": Window(N_("which formation the patrol finds"), N_("the patrol has more to choose from than hits")),
    "20.1": Window(N_("attack flights"), N_("you have airplanes on hosts")),
    "20.2": Window(N_("reaction flights"), N_("the enemy has flown")),
    "20.3": Window(N_("interception flights"), N_("the enemy has reacted")),
    "21": Window(N_("next line of air combat"), N_("several lines are attacked")),
    "22": Window(N_("air tasks"), N_("interceptors meet the attackers")),
    "23": Window(N_("air control combat"), N_("escorts meet the interceptors")),
    "24": Window(N_("intercept combat"), N_("interceptors reach the attackers")),
    "25": Window(N_("air attack"), N_("attackers are over their targets")),
    "26": Window(N_("reveal to attend the landing"), N_("you have unseen formations in FRONT")),
    "27": Window(N_("sea tasks"), N_("formations attend the landing")),
    "28": Window(N_("withdrawal of ships"), N_("a round of sea combat begins")),
    "29": Window(N_("targets at sea"), N_("your formations may fire")),
    "30": Window(N_("bombardment of the base"), N_("Landing Support is off the base")),
    "31": Window(N_("the landing"), N_("transports are off the base")),
    "31a": Window(N_("defence of the base"), N_("transports are going ashore")),
    "31b": Window(N_("the loss of a base"), N_("a front base is eliminated")),
    "32": Window(N_("return of airplanes"), N_("airplanes are in the air")),
    "33": Window(N_("hand limit"), N_("your hand is above the limit")),
}

OF_OPTIONS = frozenset({"0a", "2a", "4a", "12a", "16a"})  # §23: they open in games with optional rules alone

Command = Literal["fleet", "air"]

OF_AIR = frozenset({  # §26.2: what the air commander answers where two share a side; the fleet commander all else
    "2a", "3", "6", "8", "9", "10", "11", "12", "13", "15", "20.1", "20.2", "20.3", "21", "22", "23", "24", "25", "32",
    "33",
})


def commander(window: str) -> Command:
    """§26.2  Which of two commanders of a side answers in a window."""
    return "air" if window in OF_AIR else "fleet"
