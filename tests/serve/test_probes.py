"""The port of probes and figures: what it says of a server, and to whom."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

pytest.importorskip("msgpack", reason="pip install 'omnigym[serve]'")

from omnigym.serve import connect, probes
from omnigym.serve.probes import ProbeServer
from omnigym.serve.server import EnvServer
from tests.serve.conftest import QUICK, TOKEN, WIN, Serving, until


@pytest.fixture
def probed(server: EnvServer) -> Iterator[ProbeServer]:
    with ProbeServer(server) as probed:
        yield probed


def asked(probed: ProbeServer, path: str, **headers: str) -> tuple[int, str]:
    request = urllib.request.Request(f"{probed.url}{path}", headers=headers)
    try:
        with urllib.request.urlopen(request, timeout=20) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as e:
        with e:
            return e.code, e.read().decode()


def said(probed: ProbeServer, request: bytes) -> bytes:
    """All that comes until the server hangs up."""
    with socket.create_connection(("127.0.0.1", probed.port), timeout=20) as connection:
        connection.sendall(request)
        found = b""
        while more := connection.recv(65536):
            found += more
        return found


@pytest.mark.parametrize(
    ("path", "headers", "status", "word"),
    [
        ("/livez", {}, 200, "ok"),
        ("/readyz?verbose", {}, 200, "ok"),
        ("/metrics", {}, 200, "omnigym_serve_environments_most 64.0"),
        ("/sessions", {}, 404, "/livez"),
        ("/metrics", {"Host": "evil.example"}, 403, "this machine"),
    ],
)
def test_what_is_answered(probed: ProbeServer, path: str, headers: dict[str, str], status: int, word: str) -> None:
    found, text = asked(probed, path, **headers)
    assert found == status and word in text


def test_other_requests_are_refused_and_end(probed: ProbeServer) -> None:
    assert said(probed, b"POST /livez HTTP/1.1\r\nHost: localhost\r\n\r\n").startswith(b"HTTP/1.1 400 ")
    assert said(probed, b"\x16\x03\x01\r\n\r\n").startswith(b"HTTP/1.1 400 ")
    head = said(probed, b"HEAD /livez HTTP/1.1\r\nHost: localhost\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 200 ") and head.endswith(b"\r\n\r\n")
    with contextlib.suppress(ConnectionResetError):  # it hangs up before all is read
        assert said(probed, b"GET /livez HTTP/1.1\r\n" + b"X: y\r\n" * 1000) == b""


@pytest.mark.parametrize(("failures", "live"), [(1, 503), (5, 200)])
def test_a_server_without_workers(serving: Serving, failures: int, live: int) -> None:
    server = serving(pool={"warm": [], "failures": failures, "pause_s": 600.0})
    with ProbeServer(server) as probed:
        assert [asked(probed, path)[0] for path in ("/livez", "/readyz")] == [200, 200]
        (pid,) = server.call(lambda: [worker.pid for worker in server.sessions.pool.workers])
        os.kill(pid, signal.SIGKILL)
        until(lambda: asked(probed, "/readyz")[0] == 503)
        assert asked(probed, "/livez")[0] == live


def test_the_manifests_ask_for_what_there_is(probed: ProbeServer) -> None:
    """The paths of the probes, the figure of the autoscaler, and the pause before a pod ends."""
    folder = Path(__file__).parents[2] / "deploy" / "kubernetes"
    deployment, _ = yaml.safe_load_all((folder / "serve.yaml").read_text(encoding="utf-8"))
    autoscaler = yaml.safe_load((folder / "autoscaler.yaml").read_text(encoding="utf-8"))
    container = deployment["spec"]["template"]["spec"]["containers"][0]
    for probe in ("startupProbe", "readinessProbe", "livenessProbe"):
        assert asked(probed, container[probe]["httpGet"]["path"]) == (200, "ok\n")
    names = re.findall(r"^(\w+) ", asked(probed, "/metrics")[1], re.MULTILINE)
    assert autoscaler["spec"]["metrics"][0]["pods"]["metric"]["name"] in names
    python, *arguments = container["lifecycle"]["preStop"]["exec"]["command"]
    assert python == "python"
    here = [word.replace("127.0.0.1:8663", f"127.0.0.1:{probed.port}") for word in arguments]
    assert here != arguments
    with connect(probed._server.url, WIN, token=TOKEN, **QUICK), pytest.raises(subprocess.TimeoutExpired):
        subprocess.run([sys.executable, *here], check=True, timeout=1)
    subprocess.run([sys.executable, *here], check=True, timeout=60)


def test_strangers_lock_nobody_out(probed: ProbeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    idle = [socket.create_connection(("127.0.0.1", probed.port)) for _ in range(probes._MOST + 10)]
    try:
        assert asked(probed, "/readyz")[0] == 200
        assert len(probed._open) <= probes._MOST
    finally:
        for each in idle:
            each.close()
    monkeypatch.setattr(probes, "_LONGEST_S", 0.1)
    assert said(probed, b"GET /livez") == b""
