"""A new kind of setup step is one file: found, checked, written to task files, and done."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import omnigym.tasks.setup as steps
from omnigym.devices.config import build_device
from omnigym.devices.fake import FakeDevice
from omnigym.errors import ConfigError, TaskFileError
from omnigym.tasks.setup import (
    ClickControl,
    DateFile,
    Launch,
    RemoveRows,
    SetupStep,
    TurnWheel,
    apply_setup,
    check_step,
    fill_step,
    step_from_json,
    step_to_json,
)
from omnigym.tasks.setup.registry import step_types

_APPEND = '''
from dataclasses import dataclass
from typing import Any, ClassVar
from omnigym.tasks.setup.step import SetupStep
from omnigym.tasks.setup.write_file import WriteFile
from omnigym.tasks.values import FilePath, Text

@dataclass(frozen=True, slots=True)
class {name}(SetupStep):
    """Add a line to a file."""

    needs: ClassVar[str] = "files"

    path: FilePath
    line: Text

    def apply(self, device: Any) -> None:
        device.write_file(self.path, device.read_file(self.path) + self.line.encode())
'''


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setattr(steps, "__path__", [*steps.__path__, str(tmp_path)])
    step_types.cache_clear()
    yield tmp_path
    step_types.cache_clear()
    sys.modules.pop("omnigym.tasks.setup.appending", None)


def test_a_step_is_one_file(folder: Path) -> None:
    (folder / "appending.py").write_text(_APPEND.format(name="AppendLine"))
    plain = {"type": "AppendLine", "path": "{folder}/a.txt", "line": "more"}
    step = step_from_json(plain)
    assert isinstance(step, SetupStep) and step_to_json(step) == plain and step.needs == "files"
    device = FakeDevice((64, 48))
    device.reset()
    device.write_file("Documents/a.txt", b"some ")
    apply_setup(device, [fill_step(step, {"folder": "Documents"})])
    assert device.read_file("Documents/a.txt") == b"some more"
    with pytest.raises(TaskFileError, match=r"step\.path: a path has no '\.\.'"):
        step_from_json({**plain, "path": "../a.txt"})
    with pytest.raises(TaskFileError, match=r"Did you mean 'AppendLine'"):
        step_from_json({**plain, "type": "AppendLines"})


def test_two_steps_of_one_name(folder: Path) -> None:
    (folder / "appending.py").write_text(_APPEND.format(name="MakeDir"))
    with pytest.raises(ConfigError, match="two setup steps 'MakeDir'"):
        step_types()


def test_each_shipped_step_says_what_it_needs() -> None:
    assert {name: cls.needs for name, cls in step_types().items()} == {
        "Act": "",
        "ActivateWindow": "apps",
        "AddItem": "settings",
        "AddRow": "files",
        "Announce": "news",
        "ClickControl": "a11y",
        "ClosePages": "browser",
        "CloseWindow": "apps",
        "DateFile": "files",
        "Launch": "apps",
        "MakeDir": "files",
        "OpenFile": "file_types",
        "OpenPages": "browser",
        "PlaySound": "sounds",
        "PutAsset": "files",
        "RemoveRows": "files",
        "RunCommand": "shell",
        "SetClipboard": "clipboard",
        "SetSetting": "settings",
        "TurnWheel": "a11y",
        "Unpack": "files",
        "WaitUntil": "apps",
        "WriteFile": "files",
        "WriteSound": "files",
    }


def test_a_file_gets_a_date_and_a_table_loses_rows() -> None:
    device = FakeDevice((64, 48))
    device.reset()
    device.write_file("a.txt", b"text")
    device.write_file("rows.json", b'{"rows": [{"id": 1, "zone": "A"}, {"id": 2, "zone": "B"}], "order": 1}')
    steps = [
        DateFile("a.txt", "2024-06-04"),
        RemoveRows("rows.json", "zone", "A"),
        RemoveRows("none.json", "zone", "A"),
    ]
    apply_setup(device, steps)
    info = device.stat("a.txt")
    assert info is not None and info.mtime == 1_717_488_000.0 and device.read_file("a.txt") == b"text"
    assert json.loads(device.read_file("rows.json")) == {"rows": [{"id": 2, "zone": "B"}], "order": 1}
    with pytest.raises(TaskFileError, match=r"'a\.txt' is no table"):
        apply_setup(device, [RemoveRows("a.txt", "zone", "A")])
    with pytest.raises(TaskFileError, match=r"day: a day is written like 2025-03-14, got '4 June'"):
        check_step(DateFile("a.txt", "4 June"), "step")


@pytest.mark.parametrize("kind", [None, 3, ["x"], "Nothing", {"a": 1}])
def test_what_is_no_step(kind: object) -> None:
    with pytest.raises(TaskFileError, match=r"step\.type: "):
        step_from_json({"type": kind})


def test_a_list_is_scrolled_before_the_episode() -> None:
    device: Any = build_device("sim")
    device.reset(0)
    apply_setup(device, [Launch("mail")])
    assert device.tree().find(None, text="Slides from the workshop") is None
    apply_setup(device, [TurnWheel("Message list", 9)])
    assert device.tree().find(None, text="Slides from the workshop") is not None
    with pytest.raises(TaskFileError, match="no control 'Minimize' on the screen that can be scrolled"):
        apply_setup(device, [TurnWheel("Minimize", 1)])


def test_a_control_is_clicked_before_the_episode() -> None:
    device: Any = build_device("sim")
    device.reset(0)
    apply_setup(device, [Launch("text_editor")])
    assert device.tree().find(None, "Word wrap") is None
    apply_setup(device, [ClickControl("View", "button")])
    assert device.tree().find(None, "Word wrap") is not None
    with pytest.raises(TaskFileError, match="no button 'Frobnicate' on the screen"):
        apply_setup(device, [ClickControl("Frobnicate", "button")])
    with pytest.raises(TaskFileError, match="Did you mean 'button'"):
        check_step(ClickControl("View", "buton"), "setup[0]")
    with pytest.raises(TaskFileError, match="single, double or triple"):
        check_step(ClickControl("View", count=9), "setup[0]")
