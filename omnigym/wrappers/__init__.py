"""Wrappers, one a file."""

from __future__ import annotations

from omnigym.wrappers.element_actions import ElementActions, ElementLayout

__all__ = ["ElementActions", "ElementLayout"]
