"""The programs of the terminal client, and golden pictures of whole screens."""
