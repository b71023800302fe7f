"""The live page of a server: the screens of all sessions, and ``/metrics`` for Prometheus."""

from __future__ import annotations

import json
import os
import re
import threading
import time
from collections.abc import Iterator
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final, Self

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from omnigym.errors import OmnigymError
from omnigym.serve.server import EnvServer
from omnigym.view.server import Answer, Server, static_files

__all__ = ["LivePage"]

_FILES: Final = Path(__file__).parent / "static"
_SCREEN: Final = re.compile(r"/sessions/([0-9]{1,10})/screens/([0-9]{1,6})")
#: How long a screen may take, in seconds: a worker that is busy shows it later.
_SCREEN_S: Final = 10.0
#: How many sessions the page shows.
_MOST_SHOWN: Final = 200


class LivePage:
    """The server of a live page, in a thread, from its creation until `close`; a context manager.

    Args:
        server: Whose sessions are shown.
        port: Where to listen, on the loopback address; 0 for any port that is free.

    Raises:
        ConfigError: The port is taken.
    """

    def __init__(self, server: EnvServer, port: int = 0) -> None:
        self._serving = server
        self._files = static_files(_FILES)
        self._registry = CollectorRegistry()
        self._registry.register(_Collected(server))
        self._server = Server(self, port, "omnigym serve")
        self.port: int = self._server.port
        self._thread = threading.Thread(target=self._server.run, name="omnigym-serve-page", daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        """The page's address."""
        return self._server.url

    def answer(self, path: str) -> Answer:
        """Return the answer to a request for a path, which is untrusted input."""
        path = path.partition("?")[0]
        if path in self._files:
            return self._files[path]
        if path == "/metrics":
            return Answer(HTTPStatus.OK, "text/plain; version=0.0.4; charset=utf-8", generate_latest(self._registry))
        if path == "/sessions":
            told = json.dumps(self._serving.call(self._told), separators=(",", ":"))
            return Answer(HTTPStatus.OK, "application/json", told.encode())
        screen = _SCREEN.fullmatch(path)
        if screen is None:
            return Answer(HTTPStatus.NOT_FOUND, "text/plain", b"There is no such page.\n")
        try:
            number, row = map(int, screen.groups())
            picture = self._serving.run(self._serving.sessions.screen(number, row)).result(_SCREEN_S)
        except (OmnigymError, TimeoutError) as e:
            return Answer(HTTPStatus.NOT_FOUND, "text/plain", f"There is no screen now: {e}\n".encode())
        return Answer(HTTPStatus.OK, "image/png", picture, "no-store")

    def _told(self) -> dict[str, Any]:
        sessions, counts, now = self._serving.sessions, self._serving.sessions.counts, time.monotonic()
        return {
            "environments": sessions.environments,
            "most": sessions.settings.most,
            "clients": len(sessions.leases),
            "workers": len(sessions.pool.workers),
            "lost": sessions.pool.counts.lost,
            "begun": counts.begun,
            "scored": counts.scored,
            "unscored": counts.unscored,
            "steps": counts.steps,
            "sessions": [
                {
                    "id": s.id,
                    "env": s.name,
                    "tasks": str(s.arguments.get("tasks", "")),
                    "rows": s.rows,
                    "worker": 0 if s.worker is None else s.worker.pid,
                    "steps": s.steps,
                    "begun": s.begun,
                    "scored": s.scored,
                    "unscored": s.unscored,
                    "age": round(now - s.since),
                    "silent": round(now - s.lease.heard),
                }
                for s in sessions.open_sessions[:_MOST_SHOWN]
            ],
        }

    def close(self) -> None:
        """Release the port."""
        self._server.stop()
        self._thread.join()
        self._server.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class _Collected(Collector):
    """The figures of a server, read when they are asked for."""

    def __init__(self, server: EnvServer) -> None:
        self._server = server

    def describe(self) -> list[Metric]:
        """Nothing: the names are known when they are collected."""
        return []

    def collect(self) -> Iterator[Metric]:
        """All figures."""
        yield from self._server.call(self._read)

    def _read(self) -> list[Metric]:
        sessions = self._server.sessions
        counts, pool = sessions.counts, sessions.pool
        gauges = {
            "environments": ("Environments that are taken.", sessions.environments),
            "environments_most": ("Environments that there is room for.", sessions.settings.most),
            "sessions": ("Open sessions.", len(sessions.open_sessions)),
            "clients": ("Clients with a lease.", len(sessions.leases)),
            "connections": ("Connections of the native carrier.", len(self._server.native.connections)),
            "episodes_running": ("Episodes that run now.", counts.running),
            "workers": ("Worker processes that answer.", len(pool.workers)),
            "descriptors": ("Open descriptors of the server process.", _descriptors()),
        }
        counters = {
            "episodes_begun": ("Episodes that began.", counts.begun),
            "episodes_scored": ("Episodes that ended with a score.", counts.scored),
            "episodes_unscored": ("Episodes that say nothing about the agent.", counts.unscored),
            "steps": ("Requests that stepped environments.", counts.steps),
            "repeated": ("Requests that came twice and were done once.", counts.repeated),
            "leases_expired": ("Clients that showed no sign of life.", counts.expired),
            "refused": ("Requests for environments that found no room.", counts.refused),
            "workers_started": ("Worker processes that were started.", pool.counts.started),
            "workers_lost": ("Worker processes that died or were killed.", pool.counts.lost),
            "workers_left": ("Places that a worker left after too many failures.", pool.counts.left),
        }
        found: list[Metric] = []
        for name, (text, value) in gauges.items():
            gauge = GaugeMetricFamily(f"omnigym_serve_{name}", text)
            gauge.add_metric([], value)
            found.append(gauge)
        for name, (text, value) in counters.items():
            counter = CounterMetricFamily(f"omnigym_serve_{name}", text)
            counter.add_metric([], value)
            found.append(counter)
        return found


def _descriptors() -> int:
    try:
        return len(os.listdir("/proc/self/fd"))
    except OSError:  # not Linux
        return 0
