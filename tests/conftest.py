"""Settings of all tests, and the builds of the kernel they run on."""

import signal
from collections.abc import Iterator

import pytest
from hypothesis import settings

from tests import builds
from tests.builds import BUILDS, Build

# The same examples every time, however busy the machine: a red test is red for everybody.
settings.register_profile("meepleproof", deadline=None, derandomize=True)
settings.load_profile("meepleproof")


def pytest_configure() -> None:
    """Hear Ctrl-C also in a test worker; programs that tests start would inherit its deafness."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_report_header() -> str:
    """Say which builds of the kernel are tested."""
    return builds.header()


@pytest.fixture(params=BUILDS, ids=[build.name for build in BUILDS])
def build(request: pytest.FixtureRequest) -> Iterator[Build]:
    """Each build of the kernel that is there, in use by the engine."""
    used: Build = request.param
    with used.in_use():
        yield used
