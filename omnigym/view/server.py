"""The web server of `omnigym view`: the page, and its data as JSON and PNG."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, NamedTuple, Protocol, Self

from omnigym.errors import OmnigymError, RecordingError
from omnigym.pages import SHARED
from omnigym.pages.local import ADDRESS, HEADERS, is_own, listen, refusal
from omnigym.spaces.multi_device import DEVICE_NAME
from omnigym.view.episode import episode_facts, film_of, screen_of, sound_of, tree_of
from omnigym.view.export import PAGE, export_html
from omnigym.view.runs import Run, branches_of, picture_of, problem_or_curve, transcript_of

__all__ = ["Answer", "Answers", "Pages", "Server", "static_files"]

_KINDS = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
_JSON = "application/json"
#: What was seen and heard, by its name in an address: the kind, and what reads it.
_SEEN: Mapping[str, tuple[str, Callable[[Path, int, str], bytes | None]]] = {
    "screens": ("image/png", screen_of),
    "sounds": ("audio/wav", sound_of),
    "films": ("video/mp4", film_of),
}
#: A screen never changes once it is written.
_KEEP = "private, max-age=3600"
#: Which of several devices is meant; nothing of the only one.
_DEVICE = f"(?:/(?P<device>{DEVICE_NAME}))?"


class Answer(NamedTuple):
    """The response to a request."""

    status: HTTPStatus
    kind: str
    body: bytes
    cache: str = "no-cache"


class Pages:
    """A handler that answers requests about some directories, by their number.

    Args:
        paths: The directories, as `Run` takes them. They are read again with each list of episodes.

    Raises:
        ConfigError: There is nothing to look at in one.
    """

    def __init__(self, paths: Sequence[str | Path]) -> None:
        self._paths = [Path(p) for p in paths]
        self._runs = [Run(p) for p in self._paths]
        self._files = static_files(PAGE)
        self._routes: Sequence[tuple[re.Pattern[str], Callable[..., Answer]]] = [
            (re.compile(r"/runs"), self._all),
            (re.compile(r"/runs/([0-9]{1,9})/episodes"), self._episodes),
            (re.compile(r"/runs/([0-9]{1,9})/episodes/(-?[0-9]{1,9})"), self._episode),
            *[
                (
                    re.compile(rf"/runs/([0-9]{{1,9}})/episodes/(-?[0-9]{{1,9}})/{name}/([0-9]{{1,9}})" + _DEVICE),
                    partial(self._seen, name),
                )
                for name in _SEEN
            ],
            (re.compile(r"/runs/([0-9]{1,9})/episodes/(-?[0-9]{1,9})/trees/([0-9]{1,9})" + _DEVICE), self._tree),
            (re.compile(r"/runs/([0-9]{1,9})/episodes/(-?[0-9]{1,9})/export"), self._export),
            (re.compile(r"/runs/([0-9]{1,9})/curves"), self._curves),
            (re.compile(r"/runs/([0-9]{1,9})/rollouts"), self._rollouts),
            (re.compile(r"/runs/([0-9]{1,9})/rollouts/([0-9]{1,9})/([0-9]{1,9})"), self._transcript),
            (
                re.compile(r"/runs/([0-9]{1,9})/rollouts/([0-9]{1,9})/pictures/(?P<name>\w{1,64}\.(?:png|jpeg))"),
                self._picture,
            ),
        ]

    def answer(self, path: str) -> Answer:
        """Return the answer to a request for a path, which is untrusted input."""
        path = path.partition("?")[0]
        if path in self._files:
            return self._files[path]
        for pattern, respond in self._routes:
            match = pattern.fullmatch(path)
            if match:
                try:
                    named = match.groupdict(default="")
                    return respond(*map(int, match.groups()[: pattern.groups - len(named)]), **named)
                except (RecordingError, IndexError) as e:
                    return _json({"problem": str(e)}, HTTPStatus.NOT_FOUND)
                except OmnigymError as e:
                    return _json({"problem": str(e)}, HTTPStatus.INTERNAL_SERVER_ERROR)
        return Answer(HTTPStatus.NOT_FOUND, "text/plain", b"There is no such page.\n")

    def _all(self) -> Answer:
        self._runs = [Run(p) for p in self._paths]
        return _json([run.facts() for run in self._runs])

    def _episodes(self, run: int) -> Answer:
        return _json([e.facts() for e in self._runs[run].entries])

    def _episode(self, run: int, episode: int) -> Answer:
        return _json(episode_facts(self._runs[run], self._runs[run].entry(episode)))

    def _seen(self, name: str, run: int, episode: int, n: int, device: str) -> Answer:
        kind, read = _SEEN[name]
        content = read(self._recording(run, episode), n, device)
        if content is None:
            return _json({"problem": f"There is no {name.removesuffix('s')} {n}."}, HTTPStatus.NOT_FOUND)
        return Answer(HTTPStatus.OK, kind, content, _KEEP)

    def _tree(self, run: int, episode: int, n: int, device: str) -> Answer:
        return _json(tree_of(self._recording(run, episode), n, device))

    def _export(self, run: int, episode: int) -> Answer:
        return Answer(HTTPStatus.OK, "text/html; charset=utf-8", export_html(self._runs[run], episode).encode())

    def _recording(self, run: int, episode: int) -> Path:
        path = self._runs[run].recording(self._runs[run].entry(episode))
        if path is None:
            raise RecordingError(f"Episode {episode} was not recorded.")
        return path

    def _curves(self, run: int) -> Answer:
        return _json([problem_or_curve(self._runs[run].root, p) for p in self._runs[run].curves])

    def _rollouts(self, run: int) -> Answer:
        return _json([branches_of(self._runs[run].root, p) for p in self._runs[run].rollouts])

    def _transcript(self, run: int, file: int, number: int) -> Answer:
        shown = self._runs[run]
        return _json(transcript_of(shown.root, shown.rollouts[file], number))

    def _picture(self, run: int, file: int, name: str) -> Answer:
        shown = self._runs[run]
        content = picture_of(shown.root, shown.rollouts[file], name)
        if content is None:
            return _json({"problem": f"There is no picture {name}."}, HTTPStatus.NOT_FOUND)
        return Answer(HTTPStatus.OK, f"image/{name.rpartition('.')[2]}", content, _KEEP)


def _json(value: object, status: HTTPStatus = HTTPStatus.OK) -> Answer:
    # in ASCII, as what an agent said need not be text that UTF-8 can hold
    return Answer(status, _JSON, json.dumps(value, separators=(",", ":")).encode())


def static_files(folder: Path) -> Mapping[str, Answer]:
    """Return the files of a page by their request path; no others are served.

    Args:
        folder: Where its own are, ``index.html`` among them.
    """
    found = {f"/{p.name}": p for p in folder.iterdir()} | {f"/shared/{p.name}": p for p in SHARED.iterdir()}
    found["/"] = folder / "index.html"
    return {
        name: Answer(HTTPStatus.OK, f"{_KINDS[p.suffix]}; charset=utf-8", p.read_bytes())
        for name, p in found.items()
        if p.suffix in _KINDS
    }


class Answers(Protocol):
    """The interface of a page to its server."""

    def answer(self, path: str) -> Answer:
        """Return the answer to a request for a path, which is untrusted input."""
        ...


class Server:
    """The server of a page, from its creation until `close`; a context manager.

    Args:
        pages: What is served.
        port: Where to listen; 0 for any port that is free.
        command: Whose page it is.

    Raises:
        ConfigError: The port is taken.
    """

    def __init__(self, pages: Answers, port: int = 0, command: str = "omnigym view") -> None:
        listening = listen(port)
        self.port: int = listening.getsockname()[1]
        self._server = _Listening((ADDRESS, self.port), _handler(pages, self.port, command), bind_and_activate=False)
        self._server.socket.close()
        self._server.socket = listening

    @property
    def url(self) -> str:
        """The page's address."""
        return f"http://{ADDRESS}:{self.port}/"

    def run(self) -> None:
        """Serve until `stop` is called from another thread, or Ctrl+C is pressed."""
        self._server.serve_forever(poll_interval=0.1)

    def stop(self) -> None:
        """Make `run` return."""
        self._server.shutdown()

    def close(self) -> None:
        """Release the port."""
        self._server.server_close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class _Listening(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Nothing where the browser went away, as it does from a picture that it does not need any more."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


def _handler(pages: Answers, port: int, command: str) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        server_version, sys_version = "omnigym", ""
        timeout = 60

        def do_GET(self) -> None:
            host, origin = self.headers.get("Host", ""), self.headers.get("Origin")
            if is_own(host, origin, port, origin_needed=False):
                answer = pages.answer(self.path)
            else:
                told = refusal(command, port)
                answer = Answer(HTTPStatus.FORBIDDEN, "text/plain", f"{told}\n".encode())
            self.send_response(answer.status)
            for name, value in {**HEADERS, "Cache-Control": answer.cache, "Content-Type": answer.kind}.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(answer.body)))
            self.end_headers()
            self.wfile.write(answer.body)

        def log_message(self, *_: object) -> None:
            """Nothing: what was asked for is nobody's business."""

    return Handler
