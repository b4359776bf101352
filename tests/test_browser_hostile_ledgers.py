"""Hostile files at ``/house/ledger``: none changes what it must not, and none runs anything."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import FilePayload, Page, expect

from meepleproof.service.shelf import Shelf
from tests.browser import Opened, needs_chromium
from tests.browser_play import by_id, keep, ready
from tests.hostile_ledgers import HostileLedger, hostile_ledgers
from verifier.carcassonne.house.ledger import Ledger, Opening, ledger_to_json, read_ledger
from verifier.documents.strict_json import json_value
from verifier.errors import MeepleproofError

FILES = hostile_ledgers()
KEPT = "meepleproof.ledger"
OWN = json.dumps(ledger_to_json(Ledger((Opening("Zoe"),))))
FOREIGN = "#lines :not(h3, p, button, a, li), #ledger-rows :not(tr, th, td, b)"


@pytest.fixture(scope="module")
def shelf() -> Shelf:
    return Shelf([], {})


def imported(page: Page, one: HostileLedger) -> str:
    """Import a file, and return what the page says of it."""
    file = FilePayload(name="ledger.json", mimeType="application/json", buffer=one.text.encode())
    page.set_input_files("#load-ledger", file)
    told = by_id(page, "ledger-told")
    expect(told).not_to_be_empty(timeout=120_000)
    return told.inner_text()


@needs_chromium
@pytest.mark.parametrize("one", FILES, ids=lambda one: one.what)
def test_the_page_answers_as_noted(opened: Opened, one: HostileLedger) -> None:
    page = ready(opened("/house/ledger"))
    if one.is_read:
        assert one.answer == imported(page, one)
        document = json.loads(one.text)
        assert document == json.loads(page.evaluate(f"localStorage.getItem('{KEPT}')"))
        expect(page.locator("#lines > li")).to_have_count(len(document["lines"]))
        expect(page.locator(FOREIGN)).to_have_count(0)
        links = page.locator("#lines a").evaluate_all("all => all.map((one) => one.href)")
        game = re.compile(re.escape(page.url.rpartition("ledger")[0]) + r"game(\.html)?\?.*")
        assert all(game.fullmatch(link) for link in links)
        return
    keep(page, OWN, KEPT)
    page.reload()
    said = imported(ready(page), one)
    assert one.answer in said
    assert said.endswith("Nothing was changed.")
    assert page.evaluate(f"localStorage.getItem('{KEPT}')") == OWN


@pytest.mark.parametrize("one", FILES[1:], ids=lambda one: one.what)  # it reads long files, too
def test_the_command_takes_what_the_page_takes(one: HostileLedger) -> None:
    if one.is_read:
        assert read_ledger(json_value(one.text, "ledger.json")).lines
        return
    with pytest.raises(MeepleproofError):
        read_ledger(json_value(one.text, "ledger.json"))
