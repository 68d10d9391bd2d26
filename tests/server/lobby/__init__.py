"""Many tables, many strangers, bots that are called.

It may touch `lobby/`, what is below, and the client's bots.
"""
