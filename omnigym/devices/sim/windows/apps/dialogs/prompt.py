"""A question that is answered with a line of text; see `omnigym.devices.sim.common.prompt`."""

from __future__ import annotations

from omnigym.devices.sim.common.prompt import PROMPT, Prompt

__all__ = ["APPS", "Prompt"]

APPS = (PROMPT,)
