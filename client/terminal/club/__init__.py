"""The club of a server in a terminal (`ironbottom club`): its ladder, players, challenges, cups, whom one has blocked,
one's own games there, name and key.

It may touch all rooms of the terminal client but what plays a game.
"""
