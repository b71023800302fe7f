"""Checks of what the calculator has reckoned and remembers."""

from __future__ import annotations

from typing import Any

import pytest

from omnigym.devices.protocol import ClipboardContent
from omnigym.devices.sim.device import SimDevice
from omnigym.evaluation.probe import Probe
from omnigym.evaluation.registry import get_check

FOLDER = "AppData/Local/Calculator"


@pytest.fixture(scope="module")
def probe() -> Probe:
    device = SimDevice()
    history = '["23 × 17 = 391", "9 − 4 = 5", "1 ÷ 8 = 0.125", "√(9) = 3", 7, "no result"]'
    device.write_file(f"{FOLDER}/history.json", history.encode())
    device.write_file(f"{FOLDER}/memory.json", b'["84.50", "x"]')
    device.set_clipboard(ClipboardContent(text="0.1250"))
    return Probe(device)


@pytest.mark.parametrize(
    ("name", "args", "passes"),
    [
        ("calculator_history", {}, True),
        ("calculator_history", {"expression": "23 × 17"}, True),
        ("calculator_history", {"expression": "17 × 23.0", "result": "391.0"}, True),
        ("calculator_history", {"expression": "23 × 17", "result": "5"}, False),
        ("calculator_history", {"expression": "9 − 4"}, True),
        ("calculator_history", {"expression": "4 − 9"}, False),
        ("calculator_history", {"expression": "√(9)"}, True),
        ("calculator_history", {"result": "0.125"}, True),
        ("calculator_history", {"result": "17"}, False),
        ("calculator_memory", {"value": "84.5"}, True),
        ("calculator_memory", {"value": "84"}, False),
        ("clipboard_holds_calculation", {"expression": "1 ÷ 8"}, True),
        ("clipboard_holds_calculation", {"expression": "9 − 4"}, False),
        ("clipboard_holds_calculation", {"expression": "8 ÷ 1"}, False),
    ],
)
def test_history_memory_and_clipboard(probe: Probe, name: str, args: dict[str, Any], passes: bool) -> None:
    verdict = get_check(name).function(probe, **args)
    assert bool(verdict) is passes, verdict.message
    assert passes or verdict.message


@pytest.mark.parametrize("content", [None, b"junk", b"{}", b"\xff"])
def test_nothing_was_reckoned(content: bytes | None) -> None:
    device = SimDevice()
    if content is not None:
        device.write_file(f"{FOLDER}/history.json", content)
    assert not get_check("calculator_history").function(Probe(device))
    assert not get_check("calculator_memory").function(Probe(device), value="0")
