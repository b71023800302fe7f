"""The inputs of metrics, and the libraries that read them."""

from __future__ import annotations

import importlib
from pathlib import PurePosixPath
from typing import Any

from omnigym.benchmarks.osworld.scorer.registry import File
from omnigym.errors import MissingDependencyError, UnreadableError
from omnigym.foreign import archive_members, convert_errors, show_value, within
from omnigym.foreign.limits import FILE_BYTES, NESTING, TABLE_BYTES

__all__ = ["content_of", "files_of", "library", "members_of", "parse_yaml"]


def library(module: str) -> Any:
    """Return a module of the extra ``osworld``, imported when a metric needs it, so metrics are listed without it.

    Raises:
        MissingDependencyError: The extra is not installed.
    """
    try:
        return importlib.import_module(module)
    except ImportError:
        name = module.partition(".")[0]
        raise MissingDependencyError(name, "Scoring a task of OSWorld", "pip install 'omnigym[osworld]'") from None


def content_of(value: object) -> bytes:
    """Return the bytes of a file that a getter read.

    Raises:
        UnreadableError: It is no file.
    """
    if isinstance(value, File):
        return value.content
    raise UnreadableError(f"Expected a file, got {show_value(value)}.")


def files_of(value: object) -> list[File]:
    """Return the files that a getter read, one or several.

    Raises:
        UnreadableError: One of them is none, or there is none at all.
    """
    values = value if isinstance(value, list | tuple) else [value]
    found = [v for v in values if isinstance(v, File)]
    if not found or len(found) < len(values):
        raise UnreadableError(f"Expected files, got {show_value(value)}.")
    return found


def members_of(archive: bytes) -> dict[str, File]:
    """Return the files of an archive by their paths in it.

    Raises:
        UnreadableError: It is none.
    """
    return {name: File(PurePosixPath(name).name, content) for name, content in archive_members(archive, FILE_BYTES)}


def parse_yaml(text: str) -> Any:
    """Return what a YAML text says.

    Raises:
        UnreadableError: It is none, or repeats a value by its name.
        TooLargeError: It is too long, or too deep.
        MissingDependencyError: The extra is not installed.
    """
    yaml = library("yaml")
    within(len(text), TABLE_BYTES, "characters of YAML")
    with convert_errors("YAML file"):
        depth = 0
        for event in yaml.parse(text, Loader=yaml.SafeLoader):
            depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
            within(depth, NESTING, "values in each other")
            if isinstance(event, yaml.AliasEvent):
                raise UnreadableError("Expected YAML without aliases, got some that repeats a value by its name.")
        return yaml.safe_load(text)
