"""Commands for developers: catalogues, the page's list of modules, the lesson, an installation by night.

They may touch the product's files, and `tests/support`.
"""
