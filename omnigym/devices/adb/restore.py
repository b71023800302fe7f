"""Bringing a phone back to how it was when it was first reset; snapshots of an emulator."""

from __future__ import annotations

import re
import socket
from pathlib import Path

from omnigym.devices.adb.apps import Apps
from omnigym.devices.adb.files import HOME, DirectoryEntry, Files
from omnigym.devices.adb.link import AdbLink, quote
from omnigym.devices.adb.server import device_error
from omnigym.devices.waiting import Deadline
from omnigym.errors import DeviceError

# -- bringing a phone back to how it was when it was first reset ------------------------------------------------------

#: Where apps and agents leave files. Nothing else on the phone is looked at.
_WATCHED = tuple(f"{HOME}/{name}" for name in ("Documents", "Download", "Pictures", "DCIM", "Movies", "Music"))
_MOST_CONTENT = 1 << 20
_DEEPEST = 6


class Restorer:
    """Ends apps, and restores the settings and files that changed since it was made.

    Files of more than a megabyte are not kept: one of those that was changed or removed stays so.

    Args:
        link: The phone.
        apps: Its apps.
        files: Its files.
        clear: Packages whose data is cleared each time. All that the owner has in them is lost.
    """

    def __init__(self, link: AdbLink, apps: Apps, files: Files, clear: tuple[str, ...] = ()) -> None:
        self._link, self._apps, self._files, self._clear = link, apps, files, clear
        self._settings: dict[tuple[str, str], str] = {}
        self._before = self._look()
        self._contents = {
            path: files.read(path)
            for path, entry in self._before.items()
            if not entry.info.is_dir and entry.info.size <= _MOST_CONTENT
        }
        self._touched: dict[str, bytes | None] = {}

    # -- what is going to change -------------------------------------------------------------------------------------

    def setting_changes(self, namespace: str, key: str, value: str) -> None:
        """A setting that has this value is about to be changed."""
        self._settings.setdefault((namespace, key), value)

    def file_changes(self, path: str) -> None:
        """A file or directory is about to be written, wherever it is."""
        if path in self._before or path in self._touched:
            return
        found = self._files.stat(path)
        self._touched[path] = self._files.read(path) if found is not None and not found.is_dir else None

    # -- and back ----------------------------------------------------------------------------------------------------

    def restore(self) -> None:
        """End the apps; bring back settings and files."""
        self._apps.stop_all()
        for package in self._clear:
            self._link.run(f"pm clear {quote(package)}")
        for (namespace, key), value in self._settings.items():
            place = f"{namespace} {quote(key)}"
            self._link.run(f"settings delete {place}" if value == "null" else f"settings put {place} {quote(value)}")
        self._settings.clear()
        for path, content in self._touched.items():
            if content is None:
                self._files.remove(path)
            else:
                self._files.write(path, content)
        self._touched.clear()
        self._restore_watched()

    def _restore_watched(self) -> None:
        now = self._look()
        for path in sorted(now.keys() - self._before.keys()):
            self._files.remove(path)
        changed = False
        for path, entry in self._before.items():
            if now.get(path) == entry:
                continue
            changed = True
            if entry.info.is_dir:
                self._files.make_dir(path)
            elif path in self._contents:
                self._files.write(path, self._contents[path])
        if changed:  # what was written has another time now
            self._before = self._look()

    def _look(self) -> dict[str, DirectoryEntry]:
        """What is in the watched directories, by path. Times of directories count for nothing."""
        out: dict[str, DirectoryEntry] = {}
        for directory in _WATCHED:
            self._walk(directory, _DEEPEST, out)
        return out

    def _walk(self, directory: str, depth: int, out: dict[str, DirectoryEntry]) -> None:
        try:
            entries = self._files.entries(directory)
        except FileNotFoundError:
            return
        for entry in entries:
            out[entry.info.path] = entry._replace(mtime=0) if entry.info.is_dir else entry
            if entry.info.is_dir and depth:
                self._walk(entry.info.path, depth - 1, out)


# -- the console of an Android emulator -------------------------------------------------------------------------------

# Snapshots of the whole phone.

_TOKEN = Path("~/.emulator_console_auth_token")
_TIMEOUT_S = 60.0
_END = re.compile(rb"(?:^|\r\n)(OK|KO[^\r\n]*)\r\n\Z")


def console_port(serial: str) -> int | None:
    """The port of an emulator's console, which its serial number says; None for other phones.

    >>> console_port("emulator-5554"), console_port("127.0.0.1:5555")
    (5554, None)
    """
    found = re.fullmatch(r"emulator-(\d+)", serial)
    return int(found[1]) if found else None


class EmulatorConsole:
    """The console at a port of this machine.

    Args:
        port: Its port.
        token: The file with the word that it asks for; the emulator writes it.
    """

    def __init__(self, port: int, token: Path = _TOKEN) -> None:
        self._port, self._token = port, token

    def save(self, name: str) -> None:
        """Keep the phone as it is, under a name.

        Raises:
            DeviceError: The console does not do it.
        """
        self._say(f"avd snapshot save {name}")

    def load(self, name: str) -> None:
        """Bring back what was kept.

        Raises:
            DeviceError: There is no such snapshot, or the console does not do it.
        """
        self._say(f"avd snapshot load {name}")

    def _say(self, command: str) -> None:
        deadline = Deadline(_TIMEOUT_S)
        try:
            with socket.create_connection(("127.0.0.1", self._port), deadline.left()) as connection:
                greeting = _answer(connection, deadline)
                if b"Authentication required" in greeting:
                    word = self._token.expanduser().read_text().strip()
                    connection.sendall(f"auth {word}\r\n".encode())
                    _answer(connection, deadline)
                connection.sendall(f"{command}\r\n".encode())
                _answer(connection, deadline)
        except (OSError, EOFError) as e:
            raise device_error("snapshot", e) from e
        except ValueError as e:
            raise DeviceError("adb", "snapshot", f"the emulator's console refuses {command!r}: {e}.") from None


def _answer(connection: socket.socket, deadline: Deadline) -> bytes:
    """Everything up to OK.

    Raises:
        ValueError: It is KO; the message is the console's.
    """
    out = b""
    while (end := _END.search(out)) is None:
        connection.settimeout(deadline.left())
        piece = connection.recv(4096)
        if not piece:
            raise EOFError("the console closed the connection")
        out += piece
    if end[1] != b"OK":
        raise ValueError(end[1].decode("utf-8", "replace"))
    return out
