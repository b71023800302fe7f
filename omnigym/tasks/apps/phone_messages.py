"""Steps, oracles and runs of phone messages that are no plain data."""

from __future__ import annotations

from omnigym.tasks.words.phone import _digits
from omnigym.tasks.words.variations import spelled

spelled("in_digits", _digits, "number", "phone-messages/send-to-number")
