"""Advice for players: who may have it, the processes that give it, and how they are told what their seat is told.

It may touch the tables and what is below.  Nothing is worked out here: an adviser is a process of its own
(`client/bots/seat/advice/`).
"""
