"""Devices that break a promise each, made of one that keeps them."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from omnigym.a11y import Tree
from omnigym.actions import Action, Click, Drag, KeyDown, KeyUp, MouseDown, MouseUp, Move, Press, Scroll, Type
from omnigym.devices.protocol import ClipboardContent, FileInfo, Frame, WindowInfo

_PIXEL = 1 / 1024


class Faulty:
    """Put before a device's class: does one thing wrong, which `fault` names."""

    fault = ""
    _before: Frame | None = None
    _last: Action | None = None

    def act(self, action: Action) -> None:
        if self.fault == "returns too early" and isinstance(action, Click):
            self._before = super().screenshot()  # type: ignore[misc]
        for part in _ACTS.get(self.fault, lambda a, _: [a])(action, self._last):
            super().act(part)  # type: ignore[misc]
        self._last = action

    def screenshot(self) -> Frame:
        frame: Frame = super().screenshot()  # type: ignore[misc]
        if self.fault == "returns too early" and self._before is not None:
            frame, self._before = self._before, None
        return _FRAMES.get(self.fault, lambda f: f)(frame)

    def tree(self) -> Tree:
        tree: Tree = super().tree()  # type: ignore[misc]
        return _TREES.get(self.fault, lambda t: t)(tree)

    def windows(self) -> tuple[WindowInfo, ...]:
        found: tuple[WindowInfo, ...] = super().windows()  # type: ignore[misc]
        if self.fault == "tells windows elsewhere":
            return tuple(dataclasses.replace(w, bounds=(0, 0, 40, 40)) for w in found)
        return found

    def activate(self, window: str) -> None:
        if self.fault != "activates nothing":
            super().activate(window)  # type: ignore[misc]

    def set_clipboard(self, content: ClipboardContent) -> None:
        if self.fault == "drops lines of the clipboard":
            content = dataclasses.replace(content, text=content.text.partition("\n")[0])
        if self.fault == "forgets pictures":
            content = dataclasses.replace(content, image=b"")
        if self.fault == "copies what is cut":
            content = dataclasses.replace(content, cut=False)
        super().set_clipboard(content)  # type: ignore[misc]

    def write_file(self, path: str, content: bytes, mtime: float | None = None) -> None:
        if self.fault == "writes lines its own way":
            content = content.replace(b"\n", b"\r\n")
        super().write_file(path, content, None if self.fault == "forgets times" else mtime)  # type: ignore[misc]

    def stat(self, path: str) -> FileInfo | None:
        found: FileInfo | None = super().stat(path)  # type: ignore[misc]
        if self.fault == "tells old files" and found is None:
            return FileInfo(path, False, 1, 0.0)
        return found

    def reset(self, seed: int | None = None) -> None:
        super().reset(seed)  # type: ignore[misc]
        if self.fault == "holds keys over a reset":
            super().act(KeyDown("shift"))  # type: ignore[misc]
        if self.fault == "keeps the clipboard":
            super().set_clipboard(ClipboardContent(text="leftover"))  # type: ignore[misc]


_Acts = Callable[[Any, Action | None], Sequence[Action]]


def _typed(change: Callable[[str], str]) -> _Acts:
    return lambda a, _: [Type(change(a.text))] if isinstance(a, Type) else [a]


def _clicked(**changes: Any) -> _Acts:
    return lambda a, _: [dataclasses.replace(a, **changes)] if isinstance(a, Click) else [a]


def _beside(a: Any, _: Action | None) -> Sequence[Action]:
    return [dataclasses.replace(a, at=(a.at[0] + _PIXEL, a.at[1]))] if isinstance(a, Click | Move) else [a]


def _joined(a: Any, last: Action | None) -> Sequence[Action]:
    return [dataclasses.replace(a, count=2)] if isinstance(a, Click) and a == last else [a]


def _jump(a: Any, _: Action | None) -> Sequence[Action]:
    return [MouseDown(a.at), MouseUp(a.to)] if isinstance(a, Drag) else [a]


def _turned(change: Callable[[Scroll], Scroll]) -> _Acts:
    return lambda a, _: [change(a)] if isinstance(a, Scroll) else [a]


def _stuck(a: Any, _: Action | None) -> Sequence[Action]:
    return [a, KeyDown("shift")] if isinstance(a, Click) and "shift" in a.modifiers else [a]


def _pressed(change: Callable[[Press], Sequence[Action]]) -> _Acts:
    return lambda a, _: change(a) if isinstance(a, Press) else [a]


_ACTS: dict[str, _Acts] = {
    "types > for <": _typed(lambda t: t.replace("<", ">")),
    "drops what is not ASCII": _typed(lambda t: t.encode("ascii", "ignore").decode()),
    "drops emoji": _typed(lambda t: "".join(c for c in t if ord(c) < 0x10000)),
    "loses repeated letters": _typed(lambda t: "".join(b for a, b in zip(" " + t, t, strict=False) if a != b)),
    "loses line breaks": _typed(lambda t: t.replace("\n", " ")),
    "clicks beside": _beside,
    "clicks right for left": _clicked(button="right"),
    "clicks once": _clicked(count=1),
    "joins clicks": _joined,
    "forgets modifiers of clicks": _clicked(modifiers=()),
    "lets modifiers stick": _stuck,
    "jumps in drags": _jump,
    "scrolls by 1": _turned(lambda a: Scroll(a.at, max(min(a.dy, 1.0), -1.0), max(min(a.dx, 1.0), -1.0))),
    "scrolls the other way": _turned(lambda a: Scroll(a.at, -a.dy, a.dx)),
    "scrolls down for right": _turned(lambda a: Scroll(a.at, a.dy + a.dx)),
    "has no F5": _pressed(lambda a: [] if a.key == "f5" else [a]),
    "forgets Alt": _pressed(lambda a: [Press(a.key, tuple(m for m in a.modifiers if m != "alt"))]),
    "lets go at once": lambda a, _: [KeyDown(a.key), KeyUp(a.key)] if isinstance(a, KeyDown) else [a],
    "repeats held keys": lambda a, _: [Press(a.key), a] if isinstance(a, KeyDown) and a.key == "x" else [a],
}
_FRAMES: dict[str, Callable[[Frame], Frame]] = {
    "shifts pixels": lambda f: np.roll(f, (2, 1), axis=(0, 1)),
    "exchanges red and blue": lambda f: f[..., ::-1].copy(),
    "scales": lambda f: f[::2].repeat(2, axis=0)[: len(f)],
    "brightens": lambda f: np.minimum(f, 250) + 5,
    "halves the screen": lambda f: f[::2, ::2].copy(),
    "draws noise": lambda f: f ^ np.random.default_rng().integers(0, 2, f.shape, np.uint8),
}


def _moved(tree: Tree) -> Tree:
    blocks = [
        dataclasses.replace(b, bounds=np.clip(b.bounds + np.array([150, 90, 0, 0], b.bounds.dtype), 0, 200))
        for b in tree.blocks
    ]
    return dataclasses.replace(tree, blocks=tuple(blocks))


def _cut(tree: Tree) -> Tree:
    blocks = [dataclasses.replace(b, values=tuple(v[:3] for v in b.values)) for b in tree.blocks]
    return dataclasses.replace(tree, blocks=tuple(blocks))


_TREES: dict[str, Callable[[Tree], Tree]] = {"tells nodes elsewhere": _moved, "cuts values": _cut}


class Fault(NamedTuple):
    """A fault, the promise that it breaks, and what is said of it."""

    fault: str
    promise: str
    said: str


#: What is seen without a window of the doctor's own.
PLAIN = (
    Fault("types > for <", "text.ascii", "'<' arrives as '>'"),
    Fault("drops what is not ASCII", "text.latin", "'äöüß' is lost"),
    Fault("drops what is not ASCII", "text.cjk", "is lost"),
    Fault("drops emoji", "text.emoji", "is lost"),
    Fault("loses repeated letters", "text.repeats", "'a' is lost"),
    Fault("loses line breaks", "text.lines", "arrives as"),
    Fault("halves the screen", "screen.size", "the screenshot: expected"),
    Fault("activates nothing", "windows.work", "is not active"),
    Fault("tells windows elsewhere", "windows.pixels", "of what a window at"),
    Fault("drops lines of the clipboard", "clipboard.text", "the clipboard's text"),
    Fault("forgets pictures", "clipboard.image", "is not in it"),
    Fault("copies what is cut", "clipboard.files", "whether they are cut"),
    Fault("writes lines its own way", "files.content", "a file's content"),
    Fault("forgets times", "files.times", "a file of the second 86400"),
    Fault("tells old files", "files.missing", "a file that is not there"),
    Fault("keeps the clipboard", "reset.state", "the clipboard: expected '', got 'leftover'"),
    Fault("tells nodes elsewhere", "tree.pixels", "typing changes"),
    Fault("cuts values", "tree.value", "the value of the editor's field"),
)
#: What its window sees.
SEEN = (
    Fault("shifts pixels", "screen.exact", r"shifted by \(1, 2\) pixels"),
    Fault("exchanges red and blue", "screen.exact", "red and blue are exchanged"),
    Fault("scales", "screen.exact", "of the pixels differ"),
    Fault("brightens", "screen.colours", r"\(0, 0, 0\) is shown as \(5, 5, 5\)"),
    Fault("draws noise", "screen.rest", "pictures of a window at rest differ"),
    Fault("returns too early", "settle.effect", "came before the effect"),
    Fault("clicks beside", "pointer.move", "the pointer's pixel"),
    Fault("clicks beside", "pointer.click", "a click of the left button"),
    Fault("clicks right for left", "pointer.click", "a click of the left button"),
    Fault("clicks once", "pointer.double", "a click of count 2"),
    Fault("joins clicks", "pointer.apart", "three clicks of three actions"),
    Fault("forgets modifiers of clicks", "pointer.modifiers", "what a click with shift holds"),
    Fault("lets modifiers stick", "pointer.modifiers", "what a click with ctrl holds|what the next click holds"),
    Fault("jumps in drags", "pointer.drag", "a drag moves the pointer to"),
    Fault("scrolls by 1", "scroll.vertical", "notches that the window counts of 3: expected 3.0, got 1.0"),
    Fault("scrolls the other way", "scroll.vertical", "expected 1.0, got -1.0"),
    Fault("scrolls down for right", "scroll.horizontal", "turned the other wheel"),
    Fault("has no F5", "keys.each", "f5 arrives as nothing"),
    Fault("forgets Alt", "keys.modifiers", r"what is held at alt\+k"),
    Fault("lets go at once", "keys.held", "expected 'Aa', got 'aa'"),
    Fault("repeats held keys", "keys.repeat", "expected 1, got 2"),
    Fault("holds keys over a reset", "reset.input", "a key after the reset"),
)
