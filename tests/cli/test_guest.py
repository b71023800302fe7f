"""``omnigym guest``."""

from __future__ import annotations

import http.client
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from typer.testing import Result

from tests.cli.interrupting import HEEDING


def test_it_serves_until_it_is_interrupted_and_warns_of_routes_without_a_token() -> None:
    command = [sys.executable, "-m", "omnigym.cli", "guest", "--device", "fake", "--port", "0", "--routes", "osworld"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, preexec_fn=HEEDING) as process:
        assert process.stdout is not None
        warning, address, token, _ = (process.stdout.readline() for _ in range(4))
        assert "have no token" in warning and re.match(r"OMNIGYM_GUEST_TOKEN=\S{20}", token)
        found = re.match(r"http://127\.0\.0\.1:(\d+)  shows fake, 320x240", address)
        assert found is not None, address
        with closing(http.client.HTTPConnection("127.0.0.1", int(found[1]), timeout=10)) as connection:
            connection.request("GET", "/accessibility")
            assert b"desktop-frame" in connection.getresponse().read()
        process.send_signal(signal.SIGINT)
        assert process.wait() == 0


def test_routes_without_a_token_are_for_this_machine_alone(run: Callable[..., Result]) -> None:
    result = run("guest", "--device", "fake", "--port", "0", "--routes", "osworld", "--address", "0.0.0.0")
    assert result.exit_code == 2
    assert "this machine alone" in result.stderr


def test_a_bundle_is_written(run: Callable[..., Result], tmp_path: Path) -> None:
    bundle = tmp_path / "guest.pyz"
    assert run("guest", "--bundle", str(bundle), "--device", "fake").exit_code == 0
    assert bundle.read_bytes().startswith(b"#!")
    assert run("guest", "--bundle", str(bundle), "--device", "x11").exit_code == 2
