"""The engine: the book, laws, chance, records, positions, and what earlier versions left.

It may touch the engine, a server's store and the bots that play it.
"""
