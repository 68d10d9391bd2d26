"""The rules in words: the rulebook by its paragraphs, and what a table is played by besides.

They may touch the words and card texts of client/text/, and no other room of the client.
"""
