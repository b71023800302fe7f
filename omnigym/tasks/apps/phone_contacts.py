"""Steps, oracles and runs of phone contacts that are no plain data."""

from __future__ import annotations

from omnigym.tasks.step_library.phone import _digits
from omnigym.tasks.step_library.variations import spelled

spelled("in_digits", _digits, "phone", "phone-contacts/create")


spelled("in_digits", _digits, "new", "phone-contacts/change-number")
