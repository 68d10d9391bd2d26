"""What all tests share: tables laid by hand, dice, random games, how long the long tests are; no test itself.

It may touch the engine, proofs and the wire; no room of the tests.
"""
