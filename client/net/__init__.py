"""The way to a server: connections and their repair, the seat at the other end, tables on the LAN, a spoken code.

It may touch `storage/`; it draws nothing.
"""
