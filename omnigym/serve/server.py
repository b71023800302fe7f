"""A server of environments: workers, sessions and transports, in one thread with one event loop."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import threading
from collections.abc import Callable, Coroutine, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Self, TypeVar

from omnigym.envs.vector.env import cores
from omnigym.errors import ConfigError
from omnigym.pages.local import ADDRESS, listen
from omnigym.serve.native import Native, NativeSettings
from omnigym.serve.pool import Pool, PoolSettings
from omnigym.serve.session import ServeSettings, Sessions, is_packed

__all__ = ["EnvServer", "ServerSettings"]

_T = TypeVar("_T")
#: How long the end may take, in seconds: real devices are closed meanwhile.
_END_S: Final = 30.0


@dataclass(frozen=True)
class ServerSettings:
    """All settings of a server.

    Attributes:
        envs: As of `ServeSettings`.
        token: As of `NativeSettings`.
        port: Where the native transport listens; 0 for any free port, None for none.
        address: The address; another one than the loopback is reached by others, unencrypted.
        unix: The path of a Unix socket; None for none.
        workers: The number of packs; None for one a core.
        most, lease_s, most_leases: As of `ServeSettings`.
        rate, most_bytes: As of `NativeSettings`.
        pool: Other settings of the pool, by the names of `PoolSettings`.
    """

    envs: Mapping[str, str | None]
    token: str
    port: int | None = 0
    address: str = ADDRESS
    unix: Path | None = None
    workers: int | None = None
    most: int = 64
    lease_s: float = 30.0
    most_leases: int = 4096
    rate: float = 20_000.0
    most_bytes: int = 4 << 20
    pool: Mapping[str, Any] = field(default_factory=dict)


class EnvServer:
    """A server, from its making until `close`; a context manager.

    Args:
        settings: Its settings.

    Attributes:
        sessions: For transports and pages; to be used in its loop, by `run`.
        native: The native transport.
        port: Where that listens; 0 where it does not.

    Raises:
        ConfigError: A setting is wrong, or a port or path cannot be had.
        UnknownNameError: There is no such id or device.
    """

    def __init__(self, settings: ServerSettings) -> None:
        if not settings.envs:
            raise ConfigError("A server gives at least one environment: name it with --env ID.")
        packed = {name: is_packed(name, device) for name, device in settings.envs.items()}
        warm = [(n, {} if d is None else {"device": d}) for n, d in settings.envs.items() if packed[n]]
        packs = (cores() if settings.workers is None else settings.workers) if warm else 0
        self.settings = settings
        usual = {"packs": packs, "warm": warm, "private": not all(packed.values())}
        pool = PoolSettings(**{**usual, **settings.pool})
        self._listening = self._sockets()
        self.port: int = next((s.getsockname()[1] for s in self._listening if s.family == socket.AF_INET), 0)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="omnigym-serve", daemon=True)
        self._thread.start()
        self._stack = contextlib.AsyncExitStack()
        try:
            self.run(self._start(pool)).result()
        except BaseException:
            self.close()
            raise

    @property
    def url(self) -> str:
        """The address to which clients connect."""
        if self.port:
            return f"tcp://{self.settings.address}:{self.port}"
        return f"unix://{self.settings.unix}"

    def _sockets(self) -> list[socket.socket]:
        settings, found = self.settings, []
        if settings.port is not None:
            found.append(listen(settings.port, settings.address))
        if settings.unix is not None:
            try:
                found.append(_unix(settings.unix))
            except BaseException:
                for each in found:
                    each.close()
                raise
        return found

    async def _start(self, pool_settings: PoolSettings) -> None:
        settings, stack, loop = self.settings, self._stack, asyncio.get_running_loop()
        pool = Pool(pool_settings)
        stack.push_async_callback(pool.close)
        await pool.start()
        self.sessions = Sessions(
            ServeSettings(settings.envs, settings.most, settings.lease_s, settings.most_leases, settings.rate), pool
        )
        watching = loop.create_task(self.sessions.watch())
        stack.callback(watching.cancel)
        self.native = Native(self.sessions, NativeSettings(settings.token, settings.rate, settings.most_bytes))
        stack.callback(self.native.close)
        for each in self._listening:
            make = loop.create_unix_server if each.family == socket.AF_UNIX else loop.create_server
            serving = await make(self.native.protocol, sock=each)
            stack.callback(serving.close)

    def run(self, work: Coroutine[Any, Any, _T]) -> Future[_T]:
        """Run a coroutine in the server's loop."""
        return asyncio.run_coroutine_threadsafe(work, self._loop)

    def call(self, work: Callable[[], _T]) -> _T:
        """Call a function in the server's loop, and return its result."""

        async def called() -> _T:
            return work()

        return self.run(called()).result()

    def close(self) -> None:
        """Hang up, and end the workers; may be called twice."""
        if self._loop.is_closed():
            return
        try:
            self.run(self._stack.aclose()).result(_END_S)
        finally:
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join()
            self._loop.close()
            for each in self._listening:
                each.close()
            if self.settings.unix is not None:
                self.settings.unix.unlink(missing_ok=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _unix(path: Path) -> socket.socket:
    """A Unix socket that this user alone can reach; one that a server left behind is replaced."""
    listening = socket.socket(socket.AF_UNIX)
    try:
        if path.is_socket() and not _is_served(path):
            path.unlink()
        before = os.umask(0o177)
        try:
            listening.bind(str(path))
        finally:
            os.umask(before)
        listening.listen()
    except OSError as e:
        listening.close()
        raise ConfigError(f"Cannot listen on {path}: {e.strerror or e}. Choose another path.") from None
    return listening


def _is_served(path: Path) -> bool:
    with socket.socket(socket.AF_UNIX) as probe:
        try:
            probe.connect(str(path))
        except OSError:
            return False
    return True
