"""The environment ids: one for each platform, and those that benchmarks declare (`omnigym.manifest`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import gymnasium

from omnigym.manifest import EnvironmentId, manifests

if TYPE_CHECKING:
    from omnigym.devices.protocol import Platform  # not at run time: getting the ids stays fast

__all__ = ["ID_OF", "id_of_several", "ids_with_tasks", "register_all"]

_ENTRY = "omnigym.envs.env:OmniEnv"
_SEVERAL_ENTRY = "omnigym.envs.multi_device:MultiDeviceEnv"
_VECTOR_ENTRY = "omnigym.envs.vector:make_vector"

#: The id of each platform.
ID_OF: Mapping[Platform, str] = {
    "windows": "OmniBench-Win11-v0",
    "android": "OmniBench-Android-v0",
    "linux": "OmniBench-Linux-v0",
    "web": "OmniBench-Web-v0",
}
#: The device of each platform by default: the one that runs everywhere. The Web has no simulated one, and needs a
#: browser (docs/web.md).
_DEVICES: Mapping[Platform, str] = {"windows": "sim", "android": "sim", "linux": "sim", "web": "chromium"}


def _environments() -> tuple[EnvironmentId, ...]:
    ours = [EnvironmentId(name=name, platform=p, device=_DEVICES[p]) for p, name in ID_OF.items()]
    return (*ours, *[environment for manifest in manifests() for environment in manifest.environments])


def register_all() -> None:
    """Register every id that is not registered yet; ``import omnigym`` does it, and does it again for plugins.

    No `TimeLimit` and no `PassiveEnvChecker`: the environment owns its step limit, and the checker costs more than a
    step does (the tests run ``check_env`` on every id).
    """
    for environment in _environments():
        if environment.name not in gymnasium.registry:
            _register(environment)


def _register(environment: EnvironmentId) -> None:
    arguments: dict[str, Any] = dict(environment.arguments)
    more: dict[str, Any] = {}
    if not environment.entry_point:
        more["vector_entry_point"] = _VECTOR_ENTRY
    if environment.platform:
        arguments = {"device": environment.device, "platform": environment.platform, **arguments}
        more["nondeterministic"] = environment.device != "sim"
    gymnasium.register(
        environment.name,
        entry_point=environment.entry_point or (_SEVERAL_ENTRY if "devices" in arguments else _ENTRY),
        disable_env_checker=True,
        kwargs=arguments,
        **more,
    )


def id_of_several() -> str:
    """An id of several devices."""
    return next(e.name for e in _environments() if "devices" in e.arguments)


def ids_with_tasks() -> tuple[str, ...]:
    """The registered ids of omnigym's environments that have tasks, sorted; others have a class of their own."""
    ours = {i for i, spec in gymnasium.registry.items() if str(spec.entry_point).startswith("omnigym.")}
    return tuple(sorted(ours - {e.name for e in _environments() if e.entry_point}))
