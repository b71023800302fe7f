"""Getters that read nothing: what the task file itself says."""

from __future__ import annotations

from collections.abc import Mapping

from omnigym.benchmarks.osworld.scorer.registry import getter
from omnigym.evaluation.probe import Probe

__all__ = ["rule"]


@getter("rule")
def rule(_probe: Probe, config: Mapping[str, object]) -> object:
    """Return the value under ``rules``."""
    return config["rules"]
