"""The port: told apart by the first byte, with HTTP, WebSockets and the files of the page; and who asks on the LAN.

It may touch `transport/` and what is below.
"""
