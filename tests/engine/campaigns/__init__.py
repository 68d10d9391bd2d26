"""§25  Campaigns: their files, what one battle leaves to the next, and whole campaigns.

It may touch everything in `ironbottom` but a server or a client, for bots that play excepted, and `tests/support`.
"""
