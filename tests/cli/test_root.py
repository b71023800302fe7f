from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import Result

import omnigym
from omnigym.baselines import settings
from omnigym.cli import app
from omnigym.cli.train import LEARNERS

Run = Callable[..., Result]


def _commands(command: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """A command and all below it, each as its words."""
    yield path
    for name, below in getattr(command, "commands", {}).items():
        yield from _commands(below, (*path, name))


COMMANDS = list(_commands(typer.main.get_command(app)))[1:]


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_every_command_has_help_that_says_what_it_does_and_explains_every_option(run: Run, command: tuple[str]) -> None:
    result = run(*command, "--help")
    assert result.exit_code == 0
    assert f"omnigym {' '.join(command)}" in result.output
    assert "bool" not in result.output, "a flag has no type"
    options = [line for line in result.output.splitlines() if line.startswith("│ --")]
    assert all(len(line.strip("│ ").split()) > 2 for line in options)


def test_the_help_of_an_option_stands_by_itself() -> None:
    """It begins with its noun or verb, and not with a word that needs another line to be understood."""
    fragments = re.compile(r"help=\"(Of|Its|Who|Whose|What|How|Where|Which|In which|As of|So many)\b[^\"]*")
    sources = {path.name: path.read_text("utf-8") for path in Path(omnigym.__file__).parent.rglob("*.py")}
    assert {name: found for name, text in sources.items() if (found := fragments.findall(text))} == {}


def test_no_command_shows_the_help(run: Run) -> None:
    result = run()
    assert "Usage: omnigym" in result.output
    assert all(c[0] in result.output for c in COMMANDS)


def test_version(run: Run) -> None:
    assert run("--version").output.strip() == version("omnigym")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("evaluate", "--env", "OmniBench-Win1-v0"), "Did you mean 'OmniBench-Win11-v0'"),
        (("evaluate", "--agent", "orcale"), "Did you mean 'oracle'"),
        (("evaluate", "--split", "tets"), "--split must be train, heldout or test, got 'tets'"),
        (("evaluate", "--agent", "ppo:no/such/model.zip"), "no/such/model.zip"),
        (("train", "ppo", "--env-id", "CartPole-v1"), "Unknown environment 'CartPole-v1'"),
        (("tasks", "list", "--suite", "one-nod"), "Unknown suite 'one-nod'. Did you mean 'one-node'"),
        (("tasks", "list", "--tasks", "aps:word"), "Unknown query key 'aps'. Did you mean"),
        (("tasks", "show", "no-such-task"), "Unknown task 'no-such-task'"),
        (("tasks", "show", "no/such/file.json"), "no/such/file.json"),
        (("tasks", "verify", "--device", "x1"), "Did you mean 'x11'"),
        (("tasks", "compose", "--shape", "chian"), "Did you mean 'chain'"),
        (("tasks", "compose", "--device", "fridge"), "Unknown device 'fridge'"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_what_omnigym_refuses_is_one_line_on_standard_error_and_exit_code_two(
    run: Run, arguments: tuple[str], says: str
) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith("error: ")
    assert result.stderr.count("\n") == 1
    assert says in result.stderr


def test_a_task_file_with_a_cycle_is_refused(run: Run, task_file: Path) -> None:
    task_file.write_text(task_file.read_text().replace('[["save", "copy"]]', '[["save", "copy"], ["copy", "save"]]'))
    result = run("tasks", "show", task_file)
    assert result.exit_code == 2
    assert "save -> copy -> save" in result.stderr or "copy -> save -> copy" in result.stderr


def test_a_wrong_option_is_a_usage_error(run: Run) -> None:
    result = run("evaluate", "--episodes", "0")
    assert result.exit_code == 2
    assert "--episodes" in result.stderr


def test_a_command_starts_without_the_packages_that_it_may_not_need() -> None:
    """They take longer to import than all of omnigym, and torch comes with an extra alone."""
    slow = "{'torch', 'gym', 'networkx', 'scipy', 'stable_baselines3', 'transformers'}"
    script = f"import sys, omnigym.cli; print(sorted({slow} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=120)
    assert done.stdout == "[]\n"


WITHOUT_TORCH = """
import contextlib, sys
for name in ("torch", "stable_baselines3", "sb3_contrib", "safetensors", "matplotlib"):
    sys.modules[name] = None  # as if it were not installed
from omnigym.cli import main
for command in sys.argv[1:]:
    sys.argv[1:] = command.split()
    try:
        main()
    except SystemExit as end:
        print("code", end.code)
"""


def _without_torch(*commands: str) -> subprocess.CompletedProcess[str]:
    command = (sys.executable, "-c", WITHOUT_TORCH, *commands)
    return subprocess.run(command, capture_output=True, text=True, timeout=120)


def test_learners_show_their_options_without_torch() -> None:
    done = _without_torch(*(f"train {learner} --help" for learner in LEARNERS))
    assert done.stderr == ""
    shown = [" ".join(part.split()) for part in done.stdout.split("code 0")]
    assert len(shown) == len(LEARNERS) + 1
    for (_, kind, _), text in zip(LEARNERS.values(), shown, strict=False):
        for name, says in settings.field_help(getattr(settings, kind)).items():
            assert f"--{name.replace('_', '-')}" in text and says in text


def test_training_without_torch_names_what_installs_it(tmp_path: Path) -> None:
    done = _without_torch(f"train ppo --out {tmp_path}")
    assert done.stdout == "code 2\n"
    assert done.stderr.count("\n") == 1 and "pip install 'omnigym[train]'" in done.stderr
