"""People whom one plays with, in words: phrases that are said to them, the tables, challenges and cups of a server, its
ladder, the pages of its players, and whom one has blocked there.

It may touch `text/rules/` and the cleaning of names, and no other room of the client.
"""
