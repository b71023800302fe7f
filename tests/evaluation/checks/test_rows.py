"""Checks of rows that an application keeps."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from omnigym.devices.fake import FakeDevice
from omnigym.evaluation.checks.rows import row_absent, row_exists, rows_are
from omnigym.evaluation.probe import Probe

ROWS = ({"title": "Fix  the\nprinter", "status": "open"}, {"title": "Order chairs", "status": "done"})
URI = "content://tracker/issues"


class Keeper(FakeDevice):
    def query_content(self, uri: str) -> tuple[Mapping[str, str], ...]:
        assert uri == URI
        return ROWS


@pytest.fixture
def probe() -> Probe:
    return Probe(Keeper())


def test_all_columns_must_be_of_one_row(probe: Probe) -> None:
    assert row_exists(probe, URI, {"title": "Order chairs", "status": "done"})
    assert not row_exists(probe, URI, {"title": "Order chairs", "status": "open"})
    assert not row_exists(probe, URI, {"title": "Order chairs", "colour": ""}), "a column that is not there"


def test_white_space_does_not_count(probe: Probe) -> None:
    assert row_exists(probe, URI, {"title": "Fix the printer"})


def test_absent_is_the_opposite(probe: Probe) -> None:
    assert row_absent(probe, URI, {"title": "Order desks"})
    assert not row_absent(probe, URI, {"title": "Order chairs"})


def test_no_other_rows(probe: Probe) -> None:
    assert rows_are(probe, URI, "title", ["Order chairs", "Fix the printer"])
    assert not rows_are(probe, URI, "title", ["Order chairs"])
    assert not rows_are(probe, URI, "status", ["open", "done", "done"])
