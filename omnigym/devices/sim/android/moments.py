"""Local time on the phone, and how it is written."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta, timezone

__all__ = ["DAYS", "WORLD_ZONES", "ZONES", "clock_text", "day_text", "hour_text", "local", "short_day", "zone_of"]

#: Minutes east of Greenwich on the day of every episode, 14 March 2025, by the name in the setting "global/time_zone".
ZONES: Mapping[str, int] = {
    "America/Los_Angeles": -420,
    "America/New_York": -240,
    "America/Sao_Paulo": -180,
    "UTC": 0,
    "Europe/London": 0,
    "Europe/Berlin": 60,
    "Africa/Nairobi": 180,
    "Asia/Kolkata": 330,
    "Asia/Shanghai": 480,
    "Asia/Tokyo": 540,
    "Australia/Sydney": 660,
}
#: The same of more zones, in which there are cities for the world clock and that nobody sets the phone to.
WORLD_ZONES: Mapping[str, int] = {
    **{zone: minutes for zone, minutes in ZONES.items() if "/" in zone},
    "America/Bogota": -300,
    "America/Mexico_City": -360,
    "America/Toronto": -240,
    "Africa/Cairo": 120,
    "Asia/Bangkok": 420,
    "Asia/Dubai": 240,
    "Asia/Hong_Kong": 480,
    "Asia/Jakarta": 420,
    "Asia/Riyadh": 180,
    "Asia/Seoul": 540,
    "Asia/Singapore": 480,
    "Europe/Istanbul": 180,
    "Europe/Madrid": 60,
    "Europe/Paris": 60,
    "Europe/Rome": 60,
    "Pacific/Auckland": 780,
}
_OFFSETS = {**ZONES, **WORLD_ZONES}
DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")


def zone_of(settings: Mapping[str, str]) -> timezone:
    """The zone that is set."""
    return timezone(timedelta(minutes=_OFFSETS.get(settings.get("global/time_zone", ""), 0)))


def local(clock_ms: int, settings: Mapping[str, str]) -> datetime:
    """A virtual moment in the zone that is set."""
    return datetime.fromtimestamp(clock_ms // 1000, UTC).astimezone(zone_of(settings))


def hour_text(hour: int, minute: int, settings: Mapping[str, str], *, half: bool = True) -> str:
    """A time of the day: "13:05" where 24 hours are set, else "1:05 PM", or "1:05" without ``half``."""
    if settings.get("system/time_12_24") == "24":
        return f"{hour:02}:{minute:02}"
    return f"{hour % 12 or 12}:{minute:02}{(' AM' if hour < 12 else ' PM') if half else ''}"


def clock_text(moment: datetime, settings: Mapping[str, str]) -> str:
    """The time as the status bar shows it."""
    return hour_text(moment.hour, moment.minute, settings, half=False)


def short_day(moment: datetime) -> str:
    """The day as the home screen shows it: "Fri, Mar 14"."""
    return f"{DAYS[moment.weekday()]}, {moment:%b} {moment.day}"


def day_text(moment: datetime, now: datetime, settings: Mapping[str, str]) -> str:
    """When something was, as lists show it: a time today, "Yesterday", else a day."""
    days = (now.date() - moment.date()).days
    if days == 0:
        return hour_text(moment.hour, moment.minute, settings)
    return "Yesterday" if days == 1 else f"{moment:%b} {moment.day}"
