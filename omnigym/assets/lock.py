"""The lock of a folder of task files: the size and SHA-256 of the content behind each URL."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, NamedTuple

from pydantic import Field, TypeAdapter, ValidationError

from omnigym.errors import TaskFileError, UnreadableError
from omnigym.foreign import parse_json, place_of, read_text, replace_file
from omnigym.foreign.limits import FILE_BYTES, MAX_TASK_FILE

__all__ = ["LOCK_NAME", "SHIPPED", "Asset", "read_lock", "shipped_lock", "write_lock"]

#: The name of a lock beside task files.
LOCK_NAME = "assets.lock"
#: The contents that come with the package, each under its name in the URL ``omnigym:NAME``.
SHIPPED = Path(__file__).parent / "shipped"


class Asset(NamedTuple):
    """A content of the lock.

    Attributes:
        sha256: Its hash, as 64 hexadecimal digits.
        size: Its length in bytes.
    """

    sha256: Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
    size: Annotated[int, Field(ge=0, le=FILE_BYTES)]


@cache
def _adapter() -> TypeAdapter[dict[str, Asset]]:
    return TypeAdapter(dict[str, Asset])


def read_lock(path: str | Path) -> dict[str, Asset]:
    """Return the content that each URL means; empty if there is no lock.

    Raises:
        TaskFileError: The file cannot be read as a lock.
    """
    try:
        return _adapter().validate_python(parse_json(read_text(path, MAX_TASK_FILE)))
    except FileNotFoundError:
        return {}
    except ValidationError as e:
        error = e.errors(include_url=False, include_input=False)[0]
        problem = f"{place_of(error['loc'])}: {error['msg']}"
    except UnreadableError as e:
        problem = str(e)
    raise TaskFileError(f"{path}: {problem}. Expected a lock of assets: write it anew with `omnigym assets fetch`.")


def write_lock(path: str | Path, lock: Mapping[str, Asset]) -> None:
    """Write a lock, atomically, sorted by URL."""
    entries = [f"{json.dumps(url)}: {json.dumps(list(asset))}" for url, asset in sorted(lock.items())]
    replace_file(path, "{\n" + ",\n".join(entries) + "\n}\n")


@cache
def shipped_lock() -> Mapping[str, Asset]:
    """Return the lock of the shipped contents, by URL ``omnigym:NAME``."""
    return read_lock(SHIPPED / LOCK_NAME)
