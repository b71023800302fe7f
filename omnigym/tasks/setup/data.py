"""Setup steps as JSON values, and validation of the types and limits of their values."""

from __future__ import annotations

import typing
from collections.abc import Mapping
from dataclasses import MISSING, fields
from functools import cache

from pydantic import TypeAdapter, ValidationError

from omnigym.errors import TaskFileError, UnknownNameError
from omnigym.foreign import show_value
from omnigym.tasks.setup.registry import step_type
from omnigym.tasks.setup.step import SetupStep
from omnigym.tasks.values import TEMPLATE, tuples

__all__ = ["check_step", "step_from_json", "step_to_json"]


@cache
def _adapters(cls: type[SetupStep]) -> Mapping[str, TypeAdapter[object]]:
    hints = typing.get_type_hints(cls, include_extras=True)
    return {f.name: TypeAdapter(hints[f.name]) for f in fields(cls)}


def check_step(step: SetupStep, place: str, *, template: bool = False) -> None:
    """Check that the values of a step have their types and are within their limits.

    Args:
        step: The step.
        place: Its place in the task, for the error message.
        template: Whether its templates are not filled yet; then values with names in braces are not checked.

    Raises:
        TaskFileError: A value is wrong; the message names it, what was expected and what came.
    """
    for name, adapter in _adapters(type(step)).items():
        value = getattr(step, name)
        try:
            adapter.validate_python(value, strict=True, context=TEMPLATE if template else None)
        except ValidationError as e:
            said = e.errors(include_url=False, include_input=False)[0]["msg"]
            raise TaskFileError(_wrong(place, step, name, f"{said}, got {show_value(value)}")) from None
    if not template:
        name, said = step.problem()
        if said:
            raise TaskFileError(_wrong(place, step, name, said))


def _wrong(place: str, step: SetupStep, name: str, said: str) -> str:
    return f"{place}.{name}: {said.rstrip('.')}. Change this value of the {type(step).__name__} step."


def step_to_json(step: SetupStep) -> dict[str, object]:
    """Return a plain JSON value: the class name under ``"type"``, then the fields; bytes are hexadecimal."""
    out: dict[str, object] = {"type": type(step).__name__}
    for f in fields(step):
        value = getattr(step, f.name)
        if isinstance(value, bytes):
            out["hex"] = value.hex()
        else:
            out[f.name] = list(value) if isinstance(value, tuple) else value
    return out


def step_from_json(data: Mapping[str, object], place: str = "step") -> SetupStep:
    """Return the step that `step_to_json` wrote.

    Args:
        data: The JSON value.
        place: Its place in the file, for error messages.

    Raises:
        TaskFileError: The type is unknown or a field is wrong.
    """
    values = {name: tuples(value) for name, value in data.items()}
    try:
        cls = step_type(values.pop("type", None))
    except UnknownNameError as e:
        raise TaskFileError(f"{place}.type: {e}") from None
    names = [f.name for f in fields(cls)]
    if cls.binary and "hex" in values:
        if cls.binary in values:
            raise TaskFileError(f"{place}: a step has a {cls.binary!r} or a 'hex', got both. Remove one.")
        values[cls.binary] = _of_hex(values.pop("hex"), place)
    for name in values:
        if name not in names:
            raise TaskFileError(
                f"{place}: {UnknownNameError('field', name[:80], names)} Its fields are: {', '.join(names)}."
            )
    for f in fields(cls):
        if f.default is MISSING and f.default_factory is MISSING and f.name not in values:
            raise TaskFileError(f"{place}.{f.name}: this field is missing. Add it. Its fields are: {', '.join(names)}.")
    step = cls(**values)
    check_step(step, place, template=True)
    return step


def _of_hex(value: object, place: str) -> bytes:
    try:
        return bytes.fromhex(value if isinstance(value, str) else "?")
    except ValueError:
        raise TaskFileError(
            f"{place}.hex: expected bytes as hexadecimal digits, got {show_value(value)}. Change it."
        ) from None
