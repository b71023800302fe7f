"""The command line as a person runs it, and an environment that needs no simulated desktop."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import gymnasium
import pytest
from typer.testing import CliRunner, Result

from omnigym.cli import app

FAKE_ENV = "OmnigymFake-v0"


@pytest.fixture
def run() -> Callable[..., Result]:
    """Runs ``omnigym`` with arguments."""
    runner = CliRunner(env={"COLUMNS": "200", "TERM": "dumb"})
    return lambda *arguments: runner.invoke(app, [str(a) for a in arguments], catch_exceptions=False)


@pytest.fixture
def fake_env() -> Iterator[str]:
    """An id whose device is the fake one."""
    gymnasium.register(
        FAKE_ENV, entry_point="omnigym.envs.env:OmniEnv", disable_env_checker=True, kwargs={"device": "fake"}
    )
    yield FAKE_ENV
    del gymnasium.registry[FAKE_ENV]


@pytest.fixture
def task_file(tmp_path: Path) -> Path:
    """A task of two nodes for the fake device: save a document, then copy its text."""

    def definition(name: str, check: str, **args: str) -> dict[str, object]:
        return {
            "id": f"fake/{name}",
            "app": "text_editor",
            "category": "Office",
            "instruction": f"Do {name} with '{{text}}'.",
            "parameters": [{"text": "hello"}],
            "conditions": [{"check": check, "args": args}],
            "capabilities": ["files", "clipboard", "apps", "a11y"],
            "platforms": ["linux"],
            "setup": [{"type": "Launch", "app": "text_editor"}],
        }

    path = tmp_path / "save-copy.json"
    path.write_text(
        json.dumps(
            {
                "format": "omnigym-task/1",
                "id": "save-copy",
                "nodes": [
                    {"id": "save", "subtask": "fake/save", "parameters": {"text": "hello"}},
                    {"id": "copy", "subtask": "fake/copy", "parameters": {"text": "hello"}},
                ],
                "edges": [["save", "copy"]],
                "limits": {"max_steps": 8},
                "subtasks": [
                    definition("save", "file_exists", path="Documents/untitled.txt"),
                    definition("copy", "clipboard_contains_text", text="{text}"),
                ],
            }
        )
    )
    return path
