"""What pages may reach: allowed origins, and folders that are served without a server.

Every request of a page is held (``Fetch`` domain) until it is looked at here; host names that no rule of the browser
names lead nowhere in any case (see `omnigym.devices.chromium.programs.flags`), web sockets included.
"""

from __future__ import annotations

import base64
import html
import mimetypes
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from omnigym.devices.chromium.page import Page
from omnigym.errors import ConfigError

__all__ = ["Network", "origin_of"]

_STYLE = "<style>body{font:16px sans-serif;margin:15% auto;width:500px;color:#3c4043}h1{font-size:22px}</style>"
_NOT_FOUND = f"<!doctype html><title>Not found</title>{_STYLE}<h1>There is no such page</h1>".encode()
_UNREACHABLE = (
    "<!doctype html><title>{host}</title>"
    + _STYLE.replace("{", "{{").replace("}", "}}")
    + "<h1>This site can’t be reached</h1><p>{host} is not part of the web here.</p>"
)
_LOCAL = ("about:", "data:", "blob:")


def origin_of(url: str) -> str:
    """The origin of a URL; empty if it has none.

    >>> origin_of("http://127.0.0.1:8000/path?query")
    'http://127.0.0.1:8000'
    """
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}" if parts.scheme in ("http", "https") and parts.netloc else ""


class Network:
    """The reachable part of the web.

    Args:
        allowed: Origins that are reached over the network ("http://127.0.0.1:8000").

    Raises:
        ConfigError: What was given is not an origin.
    """

    def __init__(self, allowed: Iterable[str] = ()) -> None:
        self._allowed: set[str] = set()
        self._folders: dict[str, Path] = {}
        self._ports: dict[str, int] = {}
        for origin in allowed:
            self.allow(origin)

    def allow(self, origin: str) -> None:
        """Let pages reach an origin."""
        self._check(origin)
        self._allowed.add(origin)

    def serve(self, origin: str, folder: Path) -> None:
        """Answer all requests to an origin with the files of a folder, without a server."""
        self._check(origin)
        self._folders[origin] = folder.resolve(strict=True)

    def place(self, origin: str, port: int) -> None:
        """Let pages reach an origin that is really a port of this machine."""
        self.allow(origin)
        self._ports[urlsplit(origin).netloc] = port

    @property
    def rules(self) -> tuple[str, ...]:
        """The browser's rules for host names, see `omnigym.devices.chromium.programs.flags`."""
        placed = [f"MAP {host} 127.0.0.1:{port}" for host, port in sorted(self._ports.items())]
        hosts = {urlsplit(origin).hostname for origin in self._allowed if urlsplit(origin).netloc not in self._ports}
        return (*placed, *(f"EXCLUDE {host}" for host in sorted(filter(None, hosts))))

    def reaches(self, url: str) -> bool:
        """Whether a page may go there."""
        origin = origin_of(url)
        return url.startswith(_LOCAL) or origin in self._allowed or origin in self._folders

    def watch(self, page: Page) -> None:
        """Hold the requests of a page."""
        page.tell("Fetch.enable", patterns=[{"urlPattern": "*"}])

    def decide(self, page: Page, event: Mapping[str, Any]) -> None:
        """Answer, let through or refuse a held request."""
        number, url = event["requestId"], event["request"]["url"]
        origin = origin_of(url)
        if origin in self._folders:
            _answer(page, number, *_file(self._folders[origin], urlsplit(url).path))
        elif self.reaches(url):
            page.tell("Fetch.continueRequest", requestId=number)
        elif event.get("resourceType") == "Document":
            text = _UNREACHABLE.format(host=html.escape(urlsplit(url).netloc or url))
            _answer(page, number, 404, "text/html; charset=utf-8", text.encode())
        else:
            page.tell("Fetch.failRequest", requestId=number, errorReason="BlockedByClient")

    def _check(self, origin: str) -> None:
        if origin_of(origin) != origin:
            raise ConfigError(f"Expected an origin such as 'http://127.0.0.1:8000', without a path, got {origin!r}.")


def _answer(page: Page, number: str, code: int, kind: str, body: bytes) -> None:
    """Answer a held request ourselves."""
    headers = [{"name": "Content-Type", "value": kind}]
    text = base64.b64encode(body).decode()
    page.tell("Fetch.fulfillRequest", requestId=number, responseCode=code, responseHeaders=headers, body=text)


def _file(folder: Path, path: str) -> tuple[int, str, bytes]:
    """Code, content type and body of a file below a folder; a directory stands for its index.html."""
    try:
        target = (folder / unquote(path).lstrip("/")).resolve()
        if target.is_dir():
            target /= "index.html"
        if not target.is_relative_to(folder):
            raise FileNotFoundError(path)
        body = target.read_bytes()
    except (OSError, ValueError):
        return 404, "text/html; charset=utf-8", _NOT_FOUND
    kind = mimetypes.guess_type(target.name)[0] or "application/octet-stream"
    return 200, f"{kind}; charset=utf-8" if kind.startswith("text/") else kind, body
