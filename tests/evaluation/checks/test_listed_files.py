"""A table lists all files of a folder, with their sizes."""

from __future__ import annotations

import pytest

from omnigym.devices.sim.device import SimDevice
from omnigym.evaluation.checks.listed_files import table_lists_files
from omnigym.evaluation.probe import Probe


@pytest.mark.parametrize(
    ("table", "passes"),
    [
        ('"Name","Length"\r\n"a.txt","2"\r\n"b c.txt","5"\r\n', True),
        ("#TYPE Selected\nLength,Extension,name\n5,.txt,b c.txt\n2,.txt,A.TXT\n", True),
        ("Name,Length\na.txt,2\n", False),
        ("Name,Length\na.txt,2\nb c.txt,6\n", False),
        ("Name,Length\na.txt,2\nb c.txt,5\nsub,0\n", False),
        ("Name,Length\na.txt,2\nb c.txt,5\na.txt,2\n", False),
        ("Name\na.txt\nb c.txt\n", False),
        ("a.txt,2\nb c.txt,5\n", False),
        ("", False),
        ('\0\x01,"', False),
    ],
)
def test_each_file_has_its_line(table: str, passes: bool) -> None:
    device = SimDevice()
    device.reset(0)
    for path, text in (("a.txt", "ab"), ("b c.txt", "hello"), ("sub/c.txt", "x")):
        device.write_file(f"Documents/work/{path}", text.encode())
    device.write_file("Documents/t.csv", table.encode())
    probe = Probe(device)
    assert bool(table_lists_files(probe, "Documents/t.csv", "Documents/work")) == passes
    assert not table_lists_files(probe, "Documents/no.csv", "Documents/work")
