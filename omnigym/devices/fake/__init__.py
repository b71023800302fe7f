"""A fake device for tests: deterministic, in memory, with faults on order."""

from __future__ import annotations

from omnigym.devices.fake.device import FakeDevice
from omnigym.devices.fake.state import Fault

__all__ = ["FakeDevice", "Fault"]
