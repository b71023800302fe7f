"""What records hold: JSON files, such as those in which a simulated site or a browser keeps what it knows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from omnigym.evaluation.probe import Probe
from omnigym.evaluation.registry import check
from omnigym.evaluation.verdict import Verdict, not_yet, passed
from omnigym.foreign import read_json, readable, remembered

__all__ = ["page_open", "record_holds", "record_holds_clipboard", "record_lacks"]


#: What a JSON file holds. Never changed by who gets it.
_record = remembered(512, lambda content, _: 16 * len(content))(read_json)


def _records(probe: Probe, path: str) -> Iterator[Any]:
    """The record in a file, or those in the files of a directory."""
    found = probe.stat(path)
    if found is None:
        return
    files = [f.path for f in probe.list_dir(path) or () if not f.is_dir] if found.is_dir else [path]
    for file in files:
        content = probe.read_file(file)
        if content is not None:
            yield readable(_record, content)


def _fits(found: object, wanted: object) -> bool:
    """Whether a value is as wanted: white space does not count, objects may have more fields and lists more items."""
    if isinstance(wanted, Mapping):
        return isinstance(found, Mapping) and all(_fits(found.get(name), value) for name, value in wanted.items())
    if isinstance(wanted, list | tuple):
        return isinstance(found, list) and all(any(_fits(item, value) for item in found) for value in wanted)
    if isinstance(wanted, str):
        return isinstance(found, str) and found.split() == wanted.split()
    return type(found) is type(wanted) and bool(found == wanted)


@check("record_holds")
def record_holds(probe: Probe, path: str, fields: Mapping[str, Any]) -> Verdict:
    """A JSON file, or one of those in a directory, has these fields.

    Args:
        probe: The device.
        path: The file or the directory.
        fields: Values by name. Of an object in it only the fields that are named count, of a list only that it has such
            items; white space in texts does not count.
    """
    if any(_fits(record, fields) for record in _records(probe, path)):
        return passed()
    return not_yet(f"Nothing in {path!r} has {dict(fields)}.")


@check("record_lacks")
def record_lacks(probe: Probe, path: str, fields: Mapping[str, Any]) -> Verdict:
    """There is such a file or directory, and no record in it has these fields; arguments as of `record_holds`."""
    records = list(_records(probe, path))
    if not records:
        return not_yet(f"There is no record in {path!r}.")
    return not_yet(f"{path!r} still has {dict(fields)}.") if any(_fits(r, fields) for r in records) else passed()


@check("record_holds_clipboard")
def record_holds_clipboard(probe: Probe, path: str, fields: Mapping[str, Any], items: str, text: str) -> Verdict:
    """A record has these fields, and in its list ``items`` an object whose ``text`` is the text on the clipboard."""
    copied = probe.clipboard().text
    if not copied.strip():
        return not_yet("The clipboard holds no text.")
    return record_holds(probe, path, {**fields, items: [{text: copied}]})


def _plain(url: str) -> str:
    """An address without what makes no difference."""
    return url.strip().removeprefix("https://").removeprefix("http://").rstrip("/").casefold()


@check("page_open")
def page_open(probe: Probe, url: str, below: bool = False) -> Verdict:
    """A window shows a page; with ``below`` one whose address begins so."""
    wanted = _plain(url)
    shown = [_plain(w.document) for w in probe.windows() if w.document and not w.minimised]
    if any(s.startswith(wanted) if below else s == wanted for s in shown):
        return passed()
    return not_yet(f"No window shows {url!r}.")
