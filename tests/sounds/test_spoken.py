"""Text becomes speech by joining what was recorded; nothing is made up for words that nobody has spoken."""

from __future__ import annotations

import numpy as np
import pytest

from omnigym.errors import ConfigError
from omnigym.sounds import load
from omnigym.sounds.spoken import say, words_of


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", []),
        ("Answer the call.", ["answer the call"]),
        ("'Low Tide', please; now!", ["low tide", "please", "now"]),
        ("at 05:40 in Room 7", ["at zero five forty in room seven"]),
        ("555-0133, 0, 42 and 312", ["five five five zero one three three", "zero", "forty two and three one two"]),
        ("lena@example.net, notes/a.txt", ["lena at example dot net", "notes slash a dot t x t"]),
        ("the camera's café_menu", ["the camera's café menu"]),
    ],
)
def test_words_are_those_that_are_spoken(text: str, words: list[str]) -> None:
    assert [" ".join(run) for run in words_of(text)] == words


def test_the_longest_recording_is_taken() -> None:
    whole, rest = load("amber/instruction/answer"), load("amber/digit/7")
    said = say("Answer the next call. 7")
    np.testing.assert_array_equal(said[: len(whole)], whole)
    assert said.dtype == np.int16 and np.count_nonzero(said) == np.count_nonzero(whole) + np.count_nonzero(rest)
    np.testing.assert_array_equal(said, say("answer the NEXT call! 7"))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Answer the xylophone 7 quokkas", "'xylophone', 'quokkas'"),
        ("", "1 to 2,000 characters"),
        ("... --", "with words"),
        ("7 " * 1001, "got 2,002"),
    ],
)
def test_what_cannot_be_spoken_is_named(text: str, said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        say(text)
