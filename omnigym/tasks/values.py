"""The types of the values in setup steps, with their limits, for pydantic.

Values are validated twice: as templates when a file is read, where a text with braces passes because it may still
become anything, and again when they are filled.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Annotated, Any, Final, TypeAlias

from pydantic import AfterValidator, Field, ValidationInfo
from pydantic_core import PydanticCustomError

from omnigym.foreign.limits import (
    MAX_ADDRESSES,
    MAX_APP,
    MAX_ARGV,
    MAX_COLUMNS,
    MAX_CONTENT,
    MAX_FOLDERS,
    MAX_NAME,
    MAX_PATH,
    MAX_TEXT,
)

__all__ = ["TEMPLATE", "Addresses", "Argv", "Bytes", "Cell", "Columns", "FilePath", "Name", "Opened", "Sha256", "Text"]
__all__ += ["tuples"]

#: The validation context of a template.
TEMPLATE: Final = "template"


def tuples(value: object) -> Any:
    """Lists as tuples, however deep: setup steps are values that can be hashed."""
    return tuple(map(tuples, value)) if isinstance(value, list | tuple) else value


_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
_ADDRESS = re.compile(r"(https?|about|chrome|file)://[^\s\x00-\x1f\x7f]*")


def _rule(problem: Callable[[str], str]) -> AfterValidator:
    def check(value: str, info: ValidationInfo) -> str:
        said = "" if info.context == TEMPLATE and "{" in value else problem(value)
        if said:
            raise PydanticCustomError("limit", "{said}", {"said": said})
        return value

    return AfterValidator(check)


def _path(value: str) -> str:
    """A description of what is wrong with a path, portable or native, or ""."""
    if not value:
        return "a path names something"
    if len(value) > MAX_PATH:
        return f"a path has at most {MAX_PATH} characters, this one {len(value):,}"
    if _CONTROL.search(value):
        return "a path has no control characters"
    parts = value.replace("\\", "/").split("/")
    if ".." in parts:
        return "a path has no '..' in it: name the folder itself"
    if len(parts) > MAX_FOLDERS:
        return f"a path goes through at most {MAX_FOLDERS} folders, this one {len(parts)}"
    if any(len(p.encode()) > MAX_NAME for p in parts):
        return f"a name in a path has at most {MAX_NAME} bytes"
    return ""


def _opened(value: str) -> str:
    """A description of what is wrong with the argument of an app, a path or an address, or ""."""
    if "://" not in value:
        return _path(value)
    if len(value) > MAX_PATH or not _ADDRESS.fullmatch(value):
        return f"an address begins with http(s)://, file:// or chrome://, no blanks, at most {MAX_PATH} characters"
    return ""


def _name(value: str) -> str:
    """A description of what is wrong with the name of an app or a setting, or ""."""
    if not value or len(value) > MAX_APP or _CONTROL.search(value):
        return f"a name has 1 to {MAX_APP} characters and no control characters"
    return ""


FilePath: TypeAlias = Annotated[str, _rule(_path)]
Opened: TypeAlias = Annotated[str, _rule(_opened)]
Name: TypeAlias = Annotated[str, _rule(_name)]
Text: TypeAlias = Annotated[str, Field(max_length=MAX_TEXT)]
Addresses: TypeAlias = Annotated[tuple[Opened, ...], Field(min_length=1, max_length=MAX_ADDRESSES)]
Argv: TypeAlias = Annotated[tuple[Text, ...], Field(min_length=1, max_length=MAX_ARGV)]
Sha256: TypeAlias = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
Bytes: TypeAlias = Annotated[bytes, Field(max_length=MAX_CONTENT)]
_Scalar: TypeAlias = Text | int | float | bool | None
#: A value in a row of a table: one, a list, or a list of records, each by the values of its first fields.
Cell: TypeAlias = _Scalar | tuple[_Scalar | tuple[_Scalar | tuple[_Scalar, ...], ...], ...]
Columns: TypeAlias = Annotated[tuple[Name, ...], Field(min_length=1, max_length=MAX_COLUMNS)]
