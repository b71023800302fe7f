"""Where one is in Calendar, and the event that is being written there."""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

from omnigym.devices.sim.kinds.calendar.drafts import Draft

__all__ = ["AGENDA", "MODES", "REMINDERS", "State"]

AGENDA = "calendar.agenda"
#: How events are shown: the name, its icon.
MODES = {"schedule": ("Schedule", "view_agenda"), "day": ("Day", "view_day"), "month": ("Month", "calendar_view_month")}
REMINDERS = {
    -1: "No notification",
    0: "At the time of the event",
    5: "5 minutes before",
    10: "10 minutes before",
    30: "30 minutes before",
    60: "1 hour before",
    1440: "1 day before",
}


class State(NamedTuple):
    """Where one is.

    Attributes:
        mode: One of `MODES`.
        day: The day that is looked at; None for today.
        shown: A day of the month whose days are offered above the schedule, or None.
        event: Id of the event that is shown, or 0.
        draft: The event that is written, or None.
    """

    mode: str = "schedule"
    day: date | None = None
    shown: date | None = None
    event: int = 0
    draft: Draft | None = None
