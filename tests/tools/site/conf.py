"""How Sphinx renders the documents.  No font, style or script comes from elsewhere: a reader needs no network."""

from __future__ import annotations

import tomllib

from tests import ROOT

_PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

project = "Iron Bottom & Sunset Sky"
release = version = _PROJECT["version"]
extensions = ["myst_parser", "sphinx.ext.autodoc", "tests.tools.site.paragraphs", "tests.tools.site.docstrings"]

myst_heading_anchors = 6  # as code hosts make them: such a link works in both places
suppress_warnings = ["misc.highlighting_failure"]  # colours alone: a bare `-` of our cards is no YAML to everybody

autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
add_module_names = False
python_use_unqualified_type_names = True

highlight_language = "none"  # of a drawing
smartquotes = False  # what is written is shown
html_theme = "alabaster"
html_title = project
html_baseurl = ""
html_static_path = ["static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_copyright = False
html_show_sphinx = False
html_use_index = True
html_sidebars = {"**": ["about.html", "searchfield.html", "localtoc.html", "navigation.html"]}
html_theme_options = {
    "description": _PROJECT["description"].partition(": ")[2],
    "fixed_sidebar": True,
    "show_powered_by": False,
    "page_width": "1180px",
    "sidebar_width": "250px",
    "font_family": "system-ui, sans-serif",
    "head_font_family": "system-ui, sans-serif",
    "font_size": "16px",
}
