"""What adding-a-kind.md shows stands in the files of the example, which are all it lists."""

from __future__ import annotations

import re

from tests.shown_lines import ROOT, not_in_their_files, page, shown_lines

PAGE = page("development/adding-a-kind.md")


def test_each_line_shown_stands_in_its_file() -> None:
    assert len(shown_lines(PAGE)) >= 9
    assert {} == not_in_their_files(PAGE)


def test_the_files_that_the_page_lists_are_all_there() -> None:
    listed = re.findall(r"^\| `\S+` \| `(\S+)` \|", PAGE, re.MULTILINE)
    assert 10 == len(listed)
    assert [] == [name for name in listed if not (ROOT / name).is_file()]
    assert {name for name, _ in shown_lines(PAGE)} <= {*listed}
