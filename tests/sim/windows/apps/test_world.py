"""The programs of the simulated Windows live in one world: files, the clipboard, the screen, what is installed.

Who makes a file, or copies something, is a subtask's oracle: of each program, and of each kind of what it makes, one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from io import BytesIO
from typing import Any
from urllib.parse import unquote

import numpy as np
import pytest
from PIL import Image

from omnigym.actions import Click, OpenApp, Press, Type, Wait
from omnigym.devices.sim.device import SimDevice
from omnigym.sim.program import default_key
from omnigym.sim.windows.catalogue import CATALOGUE
from omnigym.sim.windows.file_kinds import app_for, openers
from omnigym.sim.windows.packages import PACKAGES, program_of
from omnigym.tasks.file_generation import file_of
from omnigym.tasks.registry import all_subtasks
from omnigym.tasks.setup import apply_setup
from omnigym.tasks.step_library.variations import as_asked
from omnigym.tasks.subtask import UI, Subtask
from omnigym.tasks.task import Task, TaskNode
from omnigym.tasks.templates import fill

#: The subtasks of the simulated Windows.
HERE = [s for s in all_subtasks() if "windows" in s.platforms and "sim" in s.devices and s.app]
#: What a message says that is none of success.
COMPLAINTS = ("can't", "cannot", "couldn't", "damaged", "not supported", "no app")


def made_files() -> Mapping[tuple[str, str], tuple[Subtask, str]]:
    """Of each app and ending, a subtask that leaves such a file, and its path; none that asks for a password."""
    found: dict[tuple[str, str], tuple[Subtask, str]] = {}
    for subtask in HERE:
        for resource in subtask.produces:
            path = fill(resource.value, subtask.parameters[0])
            if resource.kind == "file" and "." in path.rpartition("/")[2] and "password" not in subtask.tags:
                found.setdefault((subtask.app, path.rpartition(".")[2].lower()), (subtask, path))
    return found


MADE = made_files()
COPIES = [
    (s, r.kind) for s in HERE for r in s.produces if r.kind in ("clipboard_text", "clipboard_image", "clipboard_file")
]


@pytest.fixture(scope="module")
def device() -> SimDevice:
    return SimDevice()


def done(device: SimDevice, subtask: Subtask) -> Mapping[str, Any]:
    """A desktop on which the oracle of a subtask was played; its parameters."""
    task = Task(id="t", nodes=(TaskNode("1", subtask.id, subtask.parameters[0]),), definitions=(subtask,))
    node = task.bound["1"]
    device.reset(0)
    for need in node.needs:
        apply_setup(device, need.unless_provided)
    apply_setup(device, node.setup)
    assert subtask.oracle is not None
    for action in subtask.oracle(UI(device, subtask.app), **node.parameters):
        device.act(action)
    return node.parameters


def opened_in_explorer(device: SimDevice, path: str) -> None:
    """A file opened by its full name."""
    ui = UI(device, "file_manager")
    for action in (OpenApp("file_manager"), ui.press("l", "ctrl"), ui.type(ui.native_path(path) + "\n")):
        device.act(action)


@pytest.mark.parametrize(("app", "ending"), sorted(MADE))
def test_what_an_app_saves_is_opened_by_its_type(device: SimDevice, app: str, ending: str) -> None:
    subtask, path = MADE[app, ending]
    done(device, subtask)
    assert device.read_file(path) is not None
    opened_in_explorer(device, path)
    wanted, name = app_for(path), path.rpartition("/")[2]
    window = next(w for w in device.windows() if w.app != "message_box")  # some say how many they took in
    said = device.tree().find(key="message.text")
    assert wanted, "nothing opens it"
    assert window.app == wanted
    assert not window.document or unquote(window.document).endswith(name)
    assert said is None or not any(word in said.name for word in COMPLAINTS)


def pasted_text(device: SimDevice) -> None:
    text = device.clipboard().text
    assert text.strip()
    ui = UI(device, "text_editor")
    keys = (
        ui.press("n", "ctrl"),
        ui.press("v", "ctrl"),
        ui.press("s", "ctrl"),
        Type("C:\\Users\\user\\Music\\pasted.txt\n"),
    )
    for action in (OpenApp("text_editor"), *keys):
        device.act(action)
    kept = device.read_file("Music/pasted.txt")
    assert kept is not None
    assert kept.decode().split() == text.split()


def pasted_picture(device: SimDevice) -> None:
    with Image.open(BytesIO(device.clipboard().image)) as copied:
        size = copied.size
    ui = UI(device, "paint")
    for action in (OpenApp("paint"), ui.press("v", "ctrl")):
        device.act(action)
    chosen = device.tree().find(key="paint.chosen")
    assert chosen is not None
    assert chosen.name == f"{size[0]} × {size[1]}px"


def pasted_files(device: SimDevice) -> None:
    names = [path.rpartition("\\")[2] for path in device.clipboard().files]
    ui = UI(device, "file_manager")
    for action in (
        OpenApp("file_manager"),
        ui.press("l", "ctrl"),
        ui.type("C:\\Users\\user\\Music\n"),
        ui.press("v", "ctrl"),
    ):
        device.act(action)
    assert {f.path.rpartition("/")[2] for f in device.list_dir("Music")} >= set(names)


PASTED: Mapping[str, Callable[[SimDevice], None]] = {
    "clipboard_text": pasted_text,
    "clipboard_image": pasted_picture,
    "clipboard_file": pasted_files,
}


@pytest.mark.parametrize(("subtask", "kind"), COPIES, ids=[f"{s.id}-{kind}" for s, kind in COPIES])
def test_what_an_app_copies_another_pastes(device: SimDevice, subtask: Subtask, kind: str) -> None:
    done(device, subtask)
    PASTED[kind](device)


def endings() -> list[tuple[str, str]]:
    """Each ending of files, and each program that opens it where it is not the usual one."""
    known = sorted({end for app in CATALOGUE.programs for kind in app.program.opens for end in kind.endings})
    return [(end, p.app) for end in known for p in openers(f"a.{end}", {}) if p.app != app_for(f"a.{end}")]


@pytest.mark.parametrize(("ending", "app"), endings())
def test_the_app_that_opens_a_kind_of_files_can_be_changed(device: SimDevice, ending: str, app: str) -> None:
    device.reset(0)
    path = f"Documents/something.{ending}"
    device.write_file(path, file_of(path, {"wav": "3"}.get(ending, "harbour")))
    device.set_setting(default_key(ending), app)
    opened_in_explorer(device, path)
    assert next(w.app for w in device.windows() if w.active) == app


PACKED = [name for name in PACKAGES if program_of(name)]


@pytest.mark.parametrize("package", PACKED)
def test_what_is_uninstalled_is_gone_and_comes_back_from_the_store(device: SimDevice, package: str) -> None:
    app, title = program_of(package), CATALOGUE.apps[program_of(package)].title

    def starts() -> bool:
        device.act(OpenApp(app))
        return any(w.app == app for w in device.windows())

    def found() -> bool:
        for action in (Press("meta"), Type(title)):
            device.act(action)
        names = {n.name for n in device.tree() if n.key.startswith("start.result.")}
        device.act(Press("escape"))
        return title in names

    device.reset(0)
    ui = UI(device, "store")
    if not CATALOGUE.apps[app].program.fetched:
        assert starts()
        assert found()
        for action in as_asked("settings/uninstall", ui, program=package):
            device.act(action)
        assert not any(w.app == app for w in device.windows()), "its window is closed"
        assert not starts()
        assert not found()
    if PACKAGES[package].about:
        for action in as_asked("store/install", ui, program=package, stars="5"):
            device.act(action)
        device.act(Wait(90))
        assert starts()
        assert found()


@pytest.mark.parametrize("app", [app.name for app in CATALOGUE.programs if not app.program.fetched])
def test_a_capture_is_what_is_on_the_screen(device: SimDevice, app: str) -> None:
    device.reset(0)
    device.act(OpenApp(app))
    before = device.screenshot().copy()
    device.act(Press("s", ("meta", "shift")))
    full = device.tree().find(key="snipping.full")
    assert full is not None
    x, y = full.center
    device.act(Click(((x + 0.5) / device.size[0], (y + 0.5) / device.size[1])))
    with Image.open(BytesIO(device.clipboard().image)) as picture:
        assert np.array_equal(np.asarray(picture), before)


@pytest.mark.parametrize("app", [app.name for app in CATALOGUE.programs if not app.program.fetched])
def test_a_full_disk_stops_no_app(device: SimDevice, monkeypatch: pytest.MonkeyPatch, app: str) -> None:
    device.reset(0)
    device.act(OpenApp(app))
    before = device.list_dir("Documents")
    with monkeypatch.context() as full:
        full.setattr("omnigym.sim.vfs.DISK_BYTES", 1)
        for action in (Press("n", ("ctrl",)), Type("something"), Press("s", ("ctrl",)), Type("a\n"), Press("enter")):
            device.act(action)
            device.screenshot()
    assert device.list_dir("Documents") == before
    assert any(w.app == app for w in device.windows())


def test_that_the_disk_is_full_is_said_by_whatever_app(device: SimDevice, monkeypatch: pytest.MonkeyPatch) -> None:
    device.reset(0)
    device.act(OpenApp("clipchamp"))
    with monkeypatch.context() as full:
        full.setattr("omnigym.sim.vfs.DISK_BYTES", 1)
        device.act(Press("n", ("ctrl",)))
    said = device.tree().find(key="message.text")
    assert said is not None
    assert said.name.startswith("There is not enough space on Local Disk (C:).")
    assert len(device.query_content("content://clipchamp/projects")) == 2
