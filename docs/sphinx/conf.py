"""How Sphinx makes a site of the documents; ``make docs`` lays out what it reads.

Styles and typefaces are those of the page, so that both look alike.
"""

from __future__ import annotations

from pathlib import Path

from verifier import __version__

_HERE = Path(__file__).parent
_PAGES = _HERE.parents[1] / "meepleproof" / "service" / "pages"

project = "meepleproof"
author = "The meepleproof authors"
version = release = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["files"]

myst_heading_anchors = 4
myst_links_external_new_tab = False
suppress_warnings = ["misc.highlighting_failure"]  # a JSON text cut short by "..." is no JSON
highlight_language = "none"
pygments_style = "default"

autodoc_default_options = {"members": True, "undoc-members": False}
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
python_use_unqualified_type_names = True
add_module_names = False

html_theme = "basic"
templates_path = [str(_HERE)]
html_static_path = [
    str(_HERE / "docs.css"),
    *(str(_PAGES / "static" / name) for name in ("tokens.css", "icon.svg")),
    *(str(_PAGES / "fonts" / name) for name in ("sans.woff2", "serif.woff2", "OFL.txt")),
]
html_css_files = ["tokens.css", "docs.css"]
html_title = "meepleproof"
html_last_updated_fmt = None  # the same documents make the same bytes
html_copy_source = False
html_show_sourcelink = False
html_use_index = False
html_domain_indices = False
html_permalinks_icon = "#"
smartquotes = False
