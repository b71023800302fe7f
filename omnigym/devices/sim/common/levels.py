"""Levels from 0 to 100 that are settings: volume, brightness."""

from __future__ import annotations

from omnigym.devices.sim.app import Effect, SetSetting
from omnigym.devices.sim.ui.controls import Span

__all__ = ["levelled", "span_of"]


def span_of(value: str) -> Span:
    """The slider's range and value for a setting in per cent; 50 if it is not a number in 0..100."""
    return Span(int(value) if value.isdecimal() and int(value) <= 100 else 50)


def levelled(setting: str, value: int) -> tuple[Effect, ...]:
    """The effects of a slider that was moved; who turns the volume up or down wants to hear it."""
    effects: tuple[Effect, ...] = (SetSetting(setting, str(value)),)
    return (*effects, SetSetting("sound.muted", "off")) if setting == "sound.volume" else effects
