"""Settings of all tests, and the builds of the kernel they run on."""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

from tests import builds
from tests.build_dependent import asks_the_kernel, depends_on_the_build
from tests.builds import BUILDS, Build
from tests.chosen import CHOSEN

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from meepleproof.service.shelf import Shelf
    from tests.browser import Opened

# The same examples every time, however busy the machine: a red test is red for everybody.
settings.register_profile(
    "meepleproof",
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("meepleproof")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Offer to run only what can come out differently on another build of the kernel."""
    parser.addoption(
        "--build-dependent",
        action="store_true",
        help="leave out tests that need not run on both builds, see tests/build_dependent.py",
    )
    parser.addoption(
        "--site",
        action="store_true",
        help="open the pages of a built site in place of those of serve, see tests/sources.py",
    )


@pytest.hookimpl(optionalhook=True)  # of pytest-xdist
def pytest_xdist_auto_num_workers() -> int:
    """Return twice as many processes as cores, as browsers and services are waited for."""
    return 2 * (os.cpu_count() or 1)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out what was asked to be left out; a page of the documents depends on no build."""
    if not config.getoption("--build-dependent") or collection_path.is_dir():
        return None
    return collection_path.suffix == ".md" or not depends_on_the_build(collection_path.name) or None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out single tests of a file, too."""
    if config.getoption("--build-dependent"):
        left_out = [item for item in items if not asks_the_kernel(item)]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if asks_the_kernel(item)]


def pytest_configure(config: pytest.Config) -> None:
    """Hear Ctrl-C also in a test worker; programs that tests start would inherit its deafness."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if config.getoption("--site"):
        os.environ[CHOSEN] = "yes"


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Collect tests without looking for garbage among them, now or later: they stay to the end."""
    gc.disable()
    yield
    gc.enable()
    gc.freeze()


def pytest_report_header() -> str:
    """Say which builds of the kernel are tested."""
    return builds.header()


@pytest.fixture(params=BUILDS, ids=[build.name for build in BUILDS])
def build(request: pytest.FixtureRequest) -> Iterator[Build]:
    """Each build of the kernel that is there, in use by the engine."""
    used: Build = request.param
    with used.in_use():
        yield used


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Return a browser, for the tests of a file."""
    from tests.browser import chromium  # noqa: PLC0415 - takes its time, and few tests need it

    with chromium() as started:
        yield started


@pytest.fixture(scope="module")
def shelf() -> Shelf:
    """Return the shelf of the packs that tests keep, for files without one of their own."""
    from meepleproof.service.shelf import open_shelf  # noqa: PLC0415 - as above
    from tests.service_client import STILL  # noqa: PLC0415 - as above

    return open_shelf([STILL])


@pytest.fixture(scope="module")
def address(shelf: Shelf) -> Iterator[str]:
    """Return the address of the pages of the file's shelf."""
    from tests.sources import pages  # noqa: PLC0415 - as above

    with pages(shelf) as found:
        yield found


@pytest.fixture
def opened(browser: Browser, address: str) -> Iterator[Opened]:
    """Open pages at the file's own ``address``, each in a window of its own."""
    from tests.browser import opener  # noqa: PLC0415 - as above

    with opener(browser, address) as opening:
        yield opening


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    """Return the address of the pages over an empty shelf: free games and no puzzles."""
    from tests.browser import free_site  # noqa: PLC0415 - as above

    with free_site() as address:
        yield address
