"""Checks of the clipboard: five of OmniBench's eleven APIs (B.2, Figure 10).

``get_clipboard_text`` and ``get_clipboard_file_name`` return a value there; here they compare it with an expected one.
"""

from __future__ import annotations

from omnigym.evaluation.condition import Verdict, not_yet, passed
from omnigym.evaluation.probe import Probe
from omnigym.evaluation.registry import check
from omnigym.evaluation.text import contains, normalise_lines

__all__ = [
    "clipboard_contains_file",
    "clipboard_contains_image",
    "clipboard_contains_text",
    "clipboard_file_name",
    "clipboard_file_name_is",
    "clipboard_text",
    "clipboard_text_is",
]


def clipboard_text(probe: Probe) -> str:
    """Return the text of the clipboard with uniform line ends (OmniBench's ``get_clipboard_text``)."""
    return probe.clipboard().text.replace("\r\n", "\n")


def clipboard_file_name(probe: Probe) -> str:
    """Return the name of the first copied file, or "" (OmniBench's ``get_clipboard_file_name``)."""
    names = _names(probe)
    return names[0] if names else ""


def _names(probe: Probe) -> list[str]:
    return [f.replace("\\", "/").rstrip("/").rpartition("/")[2] for f in probe.clipboard().files]


@check("clipboard_contains_text")
def clipboard_contains_text(probe: Probe, text: str = "") -> Verdict:
    """The clipboard holds text; if ``text`` is given, it contains ``text``."""
    got = clipboard_text(probe)
    if not got:
        return not_yet("The clipboard holds no text.")
    return passed() if not text or contains(got, text) else not_yet(f"The clipboard holds {got[:80]!r}, not {text!r}.")


@check("clipboard_contains_image")
def clipboard_contains_image(probe: Probe) -> Verdict:
    """The clipboard holds an image."""
    return passed() if probe.clipboard().image else not_yet("The clipboard holds no image.")


@check("clipboard_contains_file")
def clipboard_contains_file(probe: Probe, file_name: str = "", cut: bool | None = None) -> Verdict:
    """The clipboard holds files, one of which has the name ``file_name``, cut (``cut`` True) or copied (False)."""
    content, names = probe.clipboard(), _names(probe)
    if not names:
        return not_yet("The clipboard holds no file.")
    if cut is not None and content.cut != cut:
        return not_yet(f"The files were {'cut' if content.cut else 'copied'}, not {'cut' if cut else 'copied'}.")
    if file_name and file_name.casefold() not in (n.casefold() for n in names):
        return not_yet(f"The clipboard holds {names}, not {file_name!r}.")
    return passed()


@check("get_clipboard_text")
def clipboard_text_is(probe: Probe, equals: str) -> Verdict:
    """The text on the clipboard is ``equals``, except for white space at the end of lines and of the text."""
    got = clipboard_text(probe)
    if normalise_lines(got) == normalise_lines(equals):
        return passed()
    return not_yet(f"The clipboard holds {got[:80]!r}, not {equals!r}.")


@check("get_clipboard_file_name")
def clipboard_file_name_is(probe: Probe, equals: str) -> Verdict:
    """The first copied file has that name; letter case is ignored."""
    got = clipboard_file_name(probe)
    return passed() if got.casefold() == equals.casefold() else not_yet(f"The clipboard holds {got!r}, not {equals!r}.")
