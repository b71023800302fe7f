"""A deterministic fake device: a one-app desktop in memory, with faults on order.

It is what the environment, wrappers and recorders are tested on, and the shortest complete example of a device. Its
one app, ``text_editor``, has a document, a *Save* and a *Close* button; the desktop has a button that starts it.
"""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Collection, Hashable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from omnigym.a11y import Tree
from omnigym.actions import Action, Click, OpenApp, Press, Type, pixel
from omnigym.devices.fake.state import (
    HOME,
    INITIAL,
    FakeState,
    Fault,
    Identity,
    Snapshot,
    build_tree,
    error_of,
    parents,
    portable,
    window_rect,
)
from omnigym.devices.protocol import (
    ClipboardContent,
    FileInfo,
    Frame,
    Platform,
    ProbeKind,
    Sound,
    WindowInfo,
    check_seconds,
    check_video,
)
from omnigym.errors import ConfigError, DeviceError, UnknownNameError

__all__ = ["FakeDevice"]

_APP = "text_editor"
_KEYS: Mapping[str, Mapping[str, object]] = {
    key: {"key": key} for key in ("text_editor.document", "text_editor.save", "text_editor.close")
}


#: Samples of the beep of an action, which takes 0.1 s: of a square wave that is higher the longer the document is.
_BEEP, _LOUD = 1600, 8000


_VERSION_OF: Mapping[str, tuple[str, ...]] = {
    "files": ("files",),
    "clipboard": ("clipboard",),
    "settings": ("settings",),
    "apps": ("open", "document", "minimised"),
    "screen": ("open", "text", "document", "selected", "seed", "minimised"),
    "tree": ("open", "text", "document", "selected", "seed", "minimised"),
}


class FakeDevice:
    """The fake, with the capabilities that most tests need.

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
        self._wanted = {"audio": False, "video": False}
        self._kept: frozenset[str] = frozenset()
        #: The states after each action of the interval, and before the first.
        self._past: tuple[FakeState, ...] = ()

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
        self._kept = frozenset([kind for kind, on in self._wanted.items() if on])
        self._past = (self._state,)

    def variation_aspects(self) -> tuple[str, ...]:
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
        return self._painted(self._current_tree())

    def _painted(self, tree: Tree) -> Frame:
        width, height = self.size
        frame = np.full((height, width, 3), 200, np.uint8)
        for n in sorted(tree.nodes, key=lambda n: -n.layer):
            x, y, w, h = n.bounds
            digest = zlib.crc32(f"{n.role.name} {n.text} {int(n.states)}".encode())
            frame[y : y + h, x : x + w] = (digest & 255, digest >> 8 & 255, digest >> 16 & 255)
        return frame

    def act(self, action: Action) -> None:
        """Clicks, typing and the editing keys do what they say; everything else does nothing."""
        self._enter("act")
        self._do(action)
        if self._kept:
            self._past = (*self._past, self._state)

    def _do(self, action: Action) -> None:
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
        return _scaled(self.screenshot(), size)

    def listen(self, on: bool) -> None:
        """Keep sound from the next reset on."""
        self._enter("listen")
        self._wanted["audio"] = on

    def watch(self, on: bool) -> None:
        """Keep states from the next reset on."""
        self._enter("watch")
        self._wanted["video"] = on

    def next_interval(self) -> None:
        """Forget all but the state now."""
        self._enter("next_interval")
        self._past = (self._state,)

    def audio(self, seconds: float) -> Sound:
        """A beep of 0.1 s for each action."""
        self._enter("audio")
        self._require("audio", "listen")
        most = check_seconds(seconds)
        beeps = [_beep(len(state.text)) for state in self._past[1:]]
        return np.concatenate([np.zeros(0, np.int16), *beeps])[-most:]

    def video(self, frames: int, size: tuple[int, int]) -> tuple[Frame, NDArray[np.float32]]:
        """The screens after the actions, each of which takes 0.1 s."""
        self._enter("video")
        self._require("video", "watch")
        check_video(frames, size, self.size)
        last = len(self._past) - 1
        places = [last * k // (frames - 1) for k in range(frames)] if frames > 1 else [last]
        shown = [_scaled(self._painted(build_tree(self._past[place], self.size)), size) for place in places]
        return np.stack(shown), np.array([(last - place) / 10 for place in places], np.float32)

    def _require(self, kind: str, call: str) -> None:
        if kind not in self._kept:
            raise ConfigError(f"Nothing was kept for {kind}() since the last reset. Call {call}(True), then reset().")

    def snapshot(self) -> Hashable:
        """A reference to the immutable state, in a wrapper that compares by identity."""
        self._enter("snapshot")
        return Snapshot(self._state, self._past)

    def restore(self, snapshot: Hashable) -> None:
        """Take the state back."""
        self._enter("restore")
        if not isinstance(snapshot, Snapshot):
            raise ConfigError(f"Expected what FakeDevice.snapshot() returned, got {type(snapshot).__name__}.")
        self._state, self._past = snapshot.state, snapshot.past
        self._kept = frozenset([kind for kind, on in self._wanted.items() if on])

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


def _scaled(frame: Frame, size: tuple[int, int]) -> Frame:
    rows = np.arange(size[1]) * frame.shape[0] // size[1]
    columns = np.arange(size[0]) * frame.shape[1] // size[0]
    return np.ascontiguousarray(frame[rows][:, columns])


def _beep(letters: int) -> Sound:
    half = 40 - letters % 32
    return np.where(np.arange(_BEEP) // half % 2 == 0, _LOUD, -_LOUD).astype(np.int16)
