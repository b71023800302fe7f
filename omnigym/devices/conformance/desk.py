"""Promises of the tree, of apps and windows, and of what other programs find in the clipboard."""

from __future__ import annotations

import time
from typing import Any, Final

import numpy as np
from PIL import Image

from omnigym.a11y import Role, State
from omnigym.actions import Click, Press, Type
from omnigym.devices.conformance.promise import Figures, Promise, equal, expect
from omnigym.devices.conformance.trial import NotTriedError, Trial
from omnigym.devices.protocol import ClipboardContent, HasApps, HasClipboard, HasShell
from omnigym.errors import AppError
from omnigym.pictures.files import read_picture, write_picture

__all__ = ["PROMISES"]

_CONTENT: Final = "Line one of this file\nüß 日本\nThe third and last"
_PICTURE: Final = (13, 7)
#: A letter is drawn so near to the beginning of its field at most, in pixels (margins, numbers of lines, toolbars).
_NEAR_Y: Final = 60
#: So many apps are started at most.
_MOST_APPS: Final = 6
_POWERSHELL: Final = ("powershell", "-NoProfile", "-Sta", "-Command")
#: By platform, the command that prints the names of the files, or the size of the picture, in the clipboard.
_READERS: Final[dict[str, dict[str, tuple[str, ...]]]] = {
    "windows": {
        "files": (*_POWERSHELL, "(Get-Clipboard -Format FileDropList).Name"),
        "image": (*_POWERSHELL, "$i = Get-Clipboard -Format Image; Write-Output ('{0} {1}' -f $i.Width, $i.Height)"),
    },
}


# -- the tree ---------------------------------------------------------------------------------------------------------


def _inside(trial: Trial) -> Figures:
    trial.editor(_CONTENT)
    tree = trial.tree()
    width, height = trial.device.size
    expect(len(tree) > 1, f"the tree of an editor has {len(tree)} nodes")
    equal(tree.size, trial.device.size, "the size of the tree's screen")
    for node in tree:
        x, y, w, h = node.bounds
        expect(min(x, y, w, h) >= 0 and x + w <= width and y + h <= height, f"{node.role.name} lies at {node.bounds}")
        expect(-1 <= node.parent < node.index, f"node {node.index} has the parent {node.parent}")
    layers = [block.layer for block in tree.blocks]
    equal(layers, sorted(layers), "the layers of the tree's blocks, front to back")
    return {"nodes": len(tree), "roles": sorted({node.role.name.lower() for node in tree})}


def _value(trial: Trial) -> None:
    front = trial.editor(_CONTENT)
    equal(trial.text().removesuffix("\n"), _CONTENT, "the value of the editor's field")
    area = trial.area()
    x, y, w, h = front.bounds
    left, top, width, height = area.bounds
    expect(
        x <= left and y <= top and left + width <= x + w and top + height <= y + h,
        f"the field at {area.bounds} is not within its window at {front.bounds}",
    )
    expect("omnigym-doctor" in front.title, "the window's title does not name its file")


def _rectangle(trial: Trial) -> Figures:
    """What changes where one types lies in the field's rectangle."""
    trial.editor()
    area = trial.area()
    x, y, w, h = area.bounds
    device = trial.device
    before = device.screenshot()
    device.act(Type("MMMM"))
    changed = (device.screenshot() != before).any(axis=2)
    expect(changed[y : y + h, x : x + w].any(), f"typing changes no pixel of the field at {area.bounds}")
    rows, columns = np.nonzero(changed[y : y + h, x : x + w])
    # Elsewhere, a title may get its asterisk, and a status bar its number; but no other pixel of the same rows.
    band = changed[y + rows.min() : y + min(int(rows.max()), _NEAR_Y) + 1].copy()
    band[:, x : x + w] = False
    expect(not band.any(), f"typing changes pixels beside the field at {area.bounds}")
    expect(rows.min() < _NEAR_Y, f"the first line is drawn {rows.min()} pixels below the upper edge of its field")
    return {"from_edge": [int(columns.min()), int(rows.min())]}


def _kept(trial: Trial) -> None:
    trial.editor()
    before = trial.tree()
    text = before.to_json()
    trial.device.act(Type("later"))
    expect(before.to_json() == text, "a tree that is held changes")
    expect(trial.tree().to_json() != text, "the tree does not show what was typed")


def _pressed(trial: Trial) -> Figures:
    """A click on the middle of a node does what the node is for."""
    trial.editor(_CONTENT)
    tree = trial.tree()
    menus = [n for n in tree if n.role is Role.MENU_ITEM and n.has(State.EXPANDABLE) and n.bounds[2] > 0]
    if not menus:
        raise NotTriedError("the editor shows no menu that can be opened")
    known = {(n.role, n.name) for n in tree}
    trial.device.act(Click(trial.point(*menus[0].center)))
    new = [n for n in trial.tree() if (n.role, n.name) not in known]
    trial.device.act(Press("escape"))
    expect(new, f"a click on the middle of the menu {menus[0].name!r} shows nothing new in the tree")
    return {"new_nodes": len(new)}


# -- apps and windows -------------------------------------------------------------------------------------------------


def _launched(trial: Trial) -> Figures:
    """Apps come to the front, and close."""
    trial.reset()
    device, seconds, wrong = trial.device, dict[str, float](), list[str]()
    assert isinstance(device, HasApps)
    apps = device.apps()
    chosen = sorted(apps, key=lambda a: (a not in ("text_editor", "file_manager", "terminal", "calculator"), a))
    for app in chosen[:_MOST_APPS]:
        start = time.perf_counter()
        try:
            device.launch(app)
        except AppError as e:
            wrong.append(f"{app}: {e.problem}")
            continue
        seconds[app] = round(time.perf_counter() - start, 2)
        front = next((w for w in device.windows() if w.active), None)
        if front is None or front.app != app:
            wrong.append(f"{app} is launched, and {'nothing' if front is None else front.app} is in front")
            continue
        device.close_window(front.id)
        if any(w.id == front.id for w in device.windows()):
            wrong.append(f"{app} does not close")
    expect(not wrong, "; ".join(wrong))
    return {"apps": len(apps), "seconds": seconds}


def _bounds(trial: Trial) -> None:
    """What a window covers lies within its bounds."""
    front = trial.editor(_CONTENT)
    device = trial.device
    assert isinstance(device, HasApps)
    before = device.screenshot()
    device.minimise(front.id)
    changed = (device.screenshot() != before).any(axis=2)
    expect(changed.any(), "minimising a window changes no pixel")
    rows, columns = np.nonzero(changed)
    x, y, w, h = front.bounds
    # Shadows and panels change with it; a window that is told elsewhere has its own edges elsewhere.
    share = changed[y : y + h, x : x + w].sum() / changed.sum()
    found = int(columns.min()), int(rows.min()), int(columns.max()), int(rows.max())
    expect(share > 0.8, f"only {share:.0%} of what a window at {front.bounds} covered lies there; seen at {found}")


# -- the clipboard, as other programs find it -------------------------------------------------------------------------


def _copied(trial: Trial) -> None:
    """Text, from the device to a program and back."""
    device, witness = trial.device, trial.witness()
    assert isinstance(device, HasClipboard)
    device.set_clipboard(ClipboardContent(text="from the device: ä 日本\nline"))
    answer = witness.order("read", type="UTF8_STRING" if witness.facts["system"] == "x11" else "STRING")
    equal(answer.get("text"), "from the device: ä 日本\nline", "what a program reads from the clipboard")
    witness.order("write", text="from a program: ß 中文")
    equal(device.clipboard().text, "from a program: ß 中文", "what the device reads of a program's")


def _pasted(trial: Trial) -> None:
    device = trial.device
    assert isinstance(device, HasClipboard)
    trial.editor()
    device.act(Type("carry me"))
    device.act(Press("a", ("ctrl",)))
    device.act(Press("c", ("ctrl",)))
    equal(device.clipboard().text.strip(), "carry me", "what the editor copied")
    device.set_clipboard(ClipboardContent(text="other ü"))
    device.act(Press("v", ("ctrl",)))
    equal(trial.text().strip(), "other ü", "what the editor pasted")


def _handed(trial: Trial, kind: str) -> None:
    """Files or a picture, as a program finds them that is not the device's."""
    device: Any = trial.device
    reader = _READERS.get(trial.device.platform, {}).get(kind)
    if kind == "files":
        device.write_file("Documents/handed over.txt", b"a")
        device.set_clipboard(ClipboardContent(files=(device.native_path("Documents/handed over.txt"),)))
        expected, target = "handed", "text/uri-list"
    else:
        device.set_clipboard(ClipboardContent(image=write_picture(Image.new("RGB", _PICTURE, (9, 8, 7)))))
        expected, target = f"{_PICTURE[0]} {_PICTURE[1]}", "image/png"
    if reader is not None and isinstance(device, HasShell):
        code, said, _ = device.run(list(reader), 30.0)
        expect(not code, f"{reader[0]} ended with code {code}")
        found = said.decode(errors="replace")
        if not found and not device.run([*_POWERSHELL, "Write-Output 1"], 30.0)[1]:
            raise NotTriedError(f"{_POWERSHELL[0]} is none here, which would read {kind} for the doctor")
    else:
        witness = trial.witness()
        if witness.facts["system"] != "x11":
            raise NotTriedError(f"there is no program here that would read {kind} for the doctor")
        answer = witness.order("read", type=target)
        found = str(answer.get("text", answer.get("error")))
        if kind == "image" and "text" in answer:
            picture = read_picture(found.encode("latin-1"))
            found = "no picture" if picture is None else f"{picture.width} {picture.height}"
    expect(expected in found, f"another program finds {' '.join(found.split())[:80]!r}")


PROMISES = (
    Promise("tree.inside", "every node lies within the screen, parents first, front to back", _inside, ("a11y",)),
    Promise("tree.value", "a known window has its title, its text, and its field within it", _value, ("a11y", "files")),
    Promise("tree.pixels", "what is typed is drawn where the tree says that the field is", _rectangle, ("a11y",)),
    Promise("tree.kept", "a tree that is held does not change", _kept, ("a11y",)),
    Promise("tree.click", "a click on the middle of a menu opens it", _pressed, ("a11y",)),
    Promise("windows.pixels", "a window is where its bounds say", _bounds, ("apps",)),
    Promise("apps.launch", "apps come to the front when they are launched, and close", _launched, ("apps",)),
    Promise("clipboard.program", "text goes from the device to a program and back", _copied, ("clipboard",)),
    Promise("clipboard.keys", "the editor copies and pastes", _pasted, ("clipboard",)),
    Promise(
        "clipboard.given_files",
        "another program finds the files",
        lambda t: _handed(t, "files"),
        ("clipboard", "files"),
    ),
    Promise(
        "clipboard.given_image", "another program finds the picture", lambda t: _handed(t, "image"), ("clipboard",)
    ),
)
