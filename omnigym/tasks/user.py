"""The simulated user, who types a secret of the task into the focused field (CALL_USER, OS-MAP B.5).

It is as careful as a person. It types into text fields alone, and all but an address only where dots stand for what is
typed: an agent could read a password in any other field.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from omnigym.a11y import State
from omnigym.devices.protocol import Device, HasAccessibilityTree
from omnigym.foreign import show_value

__all__ = ["refusal"]

#: What may be seen when it is typed.
_OPEN: Final = frozenset({"email"})


def refusal(device: Device, wanted: str, secrets: Mapping[str, str]) -> str:
    """Return why the user types nothing; "" if the focused field is one for the secret.

    Args:
        device: The device.
        wanted: The name of the secret.
        secrets: The task's.

    Raises:
        DeviceError: The device failed.
    """
    if wanted not in secrets:
        return f"The user was asked for {show_value(wanted)}, and knows {', '.join(secrets)}. Ask for one of these."
    if not isinstance(device, HasAccessibilityTree):
        return "Nobody can tell which field of this device has the keyboard, so the user typed nothing."
    nodes = device.tree().nodes
    field = next((n for n in nodes if n.has(State.FOCUSED | State.EDITABLE) and not n.has(State.MULTILINE)), None)
    if field is None:
        return "No text field has the keyboard, so the user typed nothing. Click the field first."
    if wanted not in _OPEN and not field.has(State.PASSWORD):
        return f"The field that has the keyboard would show the {wanted}, so the user typed nothing."
    return ""
