"""Which tests need not run again on a second build of the kernel, and why.

The kernel runs compiled or as it is. Whoever has one build runs all tests on it. Continuous
integration runs all of them compiled, and on the uncompiled build those that can come out
differently there: ``pytest --build-dependent`` leaves out the files named here, of the others the
tests that ask a key which has no kernel, those with the fixture ``build``, which have run on the
uncompiled kernel beside the compiled one, and those with the mark ``one_build``, which gives a
reason as the files have one here. Everything else runs on both builds.
"""

from __future__ import annotations

from fnmatch import fnmatch

import pytest

NEED_NOT: dict[str, str] = {
    "test_house_documents*": "documents and codes of the house game, before an engine is asked",
    "test_house_rules*": "the catalogue of the house game and its pages",
    "test_house_service*": "as test_service_*",
    "test_house_attempts*": "as test_service_*",
    "test_record_attempts*": "as test_service_*",
    "test_house_pictures*": "as test_pictures*",
    "test_house_model*": "as test_model_*",
    "test_house_studies*": "what ships; test_house_endgame has both builds solve endgames alike",
    "test_house_compare*": "games told by both keys, which test_house_keys_agree compares on both",
    "test_neom_*": "NEOM, both keys of which are plain Python: only Carcassonne has a kernel",
    "test_bench*": "that benchmarks give every row; what they time is tested elsewhere",
    "test_browser_*": "pages in a browser; what they show is tested by test_service_* without one",
    "test_scripts*": "the scripts of pages, which ask no engine",
    "test_play*": "as test_service_*",
    "test_service_*": "the service asks the engine by its interface, which both builds pass whole",
    "test_attacks*": "what is sent to the service, before any engine is asked",
    "test_model_*": "the model, which shares no code with the kernel",
    "test_boxes_model*": "as test_model_*",
    "test_boxes_oracle*": "the naive rules of the tests",
    "test_boxes_forms*": "documents and codes with boxes",
    "test_determinism*": "what the model asks its solver",
    "test_constraint_library*": "a library that only the model uses",
    "test_tile_*": "tile sheets and drawings, which the kernel only reads",
    "test_pictures*": "drawings, made from positions without an engine",
    "test_exports*": "booklets and tables, made from packs",
    "test_palette*": "colours of drawings",
    "test_markup*": "how drawings are written",
    "test_show*": "drawings at the command line",
    "test_schema*": "schemas, which judge documents and no turns",
    "test_rules*": "the catalogue and its pages",
    "test_packaging*": "what pyproject.toml says",
    "test_walls*": "which package imports which",
    "test_adding_a_rule*": "runs copies of the packages, which are never compiled",
    "test_mutants*": "the lists of mutants; the mutants themselves run on the uncompiled build",
    "test_conformance_archive*": "the archive's bytes",
    "test_inner_loops*": "the kernel's source as Cython translates it, whichever build runs",
    "test_answers*": "the form of what commands print",
    "test_compare*": "games told by both keys, which test_switches and others compare on both",
    "test_explain*": "reasons, which the model gives",
    "test_cluster*": "who does the work; what is done is tested by test_runs",
    "test_pack_command*": "packs as files; what is made and proved is tested by test_puzzles",
    "test_terminal*": "what a terminal shows of documents, whichever key has judged them",
    "test_wrong_engines*": "small engines in plain Python, and the cases that find them",
    "test_console*": "streams and files of commands",
    "test_write_faults*": "files on a full disk",
    "test_store_faults*": "a database on a full disk",
    "test_interrupts*": "Ctrl-C, at the command line",
    "test_site*": "pages written as files, as test_service_*",
    "test_document_links*": "links of the documents",
    "test_levels*": "words for ratings that stand in packs",
    "test_ledger*": "the ledger of a table, which asks no engine",
    "test_tiles_command*": "tile sheets, as test_tile_*",
    "test_results*": "what players send, and ratings fitted to it",
    "test_collections*": "indexes of folders, read from packs",
    "test_help_examples*": "examples on help pages; test_transcripts has both builds print alike",
    "test_graded_rules*": "readings by both keys, as scenarios, which test_scenarios runs on both",
    "test_docstrings_outside_verifier*": "examples of packages that hold no kernel",
    "test_shipped_checklist*": "what ships; test_kinds makes some of each kind on both builds",
    "test_shipped_packs*": "as test_shipped_checklist",
    "test_far_extension*": "as test_extension, with more tiles",
    "test_engine_messages*": "requests by chance; test_conform asks the engine on both builds",
    "test_runs*": "journals and workers; what they make is made by test_kinds on both builds",
    "test_games*": "a toy game, which has no kernel",
    "test_library_at_home*": "which modules are imported",
    "test_dataset*": "tables, read from packs",
    "test_components*": "parts of pages, as test_browser_*",
}
"""Patterns of file names, each with the reason."""


def depends_on_the_build(file: str) -> bool:
    """Return whether a test file has to run on both builds.

    >>> depends_on_the_build("test_perft.py"), depends_on_the_build("test_palette.py")
    (True, False)
    """
    return not any(fnmatch(file, f"{pattern}.py") for pattern in NEED_NOT)


def asks_the_kernel(test: pytest.Item) -> bool:
    """Return whether a test asks the engine on the build that is installed.

    A test for several keys says by its parameter ``key`` which one it asks.
    """
    if not isinstance(test, pytest.Function):
        return True
    if test.get_closest_marker("one_build"):
        return False
    callspec = getattr(test, "callspec", None)
    key = None if callspec is None else callspec.params.get("key")
    return "build" not in test.fixturenames and getattr(key, "name", "engine") == "engine"
