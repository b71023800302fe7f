"""Check of a file on the clipboard, by its path."""

from __future__ import annotations

from omnigym.evaluation.condition import Verdict, not_yet, passed
from omnigym.evaluation.probe import Probe
from omnigym.evaluation.registry import check

__all__ = ["clipboard_holds_file"]


@check("clipboard_holds_file")
def clipboard_holds_file(probe: Probe, path: str, cut: bool | None = None) -> Verdict:
    """The clipboard holds the file at ``path`` and no other; ``cut`` requires a cut (True) or copied (False) file.

    The name alone would not do, since any copy of the file could have it.
    """
    content, wanted = probe.clipboard(), probe.native_path(path)
    held = [f.rstrip("/\\") for f in content.files]
    same = [f.casefold() for f in held] == [wanted.casefold()] if probe.platform == "windows" else held == [wanted]
    if not same:
        return not_yet(f"The clipboard holds {held or 'no file'}, not {wanted!r}.")
    if cut is not None and content.cut != cut:
        return not_yet(f"{wanted!r} was {'cut' if content.cut else 'copied'}, not {'cut' if cut else 'copied'}.")
    return passed()
