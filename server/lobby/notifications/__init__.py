"""How a game finds its player who is away: who wants to be told by which ways, what is open, and how it is delivered.

It may touch `table/` and what is below, the ciphers of Web Push, and Twisted's clients of HTTP and e-mail.  Whatever
leaves here for an address that a player has given is made of public facts alone: names, table, turn.
"""
