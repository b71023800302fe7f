from __future__ import annotations

import signal
import subprocess
import sys
import urllib.request
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

from tests.cli.interrupting import HEEDING
from tests.view.recordings import write_recording

Run = Callable[..., Result]


def test_an_episode_is_exported(run: Run, tmp_path: Path) -> None:
    write_recording(tmp_path / "runs" / "0")
    write_recording(tmp_path / "runs" / "1", instruction="The second one.")
    result = run("view", tmp_path / "runs", "--export", tmp_path / "out.html", "--episode", 1)
    assert result.exit_code == 0 and str(tmp_path / "out.html") in result.stdout
    assert "The second one." in (tmp_path / "out.html").read_text()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("{runs}/nothing",), "There is no"),
        (("{runs}", "{runs}", "{runs}"), "one run, or two"),
        (("{runs}", "--episode", "0"), "--export"),
        (("{runs}", "--export", "{runs}/out.html", "--episode", "7"), "has no episode 7"),
        (("{runs}", "{runs}", "--export", "{runs}/out.html"), "An episode is of one run"),
        (("{runs}", "--export", "{runs}/0/meta.json/out.html"), "Cannot write"),
    ],
)
def test_what_cannot_be_shown_is_one_line(run: Run, tmp_path: Path, arguments: tuple[str, ...], says: str) -> None:
    write_recording(tmp_path / "0")
    result = run("view", *(a.format(runs=tmp_path) for a in arguments), "--port", 0)
    assert result.exit_code == 2
    assert says in result.stderr and len(result.stderr.splitlines()) == 1


@pytest.mark.slow
def test_it_serves_until_it_is_interrupted(tmp_path: Path) -> None:
    write_recording(tmp_path / "0")
    command = [sys.executable, "-m", "omnigym.cli", "view", str(tmp_path), "--port", "0"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=HEEDING
    ) as process:
        assert process.stdout is not None and process.stderr is not None
        url = process.stdout.readline().split()[0]
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with opener.open(url, timeout=20) as page:
            assert b"omnigym view" in page.read()
        process.send_signal(signal.SIGINT)
        assert process.wait() == 0
        assert process.stderr.read() == ""
