"""The port, HTTP, the files of the page.

It may touch `listening/`, and the client's connection.
"""
