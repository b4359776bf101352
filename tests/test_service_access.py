"""Access: local and remote clients, host names, pages of other sites, tokens, rate limits."""

from __future__ import annotations

import json
import stat
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from meepleproof.service.http.access import RateLimiter
from meepleproof.service.http.contract import openapi_document
from meepleproof.service.settings import Limits
from meepleproof.service.shelf import Shelf
from meepleproof.service.tokens import Tokens
from tests.console_output import run_command
from tests.service_client import Clients, clients, problem, two_packs
from verifier.documents import validation
from verifier.errors import Malformed

POSITION = "s3.4~D0.0.0~p1.2.3~h4.4.4~t1~nE..~u5.5.5"
ASKED = {"position": POSITION}
AWAY = "192.0.2.7"


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    return two_packs(tmp_path_factory.mktemp("packs"))


@pytest.fixture
def make(shelf: Shelf, tmp_path: Path) -> Iterator[Clients]:
    """Clients of a service that listens beyond loopback, where 'club' has a token."""
    with clients(shelf, tmp_path, host="0.0.0.0") as made:
        yield made


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def test_from_elsewhere_one_may_read_and_play_but_not_write(make: Clients, shelf: Shelf) -> None:
    client = make(AWAY, "example.org")
    for path in ("/api/packs", "/api/daily", "/version", "/livez", "/", "/play"):
        assert 200 == client.get(path).status_code
    refused = [
        client.post("/api/verifications", json=ASKED),
        client.post("/api/generations", json={"goal": "road-10"}),
        client.post("/api/solutions/check", json={"puzzle": shelf.puzzles[0].id, "turns": []}),
        client.get(f"/api/jobs/j1-{'0' * 64}"),
        client.delete(f"/api/jobs/j1-{'0' * 64}"),
        client.get("/metrics"),
    ]
    for answer in refused:
        problem(answer, 401, "token")
        assert answer.headers["www-authenticate"].startswith("Bearer")


def test_with_a_token_one_may_write_until_it_is_taken_back(make: Clients, tmp_path: Path) -> None:
    tokens = Tokens(tmp_path / "tokens.json")
    token = tokens.add("club")
    client = make(AWAY, "example.org", headers=bearer(token))
    place = client.post("/api/verifications", json=ASKED).headers["location"]
    assert 200 == client.get(place).status_code == client.get("/metrics").status_code
    tokens.remove("club")
    problem(client.get(place), 401, "token")
    problem(client.get("/api/packs"), 401, "token")


@pytest.mark.parametrize(
    "stated", ["", "Bearer", "Bearer ", "Bearer x", "Basic eDp5", "bearer meepleproof-", "é", "\t"]
)
def test_a_wrong_token_lets_nobody_in_not_even_from_here(
    make: Clients, tmp_path: Path, stated: str
) -> None:
    Tokens(tmp_path / "tokens.json").add("club")
    for client in (make(AWAY, "example.org"), make()):
        answer = client.get("/api/packs", headers={"Authorization": stated.encode()})
        problem(answer, 401, "token")


def test_other_people_s_jobs_look_as_if_there_were_none(make: Clients, tmp_path: Path) -> None:
    tokens = Tokens(tmp_path / "tokens.json")
    one, two = (make(AWAY, headers=bearer(tokens.add(name))) for name in ("one", "two"))
    place = one.post("/api/verifications", json=ASKED).headers["location"]
    for other in (two, make()):
        found = problem(other.get(place), 404, "unknown")
        problem(other.delete(place), 404, "unknown")
        nothing = problem(other.get(place[:-1] + "0"), 404, "unknown")
        assert found.keys() == nothing.keys()
    assert 200 == one.get(place).status_code
    # Who asks the same owns it, too; who lets go of it takes it from nobody else.
    assert place == two.post("/api/verifications", json=ASKED).headers["location"]
    assert 200 == one.delete(place).status_code
    assert "queued" == two.get(place).json()["state"]


@pytest.mark.parametrize("header", ["Forwarded", "Via", "X-Forwarded-For", "X-Real-IP"])
def test_who_comes_through_a_proxy_does_not_come_from_here(make: Clients, header: str) -> None:
    answer = make().post("/api/verifications", json=ASKED, headers={header: "127.0.0.1"})
    problem(answer, 401, "token")


@pytest.mark.parametrize("address", ["127.0.0.1", "127.8.8.8", "::1", "::ffff:127.0.0.1"])
def test_from_here_is_from_any_of_this_machine_s_own_addresses(make: Clients, address: str) -> None:
    assert 202 == make(address).post("/api/verifications", json=ASKED).status_code


@pytest.mark.parametrize("address", ["10.0.0.1", "::2", "0.0.0.0", "::ffff:10.0.0.1", "x"])
def test_no_other_address_is_from_here(make: Clients, address: str) -> None:
    problem(make(address).post("/api/verifications", json=ASKED), 401, "token")


@pytest.mark.parametrize(
    "name",
    ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example", "0.0.0.0", "[::2]"],
)
def test_on_loopback_no_name_of_others_is_answered_to(
    shelf: Shelf, tmp_path: Path, name: str
) -> None:
    # A page of evil.example, which now resolves to 127.0.0.1, must not use what listens here.
    with clients(shelf, tmp_path, hosts=("puzzles.example",)) as make:
        for path in ("/", "/api/packs", "/livez"):
            problem(make(name=name).get(path), 421, "host")
        for host in ("localhost:99", "127.0.0.1", "[::1]:8128", "LOCALHOST", "Puzzles.Example:80"):
            assert (
                200 == make(name="127.0.0.1").get("/api/packs", headers={"Host": host}).status_code
            )
        for host in ("", "@", "[", "a b", "localhost@evil.example"):
            problem(make().get("/api/packs", headers={"Host": host}), 421, "host")


@pytest.mark.parametrize(
    "host",
    ["example.org/x?", "example.org/livez#", "localhost/x?", "example.org?", "u@example.org"],
)
def test_no_name_makes_a_path_look_like_another(make: Clients, host: str) -> None:
    # Where an address is put together from both, such a name moves the path.
    headers = {"Host": host}
    client = make(AWAY, "example.org")
    problem(client.post("/api/verifications", json=ASKED, headers=headers), 421, "host")
    problem(client.get("/metrics", headers=headers), 421, "host")


OPEN_POSTS = {
    "/api/neom/catalogue",  # playing: too long for an address, and nothing is kept
    "/api/neom/table",  # the same
    "/api/results",  # players say how a puzzle went, without a token
    "/neom/own/changes",  # playing
    "/neom/own/pack",
    "/neom/own/told",
}


def test_all_that_writes_or_shows_jobs_needs_an_owner(make: Clients) -> None:
    client = make(AWAY, "example.org")
    open_to_all = set()
    for path, item in openapi_document()["paths"].items():
        for method in item.keys() & {"get", "post", "put", "patch", "delete"}:
            answer = client.ask(method.upper(), path.replace("{id}", f"j1-{'0' * 64}"))
            if answer.status_code != 401:
                open_to_all.add((method, path))
    assert {path for method, path in open_to_all if method != "get"} == OPEN_POSTS
    assert not {path for _, path in open_to_all if path.startswith(("/api/jobs", "/metrics"))}


def test_by_a_name_of_its_own_one_comes_from_elsewhere(shelf: Shelf, tmp_path: Path) -> None:
    with clients(shelf, tmp_path, hosts=("puzzles.example",)) as make:
        problem(make(name="puzzles.example").post("/api/verifications", json=ASKED), 401, "token")


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "http://["}, 403),
        ({"Origin": ""}, 403),
        ({"Origin": "http://127.0.0.1:9999"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
        ({"Origin": "http://127.0.0.1:8128", "Sec-Fetch-Site": "same-origin"}, 202),
        ({"Sec-Fetch-Site": "none"}, 202),
    ],
)
def test_pages_of_other_sites_may_not_write(
    make: Clients, headers: dict[str, str], status: int
) -> None:
    answer = make().post("/api/verifications", json=ASKED, headers=headers)
    assert status == answer.status_code
    if status == 403:
        problem(answer, 403, "foreign-page")
    assert "access-control-allow-origin" not in answer.headers
    request = {"Origin": "http://evil.example", "Access-Control-Request-Method": "POST"}
    preflight = make().ask("OPTIONS", "/api/verifications", headers=request)
    assert "access-control-allow-origin" not in preflight.headers


# --- how often --------------------------------------------------------------------------------


@pytest.fixture
def no_time_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "meepleproof.service.http.access.RateLimiter", partial(RateLimiter, clock=lambda: 0.0)
    )


@pytest.mark.usefixtures("no_time_passes")
def test_a_client_that_asks_too_often_waits_and_no_other(shelf: Shelf, tmp_path: Path) -> None:
    with clients(shelf, tmp_path, limits=Limits(rate=1, burst=3)) as make:
        here, there = make(), make(AWAY)
        statuses = [here.get("/api/packs").status_code for _ in range(6)]
        assert [200, 200, 200, 429, 429, 429] == statuses
        answer = here.get("/api/packs")
        problem(answer, 429, "too-many")
        assert 1 == int(answer.headers["retry-after"])
        assert 200 == there.get("/api/packs").status_code == here.get("/livez").status_code


@pytest.mark.usefixtures("no_time_passes")
def test_who_asks_from_here_has_one_bucket_by_whatever_address(
    shelf: Shelf, tmp_path: Path
) -> None:
    with clients(shelf, tmp_path, limits=Limits(rate=1, burst=1)) as make:
        addresses = ("127.0.0.1", "127.0.0.2", "127.9.9.9", "::1", "::ffff:127.0.0.1")
        statuses = [make(address).get("/api/packs").status_code for address in addresses]
        assert [200, 429, 429, 429, 429] == statuses


@pytest.mark.usefixtures("no_time_passes")
def test_the_addresses_of_a_network_share_one_bucket(shelf: Shelf, tmp_path: Path) -> None:
    everywhere = {"host": "::", "limits": Limits(rate=1, burst=1)}
    with clients(shelf, tmp_path, **everywhere) as make:
        statuses = [
            make(address, "example.org").get("/version").status_code
            for address in ("2001:db8::1", "2001:db8::2", "2001:db8:0:1::1")
        ]
        assert [200, 429, 200] == statuses
        mapped = [
            make(address, "example.org").get("/version").status_code
            for address in ("::ffff:192.0.2.1", "::ffff:192.0.2.2", "192.0.2.2")
        ]
        assert [200, 200, 429] == mapped


def test_a_bucket_fills_again_but_never_more_than_full() -> None:
    now = 0.0
    buckets = RateLimiter(rate=2, burst=3, clock=lambda: now)
    assert [0, 0, 0, 1] == [buckets.take("a") for _ in range(4)]
    now = 0.5
    assert [0, 1] == [buckets.take("a") for _ in range(2)]
    now = 1000.0
    assert [0, 0, 0, 1] == [buckets.take("a") for _ in range(4)]
    assert [0] * 1000 == [RateLimiter(rate=0, burst=0).take("a") for _ in range(1000)]


def test_buckets_of_countless_clients_take_little_room() -> None:
    buckets = RateLimiter(rate=1, burst=1)
    for number in range(12_000):
        assert 0 == buckets.take(str(number))
    assert 10_000 == len(buckets._levels)


# --- tokens -----------------------------------------------------------------------------------


def test_only_the_hash_of_a_token_is_stored(tmp_path: Path) -> None:
    path = tmp_path / "new" / "tokens.json"
    tokens = Tokens(path)
    token, other = tokens.add("club"), tokens.add("other")
    text = path.read_text("utf-8")
    assert token not in text
    assert token.removeprefix("meepleproof-") not in text
    validation.validate("tokens", json.loads(text))
    assert 0o600 == stat.S_IMODE(path.stat().st_mode)
    assert ("club", "other", None) == (tokens.owner(token), tokens.owner(other), tokens.owner("x"))
    assert ("club", "other") == tokens.names()
    tokens.remove("club")
    assert (None, "other") == (tokens.owner(token), tokens.owner(other))


def test_what_no_token_can_be_for_is_refused(tmp_path: Path) -> None:
    tokens = Tokens(tmp_path / "tokens.json")
    tokens.add("club")
    for name in ("club", "", "-x", "a b", "a" * 61, "../x", "<b>"):
        with pytest.raises(Malformed, match="token"):
            tokens.add(name)
    with pytest.raises(Malformed, match="there are: club"):
        tokens.remove("clup")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"{", "not JSON"),
        (b"\xff\xfe", "not UTF-8 text: byte 0xff at offset 0"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"tokens": 7}', "tokens"),
    ],
    ids=["cut off", "UTF-16", "deep", "wrong type"],
)
def test_the_command_reports_a_file_of_tokens_that_cannot_be_read(
    content: bytes, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "tokens.json"
    path.write_bytes(content)
    for words in (("list",), ("add", "ann"), ("remove", "ann")):
        code, out, err = run_command(capsys, "serve", "--tokens", str(path), "token", *words)
        assert (3, "") == (code, out)
        assert message in err
        assert str(path) in err
        assert 1 == err.count("\n")
        assert content == path.read_bytes()


@pytest.mark.parametrize("content", [b"{", b"\xff\xfe"])
def test_a_file_of_tokens_that_cannot_be_read_lets_nobody_in(
    make: Clients, tmp_path: Path, content: bytes
) -> None:
    (tmp_path / "tokens.json").write_bytes(content)
    client = make(AWAY, "example.org")
    refusal = problem(client.get("/api/packs", headers=bearer("x")), 500, "fault")
    assert str(tmp_path) not in str(refusal)
    assert 200 == client.get("/api/packs").status_code
