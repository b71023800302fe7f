"""What is known of macOS's own applications: data."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from types import MappingProxyType

__all__ = ["MacAppDefinition", "definitions"]


@dataclass(frozen=True, slots=True)
class MacAppDefinition:
    """An application.

    Attributes:
        name: Its name in omnigym.
        bundle: The identifier of its bundle, by which macOS starts it.
        title: How it is called on the screen.
        category: Which of OmniBench's twelve it belongs to.
        keys: Where a stable key is found, as arguments of `Tree.find`.
    """

    name: str
    bundle: str
    title: str
    category: str
    keys: Mapping[str, Mapping[str, object]] = field(default_factory=dict)


@cache
def definitions() -> Mapping[str, MacAppDefinition]:
    """The applications by name, sorted. Every Mac has them."""
    text = resources.files(__package__).joinpath("apps.json").read_text("utf-8")
    return MappingProxyType({name: MacAppDefinition(name, **app) for name, app in sorted(json.loads(text).items())})
