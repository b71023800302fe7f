"""A machine that answers over HTTP, as a device: its methods are those of the device that the guest shows."""

from __future__ import annotations

import secrets
import zlib
from collections.abc import Callable, Mapping
from functools import cache
from types import TracebackType
from typing import Any, Final
from urllib.parse import urlsplit

import numpy as np

from omnigym.actions import Action, Click, OpenApp, Type, Wait
from omnigym.devices.fault_boundary import DECLARED, Boundary
from omnigym.devices.frame_rows import are_rows
from omnigym.devices.guest.connection import Connection
from omnigym.devices.guest.moment import read_moment
from omnigym.devices.guest.wire import (
    MAX_MESSAGE,
    METHODS,
    PROTOCOL,
    Method,
    decode,
    error_of,
    pack_message,
    unpack_message,
)
from omnigym.devices.protocol import CAPABILITIES, Frame, Platform
from omnigym.devices.userdata import UserData
from omnigym.devices.waiting import Deadline
from omnigym.errors import (
    ConfigError,
    DeviceError,
    DeviceFaultError,
    DeviceLostError,
    DeviceStartError,
    DeviceTimeoutError,
    UnreadableError,
)

__all__ = ["GuestCall", "GuestDevice", "guest_class"]

#: What is added to the deadline of calls that start something, in seconds.
_START_S: Final = 30.0
_SLOW: Final = frozenset({"reset", "launch", "open_pages", "close_pages", "cookies"})
#: What can be asked for along with an action, so that a step takes one trip.
_ALONG: Final = ("screenshot", "tree")
#: The most places of paths that are remembered.
_MOST_PLACES: Final = 4096


class GuestDevice:
    """The plain part of a guest: connection, screen, actions. `guest_class` adds the capabilities.

    Args:
        size: The screen's (width, height) in pixels.
        url: Where the guest listens: ``http://HOST:PORT``.
        token: What it asks for.
        platform: What the guest has to be.
        serves: What it must be able to do.
        timeout: Seconds within which a call is answered.
        trust: Whether commands of task files may run on it.

    Raises:
        ConfigError: There is no token, or the address is none.
    """

    name = "guest"
    #: What errors call its configuration.
    _config = "GuestConfig"

    def __init__(
        self,
        size: tuple[int, int] = (1024, 768),
        url: str = "http://127.0.0.1:8650",
        token: str = "",
        platform: Platform = "linux",
        serves: tuple[str, ...] = (),
        timeout: float = 20.0,
        trust: bool = False,
    ) -> None:
        if not token:
            raise ConfigError(f"The guest at {url} has a token: set OMNIGYM_GUEST_TOKEN, or GuestConfig(token=...).")
        self.size, self.platform = size, platform
        self._serves, self._timeout, self._trust = frozenset(serves), timeout, trust
        self._connection = Connection(url, token)
        #: The generation of the server, where it is known beforehand.
        self._expected = ""
        self._packs = (urlsplit(url).hostname or "") not in ("127.0.0.1", "localhost", "::1")
        self._error: DeviceError | None = None
        self._greeted = False
        #: Whether the guest can tell if its programs still work.
        self._tells_work = False
        self._closed = False
        self._session = secrets.token_hex(8)
        self._shown: tuple[int, Frame | None] = (0, None)
        #: What was asked for after the last action, and what came along with it and was not asked for yet.
        self._wanted: set[str] = set()
        self._along: dict[str, object] = {}
        self._kept: dict[str, bytes] = {}
        self._contents: Mapping[str, bytes] = {}
        self._places: dict[str, str] = {}

    # -- the device --------------------------------------------------------------------------------------------------

    def reset(self, seed: int | None = None) -> None:
        """Reset what the guest shows; a connection that broke is made anew.

        Raises:
            DeviceStartError: It cannot be reached, or is another machine than the configuration says.
        """
        if self._closed:
            raise self._error or _closed()
        self._error = None
        self._kept.clear()
        self._along.clear()
        self._ask("reset", {"seed": seed})

    def screenshot(self) -> Frame:
        """The screen: uint8 (H, W, 3), RGB, new."""
        frame: Frame = self._told("screenshot")
        return frame

    def act(self, action: Action) -> None:
        """Do an action; what was asked for after the last one comes along with the answer."""
        along = [name for name in _ALONG if name in self._wanted]
        self._along.clear()
        self._wanted.clear()
        extra = len(action.text) / 100 if isinstance(action, Type) else 0.0
        extra += action.duration if isinstance(action, Wait | Click) else 0.0
        extra += _START_S if isinstance(action, OpenApp) else 0.0
        calls: list[tuple[str, Mapping[str, object]]] = [("act", {"action": action})]
        calls += [(name, {}) for name in along]
        _, *found = self._batch(calls, extra)
        self._along.update(zip(along, found, strict=True))

    def works_during(self, seconds: float) -> bool:
        """Wait, and return whether the guest's programs worked on something meanwhile; False if it cannot tell."""
        if self._tells_work:
            worked: bool = self._batch([("works_during", {"seconds": seconds})], seconds)[0]
            self._along.clear()
            return worked
        self.act(Wait(seconds))
        return False

    def close(self) -> None:
        """Hang up. The guest goes on."""
        self._connection.close()
        self._closed, self._error = True, self._error or _closed()

    def _user_data(self) -> UserData:
        known = tuple(self._contents)
        with self._call("user_data", 0.0):
            found, blobs = self._sent([["user_data", list(known)]], [], self._timeout + _START_S)
            data, self._contents = read_moment(found[0], blobs, self._contents, self._place)
        return data

    def _place(self, path: str) -> str:
        """What the guest calls the place of a path."""
        if path not in self._places:
            with self._call("user_data", 0.0):
                found, blobs = self._sent([["place", path]], [], self._timeout)
                place = decode(found[0], str, blobs, "place")
            if len(self._places) >= _MOST_PLACES:
                self._places.clear()
            self._places[path] = place
        return self._places[path]

    # -- calls -------------------------------------------------------------------------------------------------------

    def _told(self, name: str) -> Any:
        """What came along with the last action, or is asked for now."""
        self._wanted.add(name)
        return self._along.pop(name) if name in self._along else self._ask(name, {})

    def _ask(self, name: str, arguments: Mapping[str, object]) -> Any:
        if name not in _ALONG:
            self._along.clear()  # the call may have changed it
        timeout = arguments.get("timeout", 0.0)
        extra = (_START_S if name in _SLOW else 0.0) + (timeout if isinstance(timeout, float | int) else 0.0)
        return self._batch([(name, arguments)], extra)[0]

    def _batch(self, calls: list[tuple[str, Mapping[str, object]]], extra: float) -> list[Any]:
        with self._call(calls[0][0], extra):
            if not self._greeted:
                self._greet()
            blobs: list[bytes] = []
            said = [[name, METHODS[name].encoded(arguments, blobs)] for name, arguments in calls]
            found, got = self._sent(said, blobs, self._timeout + extra)
            return [self._read(name, value, got) for (name, _), value in zip(calls, found, strict=True)]

    def _read(self, name: str, value: object, blobs: list[memoryview]) -> Any:
        return self._frame(value, blobs) if name == "screenshot" else decode(value, METHODS[name].result, blobs, name)

    def _sent(self, calls: list[Any], blobs: list[bytes], seconds: float) -> tuple[list[Any], list[memoryview]]:
        body = {"session": self._session, "have": self._shown[0], "pack": self._packs, "calls": calls}
        answer = self._connection.post("/v1/call", pack_message(body, blobs), MAX_MESSAGE, Deadline(seconds))
        match unpack_message(answer):
            case ({"results": [*results], "error": None}, got) if len(results) == len(calls):
                return results, got
            case ({"results": [*results], "error": dict(error)}, _) if len(results) < len(calls):
                raise _Said(error_of(error, self.name, str(calls[len(results)][0])))
        raise UnreadableError("Expected the results of a guest's calls, got something else.")

    def _greet(self) -> None:
        """See who answers.

        Raises:
            DeviceStartError: It is not what the configuration says.
        """
        health = self._connection.get("/v1/health", Deadline(self._timeout))
        match health:
            case {
                "protocol": int(protocol), "generation": str(generation), "platform": str(platform),
                "size": [int(width), int(height)], "capabilities": [*capabilities], "user_data": bool(user_data),
            } if protocol == PROTOCOL:  # fmt: skip
                has = {c for c in capabilities if isinstance(c, str)} | ({"user_data"} if user_data else set())
                lacking = sorted(self._serves - has)
            case {"protocol": int(protocol)}:
                raise self._stranger(f"speaks version {protocol} of the protocol, this is {PROTOCOL}.")
            case _:
                raise self._stranger("answers, and is no guest of omnigym's.")
        if self._expected not in ("", generation):
            raise self._stranger("is a server of another life of the machine.")
        if platform != self.platform:
            raise self._stranger(f"is {platform[:20]!r}, and {self.platform!r} was expected.")
        if (width, height) != self.size:
            raise self._stranger(f"has a screen of {(width, height)}, and {self.size} was expected.")
        if lacking:
            raise self._stranger(f"cannot do {', '.join(lacking)}. Leave that out of {self._config}(serves=...).")
        self._greeted = True
        self._tells_work = health.get("unfinished_work") is True

    def _stranger(self, problem: str) -> DeviceStartError:
        return DeviceStartError(
            self.name, "reset", f"what is there {problem}", f"Correct {self._config}, or start another."
        )

    def _call(self, call: str, extra: float) -> GuestCall:
        if self._error is not None:
            raise self._error
        return GuestCall(self.name, call, self._timeout + extra, self._lose)

    def _lose(self, error: DeviceError) -> DeviceError:
        """What failed stays so until the next reset, which looks anew who is there."""
        error.by_agent = isinstance(error, DeviceLostError) and self._was_left()
        self._error = error
        self._forget()
        return error

    def _was_left(self) -> bool:
        """Whether the machine of a guest that is lost goes on without it, so that a program there can have ended it."""
        return self._connection.is_refused()

    def _forget(self) -> None:
        """Know nothing more of who was there."""
        self._greeted, self._wanted, self._places = False, set(), {}
        self._shown, self._along = (0, None), {}
        self._connection.close()

    def _frame(self, said: object, blobs: list[memoryview]) -> Frame:
        """The screen: rows that came, in the picture that was there."""
        width, height = self.size
        match said:
            case {"number": int(number), "base": base, "runs": [*runs], "blob": int(blob)} if 0 <= blob < len(blobs):
                pass
            case _:
                raise UnreadableError("screenshot: expected a frame's rows, got something else.")
        have, last = self._shown
        if not are_rows(runs, height) or (base is None and runs != [[0, height]]) or (base not in (None, have)):
            raise UnreadableError("screenshot: expected rows of this screen, got others.")
        if base is not None and last is None:
            raise UnreadableError("screenshot: expected a whole screen, got some rows.")
        content: bytes | memoryview = blobs[blob]
        size = sum(rows for _, rows in runs) * width * 3
        if self._packs:
            unpacking = zlib.decompressobj()
            try:
                content = unpacking.decompress(content, size + 1)
            except zlib.error as e:
                raise UnreadableError(f"screenshot: expected packed rows, got damaged ones: {e}.") from None
        if len(content) != size:
            raise UnreadableError(f"screenshot: expected {size} bytes of rows, got {len(content)}.")
        frame = np.empty((height, width, 3), np.uint8) if last is None or base is None else last
        sent, at = np.frombuffer(content, np.uint8).reshape(-1, width, 3), 0
        for top, rows in runs:
            frame[top : top + rows] = sent[at : at + rows]
            at += rows
        self._shown = number, frame
        return frame.copy()


@cache
def guest_class(serves: frozenset[str]) -> type[GuestDevice]:
    """The class of guests that have capabilities, of `omnigym.devices.guest.wire.CARRIED`, and "user_data"."""
    protocols = [CAPABILITIES[name] for name in serves - {"user_data"}]
    members = {m.name: _method(m) for m in METHODS.values() if any(hasattr(p, m.name) for p in protocols)}
    special: Mapping[str, Callable[..., object]] = {
        "tree": lambda self: self._told("tree"),
        "is_confined": lambda self: self._trust,
        "setup_outputs": lambda self: self._kept,
    }
    members |= {name: function for name, function in special.items() if name in members}
    if "user_data" in serves:
        members["user_data"] = GuestDevice._user_data
    return type("GuestDevice", (GuestDevice,), members)


def _method(method: Method) -> Callable[..., Any]:
    """A method that asks the guest."""

    def asked(self: GuestDevice, *args: object, **keywords: object) -> Any:
        return self._ask(method.name, method.arguments(args, keywords))

    asked.__name__ = method.name
    return asked


def _closed() -> DeviceLostError:
    return DeviceLostError("guest", "close", "the device was closed.", "Make a new one.")


class _Said(Exception):
    """An error that the guest told."""

    def __init__(self, error: Exception) -> None:
        self.error = error


class GuestCall:
    """A ``with`` block in which a guest is asked: whatever goes wrong comes out as the error that it is.

    Args:
        device: The device's name.
        call: What is asked.
        seconds: Within which an answer was expected.
        lose: Is told of an error that lasts, and says which one comes out.
    """

    def __init__(self, device: str, call: str, seconds: float, lose: Callable[[DeviceError], DeviceError]) -> None:
        self._device, self._call, self._seconds, self._lose = device, call, seconds, lose
        self._boundary = Boundary(device, call, passes=DECLARED)

    def __enter__(self) -> None:
        """Nothing is prepared."""

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if error is None:
            return
        if isinstance(error, _Said):  # the guest's device knows by itself whether it lasts
            raise error.error from None
        lost = self._lost(error)
        if lost is None:
            self._boundary.__exit__(kind, error, traceback)
            return
        if self._call == "reset" and not isinstance(lost, DeviceStartError):
            lost = DeviceStartError(self._device, self._call, lost.problem, lost.advice)
        lost = self._lose(lost)
        raise lost from (error if lost is not error else None)

    def _lost(self, error: BaseException) -> DeviceError | None:
        """What an error says of the guest; None where it says nothing of it."""
        name, call = self._device, self._call
        match error:
            case DeviceError():
                return error
            case TimeoutError():
                problem, advice = f"no answer within {self._seconds:g} s.", "Look whether the guest hangs."
                return DeviceTimeoutError(name, call, problem, advice)
            case ConnectionRefusedError():
                return DeviceLostError(name, call, "nothing listens there.", "Start `omnigym guest` on the machine.")
            case FileNotFoundError():
                return None
            case OSError() | EOFError():
                return DeviceLostError(
                    name, call, f"the connection broke: {error}.", "Look whether the guest still runs."
                )
            case UnreadableError():
                problem = f"the guest answered nonsense: {error}"
                return DeviceFaultError(name, call, problem, "Update omnigym on both sides.")
        return None
