"""Apps that speak: recorded sounds one after another, as values of `omnigym.sim.audio`."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.sim.audio import Sounding
from omnigym.sounds import about, ships

__all__ = ["PAUSE", "ended", "in_turn", "is_speech", "starts", "words"]

#: What stands for silence among the names of sounds: "pause/2500" is 2.5 seconds.
PAUSE = "pause/"
#: Milliseconds between two sounds, the longest silence, and how many there are at most.
_GAP, _LONGEST, _MOST = 250, 60_000, 24


def is_speech(said: tuple[str, ...]) -> bool:
    """Whether each is the name of a sound that ships, or a pause of a minute at most."""
    return len(said) <= _MOST and all(ships(name) or _pause(name) >= 0 for name in said)


def starts(said: tuple[str, ...], gap_ms: int = _GAP) -> tuple[int, ...]:
    """When each begins, in milliseconds after the first."""
    return tuple([begin for begin, _ in _places(said, gap_ms)])


def ended(said: tuple[str, ...], gap_ms: int = _GAP) -> int:
    """After how many milliseconds the last has ended."""
    return max([end for _, end in _places(said, gap_ms)], default=0)


def in_turn(said: tuple[str, ...], since_ms: int, gap_ms: int = _GAP, speed: float = 1.0) -> tuple[Sounding, ...]:
    """The sounds, one after another.

    Args:
        said: Their names, and pauses.
        since_ms: When the first begins, virtual milliseconds since 1970; 0 for never.
        gap_ms: Milliseconds of silence between two.
        speed: Seconds of a sound in a second.
    """
    if not since_ms:
        return ()
    begins = zip(said, starts(said, gap_ms), strict=True)
    return tuple([Sounding(name, since_ms + round(at / speed), speed=speed) for name, at in begins if _pause(name) < 0])


def words(said: tuple[str, ...]) -> str:
    """What is said, as it is written."""
    return " ".join([text for name in said if _pause(name) < 0 and (text := about(name).text)])


def _places(said: tuple[str, ...], gap_ms: int) -> Iterator[tuple[int, int]]:
    at = 0
    for name in said:
        pause = _pause(name)
        end = at + (about(name).milliseconds if pause < 0 else pause)
        yield at, end
        at = end + (gap_ms if pause < 0 else 0)


def _pause(name: str) -> int:
    """The milliseconds of a pause; -1 of what is none."""
    digits = name.removeprefix(PAUSE)
    if digits == name or not (digits.isascii() and digits.isdigit() and len(digits) <= len(str(_LONGEST))):
        return -1
    return min(int(digits), _LONGEST)
