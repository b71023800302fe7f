"""Input by pyautogui, in a process of its own: it takes the display of the environment when it is imported."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec

import pytest

pytest.importorskip("Xlib", reason="needs omnigym[host]")

from omnigym.devices.host.linux.device import LinuxHost
from omnigym.errors import ConfigError, MissingDependencyError
from tests.devices.host.conftest import Somebody

pytestmark = pytest.mark.x11

_PROGRAM = """
import sys
from omnigym.a11y import Role
from omnigym.actions import Click, Drag, KeyDown, KeyUp, MouseDown, MouseUp, Press, Scroll, Type
from omnigym.devices.host.linux.device import LinuxHost
from omnigym.errors import DeviceLostError

device = LinuxHost(allow=True, display=sys.argv[1], bus=sys.argv[2], home=sys.argv[3], input="pyautogui")

def text():
    return device.tree().find(Role.TEXT_AREA).value

def at(x, y):
    box = device.tree().find(Role.TEXT_AREA).bounds
    return ((box[0] + x) / 1024, (box[1] + y) / 768)

device.reset()
device.launch("text_editor")
device.act(Type("one two three"))
assert text() == "one two three", text()
device.act(Click(at(10, 8), count=2))
device.act(Type("1"))
assert text() == "1 two three", text()
device.act(Press("a", ("ctrl",)))
device.act(KeyDown("shift"))
device.act(Press("x"))
device.act(KeyUp("shift"))
assert text() == "X", text()
device.act(Press("a", ("ctrl",)))
device.act(Type("\\n".join(f"line {n}" for n in range(60))))
before = device.screenshot()
device.act(Scroll((0.5, 0.5), dy=-10))
assert (device.screenshot() != before).any()
device.act(Scroll((0.5, 0.5), dy=10))
device.act(Drag(at(2, 8), at(300, 8)))
device.act(Click((0.0, 0.0)))  # a corner: pyautogui's own fail-safe would trip
device.act(MouseDown((0.5, 0.5)))
device.act(MouseUp((0.5, 0.5)))
device.act(Press("volumeup"))  # it has no such key
device.close()
print("done")
"""


@pytest.mark.skipif(find_spec("pyautogui") is None, reason="pyautogui is not installed: docs/host.md says how")
def test_it_drives(somebody: Somebody) -> None:
    argv = [sys.executable, "-c", _PROGRAM, somebody.display, somebody.bus, str(somebody.folder)]
    environment = {**os.environ, "DISPLAY": somebody.display}
    done = subprocess.run(argv, env=environment, capture_output=True, text=True, timeout=120, check=False)
    assert done.stdout == "done\n", done.stderr[-3000:]


def test_it_drives_the_display_of_the_environment_alone(somebody: Somebody, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISPLAY", ":7777")
    with pytest.raises(ConfigError, match="DISPLAY"):
        LinuxHost(**somebody.config(input="pyautogui")).reset()


@pytest.mark.parametrize("broken", ["raise ImportError", "import sys; sys.exit('install tkinter')"])
def test_where_it_cannot_be_imported(
    somebody: Somebody, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory, broken: str
) -> None:
    folder = tmp_path_factory.mktemp("packages")
    (folder / "pyautogui.py").write_text(broken)
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.delitem(sys.modules, "pyautogui", raising=False)
    monkeypatch.setenv("DISPLAY", somebody.display)
    with pytest.raises(MissingDependencyError, match="pyautogui"):
        LinuxHost(**somebody.config(input="pyautogui")).reset()
