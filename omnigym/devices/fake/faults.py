"""Faults on order: calls of the fake device that fail."""

from __future__ import annotations

import builtins
from dataclasses import dataclass

from omnigym import errors
from omnigym.errors import ConfigError, DeviceError

__all__ = ["Fault", "error_of"]


@dataclass(frozen=True, slots=True)
class Fault:
    """An order to fail.

    Args:
        call: The device's method, such as ``"screenshot"``.
        nth: The first call that fails, counted from 1 over the life of the device object.
        error: What is raised: the name of a `DeviceError` class, or, for what nobody foresees, of a built-in exception.
        repeat: How many calls in a row fail.
    """

    call: str
    nth: int = 1
    error: str = "DeviceLostError"
    repeat: int = 1

    def __post_init__(self) -> None:
        error_of(self)


def error_of(fault: Fault) -> type[Exception]:
    """The class of the error that a fault raises."""
    foreseen, built_in = getattr(errors, fault.error, None), getattr(builtins, fault.error, None)
    if isinstance(foreseen, type) and issubclass(foreseen, DeviceError):
        return foreseen
    if isinstance(built_in, type) and issubclass(built_in, Exception):
        return built_in
    raise ConfigError(
        "A fault needs the name of a DeviceError class of omnigym.errors, or of a built-in exception, got "
        f"{fault.error!r}."
    )
