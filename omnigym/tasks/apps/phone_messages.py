"""Steps, oracles and runs of phone messages that are no plain data."""

from __future__ import annotations

from omnigym.tasks.step_library.phone import _digits
from omnigym.tasks.step_library.variations import spelled

spelled("in_digits", _digits, "number", "phone-messages/send-to-number")
