"""Tests of ironbottom/proof: seeds, chains, the verifier; planted cheats, and a second reader in another language."""
