"""`omnigym assets`: a server in a thread, its contents in the cache and the lock, and what is refused."""

from __future__ import annotations

import gzip
import hashlib
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, ClassVar

import httpcore
import pytest
from typer.testing import Result

from omnigym.assets import Asset, read_asset, read_lock, write_lock
from omnigym.benchmarks.osworld import fetching
from omnigym.benchmarks.osworld.fetching import fetch, is_public
from omnigym.errors import AssetError

Run = Callable[..., Result]


class Server(ThreadingHTTPServer):
    """Serves ``contents`` by path, and counts what it is asked."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.contents = {"/a.docx": b"first", "/b.docx": b"second", "/page.docx": b"<html>", "/big.docx": b"x" * 5000}
        self.asked: list[str] = []
        self.hosts: list[str] = []
        self.packed: dict[str, str] = {}
        self.closing = threading.Event()

    def url(self, path: str) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}{path}"


class _Handler(BaseHTTPRequestHandler):
    server: Server

    def do_GET(self) -> None:
        self.server.asked.append(self.path)
        self.server.hosts.append(self.headers["Host"])
        if self.path.startswith("/drop/"):
            self._drop(self.path.removeprefix("/drop/"))
            return
        if self.path.startswith("/to/"):
            self.send_response(302)
            self.send_header("Location", self.path.removeprefix("/to/"))
            self.end_headers()
            return
        content = self.server.contents.get(self.path)
        self.send_response(404 if content is None else 200)
        self.send_header("Content-Type", "text/html" if "page" in self.path else "application/octet-stream")
        if self.path in self.server.packed:
            self.send_header("Content-Encoding", self.server.packed[self.path])
        self.end_headers()
        self.wfile.write(content or b"")

    def _drop(self, part: str) -> None:
        """Give a part of the answer one byte at a time, without an end."""
        head = b"HTTP/1.1 200 OK\r\nContent-Type: a/b\r\n"
        self.wfile.write(head if part == "header" else head + b"\r\n")
        try:
            while not self.server.closing.wait(0.02):
                self.wfile.write(b"a")
        except OSError:
            return

    def log_message(self, *_: object) -> None: ...


@pytest.fixture
def server() -> Iterator[Server]:
    served = Server()
    thread = threading.Thread(target=served.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    yield served
    served.closing.set()
    served.shutdown()
    served.server_close()
    thread.join()


@pytest.fixture
def tree(tmp_path: Path, server: Server, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Task files that name contents of the server."""
    monkeypatch.setenv("OMNIGYM_ASSETS", str(tmp_path / "cache"))
    folder = tmp_path / "tree"
    for name, paths in {"a": ["/a.docx", "/b.docx"], "b": ["/b.docx", "/to//a.docx"]}.items():
        _write(folder / "os" / f"{name}.json", [server.url(p) for p in paths])
    return folder


def _write(path: Path, urls: list[str]) -> None:
    files = [{"url": url, "path": f"/home/user/{number}.docx"} for number, url in enumerate(urls)]
    rule = {"type": "rule", "rules": {"expected": "a"}}
    task = {
        "id": path.stem,
        "instruction": "Do it.",
        "config": [{"type": "download", "parameters": {"files": files}}],
        "related_apps": ["os"],
        "evaluator": {"func": "exact_match", "result": rule, "expected": rule},
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(task))


def test_fetched_once_locked_and_verified(run: Run, tree: Path, server: Server) -> None:
    assert run("tasks", "list", "--osworld", tree, "--json").stdout.count('"asset"') == 4
    assert run("assets", "verify", tree).exit_code == 1
    result = run("assets", "fetch", tree, "--local")
    assert result.exit_code == 0, result.output
    assert "3 fetched, 0 were here, 0 failed" in result.stdout
    lock = read_lock(tree / "assets.lock")
    assert lock[server.url("/a.docx")] == lock[server.url("/to//a.docx")]
    assert lock[server.url("/a.docx")] == Asset(hashlib.sha256(b"first").hexdigest(), 5)
    asked = len(server.asked)
    assert "0 fetched, 3 were here" in run("assets", "fetch", tree, "--local").stdout
    assert len(server.asked) == asked  # nothing that is here is fetched again
    listed = json.loads(run("assets", "list", tree, "--json").stdout)
    assert [(e["size"], e["state"], e["files"]) for e in listed] == [
        (5, "here", ["os/a.json"]),
        (6, "here", ["os/a.json", "os/b.json"]),
        (5, "here", ["os/b.json"]),
    ]
    assert run("assets", "verify", tree).exit_code == 0
    assert "x11" in run("tasks", "list", "--osworld", tree).stdout


def test_failures_are_named_and_the_rest_is_kept(run: Run, tree: Path, server: Server) -> None:
    _write(tree / "os" / "c.json", [server.url("/none"), "ftp://a.example.org/x", "file:///etc/passwd", "omnigym:none"])
    result = run("assets", "fetch", tree, "--local")
    assert result.exit_code == 1
    assert "3 fetched, 0 were here, 4 failed" in result.stdout
    assert "404" in result.stderr and result.stderr.count("Nothing else is fetched") == 3
    assert len(read_lock(tree / "assets.lock")) == 3
    assert run("assets", "verify", tree).exit_code == 1


def test_a_content_that_changed_is_refused(run: Run, tree: Path, server: Server, tmp_path: Path) -> None:
    assert run("assets", "fetch", tree, "--local").exit_code == 0
    before = read_lock(tree / "assets.lock")
    asset = before[server.url("/b.docx")]
    kept = tmp_path / "cache" / asset.sha256[:2] / asset.sha256
    kept.write_bytes(b"broken")
    result = run("assets", "verify", tree)
    assert result.exit_code == 1 and "was changed" in result.stderr
    kept.unlink()
    server.contents["/b.docx"] = b"other"
    result = run("assets", "fetch", tree, "--local")
    assert result.exit_code == 1 and "another content than the lock says" in result.stderr
    assert read_lock(tree / "assets.lock") == before


def test_somebodys_file_does_not_reach_into_the_network_at_home(run: Run, tree: Path, server: Server) -> None:
    result = run("assets", "fetch", tree)
    assert result.exit_code == 1 and "--local" in result.stderr
    assert server.asked == []


@pytest.mark.parametrize(
    ("path", "problem"),
    [
        ("/page.docx", "a web page came"),
        ("/big.docx", "more than 1,000 bytes"),
        ("/to/ftp://a.example.org/x", "expected an address with https"),
        ("/to/file:///etc/passwd", "expected an address with https"),
        ("/to//to//to//to//to//to//a.docx", "sends on more than"),
        ("/none", "404"),
    ],
)
def test_what_is_not_taken(server: Server, path: str, problem: str) -> None:
    with pytest.raises(AssetError, match=problem):
        fetch(server.url(path), "a.docx", local=True, most=1000)


@pytest.mark.parametrize(
    "url",
    [
        "",
        "x",
        "http://",
        "http://[",
        "file:///etc/passwd",
        "http://a b/",
        "omnigym:a",
        "http://a:0/",
        "http://a:99999/",
    ],
)
def test_what_is_no_address(url: str) -> None:
    with pytest.raises(AssetError):
        fetch(url, "a.docx", local=True)


#: What names stand for: the server is taken for one on the internet, and `127.0.0.2` is at home.
NAMES = {"out.example.org": "127.0.0.1", "in.example.org": "127.0.0.2"}


@pytest.fixture
def names(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names that were looked up; each changes its address as soon as it has been."""
    asked: list[str] = []
    known = socket.getaddrinfo

    def look_up(host: str, port: int, *how: int, **kind: int) -> list[tuple[Any, ...]]:
        if host not in NAMES:
            return known(host, port, *how, **kind)
        found = "127.0.0.2" if host in asked else NAMES[host]
        asked.append(host)
        return [(socket.AF_INET, socket.SOCK_STREAM, 0, "", (found, port))]

    monkeypatch.setattr(fetching.socket, "getaddrinfo", look_up)
    monkeypatch.setattr(fetching, "is_public", lambda address: address == "127.0.0.1")
    return asked


def test_a_redirect_is_looked_at_again(server: Server, names: list[str]) -> None:
    """The first address may be anywhere; the next one is asked only if it is allowed as well."""
    port = server.server_address[1]
    with pytest.raises(AssetError, match="own network"):
        fetch(f"http://out.example.org:{port}/to/http://in.example.org:{port}/a.docx", "a.docx")
    assert names == ["out.example.org", "in.example.org"]
    assert len(server.asked) == 1


def test_the_address_that_was_looked_at_is_the_one_that_is_asked(
    server: Server, names: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OMNIGYM_ASSETS", str(tmp_path))
    host = f"out.example.org:{server.server_address[1]}"
    assert fetch(f"http://{host}/a.docx", "a.docx").size == 5
    assert (names, server.hosts) == (["out.example.org"], [host])
    with pytest.raises(AssetError, match="own network"):
        fetch(f"http://{host}/a.docx", "a.docx")


class _Encrypted(httpcore.MockStream):
    """A connection that says what it is encrypted for."""

    hosts: ClassVar[list[str | None]] = []

    def start_tls(
        self, _context: object, server_hostname: str | None = None, _timeout: float | None = None
    ) -> httpcore.NetworkStream:
        self.hosts.append(server_hostname)
        return self


def test_the_certificate_is_that_of_the_name(names: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def connect(_: object, host: str, *__: object) -> httpcore.NetworkStream:
        asked.append(host)
        return _Encrypted([b"HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\na"])

    monkeypatch.setenv("OMNIGYM_ASSETS", str(tmp_path))
    monkeypatch.setattr(httpcore.SyncBackend, "connect_tcp", connect)
    assert fetch("https://out.example.org/a.docx", "a.docx").size == 1
    assert (asked, _Encrypted.hosts) == (["127.0.0.1"], ["out.example.org"])


AT_HOME = [
    *("0.0.0.0", "10.1.2.3", "100.64.0.1", "127.0.0.1", "169.254.169.254", "172.16.0.1", "192.168.1.1", "192.88.99.1"),
    *(
        "198.18.0.1",
        "224.0.0.1",
        "239.255.255.250",
        "240.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "::ffff:93.184.216.34",
    ),
    *(
        "::93.184.216.34",
        "::127.0.0.1",
        "64:ff9b::7f00:1",
        "64:ff9b:1::a00:1",
        "2002:7f00:1::",
        "2001::1",
        "2001:db8::1",
    ),
    *("fc00::1", "fe80::1%eth0", "fec0::1", "ff02::1", "ff0e::1", "3fff::1", "5f00::1", "100::1"),
]


@pytest.mark.parametrize("address", AT_HOME)
def test_an_address_that_leads_home_is_refused(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", ["93.184.216.34", "8.8.8.8", "2606:2800:220:1:248:1893:25c8:1946", "2a00::1"])
def test_an_address_of_the_internet_is_public(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize("part", ["header", "body"])
def test_a_server_that_drips_does_not_hold_it_up(server: Server, part: str) -> None:
    began = time.monotonic()
    with pytest.raises(AssetError, match="ReadTimeout"):
        fetch(server.url(f"/drop/{part}"), "a.docx", local=True, deadline=0.5)
    assert time.monotonic() - began < 20.0


BOMB = gzip.compress(bytes(1 << 24), mtime=0)


@pytest.mark.parametrize(
    ("packed", "content", "problem"),
    [
        ("gzip", BOMB, "more than 1,000 bytes"),
        ("gzip, gzip", gzip.compress(BOMB, mtime=0), "not read"),
        ("br", b"x", "not read"),
        ("gzip", b"no gzip", "cannot be unpacked"),
        ("gzip", gzip.compress(b"abc", mtime=0)[:-9], "ends too early"),
        ("x-gzip", gzip.compress(b"abc", mtime=0), ""),
    ],
)
def test_what_is_packed_is_unpacked_up_to_the_size(
    server: Server, packed: str, content: bytes, problem: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OMNIGYM_ASSETS", str(tmp_path))
    server.contents["/packed.docx"], server.packed["/packed.docx"] = content, packed
    if problem:
        with pytest.raises(AssetError, match=problem):
            fetch(server.url("/packed.docx"), "a.docx", local=True, most=1000)
    else:
        assert fetch(server.url("/packed.docx"), "a.docx", local=True, most=1000).size == 3


def test_a_proxy_of_yours_is_used_and_the_address_looked_at(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OMNIGYM_ASSETS", str(tmp_path))
    monkeypatch.setenv("http_proxy", server.url(""))
    server.contents["http://93.184.216.34/a.docx"] = b"by the proxy"
    assert fetch("http://93.184.216.34/a.docx", "a.docx").size == 12
    with pytest.raises(AssetError, match="own network"):
        fetch("http://10.0.0.1/a.docx", "a.docx")
    assert server.asked == ["http://93.184.216.34/a.docx"]


def test_a_page_that_is_wanted_is_taken(server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OMNIGYM_ASSETS", str(tmp_path))
    asset = fetch(server.url("/page.docx"), "a.html", local=True)
    assert read_asset(asset.sha256) == b"<html>"


def test_a_lock_that_cannot_be_read_is_an_error(run: Run, tree: Path) -> None:
    (tree / "assets.lock").write_text("[")
    for command in ("list", "fetch", "verify"):
        result = run("assets", command, tree)
        assert result.exit_code == 2 and "assets.lock" in result.stderr
    write_lock(tree / "assets.lock", {})
    assert run("assets", "list", tree).exit_code == 0
