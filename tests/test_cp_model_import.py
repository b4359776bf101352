"""CP-SAT's process starts without pandas, and with it if nothing else will do."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from verifier.constraints.cp_model_import import import_without_pandas


def test_the_solvers_process_does_not_load_pandas() -> None:
    question = "import sys, verifier.constraints.cpsat_worker; print('pandas.core' in sys.modules)"
    ran = subprocess.run(
        [sys.executable, "-c", question], capture_output=True, text=True, check=True
    )
    assert ran.stdout == "False\n"


@pytest.mark.parametrize("needs", ["Series", "DataFrame"])
def test_what_needs_more_of_pandas_gets_pandas(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, needs: str
) -> None:
    (tmp_path / "pandas.py").write_text("Index = Series = DataFrame = 'the real one'\n")
    (tmp_path / "interface_of_tables.py").write_text(f"import pandas\nfound = pandas.{needs}\n")
    monkeypatch.syspath_prepend(tmp_path)
    for name in ("pandas", "interface_of_tables"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    found = import_without_pandas("interface_of_tables").found
    assert (needs == "DataFrame") == (found == "the real one")
    assert ("pandas" in sys.modules) == (needs == "DataFrame")
    for name in ("pandas", "interface_of_tables"):
        sys.modules.pop(name, None)
