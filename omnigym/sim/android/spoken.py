"""What is said on the phone: shipped sounds, named in a text, one after another.

A record keeps what is said as such a text, "bruno/mail/code bruno/digit/4". No view shows it, and none shows how long
it lasts: only who listens knows.
"""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.errors import UnknownNameError
from omnigym.sim.sounding import Sounding
from omnigym.sounds import about

__all__ = ["BREATH", "caption", "spoken"]

#: Virtual milliseconds before the first word.
BREATH = 500
#: Silence between two sounds, virtual milliseconds; and how many sounds one text names at most.
_GAP, _MOST = 140, 64


def spoken(text: str, since_ms: int, stream: str = "media", *, until_ms: int = 0) -> tuple[Sounding, ...]:
    """The sounds of a text, from a moment on; names that no sound has are passed over.

    Args:
        text: Names of shipped sounds with spaces between; the first 64 count.
        since_ms: When the first one begins, virtual milliseconds since 1970.
        stream: As of `Sounding`.
        until_ms: When it is silent in any case; 0 for when it is over.
    """
    return tuple(_one_after_another(text.split()[:_MOST], since_ms, stream, until_ms))


def _one_after_another(names: list[str], since_ms: int, stream: str, until_ms: int) -> Iterator[Sounding]:
    for name in names:
        try:
            lasts = about(name).milliseconds
        except UnknownNameError:
            continue
        yield Sounding(name, since_ms, stream=stream, until_ms=until_ms)
        since_ms += lasts + _GAP


def caption(text: str) -> str:
    """What is said in a text, to be read; what nobody says is left out.

    >>> caption("amber/navigation/in-100 amber/navigation/left")
    'In one hundred meters, turn left'
    """
    told = [said for name in text.split()[:_MOST] if (said := _said(name))]
    return ", ".join([told[0], *[said[0].lower() + said[1:] for said in told[1:]]]) if told else ""


def _said(name: str) -> str:
    try:
        return about(name).text
    except UnknownNameError:
        return ""
