"""Settings: omnigym's names, and where Android keeps the same."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

__all__ = ["NAMESPACES", "NATIVE", "Native", "native_of", "portable_of"]

NAMESPACES = ("system", "secure", "global")


class Native(NamedTuple):
    """Where Android keeps a setting.

    Attributes:
        namespace: One of `NAMESPACES`.
        key: Its key there.
        values: Omnigym's value of each of Android's; empty where they are the same.
    """

    namespace: str
    key: str
    values: Mapping[str, str] = MappingProxyType({})


_SWITCH = MappingProxyType({"1": "on", "0": "off"})

#: By omnigym's name.
NATIVE: Mapping[str, Native] = MappingProxyType(
    {
        "theme": Native("secure", "ui_night_mode", MappingProxyType({"1": "light", "2": "dark"})),
        "airplane_mode": Native("global", "airplane_mode_on", _SWITCH),
        "bluetooth": Native("global", "bluetooth_on", _SWITCH),
        "wifi": Native("global", "wifi_on", _SWITCH),
        "night_light": Native("secure", "night_display_activated", _SWITCH),
        "rotation.auto": Native("system", "accelerometer_rotation", _SWITCH),
        "time.24h": Native("system", "time_12_24", MappingProxyType({"24": "on", "12": "off"})),
    }
)
_PORTABLE = MappingProxyType({(n.namespace, n.key): (name, n.values) for name, n in NATIVE.items()})


def native_of(name: str) -> Native:
    """Where a setting is kept: "global/airplane_mode_on" names a place itself; others are the system's.

    >>> native_of("global/stay_on_while_plugged_in")[:2]
    ('global', 'stay_on_while_plugged_in')
    >>> native_of("theme").key
    'ui_night_mode'
    """
    namespace, slash, key = name.partition("/")
    if slash and namespace in NAMESPACES:
        return Native(namespace, key)
    return NATIVE.get(name) or Native("system", name)


def portable_of(namespace: str, key: str) -> tuple[str, Mapping[str, str]] | None:
    """Omnigym's name of a setting of Android, and its value of each of Android's; None where it has no name."""
    return _PORTABLE.get((namespace, key))
