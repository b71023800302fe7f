"""How applications are called on the screen."""

from __future__ import annotations

from omnigym.devices.protocol import Device, HasAppTitles

__all__ = ["title_of"]


def title_of(device: Device, app: str) -> str:
    """How an app is called on the screen; where nobody knows, its name as a person writes it.

    >>> from omnigym.devices.fake import FakeDevice
    >>> title_of(FakeDevice(), "text_editor")
    'Text editor'
    """
    title = device.app_title(app) if isinstance(device, HasAppTitles) else ""
    return title or app.replace("_", " ").capitalize()
