"""How one notification goes out: by HTTP in the form of its endpoint, encrypted for a browser, or by e-mail.

It may touch `runtime/`, what a notification and a way of a player are, the ciphers of Web Push, and Twisted's clients.
"""
