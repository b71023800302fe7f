"""Descriptions of Python functions for callers by name: schema, description, function calling (CRAB A.3).

A function has a name, a docstring and types, and no more has to be written: its description is the docstring up to its
first section, and that of a parameter what the section of arguments says of it. Schema and validation are pydantic's.
"""

from __future__ import annotations

import inspect
import re
import typing
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from pydantic import BaseModel, Field, ValidationError, create_model

from omnigym.errors import ActionError

__all__ = ["FunctionDescription"]

_SECTION = re.compile(r"^(Args|Returns|Raises|Yields|Attributes|Note|Example)s?:\s*$", re.MULTILINE)
_ARGUMENT = re.compile(r"^ {0,8}(\w+(?:, \w+)*): (.*(?:\n {5,}.*)*)", re.MULTILINE)


@dataclass(frozen=True)
class FunctionDescription:
    """A function described by its name, docstring and signature.

    Attributes:
        function: The function.
        passed: How many of its first parameters are given by who runs it, and are no arguments of a call.
    """

    function: Callable[..., Any]
    passed: int = 0

    @property
    def name(self) -> str:
        """The name of the function."""
        return self.function.__name__

    @cached_property
    def description(self) -> str:
        """The description: the docstring up to its first section, as one paragraph."""
        text = inspect.getdoc(self.function) or ""
        found = _SECTION.search(text)
        return " ".join(text[: found.start() if found else None].split())

    @cached_property
    def told(self) -> Mapping[str, str]:
        """The docstring's description of each parameter."""
        text = inspect.getdoc(self.function) or ""
        _, _, after = text.partition("Args:\n")
        section = _SECTION.split(after)[0]
        found: dict[str, str] = {}
        for names, said in _ARGUMENT.findall(section):
            found |= dict.fromkeys(names.split(", "), " ".join(said.split()))
        return found

    @cached_property
    def model(self) -> type[BaseModel]:
        """The pydantic model of a call's arguments; unknown names are ignored."""
        hints = typing.get_type_hints(self.function, include_extras=True)
        fields: dict[str, Any] = {}
        for p in list(inspect.signature(self.function).parameters.values())[self.passed :]:
            default = ... if p.default is p.empty else p.default
            fields[p.name] = (hints[p.name], Field(default, description=self.told.get(p.name)))
        return create_model(f"{self.name}_arguments", **fields)

    @cached_property
    def schema(self) -> dict[str, Any]:
        """The JSON schema of the arguments, without titles."""
        schema: dict[str, object] = _untitled(self.model.model_json_schema())
        schema.setdefault("properties", {})
        schema.setdefault("required", [])
        return schema

    @property
    def parameters(self) -> Mapping[str, Mapping[str, Any]]:
        """The schema of each parameter, in the order of the signature."""
        properties: Mapping[str, Mapping[str, object]] = self.schema["properties"]
        return properties

    @property
    def required(self) -> tuple[str, ...]:
        """The parameters that must be given."""
        required: Sequence[str] = self.schema["required"]
        return tuple(required)

    def tool(self) -> dict[str, object]:
        """The function as a tool for models with function calling."""
        about = {"name": self.name, "description": self.description, "parameters": self.schema}
        return {"type": "function", "function": about}

    def checked(self, arguments: Mapping[str, object]) -> dict[str, Any]:
        """Return the validated arguments of a call, in the form of the function.

        Raises:
            ActionError: One is missing or of the wrong type.
        """
        try:
            model = self.model.model_validate(dict(arguments))
        except ValidationError as e:
            error = e.errors(include_url=False, include_context=False)[0]
            name = ".".join(map(str, error["loc"])) or "arguments"
            raise ActionError(f"{self.name}, {name}: {error['msg']}") from None
        return {name: getattr(model, name) for name in type(model).model_fields}

    def __call__(self, *passed: object, arguments: Mapping[str, object]) -> Any:
        """Call it.

        Args:
            passed: The first parameters.
            arguments: The others, as somebody said them.

        Raises:
            ActionError: See `checked`.
        """
        return self.function(*passed, **self.checked(arguments))


def _untitled(value: object) -> Any:
    if isinstance(value, dict):
        return {k: _untitled(v) for k, v in value.items() if not (k == "title" and isinstance(v, str))}
    return [_untitled(v) for v in value] if isinstance(value, list) else value
