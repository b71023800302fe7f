"""Checks of the charts in spreadsheets."""

from __future__ import annotations

from typing import Any

import pytest

from omnigym.devices.sim.device import SimDevice
from omnigym.evaluation.probe import Probe
from omnigym.evaluation.registry import get_check
from omnigym.tasks.file_generation import file_of

TABLE = "Month,Visitors,Staff\nJan,120,4\nFeb,180,5\nMar,90,3"
ONE, TWO, NONE = "Documents/one.xlsx", "Documents/two.ods", "Documents/none.xlsx"


@pytest.fixture(scope="module")
def probe() -> Probe:
    device = SimDevice()
    device.write_file(ONE, file_of(ONE, f"{TABLE}\fcolumn A1:C4 Both years"))
    device.write_file(TWO, file_of(TWO, f"{TABLE}\fpie A1:B4 Shares\nline A1:B4 Run"))
    device.write_file(NONE, file_of(NONE, TABLE))
    return Probe(device)


@pytest.mark.parametrize(
    ("path", "args", "passes"),
    [
        (ONE, {"kind": "column", "values": ["B2:B4", "C2:C4"]}, True),
        (ONE, {"kind": "column", "values": ["C2:C4", "B2:B4"], "labels": "A2:A4", "title": "BOTH  years"}, True),
        (ONE, {"kind": "bar", "values": ["B2:B4", "C2:C4"]}, False),
        (ONE, {"kind": "column", "values": ["B2:B4"]}, False),
        (ONE, {"kind": "column", "values": ["B2:B4", "C2:C4"], "labels": "A1:A4"}, False),
        (ONE, {"kind": "column", "values": ["B2:B4", "C2:C4"], "title": ""}, False),
        (ONE, {"kind": "column", "values": ["B2:B4", "C2:C4"], "sheet": "Sheet1"}, True),
        (ONE, {"kind": "column", "values": ["B2:B4", "C2:C4"], "sheet": "Other"}, False),
        (TWO, {"kind": "pie", "values": ["B2:B4"]}, False),
        (TWO, {"kind": "line", "values": ["B2:B4"], "title": "Run", "charts": 2}, True),
        (NONE, {"kind": "pie", "values": ["B2:B4"]}, False),
        ("Documents/missing.xlsx", {"kind": "pie", "values": ["B2:B4"]}, False),
    ],
)
def test_a_chart(probe: Probe, path: str, args: dict[str, Any], passes: bool) -> None:
    assert bool(get_check("sheet_chart").function(probe, path, **args)) is passes


@pytest.mark.parametrize(
    ("path", "titles", "passes"),
    [(TWO, ["run", "Shares"], True), (TWO, ["Run"], False), (TWO, ["Run", "Run"], False), (NONE, [], True)],
)
def test_the_charts(probe: Probe, path: str, titles: list[str], passes: bool) -> None:
    assert bool(get_check("sheet_charts").function(probe, path, titles)) is passes
