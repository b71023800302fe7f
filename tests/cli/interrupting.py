"""Programs that tests interrupt."""

from __future__ import annotations

import signal
from functools import partial

__all__ = ["HEEDING"]

#: What a child does before its program: who is started in the background is deaf to Ctrl+C, as are its children.
HEEDING = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
