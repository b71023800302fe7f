"""The spaces of several devices: the actions of one device, by its number, and the observations of all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import get_args

import numpy as np
from gymnasium import spaces

from omnigym.actions import CONTROL, Action, Invalid, On, Wait
from omnigym.errors import ActionError
from omnigym.spaces.action import ActionFields, action_space, decode_action, encode_action

__all__ = [
    "DEVICE_NAME",
    "ROOT",
    "SHARED",
    "action_and_device",
    "decode_on",
    "encode_on",
    "key_on",
    "several_action_space",
    "several_observation_space",
]

_ACTIONS = frozenset(get_args(Action))
#: What a device may be called: its name is a part of the keys of observations, up to their first underscore, and of the
#: names of files.
DEVICE_NAME = r"[a-z][a-z0-9]{0,63}"
#: The keys of observations that are no device's.
SHARED = ("instruction", "node_status", "spoken_instruction", "spoken_instruction_length")
#: What is of no device (CRAB's root actions; there *complete* is `Done`).
ROOT = (*CONTROL, Wait)


def key_on(device: str, key: str) -> str:
    """Return the key of a device's part of an observation; the only device of an environment is named "".

    >>> key_on("phone", "screenshot"), key_on("", "screenshot")
    ('phone_screenshot', 'screenshot')
    """
    return f"{device}_{key}" if device else key


def several_action_space(devices: Sequence[str], *, end_actions: bool = False) -> spaces.Dict:
    """Return a new action space: `omnigym.spaces.action_space` with the number of the device.

    ====== ================= ==========================================================================================
    field  space             meaning
    ====== ================= ==========================================================================================
    device Discrete(devices) the device, by its place; not read where ``type`` is of none (wait, submit, done, fail,
                             call_user, invalid)
    ====== ================= ==========================================================================================

    Args:
        devices: The names of the devices.
        end_actions: As in `omnigym.spaces.action_space`.
    """
    own = action_space(end_actions=end_actions)
    return spaces.Dict({"device": spaces.Discrete(len(devices)), **own.spaces})


def several_observation_space(shared: spaces.Dict, devices: Mapping[str, spaces.Dict]) -> spaces.Dict:
    """Return the observation space of several devices, one level deep.

    Args:
        shared: What is no device's, such as ``instruction`` and ``node_status``, taken of this space.
        devices: By name the space of each; its other keys follow the name and an underscore, ``phone_screenshot``.
    """
    common = {key: space for key, space in shared.spaces.items() if key in SHARED}
    own = {key_on(n, k): space for n, parts in devices.items() for k, space in parts.spaces.items() if k not in common}
    return spaces.Dict(own | common)


def decode_on(fields: ActionFields, devices: Sequence[str]) -> Action | On:
    """Return the action that a value of the action space means: an `On`, or a plain action if it belongs to no device.

    Raises:
        ActionError: A field that this type of action reads is missing or outside its space.

    >>> decode_on({"device": 1, "type": 9, "text": "tea"}, ("desktop", "phone"))
    On(device='phone', action=Type(text='tea'))
    """
    action = decode_action(fields)
    if isinstance(action, ROOT):
        return action
    try:
        number = int(fields["device"])
    except (KeyError, TypeError, ValueError):
        raise ActionError(f"The action lacks its 'device', a number from 0 to {len(devices) - 1}.") from None
    if not 0 <= number < len(devices):
        raise ActionError(f"device must be an integer from 0 to {len(devices) - 1}, got {number}.")
    return On(devices[number], action)


def encode_on(action: Action | On, devices: Sequence[str]) -> dict[str, object]:
    """Return a new element of the action space; `decode_on` is its inverse (except for the reason of an `Invalid`).

    Raises:
        ActionError: There is no such device, the action names none, or the space has no element for it.
    """
    device, inner = (action.device, action.action) if isinstance(action, On) else (devices[0], action)
    if not isinstance(inner, ROOT) and (not isinstance(action, On) or device not in devices):
        named = f"device {device!r}" if isinstance(action, On) else "no device"
        raise ActionError(f"Expected an action on {', '.join(map(repr, devices))}, got one on {named}: {inner!r}.")
    number = devices.index(device) if device in devices else 0
    return {"device": np.int64(number), **encode_action(inner)}


def action_and_device(action: Action | On, devices: Sequence[str]) -> tuple[Action, str]:
    """Return the action and the name of its device; an `Invalid` if no such device exists.

    A model may name any device, and that counts as its mistake. What is of no device comes with the first one's name.

    Raises:
        ActionError: What is to be done is no action.
    """
    inner, device = (action.action, action.device) if isinstance(action, On) else (action, "")
    if type(inner) not in _ACTIONS:
        raise ActionError(f"Expected a value of omnigym.actions to be done on {device!r}, got {inner!r}.")
    if isinstance(inner, ROOT):
        return inner, devices[0]
    if device in devices:
        return inner, device
    there = ", ".join(map(repr, devices))
    what = f"There is no device {device!r}" if isinstance(action, On) else "The action names no device"
    return Invalid(repr(action), f"{what}. The devices are {there}."), devices[0]
