"""The port, HTTP, the files of the page."""
