"""Tests of ironbottom/proof: seeds, chains, the verifier; planted cheats, and a second reader in another language.

It may touch `ironbottom/proof`, the clients that check it, and the server that makes it.
"""
