"""Action spaces as models use them, papers' and models' own, one per module; `forms` writes and parses calls."""

from __future__ import annotations

from omnigym.agents.dialects.call_syntax import FORMS, Form, Said, calls_in, example, tools_of, written
from omnigym.agents.dialects.choosing import (
    API_OF,
    GRAMMARS,
    MODEL_SPACES,
    MOST_PICTURE,
    OWN_FORMS,
    RESIZED_BY,
    SPACES,
    make_dialect,
)
from omnigym.agents.dialects.dialect import Dialect, Function, Speech, View
from omnigym.agents.dialects.multi_device import SeveralDialect, on_device

__all__ = [
    "API_OF",
    "FORMS",
    "GRAMMARS",
    "MODEL_SPACES",
    "MOST_PICTURE",
    "OWN_FORMS",
    "RESIZED_BY",
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
