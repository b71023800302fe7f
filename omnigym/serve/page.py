"""The live page of a server: the screens of all sessions, and ``/metrics`` for Prometheus."""

from __future__ import annotations

import json
import re
import threading
import time
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final, Self

from omnigym.errors import OmnigymError
from omnigym.serve.figures import FIGURES_KIND, figures
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
            told = self._serving.call(lambda: figures(self._serving))
            return Answer(HTTPStatus.OK, FIGURES_KIND, told)
        if path == "/sessions":
            listed = json.dumps(self._serving.call(self._told), separators=(",", ":"))
            return Answer(HTTPStatus.OK, "application/json", listed.encode())
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
