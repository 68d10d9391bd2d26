"""Who meets whom: challenges that wait for whoever fits, and players who do not want to meet each other.

It may touch `table/`, the results of `archive/`, the names of `club/`, and what is below.
"""
