"""The console of an Android emulator: snapshots of the whole phone."""

from __future__ import annotations

import re
import socket
from pathlib import Path

from omnigym.devices.adb.deadline import Deadline
from omnigym.devices.adb.server import device_error
from omnigym.errors import DeviceError

__all__ = ["EmulatorConsole", "console_port"]

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
