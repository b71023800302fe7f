"""What the Clock of the simulated phone keeps: alarms, cities and timers, in the files that its documentation names."""

from __future__ import annotations

from typing import Any

from omnigym.evaluation.probe import Probe
from omnigym.evaluation.registry import check
from omnigym.evaluation.verdict import Verdict, not_yet, passed
from omnigym.foreign import items_in, read_json, rows_in

__all__ = ["alarm_absent", "alarm_exists", "timer_exists", "world_clock_has"]

_FOLDER = "/data/data/com.google.android.deskclock"


def _rows(probe: Probe, name: str) -> list[dict[str, Any]]:
    found = probe.read(f"{_FOLDER}/{name}.json", read_json)
    return rows_in(found.get("rows")) if isinstance(found, dict) else []


@check("alarm_exists")
def alarm_exists(
    probe: Probe, time: str, days: str | None = None, label: str | None = None, enabled: bool | None = None
) -> Verdict:
    """There is an alarm at a time.

    Args:
        probe: What reads the device.
        time: "HH:MM", of 24 hours.
        days: "Mon Wed" for an alarm on these days and no others, "" for one that rings once; None for any.
        label: Its label; None for any.
        enabled: Whether it is on; None for either.
    """
    alarms = [a for a in _rows(probe, "alarms") if a.get("time") == time]
    if not alarms:
        return not_yet(f"There is no alarm at {time}.")
    for alarm in alarms:
        if days is not None and sorted(map(str, items_in(alarm.get("days")))) != sorted(days.split()):
            continue
        if label is not None and str(alarm.get("label", "")).strip().casefold() != label.casefold():
            continue
        if enabled is None or alarm.get("enabled") is enabled:
            return passed()
    wanted = {"days": days, "label": label, "enabled": enabled}
    return not_yet(
        f"The alarm at {time} is {alarms[-1]}; wanted: { {k: v for k, v in wanted.items() if v is not None} }."
    )


@check("alarm_absent")
def alarm_absent(probe: Probe, time: str) -> Verdict:
    """There is no alarm at a time, "HH:MM"."""
    there = any(a.get("time") == time for a in _rows(probe, "alarms"))
    return not_yet(f"There is an alarm at {time} still.") if there else passed()


@check("world_clock_has")
def world_clock_has(probe: Probe, zone: str) -> Verdict:
    """The world clock shows the city of a time zone, "Asia/Tokyo"."""
    zones = [c.get("zone") for c in _rows(probe, "cities")]
    return passed() if zone in zones else not_yet(f"The world clock shows {zones}, not {zone}.")


@check("timer_exists")
def timer_exists(probe: Probe, seconds: int) -> Verdict:
    """A timer of so many seconds was started."""
    known = [t.get("seconds") for t in _rows(probe, "timers") if t.get("ends_ms")]
    return passed() if seconds in known else not_yet(f"Timers of {known} seconds run, none of {seconds}.")
