"""The looks of the app that no other app has."""

from __future__ import annotations

from omnigym.devices.sim.style.looks import Look, looks

__all__ = ["TASKS_STYLES"]

TASKS_STYLES = looks(
    text={
        "muted_body": Look(size=16, ink="muted"),
    },
)
