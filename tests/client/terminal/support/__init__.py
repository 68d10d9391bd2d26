"""Tables, seats and screens for the tests of the terminal client.

It may touch all rooms of the terminal client; no test.
"""
