"""Devices: screens with input, simulated and real, behind one protocol.

The configuration of each backend is here by the name of its class, ``from omnigym.devices import SimConfig``; none is
imported before it is asked for.
"""

from typing import Any


def __getattr__(name: str) -> Any:
    """Return the configuration class of that name."""
    if name.endswith("Config"):
        from omnigym.devices.config import backends

        for config in backends().values():
            if config.__name__ == name:
                return config
    raise AttributeError(f"module 'omnigym.devices' has no attribute {name!r}")
