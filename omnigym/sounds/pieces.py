"""Numbers and times as names of recorded pieces, for `omnigym.sounds.join_sounds`."""

from __future__ import annotations

from omnigym.errors import ConfigError

__all__ = ["clock", "digits", "number"]


def digits(code: str, speaker: str = "amber") -> tuple[str, ...]:
    """Return the pieces of a code or a telephone number, digit by digit.

    >>> digits("42")
    ('amber/digit/4', 'amber/digit/2')

    Raises:
        ConfigError: It has other characters than the digits 0 to 9.
    """
    if not (code.isascii() and code.isdigit()):
        raise ConfigError(f"A code of the digits 0 to 9 was expected, not {code[:40]!r}.")
    return tuple(f"{speaker}/digit/{digit}" for digit in code)


def number(value: int, speaker: str = "amber") -> tuple[str, ...]:
    """Return the pieces of a spoken number, from 0 to 999.

    >>> number(312, "bruno")
    ('bruno/digit/3', 'bruno/number/hundred', 'bruno/number/12')

    Raises:
        ConfigError: It is out of this range.
    """
    if not 0 <= value <= 999:
        raise ConfigError(f"A number from 0 to 999 was expected, not {value}.")
    hundreds, rest = divmod(value, 100)
    said: tuple[str, ...] = (f"{speaker}/digit/{hundreds}", f"{speaker}/number/hundred") if hundreds else ()
    if rest >= 20:
        said += (f"{speaker}/number/{rest // 10 * 10}",)
        rest %= 10
    elif rest >= 10:
        return (*said, f"{speaker}/number/{rest}")
    return (*said, f"{speaker}/digit/{rest}") if rest or not said else said


def clock(hour: int, minute: int = 0, speaker: str = "amber") -> tuple[str, ...]:
    """Return the pieces of a time of day, "at four fifteen in the afternoon".

    >>> clock(7)[1:]
    ('amber/digit/7', 'amber/time/oclock', 'amber/time/morning')

    Args:
        hour: In [0, 23].
        minute: In [0, 59].
        speaker: One that has pieces of times.

    Raises:
        ConfigError: There is no such time.
    """
    if not (0 <= hour <= 23 and 0 <= minute <= 59):
        raise ConfigError(f"A time from 0:00 to 23:59 was expected, not {hour}:{minute:02}.")
    part = "morning" if hour < 12 else "afternoon" if hour < 18 else "evening"
    if not minute:
        minutes: tuple[str, ...] = (f"{speaker}/time/oclock",)
    else:
        minutes = (*digits("0", speaker) * (minute < 10), *number(minute, speaker))
    return (f"{speaker}/time/at", *number((hour - 1) % 12 + 1, speaker), *minutes, f"{speaker}/time/{part}")
