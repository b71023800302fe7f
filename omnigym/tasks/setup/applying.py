"""Filling the templates of setup steps, and applying the steps to a device in order."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import TypeVar

from omnigym.devices.protocol import Device
from omnigym.errors import ConfigError, DeviceError, MissingDependencyError, TaskFileError, UnknownNameError
from omnigym.tasks.setup.step import SetupStep
from omnigym.tasks.templates import fill
from omnigym.tasks.values import tuples
from omnigym.tasks.worlds import World

__all__ = ["apply_setup", "fill_step"]

_LOG = logging.getLogger(__name__)

#: The most characters of a step that an error message has; its content may be a whole file.
_SHOWN = 200
_Step = TypeVar("_Step", bound=SetupStep)


def fill_step(step: _Step, parameters: Mapping[str, object], world: World | None = None) -> _Step:
    """Return the step with its templates filled, and its blanks if there is a world."""
    values = {f.name: tuples(fill(getattr(step, f.name), parameters)) for f in fields(step)}
    return type(step)(**(values if world is None else world.fill(values)))


def apply_setup(device: Device, steps: Iterable[SetupStep], *, after: bool = False) -> None:
    """Apply the steps, in order.

    Args:
        device: The device.
        steps: The steps.
        after: Whether an agent acted before (OSWorld's post-config). What cannot be done for the state that it left,
            such as opening a file that it deleted, is passed over, and the check judges that state.

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
            if not after or isinstance(e, UnknownNameError):
                if isinstance(e, DeviceError):  # it is the word of a machine, not of omnigym
                    raise
                raise _unusable(step, e) from e
            _LOG.info("The step %s after the episode was passed over: %s", type(step).__name__, e)


def _unusable(step: SetupStep, error: Exception) -> TaskFileError:
    text = repr(step)
    text = text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."
    return TaskFileError(f"The setup step {text} cannot be done: {error} Correct the task.")
