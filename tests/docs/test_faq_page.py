"""Every error of the page is one that exists: something cheap provokes it, and says it in these words."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gymnasium
import pytest
from typer.testing import CliRunner

import omnigym  # noqa: F401 - registers the ids
from omnigym.cli import app
from omnigym.errors import MissingDependencyError
from omnigym.runs import RunDirectory, RunHeader
from tests.docs.examples import page

PAGE = page("docs/faq.md")
MESSAGES = [row[1] for row in re.finditer(r"^\| `([^`]+)` \|", PAGE, re.MULTILINE)]
WIN, HELLO = "OmniBench-Win11-v0", "suite:hello level:1"
GONE = "chat:m@http://127.0.0.1:9/v1"


def said(*arguments: str) -> Callable[[], str]:
    """The error line of a command."""

    def run() -> str:
        result = CliRunner(env={"COLUMNS": "300"}).invoke(app, arguments)
        assert result.exit_code == 2, result.output
        return result.stderr

    return run


def raised(does: Callable[[], object]) -> Callable[[], str]:
    """The message of what a program raises."""

    def run() -> str:
        with pytest.raises(Exception) as e:  # noqa: PT011 - the page's words are compared
            does()
        return str(e.value)

    return run


def stepped(*, reset: bool) -> object:
    env: Any = gymnasium.make(WIN, tasks=HELLO, observation="a11y", disable_env_checker=True)
    if reset:
        env.reset(seed=0)
    return env.step(3)


def missing() -> None:
    raise MissingDependencyError("Xvfb", "The device 'x11'", "apt-get install xvfb")


PROVOKED = (
    said("evaluate", "--tasks", "app:wrod"),
    said("evaluate", "--tasks", "suite:crab app:word"),
    raised(lambda: gymnasium.make(WIN, device="x11")),
    raised(lambda: gymnasium.make("OmniBench-Linux-v0", device="x11", variation="all")),
    raised(lambda: gymnasium.make(WIN, task="app:word")),
    raised(lambda: stepped(reset=False)),
    raised(lambda: stepped(reset=True)),
    said("evaluate", "--agent", "noop", "--tasks", HELLO, "--episodes", "1", "--out", "made"),
    said("evaluate", "--resume", "made", "--agent", "noop", "--tasks", HELLO),
    said("compare", "none", "made"),
    said("evaluate", "--agent", "ppo:none.safetensors"),
    said("evaluate", "--agent", "sb3:model.zip"),
    said("evaluate", "--agent", f"{GONE},retries=0", "--tasks", HELLO, "--episodes", "3"),
    said("evaluate", "--agent", f"{GONE},tre=3"),
    said("evaluate", "--tasks", "level:x"),
    said("evaluate", "--server", "tcp://127.0.0.1:9", "--agent", "noop", "--episodes", "1"),
    said("leaderboard", "check", "none.json"),
    raised(missing),
)


@pytest.mark.parametrize(("message", "provoked"), list(zip(MESSAGES, PROVOKED, strict=True)), ids=MESSAGES)
def test_an_error_says_so(
    message: str, provoked: Callable[[], str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    RunDirectory.begin("made", RunHeader(env=WIN, agent="oracle", tasks=HELLO, episodes=1))
    assert message in provoked()
