"""`omnigym assets`: a server in a thread, its contents in the cache and the lock, and what is refused."""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import httpx
import pytest
from typer.testing import Result

from omnigym.assets import Asset, read_asset, read_lock, write_lock
from omnigym.benchmarks.osworld.fetching import fetch
from omnigym.errors import AssetError

Run = Callable[..., Result]


class Server(ThreadingHTTPServer):
    """Serves ``contents`` by path, and counts what it is asked."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.contents = {"/a.docx": b"first", "/b.docx": b"second", "/page.docx": b"<html>", "/big.docx": b"x" * 5000}
        self.asked: list[str] = []

    def url(self, path: str) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}{path}"


class _Handler(BaseHTTPRequestHandler):
    server: Server

    def do_GET(self) -> None:
        self.server.asked.append(self.path)
        if self.path.startswith("/to/"):
            self.send_response(302)
            self.send_header("Location", self.path.removeprefix("/to/"))
            self.end_headers()
            return
        content = self.server.contents.get(self.path)
        self.send_response(404 if content is None else 200)
        self.send_header("Content-Type", "text/html" if "page" in self.path else "application/octet-stream")
        self.end_headers()
        self.wfile.write(content or b"")

    def log_message(self, *_: object) -> None: ...


@pytest.fixture
def server() -> Iterator[Server]:
    served = Server()
    thread = threading.Thread(target=served.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    yield served
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
    with httpx.Client() as client, pytest.raises(AssetError, match=problem):
        fetch(client, server.url(path), "a.docx", local=True, most=1000)


@pytest.mark.parametrize("url", ["", "x", "http://", "http://[", "file:///etc/passwd", "http://a b/", "omnigym:a"])
def test_what_is_no_address(url: str) -> None:
    with httpx.Client() as client, pytest.raises(AssetError):
        fetch(client, url, "a.docx", local=True)


def test_a_redirect_is_looked_at_again(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first address may be anywhere; the next one is asked only if it is allowed as well."""
    monkeypatch.setattr(
        "omnigym.benchmarks.osworld.fetching.socket.getaddrinfo",
        lambda host, *_, **__: [(0, 0, 0, "", ("93.184.216.34" if host == "out.example.org" else "10.0.0.1", 80))],
    )

    def answer(request: httpx.Request) -> httpx.Response:
        return httpx.Response(302, headers={"location": "http://in.example.org/a"})

    with httpx.Client(transport=httpx.MockTransport(answer)) as client, pytest.raises(AssetError, match="own network"):
        fetch(client, "http://out.example.org/a", "a.docx")


def test_a_page_that_is_wanted_is_taken(server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OMNIGYM_ASSETS", str(tmp_path))
    with httpx.Client() as client:
        asset = fetch(client, server.url("/page.docx"), "a.html", local=True)
    assert read_asset(asset.sha256) == b"<html>"


def test_a_lock_that_cannot_be_read_is_an_error(run: Run, tree: Path) -> None:
    (tree / "assets.lock").write_text("[")
    for command in ("list", "fetch", "verify"):
        result = run("assets", command, tree)
        assert result.exit_code == 2 and "assets.lock" in result.stderr
    write_lock(tree / "assets.lock", {})
    assert run("assets", "list", tree).exit_code == 0
