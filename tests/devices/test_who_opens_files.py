"""Files are opened where this list says, and nowhere else: see `omnigym.devices.safe_paths`."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import omnigym.devices

_DEVICES = Path(next(iter(omnigym.devices.__path__)))
_FUNCTIONS = frozenset({"open", "fdopen"})
#: What opens a file, or asks for what is at a path.
_METHODS = frozenset(
    {
        *("read_text", "read_bytes", "write_text", "write_bytes", "hardlink_to", "symlink_to", "connect"),
        *("iterdir", "glob", "rglob", "listdir", "scandir", "exists", "is_file", "is_dir", "is_socket"),
        *("unlink", "copyfile", "copytree", "rmtree", "chown", "realpath", "readlink", "mkdir", "makedirs"),
    }
)
#: The same, where it is a function of these modules; others have methods of such names.
_OF_MODULES = frozenset({"open", "fdopen", "copy", "copy2", "move", "walk", "rename", "replace", "stat", "link"})
_MODULES = frozenset({"os", "shutil", "io"})
#: The modules of the browser that see directories where it writes.
_BROWSER = ("browser_session", "dialogs", "watchdog_process", "place", "process")
#: By module: what it may call, and why that is no way into a directory where an agent's programs write.
_ALLOWED: dict[str, tuple[set[str], str]] = {
    "home_files.py": ({"scandir", "stat"}, "by handle"),
    "home_reader.py": (
        {"is_dir", "readlink", "scandir", "stat"},
        "by handle; whether /tmp of the desktop is there, which is the host's",
    ),
    "x11/activity.py": ({"open", "listdir", "exists", "read_text"}, "/proc, by numbers"),
    "x11/blame.py": ({"read_text"}, "the tree of control groups, which is the host's"),
    "x11/confinement.py": (
        {"chown", "is_dir", "open", "read_text", "readlink", "symlink_to", "unlink", "walk", "write_text"},
        "the directory of all desktops, /proc; beside the disk, and chown of a disk, before anything runs",
    ),
    "x11/dbus.py": ({"connect"}, "to what session.py found by handle"),
    "x11/devtools.py": ({"read_text", "unlink"}, "/proc, by numbers; its own socket, by handle"),
    "x11/code_server.py": (
        {"mkdir", "read_text", "symlink_to", "unlink", "write_text"},
        "installs the editor for the machine, where no desktop writes",
    ),
    "x11/sound.py": ({"write_text"}, "before anything runs"),
    "x11/file_types.py": ({"read_text"}, "the package's own table"),
    "x11/home.py": ({"open", "mkdir"}, "an empty home, before anything runs"),
    "x11/supervisor_client.py": ({"exists"}, "the desktop's directory, which is the host's"),
    "x11/cleanup.py": (
        {"listdir", "open", "readlink", "rmtree", "unlink"},
        "/proc; its notes, beside the disk, without following a link; rmtree goes by handles",
    ),
    "x11/limits.py": ({"exists", "mkdir", "read_text", "write_text"}, "/proc and the tree of control groups"),
    "x11/host_paths.py": (
        {
            "write_text",
            "symlink_to",
            "exists",
            "is_dir",
            "mkdir",
            "rmtree",
            "iterdir",
            "readlink",
            "unlink",
        },
        "the directory of all desktops, the sockets of X, /proc; rmtree of a desktop that never ran",
    ),
    "x11/processes.py": ({"open"}, "/proc, by numbers"),
    "x11/sandbox.py": (
        {"mkdir", "read_text", "write_bytes", "write_text"},
        "before anything runs; beside the disk",
    ),
    "x11/session.py": ({"write_text", "exists", "copy", "connect"}, "before anything runs; to its own bus"),
    "x11/settings.py": ({"exists"}, "a file of the system's, which no program of the desktop can write"),
    "x11/shell.py": ({"read_text", "readlink"}, "/proc, by numbers"),
    "x11/snapshot.py": ({"unlink"}, "by handle; a link is removed, not followed"),
    "x11/supervisor.py": ({"listdir", "open"}, "/proc, by numbers"),
    "chromium/dialogs.py": (
        {"rglob", "is_file"},
        "names only; the browser reads a file that is chosen as its own user",
    ),
    "chromium/browser_session.py": ({"rename", "unlink"}, "by handle, on both sides"),
    "chromium/watchdog_process.py": (
        {"open", "rmtree", "scandir"},
        "before the browser runs; rmtree goes by handles; the sizes of what is in a directory",
    ),
    "chromium/place.py": (
        {"open", "iterdir", "is_dir", "unlink", "rmtree", "chown", "mkdir"},
        "making and emptying its own directories; links are removed, not followed",
    ),
}
_WATCHED = sorted(
    [*(_DEVICES / "x11").rglob("*.py")]
    + [_DEVICES / "home_files.py", _DEVICES / "home_reader.py"]
    + [_DEVICES / "chromium" / f"{n}.py" for n in _BROWSER]
)


def _calls(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        if isinstance(node.func, ast.Name) and node.func.id in _FUNCTIONS:
            yield node.func.id
        elif isinstance(node.func, ast.Attribute):
            owner = node.func.value
            is_module = isinstance(owner, ast.Name) and owner.id in _MODULES
            # A path's own method "open" says how: as text it is.
            is_path = node.func.attr == "open" and any(k.arg == "encoding" for k in node.keywords)
            if node.func.attr in _METHODS or is_path or (is_module and node.func.attr in _OF_MODULES):
                yield node.func.attr


def _module(path: Path) -> str:
    return path.relative_to(_DEVICES).as_posix()


@pytest.mark.parametrize("path", _WATCHED, ids=_module)
def test_files_are_opened_only_where_it_is_said_why(path: Path) -> None:
    allowed, _ = _ALLOWED.get(_module(path), (set(), ""))
    found = set(_calls(path.read_text(encoding="utf-8")))
    assert found <= allowed, f"open it by omnigym.devices.safe_paths, or say here why not: {found - allowed}"


@pytest.mark.parametrize("module", _ALLOWED)
def test_nothing_is_allowed_that_nobody_needs(module: str) -> None:
    allowed, _ = _ALLOWED[module]
    assert allowed == set(_calls((_DEVICES / module).read_text(encoding="utf-8")))


@pytest.mark.parametrize(
    "source",
    [
        "open('a')",
        "p.open(encoding='utf-8')",
        "os.open('a', 0)",
        "p.read_text()",
        "shutil.copy(a, b)",
        "(a / 'b').read_bytes()",
    ],
)
def test_the_ways_to_open_a_file_are_seen(source: str) -> None:
    assert list(_calls(source))
