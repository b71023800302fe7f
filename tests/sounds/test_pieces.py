"""Numbers and times as pieces: all that is named is there, and says what it should."""

from __future__ import annotations

import pytest

from omnigym.errors import ConfigError
from omnigym.sounds import about, clock, digits, join_sounds, number


def said(names: tuple[str, ...]) -> str:
    return " ".join(about(name).text.lower() for name in names)


@pytest.mark.parametrize("speaker", ["amber", "bruno"])
def test_all_numbers_and_times_can_be_said(speaker: str) -> None:
    assert len({said(number(n, speaker)) for n in range(1000)}) == 1000
    assert len({said(clock(h, m, speaker)) for h in range(24) for m in range(60)}) == 24 * 60


@pytest.mark.parametrize(
    ("names", "words"),
    [
        (digits("9075"), "nine zero seven five"),
        (number(0), "zero"),
        (number(10), "ten"),
        (number(40), "forty"),
        (number(101), "one hundred one"),
        (number(999), "nine hundred ninety nine"),
        (clock(0), "at twelve o'clock in the morning"),
        (clock(12, 5), "at twelve zero five in the afternoon"),
        (clock(23, 45), "at eleven forty five in the evening"),
    ],
)
def test_they_say_what_they_should(names: tuple[str, ...], words: str) -> None:
    assert said(names) == words
    assert len(join_sounds(*names)) > 1600


def test_what_cannot_be_said_is_refused() -> None:
    for code in ("", "4a", "٣", "-1"):
        with pytest.raises(ConfigError, match="digits 0 to 9"):
            digits(code)
    for value in (-1, 1000):
        with pytest.raises(ConfigError, match="0 to 999"):
            number(value)
    for hour, minute in ((24, 0), (-1, 0), (3, 60)):
        with pytest.raises(ConfigError, match="0:00 to 23:59"):
            clock(hour, minute)
