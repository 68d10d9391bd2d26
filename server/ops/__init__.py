"""The process: command line, start, service, stop.  It puts all other rooms together; none of them imports it.

It may touch every room of the server.
"""
