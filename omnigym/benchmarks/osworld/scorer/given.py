"""The inputs of metrics, and the libraries that read them."""

from __future__ import annotations

import importlib
from typing import Any

from omnigym.benchmarks.osworld.scorer.registry import File
from omnigym.errors import MissingDependencyError, UnreadableError
from omnigym.foreign import show_value

__all__ = ["content_of", "files_of", "library"]


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
