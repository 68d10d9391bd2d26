"""The table as a picture.

It may touch `board/`, the screens that hold it, and what is below.
"""
