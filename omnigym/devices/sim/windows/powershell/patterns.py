"""Patterns as PowerShell reads them, which says in its own words what is none."""

from __future__ import annotations

from functools import lru_cache

from omnigym.devices.sim.patterns import Found, Pattern, PatternError, Spend
from omnigym.devices.sim.patterns import pattern_of as compiled
from omnigym.devices.sim.windows.powershell.values import PsError

__all__ = ["Found", "Pattern", "Spend", "pattern_of", "wildcard"]


def pattern_of(text: str, exact: bool = False) -> Pattern:
    """A regular expression.

    Raises:
        PsError: It is none.
    """
    try:
        return compiled(text, exact)
    except PatternError as e:
        raise PsError(f"The regular expression '{text[:80]}' is not valid: {e}.") from None


@lru_cache(maxsize=64)
def wildcard(text: str, exact: bool = False) -> Pattern:
    """The pattern that a whole text has to fit where ``*`` is any letters and ``?`` is one."""
    known = {"*": r"(?:.|\n)*", "?": r"(?:.|\n)"}
    return pattern_of("^" + "".join([known.get(c, f"\\{c}" if not c.isalnum() else c) for c in text]) + "$", exact)
