"""``make picture``: a picture of the page for the README, taken from the running page."""

from __future__ import annotations

import tempfile
from contextlib import closing
from pathlib import Path

from meepleproof.service.jobs.store import open_jobs
from meepleproof.service.settings import Settings
from meepleproof.service.shelf import open_shelf
from tests.browser import chromium, window
from tests.service_client import listening, service_of

PICTURE = Path(__file__).parent.parent / "docs" / "page.png"
PUZZLE = "59t9f467mcqr"
SIZE = {"width": 1440, "height": 810}


def main() -> None:
    """Serve the packs that ship, open a puzzle, and write what the page looks like."""
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(f"sqlite:///{folder}/jobs.sqlite3", Path(folder) / "tokens.json")
        with (
            closing(open_jobs(settings.database, queue_length=1, quota=1)) as jobs,
            listening(service_of(open_shelf(), jobs, settings)) as address,
            chromium() as browser,
            window(browser, base_url=address, viewport=SIZE) as page,
        ):
            page.goto(f"/puzzle/{PUZZLE}")
            page.wait_for_timeout(2000)  # what moves has come to rest
            page.screenshot(path=PICTURE)


if __name__ == "__main__":
    main()
