"""One device, or several by name: an episode may hold more than one, and then each node says on which it is done."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TypeAlias

from omnigym.devices.protocol import Device
from omnigym.errors import ConfigError

__all__ = ["Devices", "by_name"]

#: A device, which is named "", or several by their names.
Devices: TypeAlias = Device | Mapping[str, Device]


def by_name(devices: Devices, wanted: Collection[str] = ()) -> Mapping[str, Device]:
    """The devices by name.

    Args:
        devices: One or several.
        wanted: Names that must be among them.

    Raises:
        ConfigError: One of these is not.
    """
    named = devices if isinstance(devices, Mapping) else {"": devices}
    for name in wanted:
        if name not in named:
            raise ConfigError(
                f"There is no device {name!r}, on which a node of the task is done: expected a mapping of devices with "
                f"the names {', '.join(map(repr, sorted(wanted)))}, got {', '.join(map(repr, sorted(named)))}."
            )
    return named
