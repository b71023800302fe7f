"""Checks of files that hold what the clipboard held, and of copies of all files of a kind."""

from __future__ import annotations

from omnigym.evaluation.checks._effects import makes, writes
from omnigym.evaluation.checks._initial_content import clipboard_before, contents
from omnigym.evaluation.condition import Verdict, not_yet, passed
from omnigym.evaluation.probe import Probe
from omnigym.evaluation.registry import check
from omnigym.evaluation.text import written

__all__ = ["clipboard_code", "file_holds_clipboard", "kind_copied"]

_PROMPTS = (">>>", "...", "$")


@check("file_holds_clipboard", effects=writes)
def file_holds_clipboard(probe: Probe, path: str) -> Verdict:
    """CRAB's ``verify_file_content_with_clipboard``: a text file holds the text that was on the clipboard."""
    content = probe.read_file(path)
    if content is None:
        return not_yet(f"There is no file {path!r}.")
    got = written(content.decode("utf-8", "replace"))
    if any(text.strip() and got == written(text) for text in clipboard_before(probe)):
        return passed()
    return not_yet(f"{path!r} does not hold the text that was on the clipboard, but {got[:80]!r}.")


@check("clipboard_code")
def clipboard_code(probe: Probe, text: str) -> Verdict:
    """The clipboard holds lines of code; prompts, empty lines and white space at their ends do not count."""
    got, wanted = _code(probe.clipboard().text), _code(text)
    return passed() if got == wanted else not_yet(f"The clipboard does not hold the code, but {got[:2]}.")


def _code(text: str) -> list[str]:
    lines = []
    for line in text.splitlines():
        prompt = next((p for p in _PROMPTS if line.startswith(f"{p} ")), "")
        line = line.removeprefix(f"{prompt} ") if prompt else line
        if line.strip() and line.strip() not in _PROMPTS:
            lines.append(line.rstrip())
    return lines


def _names(probe: Probe, folder: str, extension: str) -> list[str]:
    ending = f".{extension.lstrip('.').casefold()}"
    paths = [e.path.replace("\\", "/") for e in probe.list_dir(folder) or () if not e.is_dir]
    return [name for p in paths if (name := p.rpartition("/")[2]).casefold().endswith(ending)]


@check("kind_copied", effects=lambda target, extension, **_: makes(f"{target}/*.{extension.lstrip('.')}"))
def kind_copied(probe: Probe, source: str, target: str, extension: str) -> Verdict:
    """CRAB's ``verify_files_copied``: all files with an extension are in another folder, too, and no others are new.

    Args:
        probe: Reads the device.
        source: The folder that they are in.
        target: The folder that they are to be in.
        extension: With or without its dot.
    """
    names = _names(probe, source, extension)
    if not names:
        return not_yet(f"{source!r} has no file with the extension {extension!r}.")
    lacking = [n for n in names if probe.read_file(f"{target}/{n}") not in contents(probe, f"{source}/{n}")]
    if lacking:
        return not_yet(f"{target!r} lacks {lacking[0]!r} as it is in {source!r}.", 1 - len(lacking) / len(names))
    here = [e.path.replace("\\", "/").rpartition("/")[2] for e in probe.list_dir(target) or () if not e.is_dir]
    moments = probe.earlier if probe.start is None else (*probe.earlier, probe.start)
    had = [{p.rpartition("/")[2] for p in d.files() if p.startswith(f"{d.place(target)}/")} for d in moments]
    old = frozenset.intersection(*map(frozenset, had)) if had else frozenset()  # what is done at once is no older
    more = [n for n in here if n not in names and n not in old]
    return not_yet(f"{target!r} has {more[0]!r} as well.") if more and probe.earlier else passed()
