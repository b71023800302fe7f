"""``omnigym serve``, as a program."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import urllib.request

import pytest

from omnigym.cli.serve import _environments
from omnigym.errors import ConfigError
from omnigym.serve import connect


@pytest.mark.parametrize("given", [(), ("--token", "secret")])
def test_it_serves_until_it_is_told_to_stop(given: tuple[str, ...]) -> None:
    command = [sys.executable, "-m", "omnigym", "serve", "--env", "OmniBench-Win11-v0", "--port", "0"]
    options = ["--page-port", "0", "--metrics-port", "0", "--workers", "1", *given]
    settings = {name: value for name, value in os.environ.items() if name != "OMNIGYM_SERVE_TOKEN"}
    with subprocess.Popen([*command, *options], stdout=subprocess.PIPE, text=True, env=settings) as process:
        assert process.stdout is not None
        try:
            lines: list[str] = []
            while not lines or "Ctrl+C" not in lines[-1]:
                lines.append(process.stdout.readline())
                assert lines[-1], lines
            said = "".join(lines)
            url = re.search(r"tcp://127\.0\.0\.1:\d+", said)
            page = re.search(r"http://127\.0\.0\.1:\d+/(?=  shows)", said)
            probes = re.search(r"http://127\.0\.0\.1:\d+/(?=metrics, /livez)", said)
            made = re.search(r"OMNIGYM_SERVE_TOKEN=(\S{32})", said)
            assert url is not None and page is not None and probes is not None and (made is None) == bool(given)
            token = "secret" if made is None else made[1]
            with urllib.request.urlopen(f"{probes[0]}readyz", timeout=20) as answer:
                assert answer.status == 200
            with connect(url[0], "OmniBench-Win11-v0", token=token, tasks="app:text_editor nodes:1") as env:
                assert env.reset(seed=0)[1]["steps"] == 0
                with urllib.request.urlopen(f"{page[0]}metrics", timeout=20) as answer:
                    assert b"omnigym_serve_episodes_begun_total 1.0" in answer.read()
        finally:
            process.send_signal(signal.SIGTERM)
        assert process.wait() == 0


def test_an_id_has_one_device() -> None:
    with pytest.raises(ConfigError, match="twice"):
        _environments(["A", "A=x11"])
