"""A griffe extension: doctests stand in the docstrings as they are, and become Python code blocks on the pages."""

from __future__ import annotations

import re
from typing import Any

import griffe

__all__ = ["FenceDoctests", "fence"]

_BLOCK = re.compile(r"^>>> .*(?:\n(?!\s*$).*)*", re.MULTILINE)


def fence(text: str) -> str:
    """The text with a fence around each doctest."""
    return _BLOCK.sub(lambda m: f"```pycon\n{m[0]}\n```", text)


class FenceDoctests(griffe.Extension):
    """Fences the doctests of every object."""

    def on_object(self, *, obj: griffe.Object, **kwargs: Any) -> None:
        """Change the object's docstring before it is parsed."""
        del kwargs
        if obj.docstring is not None:
            obj.docstring.value = fence(obj.docstring.value)
