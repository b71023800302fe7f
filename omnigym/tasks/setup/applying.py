"""Filling the templates of setup steps, and doing the steps on a device in their order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import TypeVar

from omnigym.devices.protocol import Device
from omnigym.errors import ConfigError, MissingDependencyError, TaskFileError
from omnigym.tasks.setup.step import SetupStep
from omnigym.tasks.templates import fill
from omnigym.tasks.values import tuples
from omnigym.tasks.worlds import World

__all__ = ["apply_setup", "fill_step"]

#: The most characters of a step that an error message has; its content may be a whole file.
_SHOWN = 200
_Step = TypeVar("_Step", bound=SetupStep)


def fill_step(step: _Step, parameters: Mapping[str, object], world: World | None = None) -> _Step:
    """The step with its templates filled, and the blanks in them if there is a world."""
    values = {f.name: tuples(fill(getattr(step, f.name), parameters)) for f in fields(step)}
    return type(step)(**(values if world is None else world.fill(values)))


def apply_setup(device: Device, steps: Iterable[SetupStep]) -> None:
    """Do the steps, in order.

    Raises:
        TaskFileError: A step cannot be done: there is no such application, picture or setting, a table has other
            columns, a file is in the way of a directory.
        DeviceError: The device failed.
    """
    for step in steps:
        try:
            step.apply(device)
        except (MissingDependencyError, TaskFileError):
            raise  # their messages say what to do already
        except ConfigError as e:
            raise _unusable(step, e) from e


def _unusable(step: SetupStep, error: Exception) -> TaskFileError:
    text = repr(step)
    text = text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."
    return TaskFileError(f"The setup step {text} cannot be done: {error} Correct the task.")
