"""Names of devices, and the titles of their windows, as texts speak of them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TypeAlias

from omnigym.devices.protocol import Device, HasAppTitles
from omnigym.errors import ConfigError

__all__ = ["Devices", "by_name", "title_of"]


# -- naming -----------------------------------------------------------------------------------------------------------

# One device, or several by name: an episode may hold more than one, and then each node says on which it is done.

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


# -- how applications are called on the screen ------------------------------------------------------------------------


def title_of(device: Device, app: str) -> str:
    """How an app is called on the screen; where nobody knows, its name as a person writes it.

    >>> from omnigym.devices.fake import FakeDevice
    >>> title_of(FakeDevice(), "text_editor")
    'Text editor'
    """
    title = device.app_title(app) if isinstance(device, HasAppTitles) else ""
    return title or app.replace("_", " ").capitalize()
