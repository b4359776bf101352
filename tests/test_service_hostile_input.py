"""Whatever is typed into addresses: no page breaks, and no script in it is run."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest

from meepleproof.service.shelf import Shelf
from tests.service_client import Clients, clients, every_service_route, two_packs

SCRIPT = "<script>alert(1)</script>"
NAMES = (
    "abbot", "claim", "code", "colours", "cursor", "goal", "hint", "level", "meeples", "notes",
    "pick", "seed", "theme", "tile", "turns", "undo", "way", "x",
)  # fmt: skip
VALUES = (
    "", "-1", "2", "9" * 40, "true", "\u0661", "é" * 500, "\0", "\u202e", "{}", "~" * 5000, SCRIPT,
    f'"{SCRIPT}', f"s3.4~{SCRIPT}", "s3.4~D0.0.0~p1.2.3~h4.4.4~t1~nE..~u5.5.5",
    "s3.4~D0.0.0~p1.2.3~h4.4.4~t1~nE..~u5.5.5~g.road-10", "L0.0.1.N~" * 80,
)  # fmt: skip


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    return two_packs(tmp_path_factory.mktemp("packs"))


@pytest.fixture
def make(shelf: Shelf, tmp_path: Path) -> Iterator[Clients]:
    with clients(shelf, tmp_path) as made:
        yield made


def test_no_page_breaks_and_no_script_gets_into_one(make: Clients, shelf: Shelf) -> None:
    client, chance = make(), random.Random(6)
    paths = [route.path for route in every_service_route(make.app)]
    pages = [path for path in paths if "{" not in path and not path.startswith(("/api", "/readyz"))]
    assert {"/", "/p", "/play"} <= set(pages)
    seen = set()
    for path in [*pages, f"/puzzle/{shelf.puzzles[0].id}", "/api/puzzles"]:
        for _ in range(12):
            query = [(chance.choice(NAMES), chance.choice(VALUES)) for _ in range(3)]
            answer = client.get(f"{path}?{urlencode(query)}")
            assert answer.status_code < 500, (path, query)
            if answer.headers.get("content-type", "").startswith("text/html"):
                assert SCRIPT not in answer.text
                assert "script-src 'self'" in answer.headers["content-security-policy"]
            seen.add(answer.status_code)
    assert {200, 400} <= seen
