"""Tasks and environments on the fake device, for all tests."""

from __future__ import annotations

import ctypes
import gc
import logging
import mmap
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from logging.handlers import BufferingHandler
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from omnigym.actions import Action
from omnigym.devices import fault_boundary
from omnigym.devices.fake import Fault
from omnigym.devices.fake.config import FakeConfig
from omnigym.envs.env import OmniEnv
from omnigym.tasks.setup import Launch
from omnigym.tasks.subtask import UI, Condition, Subtask
from omnigym.tasks.task import Task, TaskNode

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

    from omnigym.devices.vm.native_wine import NativeWine


def write_oracle(ui: UI, name: str, text: str) -> Iterator[Action]:
    yield ui.click("text_editor.document")


WRITE = Subtask(
    id="fake/save",
    app="text_editor",
    category="Office",
    instruction="Write '{text}' and save it; call it '{name}'.",
    parameters=({"name": "untitled", "text": "hello"}, {"name": "untitled", "text": "other"}),
    conditions=(Condition("file_exists", {"path": "Documents/{name}.txt"}),),
    oracle=write_oracle,
    setup=(Launch("text_editor"),),
    platforms=("linux",),
)
CLIP = Subtask(
    id="fake/copy",
    app="text_editor",
    category="Office",
    instruction="Copy '{text}' to the clipboard.",
    parameters=({"text": "hello"}, {"text": "other"}),
    conditions=(Condition("clipboard_contains_text", {"text": "{text}"}),),
    oracle=write_oracle,
    capabilities=("clipboard", "apps", "a11y"),
    setup=(Launch("text_editor"),),
    platforms=("linux",),
    effects=None,  # so that it is complete at once; of states that must stay there are tests of the evaluator
)


def make_task(task_id: str = "save-then-copy", **kwargs: Any) -> Task:
    values: dict[str, Any] = {
        "nodes": (
            TaskNode("save", "fake/save", {"name": "untitled", "text": "hello"}),
            TaskNode("copy", "fake/copy", {"text": "hello"}),
        ),
        "edges": (("save", "copy"),),
        "max_steps": 20,
        "definitions": (WRITE, CLIP),
    }
    return Task(id=task_id, **(values | kwargs))


@pytest.fixture(autouse=True)
def no_fault_is_hidden(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What nobody foresaw ends an episode and no program. A test might not look, so it fails unless that is meant."""
    monkeypatch.setattr(fault_boundary, "_TOLD", set())
    # What a test plugs in is gone after it: the processes that later tests start would import it.
    monkeypatch.setenv("OMNIGYM_PLUGINS", os.environ.get("OMNIGYM_PLUGINS", ""))
    handler = BufferingHandler(1000)
    log = logging.getLogger(fault_boundary.__name__)
    log.addHandler(handler)
    yield
    log.removeHandler(handler)
    if handler.buffer and request.node.get_closest_marker("faults") is None:
        pytest.fail("\n".join(handler.format(record) for record in handler.buffer))


#: How much more memory than after the last look through garbage makes for the next one, and what it was then, in bytes.
_MUCH = 100 << 20
_LAST = [0]


@pytest.fixture(autouse=True)
def no_garbage_piles_up() -> Iterator[None]:
    """Office documents are few objects with much memory: the collector counts objects, and lets gigabytes lie."""
    yield
    if _resident() > _LAST[0] + _MUCH:
        gc.collect()
        if sys.platform == "linux":
            ctypes.CDLL(None).malloc_trim(0)  # else the C library keeps it
        _LAST[0] = _resident()


def _resident() -> int:
    """The memory of this process, in bytes; 0 where that is not told."""
    told = Path("/proc/self/statm")
    return int(told.read_text().split()[1]) * mmap.PAGESIZE if told.exists() else 0


@pytest.fixture
def fake_task() -> Task:
    """Save a file (weight 1/3), then copy its text (weight 2/3)."""
    return make_task()


@pytest.fixture
def make_env(fake_task: Task) -> Iterator[Callable[..., OmniEnv]]:
    """Makes environments on a fake device; ``faults=`` are its faults."""
    made: list[OmniEnv] = []

    def make(*faults: Fault, **kwargs: Any) -> OmniEnv:
        env = OmniEnv(**({"device": FakeConfig(faults=faults), "tasks": fake_task} | kwargs))
        made.append(env)
        return env

    yield make
    for env in made:
        env.close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Chrome]:
    """A Chromium without a window, with a profile of its own."""
    from selenium.webdriver import Chrome, ChromeOptions, ChromeService

    options = ChromeOptions()
    options.binary_location = str(shutil.which("chromium"))
    for argument in ("--headless=new", "--disable-gpu", "--disable-dev-shm-usage", "--no-proxy-server"):
        options.add_argument(argument)
    if os.geteuid() == 0:
        options.add_argument("--no-sandbox")  # Chromium has no sandbox for root
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = Chrome(options, ChromeService(shutil.which("chromedriver")))
    yield driver
    driver.quit()


@pytest.fixture(scope="session")
def wine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[NativeWine]:
    """A Windows in Wine, with the guest's server in a Windows Python; see the marker ``wine``."""
    from omnigym.devices.vm.native_wine import NativeWine, native_system, why_no_wine

    if why := why_no_wine():
        pytest.skip(why)
    machine = NativeWine(native_system(), tmp_path_factory.mktemp("wine"))
    yield machine
    machine.close()
