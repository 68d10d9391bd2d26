"""Speed and memory beside other game engines; `make bench` prints the table.

It may touch the product and the doubles of client and server tests.
"""
