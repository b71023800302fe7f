"""A new app is one folder: everything that the shell, the files and the tasks know of it follows from its declaration.

Each test writes the package of an app that does not exist, lets the platform find it, and uses it in a process of its
own, since apps are gathered once.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

#: The whole app: an icon, a look and a kind of files of its own, initial files, a name that people say, a category.
APP = """
from omnigym.sim.app import App
from omnigym.sim.program import FileKind, Program
from omnigym.sim.style.looks import Look, looks
from omnigym.sim.ui.nodes import column
from omnigym.sim.ui.widgets import button
from omnigym.sim.vfs import HOME


def _pressed(state, ctx):
    return (state[0], state[1] + 1), ()


APPS = (
    App(
        name="toy",
        title="Toy Box",
        icon={icon!r},
        art={{
            {icon!r}: lambda p: p.box(0, 0, 1, 1, 0, 0x12AB34),
            "toy-file": lambda p: p.disc(0.5, 0.5, 0.5, 0xAB1234),
        }},
        styles=looks(button={{"toy_big": Look(min_h=77, min_w=90, fill="accent")}}),
        program=Program(
            spoken=("the toy box",),
            category="Lifestyle",
            pinned=1,
            opens=(FileKind(("toy",), "Toy Document", "toy-file"),),
        ),
        initial=lambda vfs, now: vfs.write(f"{{HOME}}/Documents/first.toy", b"a toy", now),
        init=lambda args, ctx: ((args, 0), ()),
        view=lambda state, ctx: column(
            button("toy.press", f"Pressed {{state[1]}}", style="toy_big", click=("press",))
        ),
        on={{"press": _pressed}},
        caption=lambda state: "Toy Box",
        document=lambda state: state[0],
    ),
)
"""

#: Before anything else is imported: the folder with the app is one of those in which apps are looked for.
FIND = """
import sys
import numpy as np
import omnigym.sim.{platform}.apps as apps
apps.__path__.append(sys.argv[1])
from omnigym.actions import Click, Press, Type
from omnigym.devices.sim.device import SimDevice
from omnigym.tasks._phrases import split_tool
from omnigym.tasks.app_metadata import category_of_app

device = SimDevice({size}, platform={platform!r}, scale={scale})

def center(node):
    (x, y), (w, h) = node.center, device.size
    return (x + 0.5) / w, (y + 0.5) / h

def node(**wanted):
    found = device.tree().find(**wanted)
    assert found is not None, wanted
    return found

def click(times=1, **wanted):
    device.act(Click(center(node(**wanted)), count=times))

def shows(colour, found):
    x, y, w, h = found.bounds
    part = device.screenshot()[y : y + h, x : x + w].reshape(-1, 3)
    return bool((part == [colour >> 16, colour >> 8 & 255, colour & 255]).all(axis=1).any())

GREEN, RED = 0x12AB34, 0xAB1234
assert split_tool("In the toy box, press the button.") == ("the toy box", "press the button.")
assert category_of_app("toy") == "Lifestyle"
assert "toy" in device.apps()
"""

DESKTOP = """
assert shows(GREEN, node(key="taskbar.toy")), "taskbar"
assert shows(GREEN, node(key="desktop.icons.app:toy")), "desktop"
device.act(Press("meta"))
assert shows(GREEN, node(key="start.toy")), "Start"
device.act(Type("toy b"))
assert shows(GREEN, node(key="start.result.toy")), "search"
device.act(Press("enter"))
assert [w.app for w in device.windows()] == ["toy"]
assert node(key="toy.press").bounds[3] == 77, "its style"
click(key="toy.press")
assert node(key="toy.press").name == "Pressed 1"
device.act(Press("f4", ("alt",)))
device.launch("file_manager", "C:/Users/user/Documents")
entry = node(key="explorer.items.first.toy")
assert shows(RED, entry), "the icon of its files"
assert any("Toy Document" in f"{n.name} {n.value}" for n in device.tree()), "what its files are called"
click(2, key="explorer.items.first.toy")
assert [(w.app, w.document) for w in device.windows() if w.active] == [("toy", "C:/Users/user/Documents/first.toy")]
"""

PHONE = """
assert shows(GREEN, node(key="launcher.toy")), "home screen"
click(key="launcher.search")
device.act(Type("toy"))
assert shows(GREEN, node(key="drawer.toy")), "drawer"
device.act(Press("enter"))
assert [w.app for w in device.windows()] == ["toy"]
click(key="toy.press")
assert node(key="toy.press").name == "Pressed 1"
device.launch("files", "C:/Users/user/Documents")
click(name="first.toy")
assert [(w.app, w.document) for w in device.windows() if w.active] == [("toy", "C:/Users/user/Documents/first.toy")]
"""


@pytest.mark.parametrize(
    ("platform", "size", "scale", "icon", "use"),
    [
        ("windows", (1024, 768), 1.0, "toy-icon", DESKTOP),
        ("android", (540, 1200), 1.5, "app/toy", PHONE),
    ],
    ids=["desktop", "phone"],
)
def test_one_folder_is_all_that_a_new_app_is(
    tmp_path: Path, platform: str, size: tuple[int, int], scale: float, icon: str, use: str
) -> None:
    folder = tmp_path / "toy"
    folder.mkdir()
    (folder / "__init__.py").touch()
    (folder / "app.py").write_text(APP.format(icon=icon))
    script = FIND.format(platform=platform, size=size, scale=scale) + use
    done = subprocess.run([sys.executable, "-c", script, str(tmp_path)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
