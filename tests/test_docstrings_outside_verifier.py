"""What the docstrings of all packages but the verifier show is true."""

from __future__ import annotations

import pytest

from tests.docstrings import failures, modules


@pytest.mark.parametrize("name", modules("generator", "meepleproof", "tests"))
def test_the_examples_hold(name: str) -> None:
    assert "" == failures(name)
