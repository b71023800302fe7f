"""The papers' action spaces as models speak them, one a module; `forms` has how a call is said."""

from __future__ import annotations

from omnigym.agents.dialects.choosing import SPACES, make_dialect
from omnigym.agents.dialects.dialect import Dialect, Function, Speech, View
from omnigym.agents.dialects.forms import FORMS, Form, Said, calls_in, example, tools_of, written
from omnigym.agents.dialects.multi_device import SeveralDialect, on_device

__all__ = [
    "FORMS",
    "SPACES",
    "Dialect",
    "Form",
    "Function",
    "Said",
    "SeveralDialect",
    "Speech",
    "View",
    "calls_in",
    "example",
    "make_dialect",
    "on_device",
    "tools_of",
    "written",
]
