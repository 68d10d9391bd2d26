"""Commands for developers: catalogues, the page's list of modules, the lesson, an installation by night."""
