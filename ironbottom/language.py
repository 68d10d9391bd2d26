"""Every text for people goes through here: the catalogues of gettext, in the language that the reader has chosen.

`_` marks a text and translates it at once; `N_` marks one in a table that is translated where it is shown, by `_`.  A
text with parts that change is a template: _("{side} wins.").format(side=...).  English is the text itself, so that it
needs no catalogue.  `python -m tests.tools.catalogue --update` collects all texts in locale/ironbottom.pot.

A process speaks one language.  A server speaks English: what it sends is for readers of any, and a client that has the
text in its own catalogue says that instead.
"""

from __future__ import annotations

from gettext import NullTranslations, translation
from importlib.resources import as_file, files

DOMAIN = "ironbottom"
ENGLISH = "en"


class Reader:
    """Who reads what this process says; there is one."""

    language = ENGLISH
    catalogue = NullTranslations()


def N_(text: str) -> str:
    """Mark a text for the catalogues; it is translated later, by `_`."""
    return text


def _(text: str) -> str:
    """The text in the reader's language."""
    return Reader.catalogue.gettext(text) if text else ""


def counted(one: str, many: str, n: int) -> str:
    """The form of a text that fits a number: counted("{n} hit", "{n} hits", n)."""
    return Reader.catalogue.ngettext(one, many, n).format(n=n)


def speak(language: str) -> None:
    """Use the catalogue of a language ("en", "ja", "ja_JP.UTF-8") from now on; English where there is none."""
    use(catalogue(language))
    Reader.language = language


def catalogue(language: str) -> NullTranslations:
    """That of a language, for a text that is kept in all of them; English where there is none."""
    with as_file(files("ironbottom") / "locale") as folder:
        return translation(DOMAIN, folder, [language.split(".", maxsplit=1)[0]], fallback=True)


def use(catalogue: NullTranslations) -> None:
    """Use a catalogue that is at hand."""
    Reader.catalogue = catalogue

LANGUAGES = (ENGLISH, "ja")
