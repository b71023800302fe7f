"""A deterministic fake device: a one-app desktop in memory, with faults on order.

It is what the environment, wrappers and recorders are tested on, and the shortest complete example of a device. Its
one app, ``text_editor``, has a document, a *Save* and a *Close* button; the desktop has a button that starts it.
"""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Collection, Hashable, Mapping, Sequence

import numpy as np

from omnigym.a11y import Tree
from omnigym.actions import Action, Click, OpenApp, Press, Type, pixel
from omnigym.devices.fake.faults import Fault, error_of
from omnigym.devices.fake.state import (
    HOME,
    INITIAL,
    FakeState,
    Identity,
    Snapshot,
    build_tree,
    parents,
    portable,
    window_rect,
)
from omnigym.devices.protocol import ClipboardContent, FileInfo, Frame, Platform, ProbeKind, WindowInfo
from omnigym.errors import ConfigError, DeviceError, UnknownNameError

__all__ = ["FakeDevice"]

_APP = "text_editor"
_KEYS: Mapping[str, Mapping[str, object]] = {
    key: {"key": key} for key in ("text_editor.document", "text_editor.save", "text_editor.close")
}


_VERSION_OF: Mapping[str, tuple[str, ...]] = {
    "files": ("files",),
    "clipboard": ("clipboard",),
    "settings": ("settings",),
    "apps": ("open", "document", "minimised"),
    "screen": ("open", "text", "document", "selected", "seed", "minimised"),
    "tree": ("open", "text", "document", "selected", "seed", "minimised"),
}


class FakeDevice:
    """The fake. It has every capability except a shell.

    Args:
        size: The screen's (width, height) in pixels.
        platform: What it pretends to be.
        faults: Calls that fail, see `Fault`.
    """

    name = "fake"

    def __init__(
        self, size: tuple[int, int] = (320, 240), platform: Platform = "linux", faults: Sequence[Fault] = ()
    ) -> None:
        self.size = size
        self.platform: Platform = platform
        self.calls: Counter[str] = Counter()
        self.closed = False
        self._faults = tuple(faults)
        self._state = INITIAL
        self._tree: tuple[Hashable, Tree] | None = None

    # -- faults ------------------------------------------------------------------------------------------------------

    def _enter(self, call: str) -> None:
        self.calls[call] += 1
        for fault in self._faults:
            if fault.call == call and fault.nth <= self.calls[call] < fault.nth + fault.repeat:
                error, problem = error_of(fault), f"call {self.calls[call]} failed as ordered."
                raise error(self.name, call, problem) if issubclass(error, DeviceError) else error(problem)

    # -- the device --------------------------------------------------------------------------------------------------

    def reset(self, seed: int | None = None) -> None:
        """Back to the initial state; the seed only moves the start button a little."""
        self._enter("reset")
        self._state = INITIAL._replace(seed=(seed or 0) % 16)

    def varied(self) -> tuple[str, ...]:
        """The place of the start button alone."""
        return ("icons",)

    def vary(self, layout: int, keep: Collection[str] = ()) -> None:
        """Move the start button a little."""
        self._enter("vary")
        if "icons" not in keep:
            self._state = self._state._replace(seed=layout % 16)

    def screenshot(self) -> Frame:
        """Each node is a rectangle in a colour of its own, which changes with its text; the front ones cover others."""
        self._enter("screenshot")
        width, height = self.size
        frame = np.full((height, width, 3), 200, np.uint8)
        for n in sorted(self._current_tree().nodes, key=lambda n: -n.layer):
            x, y, w, h = n.bounds
            digest = zlib.crc32(f"{n.role.name} {n.text} {int(n.states)}".encode())
            frame[y : y + h, x : x + w] = (digest & 255, digest >> 8 & 255, digest >> 16 & 255)
        return frame

    def act(self, action: Action) -> None:
        """Clicks, typing and the editing keys do what they say; everything else does nothing."""
        self._enter("act")
        state = self._state
        if isinstance(action, Click):
            self._click(*pixel(action.at, self.size))
        elif isinstance(action, OpenApp):
            self._open(action.app, None)
        elif isinstance(action, Type) and state.shown:
            before = "" if state.selected else state.text
            self._state = state._replace(text=before + action.text, selected=False)
        elif isinstance(action, Press) and state.shown:
            self._press("+".join((*action.modifiers, action.key)))

    def close(self) -> None:
        """Nothing to release; says that it was called."""
        self.closed = True

    def _click(self, x: int, y: int) -> None:
        node = self._current_tree().hit(x, y)
        if node is None:
            return
        if node.key == "desktop.text_editor":
            self._open(_APP, None)
        elif node.key == "text_editor.save":
            self._save()
        elif node.key == "text_editor.close":
            self._state = self._state._replace(open=False, text="", selected=False)

    def _press(self, chord: str) -> None:
        state = self._state
        if chord == "ctrl+s":
            self._save()
        elif chord == "ctrl+a":
            self._state = state._replace(selected=True)
        elif chord == "ctrl+c" and state.selected:
            self._state = state._replace(clipboard=ClipboardContent(text=state.text))
        elif chord == "ctrl+v":
            self._state = state._replace(
                text=("" if state.selected else state.text) + state.clipboard.text, selected=False
            )
        elif chord in ("backspace", "delete"):
            self._state = state._replace(text="" if state.selected else state.text[:-1], selected=False)
        elif chord in ("enter", "space"):
            self._state = state._replace(text=state.text + {"enter": "\n", "space": " "}[chord])

    def _save(self) -> None:
        state = self._state
        self._put(state.document, state.text.encode())

    def _open(self, app: str, path: str | None) -> None:
        if app != _APP:
            raise UnknownNameError("app", app, self.apps())
        document = portable(path) if path else FakeState._field_defaults["document"]
        content = self._state.files.get(document) or b""
        self._state = self._state._replace(
            open=True, text=content.decode(), document=document, selected=False, minimised=False
        )

    # -- the tree ----------------------------------------------------------------------------------------------------

    def tree(self) -> Tree:
        """The window in front of the desktop."""
        self._enter("tree")
        return self._current_tree()

    def _current_tree(self) -> Tree:
        version = self.version("tree")
        if self._tree is None or self._tree[0] != version:
            self._tree = version, build_tree(self._state, self.size)
        return self._tree[1]

    # -- capabilities ------------------------------------------------------------------------------------------------

    def scaled_screenshot(self, size: tuple[int, int]) -> Frame:
        """The nearest pixels: enough for a fake."""
        frame = self.screenshot()
        rows = np.arange(size[1]) * frame.shape[0] // size[1]
        columns = np.arange(size[0]) * frame.shape[1] // size[0]
        return np.ascontiguousarray(frame[rows][:, columns])

    def snapshot(self) -> Hashable:
        """A reference to the immutable state, in a wrapper that compares by identity."""
        self._enter("snapshot")
        return Snapshot(self._state)

    def restore(self, snapshot: Hashable) -> None:
        """Take the state back."""
        self._enter("restore")
        if not isinstance(snapshot, Snapshot):
            raise ConfigError(f"Expected what FakeDevice.snapshot() returned, got {type(snapshot).__name__}.")
        self._state = snapshot.state

    def version(self, kind: ProbeKind) -> Hashable:
        """The values themselves, or the identity of what cannot be hashed."""
        parts = (getattr(self._state, name) for name in _VERSION_OF[kind])
        return tuple(Identity(p) if isinstance(p, Mapping) else p for p in parts)

    def native_path(self, path: str) -> str:
        """Under ``/home/user``."""
        return f"{HOME}/{portable(path)}".rstrip("/")

    def read_file(self, path: str) -> bytes:
        """The content of a file."""
        self._enter("read_file")
        content = self._state.files.get(portable(path))
        if content is None:
            raise FileNotFoundError(path)
        return content

    def write_file(self, path: str, content: bytes, mtime: float | None = None) -> None:
        """Create or replace a file."""
        self._enter("write_file")
        self._put(portable(path), content, mtime)

    def _put(self, path: str, content: bytes, mtime: float | None = None) -> None:
        state = self._state
        times = {**state.times, path: 1 + max(state.times.values(), default=0) if mtime is None else mtime}
        self._state = state._replace(files={**state.files, **parents(path), path: content}, times=times)

    def make_dir(self, path: str) -> None:
        """Create a directory and those above it."""
        self._enter("make_dir")
        path = portable(path)
        self._state = self._state._replace(files={**self._state.files, **parents(path + "/.")})

    def stat(self, path: str) -> FileInfo | None:
        """What is there, or None."""
        self._enter("stat")
        path = portable(path)
        if path == "":
            return FileInfo("", True, 0, 0o755)
        if path not in self._state.files:
            return None
        return self._info(path)

    def _info(self, path: str) -> FileInfo:
        content = self._state.files[path]
        mode = 0o755 if content is None else 0o644
        return FileInfo(path, content is None, len(content or b""), mode, self._state.times.get(path, 0))

    def list_dir(self, path: str) -> tuple[FileInfo, ...]:
        """The entries by name."""
        info = self.stat(path)
        if info is None or not info.is_dir:
            raise FileNotFoundError(path)
        folder = portable(path)
        names = sorted(p for p in self._state.files if p.rpartition("/")[0] == folder)
        return tuple(self._info(p) for p in names)

    def clipboard(self) -> ClipboardContent:
        """What it holds."""
        self._enter("clipboard")
        return self._state.clipboard

    def set_clipboard(self, content: ClipboardContent) -> None:
        """Replace it."""
        self._enter("set_clipboard")
        self._state = self._state._replace(clipboard=content)

    def apps(self) -> tuple[str, ...]:
        """The one app."""
        return (_APP,)

    def launch(self, app: str, path: str | None = None) -> None:
        """Open the editor, on a file if one is named."""
        self._enter("launch")
        self._open(app, path)

    def windows(self) -> tuple[WindowInfo, ...]:
        """The editor, if it is open."""
        self._enter("windows")
        if not self._state.open:
            return ()
        document = self._state.document
        title = f"{document.rpartition('/')[2]} - Text Editor"
        hidden, native = self._state.minimised, self.native_path(document)
        return (WindowInfo("1", _APP, title, window_rect(self.size), not hidden, hidden, native),)

    def activate(self, window: str) -> None:
        """Show the editor."""
        self._set_minimised(window, False)

    def minimise(self, window: str) -> None:
        """Hide the editor."""
        self._set_minimised(window, True)

    def close_window(self, window: str) -> None:
        """Close the editor without a question, as its button does."""
        self._set_minimised(window, False)
        self._state = self._state._replace(open=False, text="", selected=False)

    def _set_minimised(self, window: str, minimised: bool) -> None:
        known = [w.id for w in self.windows()]
        if window not in known:
            raise UnknownNameError("window", window, known)
        self._state = self._state._replace(minimised=minimised)

    def locate(self, app: str, key: str) -> Mapping[str, object]:
        """Keys are the tree's own."""
        if app != _APP or key not in _KEYS:
            raise UnknownNameError(f"key of {app}", key, _KEYS)
        return _KEYS[key]

    def setting(self, key: str) -> str:
        """The value of a setting."""
        self._enter("setting")
        if key not in self._state.settings:
            raise UnknownNameError("setting", key, self._state.settings)
        return self._state.settings[key]

    def set_setting(self, key: str, value: str) -> None:
        """Change a setting that exists."""
        self.setting(key)
        self._state = self._state._replace(settings={**self._state.settings, key: value})
