"""How the orders of the tables are carried out: one function for each question, as the sheet tells it.

Of things that fit the same row the one with the higher tie-break goes first, and of equals the one that lies first.
They may touch what lies beside this room, but the seat and the page.
"""
