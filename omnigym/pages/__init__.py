"""The common parts of the pages of `omnigym play` and `omnigym view`.

Who may ask for them (`local`), how a task's graph is drawn beside a list (`rails`), and under ``static`` the colours,
forms and small scripts that both look and work alike with.
"""

from __future__ import annotations

from pathlib import Path

__all__ = ["SHARED"]

#: The files that both pages load as ``shared/...``.
SHARED = Path(__file__).parent / "static"
