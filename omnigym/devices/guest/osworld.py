"""A machine on which OSWorld's or WindowsAgentArena's own server runs, as a device.

Their server has no step: an action is a line of PyAutoGUI that a new Python on the machine runs, some tenths of a
second each, so all of an action goes into one. It asks for no token. It tells no user data, no windows and no
clipboard, so tasks that need these are not played on it.
"""

from __future__ import annotations

import json
import posixpath
import re
import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

import numpy as np

from omnigym.a11y import CLICK_ROLES, STATE_FROM, BlockBuilder, Rect, Role, State, Tree, role_from
from omnigym.actions import Action, Type, Wait
from omnigym.codecs.pyautogui import PyAutoGUICodec
from omnigym.devices.guest.connection import Connection
from omnigym.devices.guest.device import GuestCall
from omnigym.devices.protocol import FileInfo, Frame, Platform
from omnigym.devices.waiting import Deadline
from omnigym.errors import ActionError, DeviceError, DeviceStartError, DeviceTimeoutError, UnreadableError
from omnigym.foreign import parse_json, parse_xml
from omnigym.foreign.limits import FILE_BYTES, JSON_BYTES, TEXT_BYTES
from omnigym.pictures import decoded_picture

__all__ = ["OSWorldGuest"]

_PICTURE_BYTES: Final = 32 << 20
_MOST_NODES: Final = 5000
#: What their server waits for a command at most, in seconds.
_THEIRS: Final = 110.0
#: Before what an action does. Neither the corner that stops PyAutoGUI nor its pause after each call is wanted.
_BEGIN: Final = "import pyautogui, time; pyautogui.FAILSAFE = False; pyautogui.PAUSE = 0\n"
_PLACE: Final = re.compile(r"\((-?\d{1,6}), ?(-?\d{1,6})\)")
#: What of a file is told, as a row of JSON.
_STAT: Final = "(lambda s: [__import__('stat').S_ISDIR(s.st_mode), s.st_size, s.st_mode & 0o7777, s.st_mtime])"


class OSWorldGuest:
    """A machine that answers as OSWorld's server does (port 5000 there).

    Args:
        size, url, platform, timeout, trust, settle, reset_command: As of `omnigym.devices.guest.config.GuestConfig`.
    """

    name = "guest"

    def __init__(
        self,
        size: tuple[int, int],
        url: str,
        platform: Platform = "linux",
        timeout: float = 20.0,
        trust: bool = False,
        settle: float = 0.5,
        reset_command: tuple[str, ...] = (),
    ) -> None:
        self.size, self.platform = size, platform
        self._timeout, self._trust, self._settle, self._restore = timeout, trust, settle, reset_command
        self._connection = Connection(url, "")
        self._codec = PyAutoGUICodec(size)
        self._home = ""
        self._kept: dict[str, bytes] = {}
        self._error: DeviceError | None = None

    # -- the device --------------------------------------------------------------------------------------------------

    def reset(self, seed: int | None = None) -> None:
        """Restore the machine by its command, if it has one; keys and buttons are let go in any case.

        Raises:
            DeviceStartError: It cannot be reached, is another machine than was said, or cannot be restored.
        """
        del seed
        self._error = None
        self._kept.clear()
        with self._call("reset"):
            said = self._get("/platform").decode("utf-8", "replace").strip().strip('"').lower()
            if said != self.platform:
                raise _wrong("reset", f"it is {said[:20]!r}, and {self.platform!r} was expected.")
            width, height = self._picture().shape[1::-1]
            if (width, height) != self.size:
                raise _wrong("reset", f"it has a screen of {(width, height)}, and {self.size} was expected.")
            if self._restore:
                code, _, errors = self._run(self._restore, _THEIRS)
                if code:
                    raise _wrong("reset", f"its command ended with {code}: {errors[:200]!r}.")
            lines = [f"pyautogui.keyUp({key!r})" for key in ("shift", "ctrl", "alt", "win")]
            lines += [f"pyautogui.mouseUp(button={button!r})" for button in ("left", "middle", "right")]
            self._python(_BEGIN + "\n".join(lines), 0.0)
            self._home = self._said("import os; print(os.path.expanduser('~').replace(os.sep, '/'))").strip()

    def screenshot(self) -> Frame:
        """The screen, with the pointer if their server draws it: uint8 (H, W, 3), RGB, new."""
        with self._call("screenshot"):
            frame = self._picture()
            if frame.shape != (self.size[1], self.size[0], 3):
                raise UnreadableError(f"expected a screenshot of {self.size}, got one of {frame.shape[1::-1]}.")
        return frame

    def act(self, action: Action) -> None:
        """Do an action by PyAutoGUI on the machine; what PyAutoGUI cannot do changes nothing."""
        try:
            line = _typed(action.text) if isinstance(action, Type) else self._codec.encode(action)
        except ActionError:
            return
        if line in ("DONE", "FAIL"):
            return
        extra = len(action.text) / 20 if isinstance(action, Type) else 0.0
        extra += action.duration if isinstance(action, Wait) else 0.0
        with self._call("act"):
            self._python(f"{_BEGIN}{line}\ntime.sleep({self._settle:g})", min(extra + self._settle, _THEIRS))

    def close(self) -> None:
        """Hang up. The machine goes on."""
        self._connection.close()
        self._error = DeviceStartError(self.name, "close", "the device was closed.", "Make a new one.")

    # -- capabilities ------------------------------------------------------------------------------------------------

    def tree(self) -> Tree:
        """What their server tells of the screen; what is beyond it, or too much, is left out."""
        with self._call("tree"):
            answer = parse_json(self._get("/accessibility").decode("utf-8", "replace"))
            if not isinstance(answer, dict) or not isinstance(answer.get("AT"), str):
                raise UnreadableError("expected an accessibility tree under 'AT', got something else.")
            return _tree(answer["AT"], self.size, "uia" if self.platform == "windows" else "atspi")

    def native_path(self, path: str) -> str:
        """The path below the user's home, with forward slashes."""
        if not self._home:
            self.reset()
        return posixpath.normpath(posixpath.join(self._home, path))

    def read_file(self, path: str) -> bytes:
        """The content of a file.

        Raises:
            FileNotFoundError: There is none.
        """
        native = self.native_path(path)
        if (found := self.stat(path)) is None or found.is_dir:
            raise FileNotFoundError(path)
        with self._call("read_file"):
            body, kind = _form({"file_path": native.encode()})
            return self._connection.post("/file", [body], FILE_BYTES, Deadline(self._timeout), kind)

    def write_file(self, path: str, content: bytes, mtime: float | None = None) -> None:
        """Create or replace a file, and the directories above it."""
        native = self.native_path(path)
        self.make_dir(posixpath.dirname(native))
        with self._call("write_file"):
            body, kind = _form({"file_path": native.encode(), "file_data": content})
            self._connection.post("/setup/upload", [body], JSON_BYTES, Deadline(self._timeout), kind)
            if mtime is not None:
                self._said(f"import os; os.utime({native!r}, ({mtime!r}, {mtime!r}))")

    def make_dir(self, path: str) -> None:
        """Create a directory, and those above it."""
        native = self.native_path(path)
        with self._call("make_dir"):
            self._said(f"import os; os.makedirs({native!r}, exist_ok=True)")

    def stat(self, path: str) -> FileInfo | None:
        """What is at a path, or None."""
        native = self.native_path(path)
        with self._call("stat"):
            row = parse_json(
                self._said(
                    f"import os, json; p = {native!r}; "
                    f"print(json.dumps({_STAT}(os.stat(p)) if os.path.exists(p) else None))"
                )
            )
            return None if row is None else _info(path, row)

    def list_dir(self, path: str) -> tuple[FileInfo, ...]:
        """The entries of a directory, sorted by name.

        Raises:
            FileNotFoundError: There is none.
        """
        native = self.native_path(path)
        with self._call("list_dir"):
            code = (
                f"import os, json; p = {native!r}; "
                f"print(json.dumps({{e.name: {_STAT}(e.stat()) for e in os.scandir(p)}} if os.path.isdir(p) else None))"
            )
            rows = parse_json(self._said(code))
            if rows is not None and not isinstance(rows, dict):
                raise UnreadableError("expected the entries of a directory, got something else.")
            found = None if rows is None else [_info(posixpath.join(path, n), rows[n]) for n in sorted(rows)]
        if found is None:
            raise FileNotFoundError(path)
        return tuple(found)

    def is_confined(self) -> bool:
        """Whether commands of task files may run on it: only if it is trusted."""
        return self._trust

    def setup_outputs(self) -> dict[str, bytes]:
        """What the setup's commands wrote, for checks."""
        return self._kept

    def run(self, argv: Sequence[str], timeout: float = 10.0) -> tuple[int, bytes, bytes]:
        """Run a command to its end; their server tells its output as text, and waits for two minutes at most."""
        with self._call("run"):
            return self._run(argv, timeout)

    # -- their routes ------------------------------------------------------------------------------------------------

    def _get(self, path: str) -> bytes:
        return self._connection.get_bytes(path, _PICTURE_BYTES, Deadline(self._timeout))

    def _picture(self) -> Frame:
        return np.asarray(decoded_picture(self._get("/screenshot")).convert("RGB"), np.uint8).copy()

    def _run(self, argv: Sequence[str], timeout: float) -> tuple[int, bytes, bytes]:
        body = json.dumps({"command": list(argv), "shell": False}).encode()
        deadline = Deadline(self._timeout + timeout)
        answer = self._connection.post("/execute", [body], 2 * FILE_BYTES, deadline, "application/json")
        match parse_json(answer.decode("utf-8", "replace")):
            case {"returncode": int(code), "output": str(output), "error": str(error)}:
                return code, output.encode(), error.encode()
            case {"status": "error", "message": str(message)}:
                raise DeviceTimeoutError(self.name, "run", f"the machine could not run {argv[0]}: {message[:200]}")
        raise UnreadableError("expected what came of a command, got something else.")

    def _python(self, code: str, extra: float) -> str:
        done, output, errors = self._run(("python" if self.platform == "windows" else "python3", "-c", code), extra)
        if done:
            raise UnreadableError(f"expected that Python runs there, and it ended with {done}: {errors[-200:]!r}.")
        return output.decode()

    def _said(self, code: str) -> str:
        return self._python(code, 0.0)

    @contextmanager
    def _call(self, call: str) -> Iterator[None]:
        if self._error is not None:
            raise self._error
        with GuestCall(self.name, call, self._timeout, self._lose):
            yield

    def _lose(self, error: DeviceError) -> DeviceError:
        self._error = error
        self._connection.close()
        return error


def _wrong(call: str, problem: str) -> DeviceStartError:
    return DeviceStartError("guest", call, problem, "Correct GuestConfig, or look at the machine.")


def _typed(text: str) -> str:
    """Lines that type a text. PyAutoGUI types `>` for `<` on X, and passes over what is not ASCII."""
    pieces = re.split("(<)", text)
    return "\n".join("pyautogui.hotkey('shift', ',')" if p == "<" else f"pyautogui.write({p!r})" for p in pieces if p)


def _form(fields: dict[str, bytes]) -> tuple[bytes, str]:
    """A form of several parts, and its type."""
    boundary = secrets.token_hex(16).encode()
    parts = []
    for name, value in fields.items():
        file = b'; filename="file"' if name == "file_data" else b""
        head = b'Content-Disposition: form-data; name="' + name.encode() + b'"' + file
        parts.append(b"--" + boundary + b"\r\n" + head + b"\r\n\r\n" + value + b"\r\n")
    return b"".join((*parts, b"--", boundary, b"--\r\n")), f"multipart/form-data; boundary={boundary.decode()}"


def _info(path: str, row: object) -> FileInfo:
    match row:
        case [bool(is_dir), int(size), int(mode), int(mtime) | float(mtime)]:
            return FileInfo(path, is_dir, 0 if is_dir else size, mode, float(mtime))
    raise UnreadableError("expected what is known of a file, got something else.")


# -- their tree -------------------------------------------------------------------------------------------------------


def _tree(text: str, size: tuple[int, int], vocabulary: str) -> Tree:
    """The tree of their XML: a block for each application's window, in its order.

    Raises:
        UnreadableError: It is none.
    """
    content = text.encode("utf-8", "replace")
    if len(content) > TEXT_BYTES:
        raise UnreadableError(f"expected a tree of at most {TEXT_BYTES} bytes, got {len(content)}.")
    try:
        root = parse_xml(content)
    except SyntaxError as e:  # what ElementTree calls its ParseError
        raise UnreadableError(f"expected a tree in XML, and this is none: {e}.") from None
    windows = [w for top in root for w in (top if _tag(top) == "application" else (top,))]
    blocks, count = [], 0
    for layer, window in enumerate(windows):
        builder = BlockBuilder(layer)
        todo = [(window, -1)]
        while todo and count < _MOST_NODES:
            element, parent = todo.pop()
            row = _add(builder, element, parent, size, vocabulary)
            count += row is not None
            todo += [(child, parent if row is None else row) for child in reversed(element)]
        if len(builder):
            blocks.append(builder.build())
    return Tree(tuple(blocks), size, count >= _MOST_NODES)


def _tag(element: Any) -> str:
    return str(element.tag).rpartition("}")[2]


def _add(builder: BlockBuilder, element: Any, parent: int, size: tuple[int, int], vocabulary: str) -> int | None:
    """Add an element that is on the screen and return its row."""
    told = {name.rpartition("}")[2]: value for name, value in element.attrib.items()}
    bounds = _bounds(told, size)
    if bounds is None:
        return None
    words = _tag(element)
    role = role_from(vocabulary, words.replace("-", "" if vocabulary == "uia" else " "))
    states = State.NONE
    known = STATE_FROM["atspi"]
    for name, value in told.items():
        if value == "true":
            states |= known.get(name, State.VISIBLE if name == "visible" else State.NONE)
    if role is Role.TEXT_FIELD and states & State.MULTILINE:
        role = Role.TEXT_AREA
    if role in CLICK_ROLES and states & State.ENABLED:
        states |= State.CLICKABLE
    name, value = told.get("name", ""), (element.text or "").strip()
    return builder.add(role, name, bounds, states, value="" if value == name else value, parent=parent)


def _bounds(told: dict[str, str], size: tuple[int, int]) -> Rect | None:
    """Where an element is on the screen; None where it is not."""
    at, extent = _PLACE.fullmatch(told.get("screencoord", "")), _PLACE.fullmatch(told.get("size", ""))
    if at is None or extent is None:
        return None
    x, y, w, h = int(at[1]), int(at[2]), int(extent[1]), int(extent[2])
    left, top = max(x, 0), max(y, 0)
    right, bottom = min(x + w, size[0]), min(y + h, size[1])
    return (left, top, right - left, bottom - top) if right > left and bottom > top else None
