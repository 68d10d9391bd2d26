"""Games of one person on this computer, against a bot: whole ones, the tutorial's, and what-ifs.

It may touch what is beside it in `launch/`, below the games in the browser, and what that may.
"""
