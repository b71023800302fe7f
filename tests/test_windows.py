"""What of omnigym runs on Windows imports and calls nothing that only Unix has: a pretence, for machines without one.

`tests/devices/vm/test_wine.py` does the same in a real Windows Python.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

_NAMES = Path(__file__).with_name("unix_only.json")
#: Other packages are loaded before: they have a Windows of their own, which is not to be found here.
_PRETENCE = """
import asyncio, concurrent.futures, http.server, importlib, json, multiprocessing, pkgutil, sys, types, zoneinfo
import gymnasium, httpx, networkx, numpy, PIL.Image, pydantic._internal._validators, pygments.lexers, rapidfuzz.fuzz
import rich.progress, typer
names = json.load(open(sys.argv[1]))
for module in names.pop("modules"):
    sys.modules[module] = None
for module, missing in names.items():
    for name in missing:
        vars(importlib.import_module(module)).pop(name, None)
sys.modules["msvcrt"] = types.SimpleNamespace(LK_LOCK=1, LK_NBLCK=2, locking=lambda file, how, count: None)
sys.platform = "win32"

import omnigym
for command in ("conformance", "doctor", "evaluate", "serving", "tasks_verify"):
    importlib.import_module(f"omnigym.cli.{command}")
env = gymnasium.make("OmniBench-Win11-v0")
env.reset(seed=0)
env.action_space.seed(0)
for _ in range(10):
    env.step(env.action_space.sample())
env.close()
vector = gymnasium.make_vec("OmniBench-Win11-v0", num_envs=2)
vector.reset(seed=0)
vector.close()
for device in ("chromium", "vm", "x11"):
    try:
        omnigym.devices.config.device_class(omnigym.devices.config.device_config(device))
    except omnigym.errors.ConfigError as e:
        assert "this machine is win32" in str(e), e
    else:
        raise AssertionError(device)
print("done")
"""


def test_nothing_of_unix_is_needed() -> None:
    done = subprocess.run([sys.executable, "-c", _PRETENCE, str(_NAMES)], capture_output=True, text=True, timeout=300)
    assert (done.stdout, done.returncode) == ("done\n", 0), done.stderr


def test_the_names_are_of_unix() -> None:
    names = json.loads(_NAMES.read_text())
    assert {"fcntl", "resource", "pwd"} <= {*names["modules"]}
    assert {"geteuid", "O_NOFOLLOW", "killpg", "pread"} <= {*names["os"]}
