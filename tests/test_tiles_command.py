"""`meepleproof tiles`: what it writes besides the text of the transcripts."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree.ElementTree import fromstring

import pytest
from click.testing import CliRunner

from meepleproof.cli.commands.carcassonne.tiles import command
from verifier.carcassonne.tiles import SETS, tile_sheet
from verifier.documents import validation
from verifier.errors import Malformed


def output(*arguments: str) -> str:
    result = CliRunner().invoke(command, arguments, catch_exceptions=False)
    assert 0 == result.exit_code
    return result.stdout


@pytest.mark.parametrize("name", SETS)
def test_json_is_the_sheet(name: str) -> None:
    validation.validate("tile-sheet", json.loads(output(name, "--json"))["sheet"])


def test_json_lists_the_sets_or_one_tile() -> None:
    sets = json.loads(output("--json"))["sets"]
    assert [*SETS] == [each["set"] for each in sets]
    assert 131 == sum(each["totals"]["tiles"] for each in sets)
    assert "tb/C" == json.loads(output("tb/C", "--json"))["tile"]["id"]


@pytest.mark.parametrize(("names", "tiles"), [((), 80), (("ks",), 5), (("ic/K",), 1)])
def test_svg_shows_the_tiles_that_are_asked_for(names: tuple[str, ...], tiles: int) -> None:
    captions = [
        part.text
        for part in fromstring(output(*names, "--svg")).iter()  # noqa: S314 - our own output
        if "mp-head" in part.get("class", "")
    ]
    assert tiles == len(captions)


def test_a_file_is_written_once(tmp_path: Path) -> None:
    file = tmp_path / "tiles.svg"
    assert "" == output("ks", "--svg", "-o", str(file))
    assert output("ks", "--svg") == file.read_text(encoding="utf-8")
    assert 0 != CliRunner().invoke(command, ["ks", "--svg", "-o", str(file)]).exit_code


@pytest.mark.parametrize("name", SETS)
def test_every_tile_can_be_described(name: str) -> None:
    for tile in tile_sheet(name).tiles:
        lines = output(tile.id).splitlines()
        assert len(tile.fields) == sum(line.startswith("field ") for line in lines)
        assert len(tile.ways) == sum(line.startswith(("road r", "river w")) for line in lines)


def test_what_is_not_there_is_refused() -> None:
    for name in ("abbey", "ic/Z", "ic/", "ic/K/K"):
        with pytest.raises(Malformed, match="there is no tile"):
            CliRunner().invoke(command, [name], catch_exceptions=False)
