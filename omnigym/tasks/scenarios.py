"""The scenarios that tasks may have: those that benchmarks declare, such as OS-MAP's."""

from __future__ import annotations

from collections.abc import Mapping

from omnigym.discovery import resolve
from omnigym.manifest import manifests

__all__ = ["known_scenarios", "scope_of"]


def known_scenarios() -> Mapping[str, str]:
    """The scope of each scenario."""
    found: dict[str, str] = {}
    for manifest in manifests():
        if manifest.scenarios:
            found |= resolve(manifest.scenarios)
    return found


def scope_of(scenario: str) -> str:
    """The scope of a scenario; "" for no scenario."""
    return known_scenarios()[scenario] if scenario else ""
