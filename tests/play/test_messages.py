from __future__ import annotations

import pytest

from omnigym.errors import ActionError
from omnigym.play.messages import Begin, Down, parse_message


def test_a_message_of_the_page_is_read() -> None:
    text = '{"type": "down", "x": 3, "y": 4, "button": "right", "held": ["ctrl"], "at_ms": 1.5}'
    assert parse_message(text) == Down(x=3, y=4, button="right", held=("ctrl",), at_ms=1.5)
    assert parse_message('{"type": "begin", "which": "next", "task": ""}') == Begin(which="next")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"type": "fly"}',
        '{"type": "down", "x": -1, "y": 0}',
        '{"type": "down", "x": 0, "y": 0, "button": "side"}',
        '{"type": "rest", "x": 0, "y": 0, "more": 1}',
        '{"type": "wheel", "x": 0, "y": 0, "dy": 1e9}',
        '{"type": "begin", "which": "last"}',
    ],
)
def test_what_is_no_message_is_refused(text: str) -> None:
    with pytest.raises(ActionError, match="The page sent what is no message"):
        parse_message(text)
