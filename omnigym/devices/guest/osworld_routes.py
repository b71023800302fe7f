"""The routes of OSWorld's public server for any device, so that other people's clients work against it.

They have no token. A line of PyAutoGUI is read and done as actions of the device; nothing of it is run. Any other
command runs in the device's shell, if the device is confined or trusted.
"""

from __future__ import annotations

import io
import json
import logging
import posixpath
import re
import shlex
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final, Literal, NamedTuple
from urllib.parse import parse_qs

from PIL import Image

from omnigym.a11y import Role
from omnigym.actions import Action, Invalid, Wait, pixel, point_of
from omnigym.codecs.pyautogui import PyAutoGUICodec
from omnigym.devices.fault_boundary import DECLARED, Boundary
from omnigym.devices.protocol import (
    Device,
    Frame,
    HasAccessibilityTree,
    HasApps,
    HasFiles,
    HasFileTypes,
    HasPointer,
    HasSettings,
    HasShell,
    HasWallpaper,
    Platform,
    WindowInfo,
)
from omnigym.devices.waiting import Deadline
from omnigym.errors import OmnigymError, UnreadableError
from omnigym.foreign import parse_json
from omnigym.foreign.limits import FILE_BYTES

__all__ = ["MAX_ROUTED", "Answer", "OSWorldRoutes", "png_of"]

_LOG = logging.getLogger(__name__)
#: The most bytes of a request, and entries of a directory's tree.
MAX_ROUTED: Final = FILE_BYTES + (1 << 16)
_MOST_ENTRIES: Final = 10_000
#: Seconds that a command may take; their server waits as long.
_COMMAND_S, _SCRIPT_S, _MOST_S = 120.0, 30.0, 600.0
#: How often a verification looks.
_LOOK_S: Final = 0.25
_SYSTEMS: Final[Mapping[Platform, str]] = {"windows": "Windows", "linux": "Linux", "android": "Linux"}
#: What runs a line of shell, and what starts a command and does not wait for it, by platform.
_SHELLS: Final = {"windows": ("cmd", "/c")}
_STARTERS: Final = {"windows": ("cmd", "/c", "start", "")}
_SHELL: Final = ("sh", "-c")
_STARTER: Final = ("setsid", "--fork", "sh", "-c", 'exec "$0" "$@" >/dev/null 2>&1 </dev/null')
#: What their client puts before each line.
_PREAMBLE: Final = re.compile(r"\s*import pyautogui;\s*import time;\s*pyautogui\.FAILSAFE\s*=\s*False;\s*")
_FIELD: Final = re.compile(r'\bname="([^"]*)"')


class Answer(NamedTuple):
    """What is answered.

    Attributes:
        code: The HTTP status.
        kind: The type of the body.
        body: Its bytes.
    """

    code: int
    kind: str
    body: bytes


class _Refused(Exception):
    """A request that cannot be met."""

    def __init__(self, code: int, why: str) -> None:
        super().__init__(why)
        self.code = code


class OSWorldRoutes:
    """The routes. An object serves one device, on the thread that uses the device.

    Args:
        device: What is shown.
        tree_xml: Writes the device's accessibility tree as OSWorld's server does.
    """

    def __init__(self, device: Device, tree_xml: Callable[[Device], str]) -> None:
        self._device, self._tree_xml = device, tree_xml
        self._codec = PyAutoGUICodec(device.size)
        self._shell: tuple[str, ...] = _SHELLS.get(device.platform, _SHELL)
        self._starter: tuple[str, ...] = _STARTERS.get(device.platform, _STARTER)
        self._routes: Mapping[tuple[str, str], Callable[[bytes, str], object]] = {
            ("GET", "/screenshot"): lambda *_: Answer(200, "image/png", png_of(device.screenshot())),
            ("GET", "/accessibility"): self._accessibility,
            ("GET", "/terminal"): self._terminal,
            ("GET", "/platform"): lambda *_: _SYSTEMS[device.platform],
            ("GET", "/cursor_position"): lambda *_: list(self._pointer()),
            ("POST", "/screen_size"): lambda *_: {"width": device.size[0], "height": device.size[1]},
            ("POST", "/desktop_path"): lambda *_: {"desktop_path": self._files().native_path("Desktop")},
            ("POST", "/wallpaper"): self._wallpaper,
            ("POST", "/list_directory"): self._list_directory,
            ("POST", "/file"): self._file,
            ("POST", "/execute"): self._execute,
            ("POST", "/run_python"): self._run_python,
            ("POST", "/run_bash_script"): self._run_bash_script,
            ("POST", "/setup/execute"): self._execute,
            ("POST", "/setup/execute_with_verification"): self._execute_with_verification,
            ("POST", "/setup/launch"): self._launch,
            ("POST", "/setup/upload"): self._upload,
            ("POST", "/setup/open_file"): self._open_file,
            ("POST", "/setup/change_wallpaper"): self._change_wallpaper,
            ("POST", "/setup/activate_window"): lambda b, _: self._with_window(b, "activate"),
            ("POST", "/setup/close_window"): lambda b, _: self._with_window(b, "close_window"),
        }

    def answer(self, verb: str, path: str, kind: str, body: bytes) -> Answer:
        """The answer to a request, whatever it is.

        Args:
            verb: "GET" or "POST".
            path: Of the route.
            kind: The type of the body.
            body: The body.
        """
        route = self._routes.get((verb, path))
        try:
            if route is None:
                raise _Refused(404, f"This server has no {verb} {path[:100]}.")
            with Boundary(self._device.name, path, passes=(*DECLARED, _Refused)):
                made = route(body, kind)
        except _Refused as e:
            made = _failed(e.code, str(e))
        except FileNotFoundError:
            made = _failed(404, "File not found")
        except UnreadableError as e:
            made = _failed(400, str(e))
        except OmnigymError as e:
            _LOG.warning("%s failed: %s", path, e)
            made = _failed(500, str(e))
        if isinstance(made, Answer):
            return made
        if isinstance(made, str):
            return Answer(200, "text/plain; charset=utf-8", made.encode("utf-8", "replace"))
        return Answer(200, "application/json", json.dumps(made).encode())

    # -- what is seen ------------------------------------------------------------------------------------------------

    def _accessibility(self, *_: object) -> dict[str, str]:
        if not isinstance(self._device, HasAccessibilityTree):
            raise _Refused(501, "This device has no accessibility tree.")
        return {"AT": self._tree_xml(self._device)}

    def _terminal(self, *_: object) -> dict[str, object]:
        """Their clients ask for this to see whether anybody is there."""
        device = self._device
        node = device.tree().find(role=Role.TERMINAL) if isinstance(device, HasAccessibilityTree) else None
        return {"output": None if node is None else node.value.rstrip(), "status": "success"}

    def _pointer(self) -> tuple[int, int]:
        shown = self._device.pointer() if isinstance(self._device, HasPointer) else None
        return pixel(self._codec.pointer, self._device.size) if shown is None else (shown.at[0], shown.at[1])

    def _wallpaper(self, *_: object) -> Answer:
        device = self._device
        if isinstance(device, HasWallpaper):
            path = device.wallpaper()
        elif isinstance(device, HasSettings):
            path = device.setting("wallpaper")
        else:
            raise _Refused(501, "This device does not tell its wallpaper.")
        return Answer(200, "application/octet-stream", self._files().read_file(path))

    def _change_wallpaper(self, body: bytes, _kind: str) -> str:
        if not isinstance(self._device, HasSettings):
            raise _Refused(501, "This device has no settings.")
        self._device.set_setting("wallpaper", self._files().native_path(self._there(body)))
        return "Wallpaper changed successfully"

    # -- files -------------------------------------------------------------------------------------------------------

    def _files(self) -> HasFiles:
        if not isinstance(self._device, HasFiles):
            raise _Refused(501, "This device has no files.")
        return self._device

    def _file(self, body: bytes, kind: str) -> Answer:
        path = _path(_form(body, kind).get("file_path", b"").decode("utf-8", "replace"))
        return Answer(200, "application/octet-stream", self._files().read_file(path))

    def _upload(self, body: bytes, kind: str) -> str:
        form = _form(body, kind)
        if "file_data" not in form:
            raise UnreadableError("Expected a form with file_path and file_data.")
        self._files().write_file(_path(form.get("file_path", b"").decode("utf-8", "replace")), form["file_data"])
        return "File Uploaded"

    def _list_directory(self, body: bytes, _kind: str) -> dict[str, object]:
        files, top = self._files(), _path(_text(_json(body), "path"))
        tree: dict[str, Any] = {"type": "directory", "name": posixpath.basename(top.rstrip("/")), "children": []}
        todo, left = [(top, tree)], _MOST_ENTRIES
        while todo:
            path, folder = todo.pop()
            found: Sequence[Any] = ()
            with suppress(*(() if path == top else DECLARED)):  # one that went meanwhile, or is too large
                found = files.list_dir(path)
            left -= len(found)
            if left < 0:
                raise _Refused(413, f"The directory has more than {_MOST_ENTRIES} entries.")
            for entry in found:
                name = re.split(r"[/\\]", entry.path)[-1]
                row: dict[str, Any] = {"type": "directory" if entry.is_dir else "file", "name": name}
                folder["children"].append(row)
                if entry.is_dir:
                    row["children"] = []
                    todo.append((posixpath.join(path, name), row))
        return {"directory_tree": tree}

    def _open_file(self, body: bytes, _kind: str) -> str:
        device, path = self._device, self._there(body)
        if isinstance(device, HasFileTypes) and isinstance(device, HasApps):
            device.launch(device.app_for(path), path)
        else:
            self._run((*self._starter, "xdg-open", self._files().native_path(path)), _COMMAND_S)
        return "File opened successfully"

    def _there(self, body: bytes) -> str:
        """The path of a request; a file is there."""
        path = _path(_text(_json(body), "path"))
        if self._files().stat(path) is None:
            raise FileNotFoundError(path)
        return path

    # -- windows -----------------------------------------------------------------------------------------------------

    def _with_window(self, body: bytes, call: Literal["activate", "close_window"]) -> str:
        device, request = self._device, _json(body)
        if not isinstance(device, HasApps):
            raise _Refused(501, "This device does not tell its windows.")
        name, strict, by_class = _text(request, "window_name"), request.get("strict"), request.get("by_class")

        def fits(window: WindowInfo) -> bool:
            text = window.app if by_class else window.title
            return text == name if strict else name.lower() in text.lower()

        found = next((w for w in device.windows() if fits(w)), None)
        if found is None:
            raise _Refused(404, f"No window has the name {name[:200]!r}.")
        getattr(device, call)(found.id)
        return "Done"

    # -- commands ----------------------------------------------------------------------------------------------------

    def _execute(self, body: bytes, _kind: str) -> Any:
        request = _json(body)
        return self._done(_argv(request), request.get("shell") is True)

    def _execute_with_verification(self, body: bytes, kind: str) -> dict[str, Any]:
        """Run a command, and wait until a window has appeared or another command has succeeded."""
        request, done = _json(body), self._execute(body, kind)
        deadline = Deadline(_seconds(request.get("max_wait_time"), 10.0))
        while not self._holds(request.get("verification") or {}):
            if deadline.passed:
                raise _Refused(500, "The verification did not hold in time.")
            self._device.act(Wait(_LOOK_S))
        return {**done, "verification": "passed"}

    def _holds(self, verification: object) -> bool:
        match verification:
            case {"window_exists": str(title)} if isinstance(self._device, HasApps):
                return any(title in window.title for window in self._device.windows())
            case {"command_success": str() | list() as command}:
                ended = self._done(_argv({"command": command}), isinstance(command, str))
                return bool(ended["returncode"] == 0)
            case {**rest} if not rest:
                return True
        raise UnreadableError("Expected a verification by window_exists or command_success.")

    def _launch(self, body: bytes, _kind: str) -> str:
        request = _json(body)
        argv = _argv(request)
        line = (*self._shell, *argv) if request.get("shell") is True else tuple(shlex.split(argv[0])) + argv[1:]
        self._run((*self._starter, *line), _COMMAND_S)
        return f"{' '.join(argv)} launched successfully"

    def _run_python(self, body: bytes, _kind: str) -> Any:
        made = self._done(("python3", "-c", _text(_json(body), "code")), shell=False)
        return {
            **made,
            "message": made["output"] + made["error"],
            "return_code": made["returncode"],
            "need_more": False,
        }

    def _run_bash_script(self, body: bytes, _kind: str) -> dict[str, object]:
        request = _json(body)
        place = request.get("working_dir")
        script = _text(request, "script")
        if isinstance(place, str):
            script = f"cd {shlex.quote(place)} || exit 1\n{script}"
        return self._run(("bash", "-c", script), _seconds(request.get("timeout"), _SCRIPT_S))

    def _done(self, argv: tuple[str, ...], shell: bool) -> dict[str, Any]:
        """What comes of a command: of a script of PyAutoGUI by actions, of another one by the device's shell."""
        words = argv
        if len(argv) == 1:
            try:
                words = tuple(shlex.split(argv[0]))
            except ValueError as e:
                raise UnreadableError(f"Expected a command: {e}.") from None
        match words:
            case (str(python), "-c", str(code)) if re.fullmatch(r"python[0-9.]*(\.exe)?", posixpath.basename(python)):
                actions = self._actions(code)
                if actions:
                    for action in actions:
                        self._device.act(action)
                    return {"status": "success", "output": "", "error": "", "returncode": 0}
                bare = _PREAMBLE.sub("import time; ", code, count=1)
                words, shell = (python, "-c", code if "pyautogui" in bare else bare), False
        if words[0:1] == ("python",) and self._device.platform != "windows":
            words = ("python3", *words[1:])
        return self._run((*self._shell, *argv) if shell else words, _COMMAND_S)

    def _actions(self, code: str) -> Sequence[Action]:
        """The actions of a script of PyAutoGUI; none if it is something else."""
        if "pyautogui" not in code:
            return ()
        self._codec.pointer = point_of(self._pointer(), self._device.size)
        actions = self._codec.decode(code)
        waits = sum(a.duration for a in actions if isinstance(a, Wait))
        return () if waits > _MOST_S or any(isinstance(a, Invalid) for a in actions) else actions

    def _run(self, argv: Sequence[str], timeout: float) -> dict[str, Any]:
        device = self._device
        if not isinstance(device, HasShell) or not device.is_confined():
            raise _Refused(
                403,
                "Commands run only on a device that has a sandbox or is trusted; PyAutoGUI's calls are done anywhere.",
            )
        code, output, errors = device.run(argv, timeout)
        said = {"output": output.decode("utf-8", "replace"), "error": errors.decode("utf-8", "replace")}
        return {"status": "success", **said, "returncode": code}


def png_of(frame: Frame) -> bytes:
    """A screen as a PNG, written fast rather than small."""
    out = io.BytesIO()
    Image.fromarray(frame).save(out, "PNG", compress_level=1)
    return out.getvalue()


def _failed(code: int, why: str) -> Answer:
    said = {"status": "error", "message": why[:2000], "error": why[:2000]}
    return Answer(code, "application/json", json.dumps(said).encode())


# -- requests ---------------------------------------------------------------------------------------------------------


def _json(body: bytes) -> dict[str, Any]:
    request = parse_json(body.decode("utf-8", "replace"))
    if not isinstance(request, dict):
        raise UnreadableError("Expected an object of JSON.")
    return request


def _text(request: Mapping[str, object], name: str) -> str:
    text = request.get(name)
    if not isinstance(text, str) or not text:
        raise UnreadableError(f"Expected a text under {name!r}.")
    return text


def _seconds(said: object, otherwise: float) -> float:
    """A time that a request may give."""
    return float(said) if isinstance(said, int | float) and 0 < said <= _MOST_S else otherwise


def _argv(request: Mapping[str, object]) -> tuple[str, ...]:
    """The words of a command, or the one text that it is."""
    command = request.get("command")
    words = (command,) if isinstance(command, str) else tuple(command) if isinstance(command, list) else ()
    if not words or not all(isinstance(word, str) for word in words) or not words[0].strip():
        raise UnreadableError("Expected a command: a text, or a list of texts.")
    return words


def _path(path: str) -> str:
    """A path as devices take it."""
    if not path:
        raise UnreadableError("Expected a path.")
    return path.removeprefix("~/") if path != "~" else ""


def _form(body: bytes, kind: str) -> dict[str, bytes]:
    """The fields of a form of either type.

    Raises:
        UnreadableError: It is none.
    """
    if not kind.lower().startswith("multipart/form-data"):
        try:
            fields = parse_qs(body[: 1 << 16].decode("utf-8", "replace"), max_num_fields=16)
        except ValueError:
            raise UnreadableError("Expected a form with a few fields.") from None
        return {name: values[0].encode() for name, values in fields.items()}
    boundary = re.search(r'boundary="?([^";,\s]{1,200})', kind)
    if boundary is None:
        raise UnreadableError("Expected a form with its boundary.")
    found = {}
    for part in (b"\r\n" + body).split(b"\r\n--" + boundary[1].encode("latin-1", "replace"))[1:17]:
        head, empty, content = part.partition(b"\r\n\r\n")
        name = _FIELD.search(head.decode("utf-8", "replace"))
        if empty and name is not None:
            found[name[1]] = content
    return found
