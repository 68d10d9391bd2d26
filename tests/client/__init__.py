"""Tests of the programs that people and bots use.

Its rooms may touch the client, the tests' tools, a server under test, and each other's doubles.
"""
