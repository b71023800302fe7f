"""An opener of URLs with one deadline for all of a request: who sends a byte a minute is late, too."""

from __future__ import annotations

import http.client
import socket
import threading
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

__all__ = ["opener_with_deadline"]


class _Watched:
    """The sockets of a request, which are shut down at its deadline."""

    def __init__(self) -> None:
        self.late = False
        self._sockets: list[socket.socket] = []

    def connection(self, kind: type[http.client.HTTPConnection], host: str, **arguments: Any) -> Any:
        made = kind(host, **arguments)
        connect = made.connect

        def connected() -> None:
            connect()
            self._sockets.append(made.sock)

        made.connect = connected  # type: ignore[method-assign]
        return made

    def end(self) -> None:
        self.late = True
        for s in self._sockets:
            try:
                s.shutdown(socket.SHUT_RDWR)
            except OSError:
                continue  # it is closed already


class _Http(urllib.request.HTTPHandler):
    def __init__(self, watched: _Watched) -> None:
        super().__init__()
        self._watched = watched

    def http_open(self, req: urllib.request.Request) -> Any:
        return self.do_open(partial(self._watched.connection, http.client.HTTPConnection), req)


class _Https(urllib.request.HTTPSHandler):
    def __init__(self, watched: _Watched) -> None:
        super().__init__()
        self._watched = watched

    def https_open(self, req: urllib.request.Request) -> Any:
        return self.do_open(partial(self._watched.connection, http.client.HTTPSConnection), req)


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A redirection is an error: the key would be sent to wherever it leads."""

    def redirect_request(self, *_: Any) -> None:
        return None


@contextmanager
def opener_with_deadline(seconds: float) -> Iterator[urllib.request.OpenerDirector]:
    """An opener for one request, which is broken off at the deadline; proxies of the environment are used.

    Raises:
        TimeoutError: The deadline passed before the block ended.
    """
    watched = _Watched()
    timer = threading.Timer(seconds, watched.end)
    timer.daemon = True
    timer.start()
    try:
        yield urllib.request.build_opener(_Http(watched), _Https(watched), _NoRedirect())
    except (OSError, http.client.HTTPException, ValueError):
        if watched.late:
            raise TimeoutError from None
        raise
    finally:
        timer.cancel()
    if watched.late:
        raise TimeoutError
