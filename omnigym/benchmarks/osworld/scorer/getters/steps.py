"""Getters of what the agent did."""

from __future__ import annotations

from collections.abc import Mapping

from omnigym.actions import to_json
from omnigym.benchmarks.osworld.scorer.registry import getter
from omnigym.evaluation.probe import Probe

__all__ = ["step_actions", "step_actions_and_screenshot_me"]


@getter("step_actions")
def step_actions(probe: Probe, _config: Mapping[str, object]) -> list[dict[str, object]]:
    """Return the actions of the episode, as `omnigym.actions.to_json` writes them, with relative positions."""
    return [to_json(action) for action in probe.actions()]


@getter("step_actions_and_screenshot_me")
def step_actions_and_screenshot_me(probe: Probe, config: Mapping[str, object]) -> dict[str, object]:
    """Return the ``actions`` of the episode, and under ``obs`` the last ``screenshot``."""
    return {"actions": step_actions(probe, config), "obs": {"screenshot": probe.screenshot()}}
