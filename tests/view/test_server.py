from __future__ import annotations

import json
import threading
import urllib.request
from collections.abc import Callable, Iterator
from http.client import HTTPResponse
from pathlib import Path
from urllib.error import HTTPError

import pytest

from omnigym.errors import ConfigError
from omnigym.view.server import Pages, Server
from tests.view.recordings import write_recording


@pytest.fixture
def serve() -> Iterator[Callable[..., Server]]:
    """Serves directories; stopped after the test."""
    running: list[tuple[Server, threading.Thread]] = []

    def start(*paths: Path) -> Server:
        server = Server(Pages(paths))
        thread = threading.Thread(target=server.run)
        thread.start()
        running.append((server, thread))
        return server

    yield start
    for server, thread in running:
        server.stop()
        thread.join(20)
        server.close()


def get(server: Server, path: str = "", **headers: str) -> HTTPResponse:
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    response: HTTPResponse = opener.open(urllib.request.Request(server.url + path, headers=headers), timeout=20)
    return response


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("", "text/html"),
        ("main.js", "javascript"),
        ("shared/graph.js", "javascript"),
        ("shared/base.css", "text/css"),
        ("runs", "json"),
        ("runs/0/episodes", "json"),
        ("runs/0/episodes/1", "json"),
        ("runs/0/episodes/1/screens/0", "image/png"),
        ("runs/0/episodes/1/trees/0", "json"),
        ("runs/0/episodes/1/export", "text/html"),
        ("runs/0/curves", "json"),
        ("runs/0/rollouts", "json"),
    ],
)
def test_what_the_page_asks_for_is_served_and_held_to_its_own_address(
    serve: Callable[..., Server], make_run: Callable[..., Path], path: str, kind: str
) -> None:
    with get(serve(make_run(2)), path) as response:
        assert response.status == 200 and kind in response.headers["Content-Type"]
        assert "script-src 'self'" in response.headers["Content-Security-Policy"]
        assert response.headers["X-Content-Type-Options"] == "nosniff"
        assert response.read()


@pytest.mark.parametrize(
    "path",
    [
        *("nothing", "../server.py", "..%2fserver.py", "%2e%2e/server.py", "shared/../../server.py", "static/main.js"),
        *(
            "runs/1/episodes",
            "runs/99999999999999999999/episodes",
            "runs/-1/episodes",
            "runs/0/episodes/7",
            "runs/0/episodes/0/screens/9",
        ),
        *(
            "runs/0/episodes/0/screens/../../meta.json",
            "runs/0/trajectories/0/meta.json",
        ),
    ],
)
def test_nothing_else_is_served(serve: Callable[..., Server], make_run: Callable[..., Path], path: str) -> None:
    server = serve(make_run(1))
    with pytest.raises(HTTPError, match="404"):
        get(server, path)


@pytest.mark.parametrize("headers", [{"Host": "evil.example"}, {"Origin": "http://evil.example"}])
def test_a_request_of_another_site_is_refused(
    serve: Callable[..., Server], make_run: Callable[..., Path], headers: dict[str, str]
) -> None:
    with pytest.raises(HTTPError, match="403") as refused:
        get(serve(make_run(1)), "runs", **headers)
    assert b"omnigym view" in refused.value.read()


def test_a_run_that_goes_on_is_seen_with_its_new_episodes(serve: Callable[..., Server], tmp_path: Path) -> None:
    write_recording(tmp_path / "a")
    server = serve(tmp_path)
    write_recording(tmp_path / "b")
    with get(server, "runs") as response:
        assert json.load(response)[0]["episodes"] == 2


def test_a_damaged_episode_is_told_and_the_server_goes_on(
    serve: Callable[..., Server], make_run: Callable[..., Path]
) -> None:
    run = make_run(2)
    server = serve(run)
    (run / "trajectories" / "0" / "obs0000.png").write_text("no picture")
    with pytest.raises(HTTPError) as refused:
        get(server, "runs/0/episodes/0/screens/0")
    assert "no PNG" in json.load(refused.value)["problem"]
    with get(server, "runs/0/episodes/1/screens/0") as response:
        assert response.read(4) == b"\x89PNG"


def test_only_the_loopback_address_is_listened_on_and_a_taken_port_is_told(
    serve: Callable[..., Server], make_run: Callable[..., Path]
) -> None:
    run = make_run(1)
    server = serve(run)
    assert server._server.server_address[0] == "127.0.0.1"
    with pytest.raises(ConfigError, match=f"port {server.port}: .*--port"):
        Server(Pages([run]), server.port)


def test_sounds_and_films_are_served_as_they_are_and_damaged_ones_refused(
    serve: Callable[..., Server], tmp_path: Path
) -> None:
    recording = write_recording(tmp_path / "run" / "0")
    wav, mp4 = b"RIFF\x24\x00\x00\x00WAVE" + bytes(32 + 32_000), b"\x00\x00\x00\x18ftypisom"
    (recording / "sound0001.wav").write_bytes(wav)
    (recording / "film0002.mp4").write_bytes(mp4)
    (recording / "sound0003.wav").write_bytes(b"RIFF")
    (recording / "film0003.mp4").symlink_to("/etc/hostname")
    server = serve(tmp_path / "run")
    with get(server, "runs/0/episodes/0") as told:
        facts = json.loads(told.read())
    assert (facts["sounds"], facts["films"]) == ({"": {"1": 1.0, "3": 0.0}}, {"": [2, 3]})
    for path, kind, content in (("sounds/1", "audio/wav", wav), ("films/2", "video/mp4", mp4)):
        with get(server, f"runs/0/episodes/0/{path}") as answer:
            assert (answer.headers["Content-Type"], answer.read()) == (kind, content)
    for path in ("sounds/3", "films/3", "sounds/2", "films/1", "sounds/1/phone"):
        with pytest.raises(HTTPError) as refused:
            get(server, f"runs/0/episodes/0/{path}")
        assert refused.value.code == 404
        refused.value.close()
