"""A table is laid on the page as it lies before the family, with few taps, and scored."""

from __future__ import annotations

from dataclasses import replace

import pytest
from playwright.sync_api import Locator, Page, expect

from generator.chance import Chance
from tests.browser import Opened, needs_chromium
from tests.browser_play import by_id, ready
from verifier.carcassonne.engine.house import HouseEngine
from verifier.carcassonne.engine.house.players import deck, greedy_game
from verifier.carcassonne.house.key import final_score
from verifier.carcassonne.house.position import Placement, Position, set_up
from verifier.carcassonne.house.rule_set import RuleSet
from verifier.carcassonne.model.house.key import HouseModel
from verifier.carcassonne.table.cells import STEPS, Cell

pytestmark = needs_chromium

PHONE = {"width": 375, "height": 667}
TILES = 40
COVERED = """node => {
  const { x, y, width, height } = node.getBoundingClientRect();
  return !node.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}"""
MOST_TAPS = 2.5
"""Taps a tile, those for its piece among them."""


def played_table(players: int, seed: int) -> Position:
    """Return a table of 40 tiles after a game of greedy players with all boxes but the river."""
    rules, chance = RuleSet(players), Chance(seed)
    draw = tuple(chance.shuffled(sorted(deck(rules)))[: TILES - 1])
    return greedy_game(set_up(rules, draw), chance.below)[-1].after


class Finger:
    """A finger that lays a table on the page as it lies before the player, and counts its taps."""

    def __init__(self, page: Page) -> None:
        self.page, self.taps = page, 0

    def tap(self, what: Locator) -> None:
        what.tap()
        self.taps += 1

    def lay(self, table: Position) -> None:
        """Follow what the page asks for; where no tile lies there, choose the nearest square."""
        left = {laid.cell: laid for laid in table.placements}
        last = left.pop((0, 0))
        self.stand(last)
        for box in sorted({laid.tile.partition("/")[0] for laid in table.placements} - {"base"}):
            self.tap(by_id(self.page, f"box.{box}"))
        while left:
            asked = self.page.locator(".marks .mp-hinted")
            cell = square_of(asked) if asked.count() else None
            if cell not in left:
                done = set(table_cells(table)) - set(left)
                cell = min(beside(done) & set(left), key=lambda one: distance(one, last.cell))
                self.tap(self.found(by_id(self.page, f"cell.{cell[0]}.{cell[1]}")))
            last = left.pop(cell)
            self.tap(by_id(self.page, f"box.{last.tile}.{last.rotation}"))
            said = f"The board: {len(table.placements) - len(left)} tiles"
            expect(self.page.locator("#board")).to_have_attribute("aria-label", said)
            self.stand(last)

    def found(self, square: Locator) -> Locator:
        """Move the board, where it shows a part, until the square is seen beside its buttons."""
        square.focus()
        if square.evaluate(COVERED):
            box = self.page.locator("#board").bounding_box()
            assert box is not None
            x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
            self.page.mouse.move(x, y)
            self.page.mouse.down()
            self.page.mouse.move(x + 60, y - 60, steps=4)
            self.page.mouse.up()
        return square

    def stand(self, laid: Placement) -> None:
        """Set the piece of the tile that was laid last."""
        if laid.piece is None:
            return
        if laid.cell == (0, 0):
            self.tap(by_id(self.page, "cell.0.0"))
        if laid.piece.piece != "little":
            self.tap(by_id(self.page, f"sort.{laid.piece.piece}"))
        claim = by_id(self.page, f"claim.{laid.piece.feature}.{laid.piece.colour + 1}")
        self.tap(claim)
        expect(claim).to_have_attribute("aria-pressed", "true")


def square_of(outline: Locator) -> Cell:
    corner = [outline.get_attribute(name) for name in ("x", "y")]
    x, y = (round((float(one or "") - 2) / 100) for one in corner)
    return x, -y


def table_cells(table: Position) -> list[Cell]:
    return [laid.cell for laid in table.placements]


def beside(cells: set[Cell]) -> set[Cell]:
    return {(x + east, y + north) for x, y in cells for east, north in STEPS} - cells


def distance(one: Cell, other: Cell) -> int:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


@pytest.mark.parametrize(("players", "seed"), [(4, 2), pytest.param(2, 5, marks=pytest.mark.slow)])
def test_a_table_of_forty_tiles_is_laid_on_a_phone_with_few_taps(
    opened: Opened, players: int, seed: int
) -> None:
    table = played_table(players, seed)
    page = ready(opened("/house/score", viewport=PHONE, has_touch=True, reduced_motion="reduce"))
    page.locator("[name=players]").select_option(str(players))
    finger = Finger(page)
    finger.lay(table)
    score = final_score(
        replace(table, scores=(0,) * table.rules.colours), (HouseEngine(), HouseModel())
    )
    totals = page.locator("#result .totals tbody td:last-child").all_text_contents()
    assert [str(total) for total in score.totals] == totals
    assert finger.taps <= MOST_TAPS * TILES, finger.taps
