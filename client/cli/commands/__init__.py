"""One module for each command of the program `ironbottom`; and what each is for, to be listed without loading any.

It may touch all rooms of the client, each when its command is given.
"""

from ironbottom.language import N_

ABOUT = {
    "tutorial": N_("Learn the game: short lessons in a first game, which can be left and gone on with."),
    "play": N_("Play against a bot on this computer."),
    "hotseat": N_("Play with somebody beside you: two people, one screen, and a curtain between their turns."),
    "resume": N_("Go on with a game that was left or interrupted."),
    "notify": N_("Be told, while you are away, that a game waits for you: by e-mail, ntfy, a webhook and more."),
    "host": N_("Make a table on this computer, invite a friend, and play."),
    "club": N_("See the club of a server on the screen: ladder, players, challenges, cups, blocked players, your key."),
    "challenge": N_("Post a challenge on a server that waits while you are away, seek an opponent, take one up."),
    "block": N_("Block a player of a server: never be paired with him, challenged or talked to; he is not told."),
    "player": N_("See how a player has played on a server: results by side and opponent, rating over time."),
    "ladder": N_("See how strong the players of the rated games of a server are."),
    "cup": N_("Play in the cups of a server, and see how they stand; make cups on a server of yours."),
    "join": N_("Take a seat at a friend's table, or look on."),
    "key": N_("Make your name on a server yours, carry your key to another device, revoke it, recover it."),
    "bot": N_("Let a bot take a seat at a table."),
    "arena": N_("Let two bots play many games against each other."),
    "verify": N_("Check the transcript of a game: was it dealt, rolled and played as its players signed?"),
    "replay": N_("Step through the record of a finished game; every card lies face up."),
    "games": N_("See what all your finished games tell: results, what decisions gave away, luck, openings, cards."),
    "review": N_("Learn from a finished game: chances of winning, luck and skill, and the dearest decisions."),
    "whatif": N_("Play a finished game on from one of its moments, against a bot."),
    "puzzle": N_("Solve puzzles: positions with one best answer, rated against you."),
    "admiral": N_("Print the tables of the admiral in the envelope, to play against him with cards on a table."),
    "serve": N_("Run a server for tables of others."),
    "server": N_("Look after a server: back up and restore its folder, export its finished games."),
    "moderate": N_("Ban a key, an address or a name from a server of yours, or lift that again."),
    "selfplay": N_("Let simple players play many games on the bare engine, and sum them up."),
    "odds": N_("Show the exact odds of a roll, or of an exchange of fire."),
    "options": N_("List the optional rules that two players may agree upon."),
    "battles": N_("List the historical battles, show one, or make and check battles of your own."),
    "campaigns": N_("List the campaigns, or show one: battles that follow each other, each as the last has left it."),
    "cards": N_("List the cards, show one as it is printed, or check a folder with cards of your own."),
}
