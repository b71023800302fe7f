"""Memory over many episodes: what grows is caches, each with a stated bound."""

from __future__ import annotations

import ast
import gc
import sys
from pathlib import Path

import gymnasium
import pytest

import omnigym

#: These keep all they ever saw, which is part of the program: types of arguments, kinds of setup steps, classes of
#: devices, files of ours, platforms, kinds of tasks that are made by hand.
OF_THE_PROGRAM = {
    "__init__._of_family",
    "bound_check._adapter",
    "browser._script",
    "config.devices_for",
    "data._adapters",
    "registry._discover_apart",
    "registry._index",
    "config.controls",  # of a simulated platform's apps
    "composition._graphs",
    "config.shortcuts",
    "discovery.resolve",  # one for each place that a manifest names
    "foreign_writes._tops",
    "quiet.leave_alone",
    "manifest._found",  # of the plugins in use
    "manifest._keys",
    "manifest._suites",
    "packaged._check",  # one for each file of the data
    "registry._named",
    "registry._register",
    "registry._texts",
    "sandbox._knows",
    "sandbox._problem",
    "native_names.native_names",
    "suite._tasks",
    "suite.board_suite",
    "suite.miniwob_task",
    "task._keeps_from_network",
    "text_encoder.reader_of",
    "device.guest_class",  # one for each set of capabilities
    "device.vm_class",  # the same
    "userdata.of",
    "wire._parts",
}


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_episodes_of_known_tasks_leave_nothing_behind() -> None:
    env = gymnasium.make("OmniBench-Win11-v0", tasks="app:text_editor nodes:1", observation="a11y")

    def play(episodes: int) -> tuple[int, float]:
        for seed in range(episodes):
            env.reset(seed=seed % 40)
        gc.collect()
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        return len(gc.get_objects()), pages * 4096 / 1e6

    play(700)  # until the caches are full
    objects, megabytes = play(10)
    objects_later, megabytes_later = play(290)
    env.close()
    assert objects_later - objects < 1000
    assert megabytes_later - megabytes < 10


def test_every_cache_has_a_bound_or_is_asked_for_the_programs_own() -> None:
    """`functools.cache` keeps all it ever saw: so there are few, and a new one has to be thought about here."""
    found: list[str] = []
    for path in Path(omnigym.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            for decorator in getattr(node, "decorator_list", ()):
                text = ast.unparse(decorator)
                assert "maxsize=None" not in text, (path, node.name)
                if text in ("cache", "functools.cache") and isinstance(node, ast.FunctionDef) and node.args.args:
                    found.append(f"{path.stem}.{node.name}")
    assert set(found) == OF_THE_PROGRAM
