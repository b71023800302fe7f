"""The environment ids."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import gymnasium

if TYPE_CHECKING:
    from omnigym.devices.protocol import Platform  # not at run time: getting the ids stays fast

__all__ = ["IDS_OF_SUITE", "ID_OF", "ID_OF_OMNIACT", "ID_OF_OSWORLD", "ID_OF_SEVERAL", "register_all"]

_ENTRY = "omnigym.envs.env:OmniEnv"
_OMNIACT_ENTRY = "omnigym.benchmarks.omniact.env:OmniActEnv"
_SEVERAL_ENTRY = "omnigym.envs.multi_device:MultiDeviceEnv"
_VECTOR_ENTRY = "omnigym.envs.vector:make_vector"

#: The id of each platform.
ID_OF: Mapping[Platform, str] = {
    "windows": "OmniBench-Win11-v0",
    "android": "OmniBench-Android-v0",
    "linux": "OmniBench-Linux-v0",
    "web": "OmniBench-Web-v0",
}
#: CRAB's ids of one device: the platform and the device of each.
_CRAB: Mapping[str, tuple[Platform, str]] = {
    "Crab-Ubuntu-v0": ("linux", "sim"),
    "Crab-Android-v0": ("android", "sim"),
}
#: What CRAB's ids draw from, unless they are told otherwise.
_CRAB_TASKS = "suite:crab"
#: OSWorld's id, whose desktop is a real one, and what it draws from.
ID_OF_OSWORLD, _OSWORLD_TASKS = "OSWorld-Linux-v0", "suite:osworld"
#: OmniACT's id: data points that are answered with one script, and no tasks.
ID_OF_OMNIACT = "OmniACT-v0"
#: OS-MAP's id: the levels L1 to L5 on the simulated Windows desktop.
_OSMAP, _OSMAP_TASKS = "OSMap-Desktop-v0", "suite:osmap"
#: OmniGUI's id: its levels and dimensions on the simulated phone, which is heard and watched.
_OMNIGUI, _OMNIGUI_TASKS = "OmniGUI-Phone-v0", "suite:omnigui"
#: Of several: the id, and by its name the device of each. The desktop may be any.
ID_OF_SEVERAL = "Crab-Cross-v0"
_CROSS_DEVICES: Mapping[str, str] = {"desktop": "ubuntu", "phone": "phone"}
#: The ids that together have the devices of all tasks of a suite, where that is not the one id of a platform.
IDS_OF_SUITE: Mapping[str, tuple[str, ...]] = {
    "crab": (*_CRAB, ID_OF_SEVERAL),
    "omnigui": (_OMNIGUI,),
    "osmap": (_OSMAP,),
    "osworld": (ID_OF_OSWORLD, ID_OF["windows"]),
}
#: The device of each platform by default: the one that runs everywhere. The Web has no simulated one, and needs a
#: browser (docs/web.md).
_DEVICES: Mapping[Platform, str] = {"windows": "sim", "android": "sim", "linux": "sim", "web": "chromium"}


def register_all() -> None:
    """Register every id that can run; done once, by ``import omnigym``.

    No `TimeLimit` and no `PassiveEnvChecker`: the environment owns its step limit, and the checker costs more than a
    step does (the tests run ``check_env`` on every id).
    """
    ours: dict[str, tuple[Platform, str]] = {name: (platform, _DEVICES[platform]) for platform, name in ID_OF.items()}
    papers: dict[str, tuple[Platform, str]] = {
        _OSMAP: ("windows", "sim"),
        ID_OF_OSWORLD: ("linux", "x11"),
        _OMNIGUI: ("android", "sim"),
    }
    arguments: Mapping[str, Mapping[str, object]] = {
        **{name: {"tasks": _CRAB_TASKS} for name in _CRAB},
        _OSMAP: {"tasks": _OSMAP_TASKS, "cursor": True},  # OS-MAP B.4: the screenshot keeps the pointer
        ID_OF_OSWORLD: {"tasks": _OSWORLD_TASKS, "cursor": True},
        _OMNIGUI: {"tasks": _OMNIGUI_TASKS, "audio": True, "video": True},
    }
    for name, (platform, device) in {**ours, **_CRAB, **papers}.items():
        gymnasium.register(
            name,
            entry_point=_ENTRY,
            vector_entry_point=_VECTOR_ENTRY,
            disable_env_checker=True,
            nondeterministic=device != "sim",
            kwargs={"device": device, "platform": platform, **arguments.get(name, {})},
        )
    gymnasium.register(ID_OF_OMNIACT, entry_point=_OMNIACT_ENTRY, disable_env_checker=True)
    gymnasium.register(
        ID_OF_SEVERAL,
        entry_point=_SEVERAL_ENTRY,
        vector_entry_point=_VECTOR_ENTRY,
        disable_env_checker=True,
        kwargs={"devices": dict(_CROSS_DEVICES), "platforms": {"phone": "android"}, "tasks": _CRAB_TASKS},
    )
