"""The page as files: each kind of puzzle is played from a plain web host, below some path."""

from __future__ import annotations

import contextlib
import hashlib
import json
import re
import struct
from collections.abc import Iterable, Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from generator.collection.index import PuzzleFilter
from generator.listed import listed_kinds
from generator.pack import sealed
from meepleproof.service.built_cards import Sharing
from meepleproof.service.built_engine import RUNTIME, read_engine
from meepleproof.service.built_site import build_site
from meepleproof.service.shelf import Shelf, ShelvedPuzzle, open_shelf, shipped_packs
from tests.browser import needs_chromium, window
from tests.browser_play import make, ready, wait_until_kept
from tests.console_output import run_command
from tests.sources import hosted
from tests.test_browser_boxes import ALL, RIVER, address, begin, play_to_the_end
from tests.test_browser_free import EARLY, expect_turn, turns
from tests.test_play import solving_line
from tests.test_scripts import SERVED
from verifier.carcassonne.engine.solo import Engine
from verifier.carcassonne.solo.notation import turn_text
from verifier.documents.strict_json import Document

PLACE = "games/carcassonne"
PACKS = (
    "checklist",
    *(
        f"records/{name}"
        for name in ("find-the-error", "which-rule", "help", "retro", "proof-game")
    ),
    *(f"house/house-{name}" for name in ("whose-farm", "part-turn", "studies", "double-turn")),
    *(f"neom/neom-{name}" for name in ("link", "purchase", "last-turns", "disaster")),
)
MOST = 5
"""How many puzzles of each pack there are."""
KINDS = [one.name for one in listed_kinds()]
OFFERED = [kind for kind in KINDS if kind not in SERVED]


def packs_in(folder: Path, *names: str) -> Path:
    """Write the first puzzles of packs that ship into a folder: each is a page to build."""
    folder.mkdir()
    for name in names:
        for end in (".json", ".solutions.json"):
            path = (shipped_packs() / name).with_suffix(end)
            (folder / path.name).write_text(json.dumps(sealed(begun(path))), "utf-8")
    return folder


def begun(path: Path) -> Document:
    """Return a pack, or its solutions, with its first puzzles alone."""
    pack = json.loads(path.with_suffix("").with_suffix(".json").read_text("utf-8"))
    kept = pack["puzzles"][:MOST]
    if path.name.endswith(".solutions.json"):
        document: Document = json.loads(path.read_text("utf-8"))
        solutions = document["solutions"]
        return {**document, "solutions": {one["id"]: solutions[one["id"]] for one in kept}}
    return {**pack, "puzzles": kept}


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    return open_shelf([packs_in(tmp_path_factory.mktemp("shelf") / "packs", *PACKS)])


@pytest.fixture(scope="module")
def host(shelf: Shelf, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    """Yield the address of a site below a path of a host, and the folder that the host serves."""
    folder = tmp_path_factory.mktemp("host")
    build_site(shelf, folder / PLACE, tell=lambda: None)
    with hosted(folder) as address:
        yield f"{address}/{PLACE}", folder


@contextlib.contextmanager
def opened(browser: Browser, site: str, path: str = "/") -> Iterator[Page]:
    """Yield a page of the site. It asks for nothing outside the site, and for nothing in vain."""
    with window(browser) as page:
        asked = list[str]()
        page.on("request", lambda one: asked.append(one.url))
        page.goto(f"{site}{path}")
        yield page
        assert [] == [url for url in asked if not url.startswith(f"{site}/")]


def require_solved(browser: Browser, site: str, puzzles: Iterable[ShelvedPuzzle]) -> None:
    """Open puzzles by links with their solutions; each must say that it is solved."""
    with opened(browser, site) as page:
        for one in puzzles:
            page.goto(f"{site}/puzzle/{one.id}.html?line={quote(solving_line(one))}")
            expect(page.locator("#turn"), one.id).to_contain_text("Solved!")


def only_one_solves(one: ShelvedPuzzle) -> bool:
    return bool(one.packed.document["verdict"]["claim"] == "unique")


def first(shelf: Shelf, kind: str) -> ShelvedPuzzle:
    return next(iter(shelf.matching(PuzzleFilter(kind=kind))))


@needs_chromium
@pytest.mark.parametrize("kind", OFFERED)
def test_a_puzzle_of_each_kind_is_solved_by_its_solution(
    browser: Browser, host: tuple[str, Path], shelf: Shelf, kind: str
) -> None:
    if not len(shelf.matching(PuzzleFilter(kind=kind))):
        pytest.fail(f"no pack of the test has puzzles of the kind {kind}")
    require_solved(browser, host[0], [first(shelf, kind)])


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Shelf]]:
    """Yield the address of a site with all puzzles that ship, and their shelf."""
    folder, every = tmp_path_factory.mktemp("whole"), open_shelf()
    build_site(every, folder / PLACE, tell=lambda: None)
    with hosted(folder) as address:
        yield f"{address}/{PLACE}", every


@pytest.mark.slow
@needs_chromium
@pytest.mark.parametrize("kind", OFFERED)
def test_every_puzzle_is_solved_by_its_solution(
    browser: Browser, whole: tuple[str, Shelf], kind: str
) -> None:
    site, every = whole
    require_solved(browser, site, every.matching(PuzzleFilter(kind=kind)))


@needs_chromium
@pytest.mark.parametrize("kind", ["study", "double-turn"])
def test_what_needs_the_engine_says_so(
    browser: Browser, host: tuple[str, Path], shelf: Shelf, kind: str
) -> None:
    one = first(shelf, kind)
    line = quote(solving_line(one))
    with opened(browser, host[0], f"/puzzle/{one.id}.html?line={line}") as page:
        expect(page.locator("#problem")).to_contain_text("meepleproof serve")


@needs_chromium
def test_hints_follow_the_solution_and_a_wrong_turn_is_told(
    browser: Browser, host: tuple[str, Path], shelf: Shelf
) -> None:
    one = max(
        (each for each in shelf.matching(PuzzleFilter(kind="goal")) if only_one_solves(each)),
        key=lambda each: each.puzzle.tiles,
    )
    right = solving_line(one).split("~")
    with opened(browser, host[0], f"/puzzle/{one.id}.html?line={quote(right[0])}") as page:
        ready(page)
        page.locator("#hint").click()
        expect(page.locator("#told")).not_to_be_empty()
        page.locator("#check").click()
        expect(page.locator("#checked")).to_contain_text("You are on track")
        page.locator("#reveal").click()
        page.locator("#show-it").click()
        expect(page.locator("#solution > ol > li")).to_have_count(len(right))
        outcomes = Engine().outcomes_in_order(one.puzzle.position)
        wrong = next(
            turn_text(each.turn)
            for each in outcomes
            if each.turn and turn_text(each.turn).split(".")[:3] != right[0].split(".")[:3]
        )
        page.goto(f"{host[0]}/puzzle/{one.id}.html?line={quote(wrong)}")
        ready(page).locator("#check").click()
        expect(page.locator("#checked")).to_contain_text("Turn 1 was a mistake")


@needs_chromium
def test_the_list_is_searched_and_the_address_keeps_what_was_asked(
    browser: Browser, host: tuple[str, Path], shelf: Shelf
) -> None:
    every, help_only = (
        len(shelf.matching(wanted))
        for wanted in (PuzzleFilter(game="solo"), PuzzleFilter(kind="help"))
    )
    with opened(browser, host[0]) as page:
        expect(page.locator("#found")).to_have_text(f"{every} puzzles")
        expect(page.locator("#daily")).to_have_count(1)
        page.locator("#filters summary").click()
        page.locator("#kind").select_option("help")
        expect(page.locator("#found")).to_have_text(f"{help_only} puzzles")
        assert page.url.endswith("?kind=help")
        page.reload()
        expect(page.locator("#found")).to_have_text(f"{help_only} puzzles")
        page.locator("#shelf a").nth(0).click()
        expect(ready(page).locator("#turn")).not_to_be_empty()
        page.go_back()
        expect(page.locator("#found")).to_have_text(f"{help_only} puzzles")


@needs_chromium
@pytest.mark.parametrize("game", ["", "house/", "neom/"])
def test_the_calendar_leads_to_the_puzzles_of_the_days(
    browser: Browser, host: tuple[str, Path], game: str
) -> None:
    with opened(browser, host[0], f"/{game}calendar.html") as page:
        today = page.locator(".day.now")
        puzzle = today.get_attribute("data-puzzle")
        assert (today.get_attribute("href") or "").endswith(f"/puzzle/{puzzle}.html")
        page.get_by_label("The month before").click()
        expect(page.locator(".day").first).to_be_visible()
        expect(page.locator(".day.now")).to_have_count(0)
        page.locator(".day").first.click()
        expect(ready(page).locator("#turn")).not_to_be_empty()


@needs_chromium
def test_first_steps_and_progress_are_there(browser: Browser, host: tuple[str, Path]) -> None:
    with opened(browser, host[0], "/first-steps.html") as page:
        page.locator(".shelf a").first.click()
        expect(ready(page).locator("#turn")).not_to_be_empty()
        page.goto(f"{host[0]}/statistics.html")
        expect(page.get_by_role("heading", level=1)).to_have_text("Your progress")


@needs_chromium
def test_a_free_game_is_dealt_and_played_to_its_end(
    browser: Browser, host: tuple[str, Path]
) -> None:
    with opened(browser, host[0], "/play.html") as page:
        page.get_by_text("A certain deal").click()
        page.get_by_label("Seed").fill(str(EARLY["seed"]))
        page.get_by_label("3, harder").check()
        page.get_by_role("button", name="Deal the tiles").click()
        for number, turn in enumerate(turns(EARLY), start=1):
            expect_turn(ready(page), number)
            make(page, turn)
        expect(page.locator("[data-sheet-told]")).to_contain_text("It is on your record")
        page.goto(f"{host[0]}/play/sheet.html")
        page.locator("[data-sheet] a").click()
        expect(ready(page).locator("#turn")).to_contain_text("The game is over")


@needs_chromium
def test_a_free_game_with_boxes_is_dealt_and_played_to_its_end(
    browser: Browser, host: tuple[str, Path]
) -> None:
    site, _ = host
    with opened(browser, site, "/play.html") as page:
        begin(page, f"{site}/play.html", RIVER)
        play_to_the_end(page, RIVER)
        page.goto(f"{site}/play/sheet.html")
        expect(page.locator("[data-part=options]")).to_have_text(
            "3 colours, 4 meeples each, with River"
        )
    with opened(browser, site, f"/play.html?{address(ALL).partition('?')[2]}") as page:
        expect(ready(page).locator("#banner")).to_contain_text(f"result is {ALL['result']}")
        expect(page.locator("#facts")).to_contain_text("River, Inns, Traders, King, large meeples")


@needs_chromium
def test_a_game_that_there_is_not_is_refused(browser: Browser, host: tuple[str, Path]) -> None:
    wrong = ("seed=-1", "seed=1e3.5", "seed=1&meeples=9", "seed=1&colours=2", "seed=1&with=iq")
    for query in wrong:
        with opened(browser, host[0], f"/play.html?{query}") as page:
            expect(page.locator("#problem")).to_contain_text("There is no such game")


@needs_chromium
def test_what_was_opened_is_played_without_a_connection(
    browser: Browser, host: tuple[str, Path], shelf: Shelf
) -> None:
    one = first(shelf, "goal")
    site, _ = host
    with contextlib.closing(browser.new_context()) as context:
        page = context.new_page()
        page.goto(f"{site}/")
        page.wait_for_function("() => navigator.serviceWorker.controller !== null")
        page.goto(f"{site}/puzzle/{one.id}.html")
        ready(page)
        scope = page.evaluate("navigator.serviceWorker.ready.then((one) => one.scope)")
        assert f"{site}/" == scope
        context.set_offline(True)
        page.goto(f"{site}/puzzle/{one.id}.html?line={quote(solving_line(one))}")
        expect(page.locator("#turn")).to_contain_text("Solved!")
        page.goto(f"{site}/")
        expect(page.locator("#found")).to_contain_text("puzzles")


@needs_chromium
@pytest.mark.parametrize("game", ["house", "neom"])
def test_the_rules_of_a_game_are_read_with_their_pictures_offline(
    browser: Browser, host: tuple[str, Path], game: str
) -> None:
    site, _ = host
    with contextlib.closing(browser.new_context()) as context:
        page = context.new_page()
        page.goto(f"{site}/")
        page.wait_for_function("() => navigator.serviceWorker.controller !== null")
        page.goto(f"{site}/{game}/rules.html")
        for connected in (True, False):  # pictures are kept when they are read
            for picture in page.locator("main img").all():
                picture.scroll_into_view_if_needed()
                expect(picture).to_have_js_property("complete", value=True)
                assert picture.evaluate("one => one.naturalWidth") > 0
            if connected:
                context.set_offline(True)
                page.reload()
        assert f"{site}/{game}.html" == page.get_by_role("link", name="Puzzles").last.evaluate(
            "one => one.href"
        )


@needs_chromium
def test_the_next_puzzles_are_played_without_having_been_opened(
    browser: Browser, host: tuple[str, Path], shelf: Shelf
) -> None:
    one = first(shelf, "goal")
    site, _ = host
    with contextlib.closing(browser.new_context()) as context:
        page = context.new_page()
        page.clock.install()
        page.goto(f"{site}/")
        wait_until_kept(page, f"{site}/puzzle/{one.id}.html")
        context.set_offline(True)
        page.reload()
        expect(page.locator("#no-connection")).to_contain_text("No connection")
        expect(page.locator("#daily")).to_be_visible()
        page.goto(f"{site}/first-steps/2.html")
        expect(ready(page).locator("#turn")).not_to_be_empty()
        page.goto(f"{site}/house.html")
        expect(page.locator("[data-card].away")).not_to_have_count(0)
        page.goto(f"{site}/puzzle/{one.id}.html?line={quote(solving_line(one))}")
        expect(page.locator("#turn")).to_contain_text("Solved!")


@needs_chromium
def test_caches_of_others_on_the_same_host_are_left_alone(
    browser: Browser, host: tuple[str, Path]
) -> None:
    site, _ = host
    with contextlib.closing(browser.new_context()) as context:
        page = context.new_page()
        page.goto(f"{site}/rules.html")
        page.evaluate("caches.open('of-another-site')")
        page.wait_for_function("() => navigator.serviceWorker.controller !== null")
        kept = page.evaluate("caches.keys()")
        assert "of-another-site" in kept
        assert 1 == sum(
            f" /{PLACE}/ shell " in f" {name.removeprefix('meepleproof ')}" for name in kept
        )


@needs_chromium
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("house/puzzle/{}", "puzzle/{}.html"),
        ("plain/puzzle/{}", "puzzle/{}.html"),
        ("puzzle/{}", "puzzle/{}.html"),
        ("daily/2026-11-26", ""),
    ],
)
def test_older_addresses_lead_on_by_the_page_for_what_is_missing(
    browser: Browser, host: tuple[str, Path], shelf: Shelf, old: str, new: str
) -> None:
    site, folder = host
    one = first(shelf, "goal").id
    text = (folder / PLACE / "404.html").read_text("utf-8")
    with contextlib.closing(browser.new_context()) as context:
        page = context.new_page()
        # Hosts answer with this page for whatever is not there; Python's own server does not.
        page.route("**/*", lambda route: _or_missing(route, site, folder, text))
        page.goto(f"{site}/{old.format(one)}")
        page.wait_for_url(f"{site}/{new.format(one)}")


def _or_missing(route: Route, site: str, folder: Path, text: str) -> None:
    path = route.request.url.removeprefix(f"{site}/").partition("?")[0]
    if not path or (folder / PLACE / path).is_file():
        route.continue_()
    else:
        route.fulfill(status=404, body=text, content_type="text/html")


# --- the files


def files_of(folder: Path) -> dict[str, str]:
    return {
        str(file.relative_to(folder)): hashlib.sha256(file.read_bytes()).hexdigest()
        for file in sorted(folder.rglob("*"))
        if file.is_file()
    }


def test_the_same_packs_make_the_same_bytes(tmp_path: Path) -> None:
    shelf = open_shelf([packs_in(tmp_path / "packs", "records/retro", "neom/neom-link")])
    made = []
    for name in ("one", "other"):
        build_site(shelf, tmp_path / name, tell=lambda: None)
        made.append(files_of(tmp_path / name))
    assert made[0] == made[1]


def test_every_address_on_a_page_is_a_file_of_the_site(host: tuple[str, Path]) -> None:
    folder = host[1] / PLACE
    missing = {
        (str(page.relative_to(folder)), link)
        for page in folder.rglob("*.html")
        for link in re.findall(r' (?:href|src)="([^"#?]+)', page.read_text("utf-8"))
        if not (page.parent / link).resolve().exists()
    }
    assert set() == missing


def test_a_site_is_built_replaced_and_never_mixed_with_other_files(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    packs, site = packs_in(tmp_path / "packs", "records/retro"), tmp_path / "site"
    asked = ("site", "build", str(site), "--packs", str(packs))
    code, out, told = run_command(capsys, *asked)
    assert (0, "") == (code, out)
    assert f"files into {site}." in told
    before = files_of(site)
    code, _, told = run_command(capsys, *asked)
    assert (3, True) == (code, "--force replaces it" in told)
    (site / "puzzle" / "old.html").write_text("of an older build")
    assert 0 == run_command(capsys, *asked, "--force")[0]
    assert before == files_of(site)
    other = tmp_path / "mine"
    other.mkdir()
    (other / "diary.txt").write_text("dear diary")
    code, _, told = run_command(
        capsys, "site", "build", str(other), "--packs", str(packs), "--force"
    )
    assert (3, True) == (code, "not a site of ours" in told)
    assert ["diary.txt"] == [file.name for file in other.iterdir()]
    assert [] == [file.name for file in tmp_path.iterdir() if file.name.startswith(".")]


def test_with_an_address_messages_find_a_picture_of_each_puzzle(tmp_path: Path) -> None:
    shelf = open_shelf([packs_in(tmp_path / "packs", "records/retro", "house/house-studies")])
    sharing = Sharing("https://example.org/games/")
    build_site(shelf, tmp_path / "site", sharing=sharing, tell=lambda: None)
    pictures = set[str]()
    for one in shelf.matching(PuzzleFilter()):
        page = (tmp_path / "site" / "puzzle" / f"{one.id}.html").read_text("utf-8")
        stated = dict(re.findall(r'<meta property="(og:[a-z]+)" content="([^"]*)">', page))
        assert f"https://example.org/games/puzzle/{one.id}.html" == stated["og:url"]
        pictures.add(stated["og:image"].removeprefix("https://example.org/games/"))
    assert pictures == {sharing.name_of(one) for one in shelf.matching(PuzzleFilter())}
    for name in pictures:
        head = (tmp_path / "site" / name).read_bytes()[:24]
        assert (b"\x89PNG", (1200, 630)) == (head[:4], struct.unpack(">II", head[16:]))


@pytest.mark.slow
def test_what_ships_has_60_pictures_at_most() -> None:
    every = list(open_shelf().matching(PuzzleFilter()))
    found = Sharing("https://example.org")
    assert len({found.name_of(one) for one in every}) <= 60
    each = Sharing("https://example.org", each=True)
    assert len(every) == len({each.name_of(one) for one in every})


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("--address", "example.org"), "'example.org': write a whole address, like https://"),
        (("--address", "ftp://example.org"), "write a whole address, like https://"),
        (("--address", "https://example.org/?a=1"), "leave out what begins with ? or #"),
        (("--cards",), "--cards needs --address"),
    ],
)
def test_an_address_that_no_browser_opens_is_refused(
    options: tuple[str, ...], says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, told = run_command(capsys, "site", "build", str(tmp_path / "site"), *options)
    assert (2, "") == (code, out)
    assert says in " ".join(told.split())
    assert not (tmp_path / "site").exists()


def test_a_folder_that_is_no_runtime_is_refused_by_what_it_lacks(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    packs, runtime = packs_in(tmp_path / "packs", "records/retro"), tmp_path / "runtime"
    asked = ("site", "build", str(tmp_path / "site"), "--packs", str(packs), "--engine")
    for name in RUNTIME:
        code, out, told = run_command(capsys, *asked, str(runtime))
        assert (3, "") == (code, out)
        assert f"has no {name}; unpack npm's package there: npm pack pyodide" in told
        assert str(runtime) in told
        assert not (tmp_path / "site").exists()
        runtime.mkdir(exist_ok=True)
        (runtime / name).write_text(name)
    assert 0 == run_command(capsys, *asked, str(runtime))[0]


def test_an_engine_adds_its_files_and_pages_and_what_puzzles_need(
    shelf: Shelf, host: tuple[str, Path], tmp_path: Path
) -> None:
    runtime = tmp_path / "runtime"
    runtime.mkdir()
    for name in RUNTIME:
        (runtime / name).write_text(name)
    engine = read_engine(runtime)
    build_site(shelf, tmp_path / "site", engine=engine, tell=lambda: None)
    added = {
        *(path.removeprefix("/") for path in engine.files),
        *(f"house/{page}.html" for page in ("play", "game", "score")),
        *(f"neom/{page}.html" for page in ("table", "demo", "catalogue", "own", "own/puzzle")),
        *("make.html", "p.html", "engine/licences.txt"),
        *(
            f"puzzle/{one.id}/packed.json"
            for kind in SERVED
            for one in shelf.matching(PuzzleFilter(kind=kind))
        ),
    }
    without = set(files_of(host[1] / PLACE))
    assert added == set(files_of(tmp_path / "site")) - without
    assert set() == without - set(files_of(tmp_path / "site"))


def test_packs_that_cannot_be_read_leave_no_site(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    packs = packs_in(tmp_path / "packs", "records/retro")
    pack = packs / "retro.json"
    document = json.loads(pack.read_text("utf-8"))
    pack.write_text(json.dumps({**document, "$schema": "urn:meepleproof:record-pack:99"}))
    code, _, told = run_command(
        capsys, "site", "build", str(tmp_path / "site"), "--packs", str(packs)
    )
    assert (3, True) == (code, "record-pack" in told)
    assert not (tmp_path / "site").exists()
