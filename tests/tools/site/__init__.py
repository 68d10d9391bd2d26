"""The documents as a site: `make docs` gathers them, renders them with Sphinx, and looks at what came out.

It may touch documents and docstrings, and `tests/support`.
"""
