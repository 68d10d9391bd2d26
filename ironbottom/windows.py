"""§20  Every decision of the game, in order: the number of its window, what is decided, and what opens it.

Whether a window opens depends on public facts alone (R-27); the texts here are what a client tells its player.
"""

from __future__ import annotations

from typing import NamedTuple


class Window(NamedTuple):
    """One row of the table of decisions."""

    decides: str
    cause: str


WINDOWS: dict[str, Window] = {
    "0": Window("which side to play", "before the game"),
    "1": Window("keep the fleet or draw it anew", "your fleet is drawn"),
    "2": Window("first deployment", "both fleets are settled"),
    "3": Window("discard one of the drawn cards, or keep all and skip", "your turn begins"),
    "4": Window("reinforcement", "your deployment begins"),
    "5": Window("ships", "you have formations"),
    "6": Window("airplanes", "the ships are deployed"),
    "7": Window("which damage to repair", "your home base repairs"),
    "8": Window("search flights", "the enemy has unseen formations"),
    "9": Window("interception of the search", "searchers fly over your lines"),
    "10": Window("next line to search", "several lines are searched"),
    "11": Window("targets and order of the interceptors", "interceptors meet the searchers"),
    "12": Window("which formation is found", "the search has more to choose from than hits"),
    "13": Window("withdrawal from the search", "a round of the search is over"),
    "14": Window("submarines", "the enemy has formations"),
    "15": Window("surplus airplanes", "damage has spoiled icons"),
    "16": Window("action", "reconnaissance is over"),
    "18": Window("target of the landing", "the enemy has several bases in FRONT"),
    "19": Window("which formation the patrol finds", "the patrol has more to choose from than hits"),
    "20.1": Window("attack flights", "you have airplanes on hosts"),
    "20.2": Window("reaction flights", "the enemy has flown"),
    "20.3": Window("interception flights", "the enemy has reacted"),
    "21": Window("next line of air combat", "several lines are attacked"),
    "22": Window("air tasks", "interceptors meet the attackers"),
    "23": Window("air control combat", "escorts meet the interceptors"),
    "24": Window("intercept combat", "interceptors reach the attackers"),
    "25": Window("air attack", "attackers are over their targets"),
    "26": Window("reveal to attend the landing", "you have unseen formations in FRONT"),
    "27": Window("sea tasks", "formations attend the landing"),
    "28": Window("withdrawal of ships", "a round of sea combat begins"),
    "29": Window("targets at sea", "your formations may fire"),
    "30": Window("bombardment of the base", "Landing Support is off the base"),
    "31": Window("the landing", "transports are off the base"),
    "31a": Window("defence of the base", "transports are going ashore"),
    "31b": Window("the loss of a base", "a front base is eliminated"),
    "32": Window("return of airplanes", "airplanes are in the air"),
    "33": Window("hand limit", "your hand is above the limit"),
}  # 17 was merged into 16
