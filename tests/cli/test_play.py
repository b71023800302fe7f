from __future__ import annotations

import signal
import subprocess
import sys
import urllib.request
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

from omnigym.play.server import Server
from tests.cli.interrupting import HEEDING

Run = Callable[..., Result]


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> list[Server]:
    """The servers that were run; each of them returns at once."""
    servers: list[Server] = []
    monkeypatch.setattr(Server, "run", lambda self: servers.append(self))
    return servers


def test_the_address_is_told_and_the_chosen_task_is_there(
    run: Run, fake_env: str, task_file: Path, served: list[Server]
) -> None:
    result = run("play", fake_env, "--tasks", task_file, "--task", task_file, "--port", 0)
    assert result.exit_code == 0
    (server,) = served
    assert server.url in result.stdout
    assert server._player.task_view().facts["id"] == "save-copy"
    assert not server._player.recording


def test_the_steps_of_a_person_are_not_limited_unless_asked(
    run: Run, fake_env: str, task_file: Path, served: list[Server]
) -> None:
    run("play", fake_env, "--tasks", task_file, "--port", 0)
    run("play", fake_env, "--tasks", task_file, "--port", 0, "--max-steps", 7)
    assert [s._player._base._runner._step_limits.steps for s in served] == [100_000, 7]


def test_what_is_played_can_be_recorded(
    run: Run, fake_env: str, task_file: Path, tmp_path: Path, served: list[Server]
) -> None:
    run("play", fake_env, "--tasks", task_file, "--port", 0, "--record", tmp_path / "runs")
    assert served[0]._player.recording
    assert (tmp_path / "runs" / "000000-save-copy" / "meta.json").is_file()


def test_a_package_that_is_missing_is_named(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "omnigym.play.server")
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    result = run("play")
    assert result.exit_code == 2
    assert "needs uvicorn" in result.stderr and "pip install 'omnigym[play]'" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("OmniBench-Win1-v0",), "Did you mean 'OmniBench-Win11-v0'"),
        (("--task", "files/copi@0"), "Did you mean 'files/copy@0'"),
        (("--tasks", "aps:word"), "Unknown query key 'aps'"),
    ],
)
def test_what_cannot_be_played_is_one_line(run: Run, arguments: tuple[str, ...], says: str) -> None:
    result = run("play", *arguments, "--port", 0)
    assert result.exit_code == 2
    assert says in result.stderr


@pytest.mark.slow
def test_it_serves_until_it_is_interrupted(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "omnigym.cli", "play", "--tasks", "suite:one-node", "--port", "0"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=HEEDING, cwd=tmp_path
    ) as process:
        assert process.stdout is not None and process.stderr is not None
        url = process.stdout.readline().split()[0]
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with opener.open(url, timeout=20) as page:
            assert b"omnigym play" in page.read()
        process.send_signal(signal.SIGINT)
        assert process.wait() == 0
        assert process.stderr.read() == ""
