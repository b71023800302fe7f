"""The net below refactoring: what another checkout does otherwise is found, and told by the step."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

_SCRIPT = Path(__file__).resolve().parent.parent / "scripts" / "same.py"


@pytest.fixture(scope="module")
def compare() -> Callable[..., Any]:
    spec = importlib.util.spec_from_file_location("same", _SCRIPT)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    found: Callable[..., Any] = module.compare
    return found


def record(key: str, *steps: str, value: object = 1) -> dict[str, object]:
    return {"key": key, "steps": list(steps), "value": value}


_OLD = [record("a", "act tree pixels 0", "act tree pixels 1"), record("b")]


@pytest.mark.parametrize(
    ("new", "told"),
    [
        (_OLD, {}),
        (_OLD[::-1], {}),
        ([record("a", "act tree pixels 0", "act other more 1"), _OLD[1]], {"a": "step 1: tree, pixels"}),
        ([record("a", "act tree pixels 0"), _OLD[1]], {"a": "one has 1 steps, the other one more"}),
        ([_OLD[0], record("b", value=2)], {"b": "1 is now 2"}),
        ([_OLD[0], record("c")], {"b": "gone", "c": "new"}),
    ],
)
def test_what_is_other_is_told(compare: Callable[..., Any], new: list[dict[str, object]], told: dict[str, str]) -> None:
    found = {key: other for key, other in compare(iter(_OLD), iter(new)) if other}
    assert found == told


def test_a_checkout_is_the_same_as_itself() -> None:
    here = _SCRIPT.parent.parent
    argv = [sys.executable, _SCRIPT, "--against", here, "--only", "declared,played", "--matching", "settings/theme"]
    done = subprocess.run(argv, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    counts = [int(line.split()[1]) for line in done.stdout.splitlines()]
    assert len(counts) == 2 and min(counts) > 0
