from __future__ import annotations

import pytest

from omnigym.a11y import ROLE_FROM, STATE_FROM, Role, State
from omnigym.devices.x11.atspi import ROLE_NAMES, STATE_NAMES, role_of, states_of


def _bits(*names: str) -> int:
    return sum(1 << STATE_NAMES.index(n) for n in names)


@pytest.mark.parametrize(
    ("number", "name"),
    [
        (23, "frame"),
        (43, "push button"),
        (61, "text"),
        (79, "entry"),
        (95, "document web"),
        (116, "static"),
        (129, "push button menu"),
    ],
)
def test_numbers_are_those_of_the_constants(number: int, name: str) -> None:
    assert ROLE_NAMES[number] == name


@pytest.mark.parametrize(
    ("bit", "name"), [(8, "enabled"), (12, "focused"), (25, "showing"), (31, "manages-descendants"), (43, "read-only")]
)
def test_bits_are_those_of_the_constants(bit: int, name: str) -> None:
    assert STATE_NAMES[bit] == name


def test_the_frozen_mappings_name_only_what_exists() -> None:
    assert set(STATE_FROM["atspi"]) <= set(STATE_NAMES)
    # A few names came with later versions of AT-SPI, under numbers that are not settled.
    assert set(ROLE_FROM["atspi"]) - set(ROLE_NAMES) <= {"button", "text block"}


def test_insensitive_is_not_enabled() -> None:
    assert not states_of(_bits("enabled", "showing"), 43) & State.ENABLED
    assert states_of(_bits("enabled", "sensitive", "showing"), 43) & State.CLICKABLE


def test_text_of_several_lines_is_a_text_area() -> None:
    assert role_of(61, State.MULTILINE) is Role.TEXT_AREA
    assert role_of(61) is Role.TEXT_FIELD
    assert role_of(-1) is Role.UNKNOWN


def test_passwords_are_marked() -> None:
    assert states_of(_bits("enabled"), ROLE_NAMES.index("password text")) & State.PASSWORD
