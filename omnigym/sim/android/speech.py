"""What is said on the phone: shipped sounds, named in a text, one after another.

A record keeps what is said as such a text, "bruno/mail/code bruno/digit/4". No view shows it, and none shows how long
it lasts: only who listens knows.
"""

from __future__ import annotations

from omnigym.sim.audio import Sounding
from omnigym.sim.kinds.speaking import starts
from omnigym.sounds import about, ships

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
    said = _said(text)
    begins = zip(said, starts(said, _GAP), strict=True)
    return tuple([Sounding(name, since_ms + at, stream=stream, until_ms=until_ms) for name, at in begins])


def caption(text: str) -> str:
    """What is said in a text, to be read; what nobody says is left out.

    >>> caption("amber/navigation/in-100 amber/navigation/left")
    'In one hundred meters, turn left'
    """
    told = [words for name in _said(text) if (words := about(name).text)]
    return ", ".join([told[0], *[said[0].lower() + said[1:] for said in told[1:]]]) if told else ""


def _said(text: str) -> tuple[str, ...]:
    """The names in a text that are of sounds."""
    return tuple([name for name in text.split()[:_MOST] if ships(name)])
