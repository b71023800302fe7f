"""Setup steps: plain data that describes the preparation of a device before an episode, one kind per file.

A new kind is a new module here with a subclass of `SetupStep`. `registry` finds it, and task files can use it by name.
"""

from __future__ import annotations

from omnigym.tasks.setup.act import Act
from omnigym.tasks.setup.add_item import AddItem
from omnigym.tasks.setup.add_row import AddRow
from omnigym.tasks.setup.applying import apply_setup, fill_step
from omnigym.tasks.setup.arrange_window import ActivateWindow, CloseWindow
from omnigym.tasks.setup.click_control import ClickControl
from omnigym.tasks.setup.data import check_step, step_from_json, step_to_json
from omnigym.tasks.setup.date_file import DateFile
from omnigym.tasks.setup.launch import Launch
from omnigym.tasks.setup.make_dir import MakeDir
from omnigym.tasks.setup.open_file import OpenFile
from omnigym.tasks.setup.open_pages import ClosePages, OpenPages
from omnigym.tasks.setup.play_sound import PlaySound
from omnigym.tasks.setup.put_asset import PutAsset
from omnigym.tasks.setup.remove_rows import RemoveRows
from omnigym.tasks.setup.run_command import RunCommand
from omnigym.tasks.setup.set_clipboard import SetClipboard
from omnigym.tasks.setup.set_setting import SetSetting
from omnigym.tasks.setup.step import SetupStep
from omnigym.tasks.setup.turn_wheel import TurnWheel
from omnigym.tasks.setup.unpack import Unpack
from omnigym.tasks.setup.wait_until import WaitUntil
from omnigym.tasks.setup.write_file import WriteFile

__all__ = [
    "Act",
    "ActivateWindow",
    "AddItem",
    "AddRow",
    "ClickControl",
    "ClosePages",
    "CloseWindow",
    "DateFile",
    "Launch",
    "MakeDir",
    "OpenFile",
    "OpenPages",
    "PlaySound",
    "PutAsset",
    "RemoveRows",
    "RunCommand",
    "SetClipboard",
    "SetSetting",
    "SetupStep",
    "TurnWheel",
    "Unpack",
    "WaitUntil",
    "WriteFile",
    "apply_setup",
    "check_step",
    "fill_step",
    "step_from_json",
    "step_to_json",
]
