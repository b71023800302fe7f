"""The requirements of an actor on a node, as resources of Ray, and the resources of this machine."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib import resources
from typing import Any, Final

from omnigym.baselines.env_specs import Place, places_of
from omnigym.devices.chromium.process import located
from omnigym.devices.config import DeviceConfig, backends, device_class
from omnigym.devices.vm.config import VmConfig
from omnigym.devices.vm.image import image_names
from omnigym.errors import ConfigError, MissingDependencyError
from omnigym.foreign import parse_toml

__all__ = ["Needs", "needs_of", "resources_here"]

#: The prefix of all resources that say what a node has.
_PREFIX: Final = "omnigym-"
#: A node has a resource in this amount, and an actor takes one of it: it says that something is there, not how much.
_PLENTY: Final = 1_000_000
_KVM: Final = f"{_PREFIX}kvm"


@dataclass(frozen=True)
class Needs:
    """The resources that one actor takes of its node.

    Attributes:
        cpus: Cores.
        memory: Bytes.
        resources: Custom resources of Ray.
        most: The most environments of the actor.
    """

    cpus: float = 1.0
    memory: int = 0
    resources: Mapping[str, float] = field(default_factory=dict)
    most: int = 1

    @property
    def options(self) -> dict[str, Any]:
        """The needs as the options of an actor."""
        return {"num_cpus": self.cpus, "memory": self.memory, "resources": dict(self.resources)}

    @property
    def plain(self) -> dict[str, float]:
        """The needs by the names of Ray's nodes, without zeros."""
        all_of_them = {"CPU": self.cpus, "memory": float(self.memory), **self.resources}
        return {name: amount for name, amount in all_of_them.items() if amount}


def needs_of(env: str, device: str | None) -> Needs:
    """Return the needs of an actor with environments of an id; of several ids, the most demanding.

    Args:
        env: An id, or several with commas in between.
        device: As of `omnigym.baselines.env_specs.places_of`.

    Raises:
        ConfigError: A device is a machine of which there is one.
        UnknownNameError: There is no such device.
    """
    each = [_of_place(place) for place in places_of(env, device)]
    return Needs(
        max(needs.cpus for needs in each),
        max(needs.memory for needs in each),
        {name: amount for needs in each for name, amount in needs.resources.items()},
        min(needs.most for needs in each),
    )


def _of_place(place: Place) -> Needs:
    each = [_of_device(device) for device in place.devices.values()]
    return Needs(
        sum(needs.cpus for needs in each) if any(needs.most == 1 for needs in each) else each[0].cpus,
        sum(needs.memory for needs in each),
        {name: amount for needs in each for name, amount in needs.resources.items()},
        min(needs.most for needs in each),
    )


def _of_device(device: DeviceConfig) -> Needs:
    table = _table()
    kind = table.get(device.BACKEND)
    if kind is None:
        raise ConfigError(
            f"A device {device.BACKEND!r} is not spread over nodes: known is what {', '.join(table)} need of one. Say "
            "it yourself: needs=Needs(...)."
        )
    wanted = [f"{_PREFIX}{device.BACKEND}"] if kind["programs"] else []
    if isinstance(device, VmConfig):
        wanted += [f"{_PREFIX}image-{device.image}", *([_KVM] if device.accelerator == "kvm" else [])]
    return Needs(float(kind["cpus"]), int(kind["memory"]) * 1_000_000, dict.fromkeys(wanted, 1.0), int(kind["most"]))


def resources_here() -> dict[str, int]:
    """Return this machine's resources, for ``ray start --resources``: the devices whose programs it has."""
    found = [f"{_PREFIX}{name}" for name, kind in _table().items() if kind["programs"] and _has(name, kind["programs"])]
    found += [f"{_PREFIX}image-{name}" for name in image_names()]
    if os.access("/dev/kvm", os.R_OK | os.W_OK):
        found.append(_KVM)
    return dict.fromkeys(found, _PLENTY)


def _has(backend: str, programs: Sequence[Sequence[str]]) -> bool:
    try:
        device_class(backends()[backend].from_plain({}))
    except MissingDependencyError:
        return False
    return all(any(map(_found, alternatives)) for alternatives in programs)


def _found(program: str) -> str | None:
    return shutil.which(program) or located(program)


def _table() -> Mapping[str, Any]:
    text = (resources.files(__package__) / "needs.toml").read_text(encoding="utf-8")
    return parse_toml(text)
