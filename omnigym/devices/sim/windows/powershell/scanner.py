"""Reading a script letter by letter: blanks, comments, names, numbers."""

from __future__ import annotations

import re

from omnigym.devices.sim.windows.powershell.syntax import ScriptError

__all__ = ["LONGEST", "Scanner"]

#: How deep what stands in brackets may lie in each other, and how long a script may be.
_DEEPEST, LONGEST = 100, 60_000
_BLANKS = re.compile(r"(?:[ \t\r\f\v\xa0]|`\r?\n|<#.*?#>|#[^\n]*)*", re.DOTALL)
_NUMBER = re.compile(
    r"(?:0x[0-9a-fA-F]{1,15}|\d{1,18}(?:\.\d{1,18})?(?:e[+-]?\d{1,3})?)(kb|mb|gb)?(?![\w])", re.IGNORECASE
)
_UNITS = {"kb": 1 << 10, "mb": 1 << 20, "gb": 1 << 30}


class Scanner:
    """A place in a script.

    Args:
        text: The script.

    Raises:
        ScriptError: It is too long.
    """

    def __init__(self, text: str) -> None:
        if len(text) > LONGEST:
            raise ScriptError("The script is too long.")
        self.text, self.at, self._depth = text, 0, 0

    @property
    def line(self) -> int:
        """The line that is read, counted from 1."""
        return self.text.count("\n", 0, self.at) + 1

    def error(self, message: str, unfinished: bool = False, awaits: str = "") -> ScriptError:
        """What is wrong here."""
        return ScriptError(message, self.line, unfinished, awaits)

    def deeper(self) -> None:
        """Count a bracket that opens.

        Raises:
            ScriptError: There are too many in each other.
        """
        self._depth += 1
        if self._depth > _DEEPEST:
            raise self.error("The brackets lie too deep in each other.")

    def shallower(self) -> None:
        """Count a bracket that closes."""
        self._depth -= 1

    @property
    def depth(self) -> int:
        """How many brackets are open, and how many values stand in each other."""
        return self._depth

    @depth.setter
    def depth(self, depth: int) -> None:
        self._depth = depth

    # -- letters --------------------------------------------------------------------------------------------------

    @property
    def here(self) -> str:
        """The next letter, or "" at the end."""
        return self.text[self.at : self.at + 1]

    def sees(self, what: str) -> bool:
        """Whether these letters come next."""
        return self.text.startswith(what, self.at)

    def takes(self, what: str) -> bool:
        """Whether these letters come next; then they are behind."""
        if not self.sees(what):
            return False
        self.at += len(what)
        return True

    def match(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """What comes next by a pattern; then it is behind."""
        found = pattern.match(self.text, self.at)
        if found is not None:
            self.at = found.end()
        return found

    def blanks(self) -> None:
        """Past blanks and comments, not past the end of the line."""
        found = _BLANKS.match(self.text, self.at)
        assert found is not None
        self.at = found.end()
        if self.sees("<#"):
            raise self.error("The comment has no end: '#>' is missing.", True, "#>")

    def lines(self) -> None:
        """Past blanks, comments and ends of lines."""
        self.blanks()
        while self.takes("\n"):
            self.blanks()

    def expect(self, what: str, where: str) -> None:
        """Past these letters, with blanks and lines before them.

        Raises:
            ScriptError: Something else is there.
        """
        self.lines()
        if not self.takes(what):
            raise self.error(f"'{what}' is missing {where}.", not self.here)

    def number(self) -> int | float | None:
        """A number that comes next."""
        found = self.match(_NUMBER)
        if found is None:
            return None
        unit = (found[1] or "").lower()
        digits = found[0][: len(found[0]) - len(unit)].lower()
        if digits.startswith("0x"):
            value: int | float = int(digits, 16)
        else:
            value = float(digits) if "." in digits or "e" in digits else int(digits)
        return value * _UNITS.get(unit, 1)
