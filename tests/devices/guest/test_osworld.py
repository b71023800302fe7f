"""A machine with OSWorld's server is a device: what it tells is read, and what is done comes to it as PyAutoGUI."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from omnigym.a11y import Role, State
from omnigym.actions import Action, Click, Done, Drag, OpenApp, Press, Scroll, Type, Wait
from omnigym.devices.config import build_device, target_of
from omnigym.devices.guest.config import GuestConfig
from omnigym.devices.guest.osworld import OSWorldGuest
from omnigym.errors import DeviceFaultError, DeviceLostError, DeviceStartError
from omnigym.pictures import write_picture
from tests.devices.guest.osworld_server import OSWorldServer, serving

SIZE = (160, 120)
FRAME = np.random.default_rng(0).integers(0, 255, (120, 160, 3), np.uint8)
NS = "https://accessibility.ubuntu.example.org/ns/"
TREE = f"""<desktop-frame xmlns:st="{NS}state" xmlns:cp="{NS}component"><application name="Files">
<frame name="Home" st:active="true" st:enabled="true" st:showing="true" cp:screencoord="(10, 10)" cp:size="(100, 80)">
<push-button name="Open" st:enabled="true" st:showing="true" cp:screencoord="(20, 20)" cp:size="(30, 10)"/>
<text name="Name" st:editable="true" st:focused="true" cp:screencoord="(20, 40)" cp:size="(900, 10)">a.txt</text>
<label name="Away" cp:screencoord="(500, 40)" cp:size="(30, 10)"/>
<filler><check-box name="Deep" st:checked="true" cp:screencoord="(20, 60)" cp:size="(30, 10)"/></filler>
</frame></application></desktop-frame>"""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[OSWorldServer]:
    with serving(tmp_path, write_picture(Image.fromarray(FRAME)), TREE) as server:
        yield server


def config(server: OSWorldServer) -> GuestConfig:
    return GuestConfig(SIZE, url=server.url, protocol="osworld", settle=0.0, trust=True, timeout=10.0)


@pytest.fixture
def device(server: OSWorldServer) -> Iterator[OSWorldGuest]:
    with closing(build_device(config(server))) as device:
        assert isinstance(device, OSWorldGuest)
        device.reset(seed=0)
        yield device


def test_what_it_shows_is_read(device: OSWorldGuest, server: OSWorldServer) -> None:
    assert np.array_equal(device.screenshot(), FRAME)
    tree = device.tree()
    found = [(n.role, n.name, n.value, n.bounds) for n in tree]
    assert found == [
        (Role.WINDOW, "Home", "", (10, 10, 100, 80)),
        (Role.BUTTON, "Open", "", (20, 20, 30, 10)),
        (Role.TEXT_FIELD, "Name", "a.txt", (20, 40, 140, 10)),
        (Role.CHECKBOX, "Deep", "", (20, 60, 30, 10)),
    ]
    assert [n.parent for n in tree] == [-1, 0, 0, 0]
    assert tree.nodes[1].states == State.ENABLED | State.VISIBLE | State.CLICKABLE
    assert tree.nodes[3].states & State.CHECKED
    assert target_of(config(server)).capabilities == {"a11y", "files", "shell"}


@pytest.mark.parametrize(
    ("action", "calls"),
    [
        (Click((0.5, 0.5), button="right"), ["click 80 60 button='right'"]),
        (Type("a<b"), ["write 'a'", "hotkey 'shift' ','", "write 'b'"]),
        (Press("s", ("ctrl",)), ["hotkey 'ctrl' 's'"]),
        (Scroll((0.0, 0.0), dy=3), ["scroll -3 0 0"]),
        (Drag((0.0, 0.0), (0.5, 0.5)), ["moveTo 0 0", "dragTo 80 60 duration=0.3 button='left'"]),
        (Wait(0.01), []),
        (OpenApp("files"), []),
        (Done(), []),
    ],
)
def test_an_action_is_one_program_there(
    device: OSWorldGuest, server: OSWorldServer, action: Action, calls: list[str]
) -> None:
    before = len(server.calls)
    device.act(action)
    assert server.calls[before:] == calls


def test_keys_and_buttons_are_let_go_at_a_reset(device: OSWorldGuest, server: OSWorldServer) -> None:
    assert server.calls[-7:] == [
        *[f"keyUp {key!r}" for key in ("shift", "ctrl", "alt", "win")],
        *[f"mouseUp button={button!r}" for button in ("left", "middle", "right")],
    ]


def test_files_and_commands(device: OSWorldGuest, tmp_path: Path) -> None:
    content = bytes(range(256)) * 3 + b"\r\n--"
    device.write_file("Documents/new folder/ä.bin", content, mtime=1e9)
    assert (tmp_path / "Documents/new folder/ä.bin").read_bytes() == content
    assert device.read_file("Documents/new folder/ä.bin") == content
    found = device.stat("Documents/new folder/ä.bin")
    assert found is not None and (found.size, found.mtime, found.is_dir) == (len(content), 1e9, False)
    assert device.stat("nothing") is None
    assert [(i.path, i.is_dir) for i in device.list_dir("Documents")] == [("Documents/new folder", True)]
    for missing in (lambda: device.read_file("nothing"), lambda: device.list_dir("nothing")):
        with pytest.raises(FileNotFoundError):
            missing()
    assert device.run(["sh", "-c", "echo out; echo err >&2; exit 3"]) == (3, b"out\n", b"err\n")
    assert device.is_confined()


def test_another_machine_is_refused(server: OSWorldServer) -> None:
    for wrong, says in (({"size": (64, 48)}, "screen of"), ({"platform": "windows"}, "'linux'")):
        with (
            closing(build_device(replace(config(server), **wrong))) as device,
            pytest.raises(DeviceStartError, match=says),
        ):
            device.reset()
    unrestored = closing(build_device(replace(config(server), reset_command=("false",))))
    with unrestored as device, pytest.raises(DeviceStartError, match="ended with 1"):
        device.reset()


@pytest.mark.parametrize("tree", ["", "<a>", "<!DOCTYPE x [<!ENTITY a 'b'>]><x>&a;</x>", "<a>" * 5000, "x" * (5 << 20)])
def test_a_tree_that_is_none_is_a_fault(device: OSWorldGuest, server: OSWorldServer, tree: str) -> None:
    server.tree = tree
    with pytest.raises(DeviceFaultError, match="nonsense"):
        device.tree()
    with pytest.raises(DeviceFaultError):  # until the next reset
        device.screenshot()


def test_a_picture_that_is_none_is_a_fault_and_a_dead_server_lost(device: OSWorldGuest, server: OSWorldServer) -> None:
    server.picture = write_picture(Image.new("RGB", (20, 20)))
    with pytest.raises(DeviceFaultError, match="screenshot of"):
        device.screenshot()
    server.picture = b"\x89PNG"
    with pytest.raises(DeviceStartError):
        device.reset()
    server.shutdown()
    server.server_close()
    device._error = None
    with pytest.raises(DeviceLostError):
        device.screenshot()
