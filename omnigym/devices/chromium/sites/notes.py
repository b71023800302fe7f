"""A page to write notes on, without a server: the smallest site there is."""

from __future__ import annotations

from pathlib import Path

from omnigym.a11y import Role
from omnigym.devices.chromium.site import Site

__all__ = ["SITE"]

SITE = Site(
    name="notes",
    title="Notes",
    category="Note Management",
    origin="http://notes.test",
    keys={"document": {"role": Role.TEXT_AREA, "name": "Note"}},
    folder=lambda: Path(__file__).parent / "notes",
)
