"""The referee: it holds the decks and the dice, and tells each player what a player at the table could see."""
