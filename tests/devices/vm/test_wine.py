"""Subtasks of the simulated Windows on Wine: the same checks, the same oracles, the same wrong runs.

The programs are Wine's own, and a Windows Python shows them; so what is read and done goes through Windows's functions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import pytest

from omnigym.a11y import Role, State
from omnigym.actions import Action, Type, Wait
from omnigym.devices.config import build_device
from omnigym.devices.guest.config import GuestConfig
from omnigym.devices.vm.native_wine import NativeWine
from omnigym.errors import ConfigError, UnknownNameError
from omnigym.tasks.counterexamples import Counterexample
from omnigym.tasks.oracle import UI
from omnigym.tasks.proofs.labelled_runs import derived, written
from omnigym.tasks.registry import get_subtask
from omnigym.tasks.rollout import Stage
from omnigym.tasks.setup.write_file import WriteFile
from omnigym.tasks.task import Task, TaskNode

pytestmark = [pytest.mark.wine, pytest.mark.slow]

_SERVES = ("a11y", "apps", "clipboard", "file_types", "files", "pointer", "processes", "settings", "shell", "user_data")
_KINDS = (
    "control/uninstall",
    "text/append-line",
    "text/fill-document",
    "text/replace-word",
    "text/write-file",
    "files/copy",
    "files/copy-all",
    "files/copy-to-clipboard",
    "files/delete",
    "files/move",
    "files/open-folder",
    "files/paste",
    "files/rename",
    "files/rename-folder",
)
#: Kinds done in WordPad, which no simulated desktop has: with the oracles of other editors, and a file that it opens.
_IN_WORDPAD = (
    ("text/append-line", "wordpad", get_subtask("text/append-line").parameters[0]),
    ("text/replace-word", "wordpad", get_subtask("text/replace-word").parameters[0]),
    ("word/copy-text", "wordpad", {"folder": "Documents", "name": "address.txt"}),
)
_UNINSTALL = ("control/uninstall", "control_panel", {"program": "Contoso Wiki"})
#: Kinds whose wrong runs need nothing that the simulated Windows alone has.
_WITH_WRONG_RUNS = ("text/append-line", "text/fill-document", "text/write-file")
#: What runs on Windows without a guest: the environments themselves.
_ENVIRONMENTS = """
import gymnasium, omnigym
from omnigym.devices.host.config import HostConfig
import omnigym.cli.conformance, omnigym.cli.evaluate
env = gymnasium.make("OmniBench-Win11-v0")
env.reset(seed=0)
env.action_space.seed(0)
for _ in range(10):
    env.step(env.action_space.sample())
env.close()
gymnasium.make("OmniBench-Win11-v0", device=HostConfig(allow=True), tasks="app:text_editor").close()
print("done")
"""


#: A window that keeps what is typed into it.
_TYPED = """
import tkinter
root = tkinter.Tk()
root.title("typed")
out = open("typed.txt", "wb", buffering=0)
root.bind("<KeyPress>", lambda e: out.write(e.char.encode() if e.char.isprintable() else b""))
root.focus_force()
root.mainloop()
"""


@pytest.fixture(scope="module")
def device(wine: NativeWine) -> Iterator[Any]:
    config = GuestConfig(platform="windows", url=wine.url, token=wine.token, serves=_SERVES, timeout=120.0)
    made = build_device(config)
    yield made
    made.close()


def _stage(kind: str, device: Any, values: Mapping[str, str] | None = None) -> Stage:
    return Stage(Task(id="t", nodes=(TaskNode("1", kind, values or get_subtask(kind).parameters[0]),)), device)


def test_environments_run_in_a_windows_python(device: Any) -> None:
    device.reset()
    code, said, problem = device.run(["P:\\python.exe", "-c", _ENVIRONMENTS], 300.0)
    assert (said.split(), code) == ([b"done"], 0), problem.decode(errors="replace")[-2000:]


@pytest.mark.parametrize("kind", _KINDS)
def test_oracles_are_paid_in_full(device: Any, kind: str) -> None:
    stage = _stage(kind, device)
    outcome = stage.play(stage.oracle())
    assert (outcome.coverage, outcome.problem, stage.evaluator.damage) == (1.0, "", ())


@pytest.mark.parametrize(("kind", "app", "values"), [*_IN_WORDPAD, _UNINSTALL])
def test_nothing_is_paid_before_the_last_action(device: Any, kind: str, app: str, values: Mapping[str, str]) -> None:
    stage, oracle, done = _stage(kind, device, values), get_subtask(kind).oracle, list[Action]()
    assert oracle is not None

    def whole(ui: UI, **given: str) -> Iterator[Action]:
        for action in oracle(ui.of(app), **given):
            done.append(action)
            yield action

    def without_its_last(ui: UI, **given: str) -> Iterator[Action]:
        left = sum(not isinstance(action, Wait) for action in done)  # a busy machine is waited for longer
        for action in oracle(ui.of(app), **given):
            left -= not isinstance(action, Wait)
            if not left:
                return
            yield action

    outcome = stage.play(stage.trial(Counterexample("whole", "right", whole)))
    assert (outcome.coverage, outcome.problem, stage.evaluator.damage) == (1.0, "", ())
    assert stage.play(stage.trial(Counterexample("without its last", "wrong", without_its_last))).coverage == 0.0


def test_settings_are_those_of_the_registry(device: Any) -> None:
    device.reset()
    device.set_setting("apps.installed", "Zoom Workplace; Adatum Forum")
    assert device.setting("apps.installed") == "Adatum Forum; Zoom Workplace"
    with pytest.raises(ConfigError, match="Only add programs"):
        device.set_setting("apps.installed", "Zoom Workplace")
    with pytest.raises(UnknownNameError, match="theme"):
        device.setting("theme")
    device.reset()
    assert device.setting("apps.installed") == ""


@pytest.mark.parametrize("kind", _WITH_WRONG_RUNS)
def test_wrong_runs_are_not_paid(device: Any, kind: str) -> None:
    tried = list(written(_stage(kind, device), "wrong"))
    assert [a.name for a in tried if a.outcome.coverage == 1.0] == []
    assert [(a.name, a.fault) for a in tried if a.fault] == []
    assert tried


def test_side_effects_are_not_paid(device: Any) -> None:
    """The frame rule holds by what the guest tells of the user's files. There are others: a real home is empty."""
    others = tuple(WriteFile(f"{folder}/bicycle cellar.txt", "Keep this.\n") for folder in ("Desktop", "Documents"))
    stage = Stage(replace(_stage("text/append-line", device).task, setup=others), device)
    assert stage.play(stage.oracle()).coverage == 1.0
    tried = list(derived(stage, stage.user_data()))
    assert {a.kind for a in tried} == {"wrong"}
    assert any("bicycle cellar" in a.name for a in tried), [a.name for a in tried]
    assert [(a.name, a.problem) for a in tried if not a.judged_well] == []


def test_ascii_is_typed_by_its_keys(device: Any) -> None:
    """Tk takes the code of a character that comes without a key for a key of its own."""
    device.reset()
    device.write_file("typed.py", _TYPED.encode())
    device.run(["cmd", "/c", "start P:\\python.exe typed.py"], 60.0)
    for _ in range(100):
        if device.windows() and (device.windows()[0].title, device.windows()[0].active) == ("typed", True):
            break
        device.act(Wait(0.2))
    text = "Aa Zz 19.(50%) + #7 & $8!"
    device.act(Type(text))
    assert device.read_file("typed.txt").decode() == text


def test_a_folder_of_the_same_name_elsewhere_is_another_one(device: Any) -> None:
    """Wine's Explorer shows a folder's name alone: where two have it, nobody knows which it is."""
    device.reset()
    device.make_dir("Documents/Taxes")
    device.launch("file_manager", "Documents/Taxes")
    assert device.windows()[0].document == device.native_path("Documents/Taxes")
    device.make_dir("Music/Taxes")
    assert device.windows()[0].document == ""


def test_items_of_lists_trees_and_columns(device: Any) -> None:
    device.reset()
    device.write_file("Documents/Work/first.txt", b"1")
    device.make_dir("Documents/Work/zone")
    device.launch("file_manager", "Documents/Work")
    tree = device.tree()
    names = {role: [n.name for n in tree if n.role is role] for role in (Role.LIST_ITEM, Role.COLUMN_HEADER)}
    assert names[Role.LIST_ITEM] == ["zone", "first.txt"]
    assert names[Role.COLUMN_HEADER][:2] == ["File", "Size"]
    device.launch("registry_editor")
    keys = [n for n in device.tree() if n.role is Role.TREE_ITEM and n.name.startswith("HKEY_")]
    assert "HKEY_CURRENT_USER" in {n.name for n in keys}
    assert all(n.has(State.EXPANDABLE) and not n.has(State.EXPANDED) for n in keys)
