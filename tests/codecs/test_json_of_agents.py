"""Whatever JSON an agent says: one `Invalid` with a reason, never an exception."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from omnigym.actions import Invalid
from omnigym.codecs import Computer13Codec, CrabAndroidCodec, decode_omnigui

_DEEP = "[" * 100_000


@pytest.mark.parametrize(
    "decode",
    [Computer13Codec((100, 100)).decode, CrabAndroidCodec((100, 200), [(0, 0, 20, 20)]).decode, decode_omnigui],
)
@pytest.mark.parametrize(
    "said",
    [
        _DEEP,
        '{"a":' * 100_000,
        "9" * 5000,
        '{"action_type": "CLICK", "parameters": {"x": NaN, "y": 1}}',
        f'{{"name": "tap", "arguments": "{_DEEP}"}}',
        f'{{"action_type": 4, "result_touch_yx": "{_DEEP}"}}',
    ],
    ids=["lists", "objects", "digits", "NaN", "arguments", "point"],
)
def test_what_cannot_be_read_is_invalid(decode: Callable[[str], Any], said: str) -> None:
    found = decode(said)
    (action,) = found if isinstance(found, tuple) else (found,)
    assert isinstance(action, Invalid)
    assert 0 < len(action.reason) < 1000
