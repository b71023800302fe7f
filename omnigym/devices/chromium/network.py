"""What pages may reach: allowed origins, and folders that are served without a server.

Every request of a page is held (``Fetch`` domain) until it is looked at here, which is how folders are served and how a
page says that a site cannot be reached. What keeps the browser from the rest of the world is not this but its proxy
(`omnigym.devices.chromium.proxy`): web sockets, and what workers ask for, are never held.
"""

from __future__ import annotations

import base64
import html
import mimetypes
import re
from collections.abc import Iterable
from pathlib import Path
from urllib.parse import unquote, urlsplit

from omnigym.devices.chromium.page import Page
from omnigym.devices.chromium.pipe import Payload
from omnigym.devices.chromium.proxy import Route
from omnigym.errors import ConfigError

__all__ = ["Network", "origin_of"]

_STYLE = "<style>body{font:16px sans-serif;margin:15% auto;width:500px;color:#3c4043}h1{font-size:22px}</style>"
_NOT_FOUND = f"<!doctype html><title>Not found</title>{_STYLE}<h1>There is no such page</h1>".encode()
_UNREACHABLE = (
    "<!doctype html><title>{host}</title>"
    + _STYLE.replace("{", "{{").replace("}", "}}")
    + "<h1>This site can’t be reached</h1><p>{host} is not part of the web here.</p>"
)
_DEFAULT_PORTS = {"http": 80, "https": 443}
#: The one form in which browsers ask for a part of a file.
_RANGE = re.compile(r"bytes=(\d{1,15})-(\d{0,15})")
_LOCAL = ("about:", "data:", "blob:")


def origin_of(url: str) -> str:
    """The origin of a URL; empty if it has none.

    >>> origin_of("http://127.0.0.1:8000/path?query")
    'http://127.0.0.1:8000'
    >>> origin_of("https://user@Shop.test:443/")
    'https://shop.test'
    """
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:  # no port, or no address
        return ""
    if parts.scheme not in _DEFAULT_PORTS or not host:
        return ""
    host = f"[{host}]" if ":" in host else host
    return f"{parts.scheme}://{host}" + (f":{port}" if port not in (None, _DEFAULT_PORTS[parts.scheme]) else "")


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
        self._allowed.add(self._checked(origin))

    def serve(self, origin: str, folder: Path) -> None:
        """Answer all requests to an origin with the files of a folder, without a server."""
        self._folders[self._checked(origin)] = folder.resolve(strict=True)

    def place(self, origin: str, port: int) -> None:
        """Let pages reach an origin that is really a port of this machine."""
        self.allow(origin)
        self._ports[origin_of(origin)] = port

    @property
    def routes(self) -> tuple[Route, ...]:
        """Where connections of the browser may go, whoever asks for them."""
        return tuple(self._route(origin) for origin in sorted(self._allowed))

    def _route(self, origin: str) -> Route:
        parts = urlsplit(origin)
        tls = parts.scheme == "https"
        host, port = parts.hostname or "", parts.port or _DEFAULT_PORTS[parts.scheme]
        placed = self._ports.get(origin)
        return Route(host, port, tls, *((host, port) if placed is None else ("127.0.0.1", placed)))

    def reaches(self, url: str) -> bool:
        """Whether a page may go there."""
        origin = origin_of(url)
        return url.startswith(_LOCAL) or origin in self._allowed or origin in self._folders

    def content(self, url: str) -> bytes | None:
        """What a folder has at an address, nothing where it has none; None for what no folder serves."""
        folder = self._folders.get(origin_of(url))
        if folder is None:
            return None
        code, _, body = _file(folder, urlsplit(url).path)
        return body if code == 200 else b""

    def watch(self, page: Page) -> None:
        """Hold the requests of a page."""
        page.tell("Fetch.enable", patterns=[{"urlPattern": "*"}])

    def decide(self, page: Page, event: Payload) -> None:
        """Answer, let through or refuse a held request."""
        number, url = event["requestId"], event["request"]["url"]
        origin = origin_of(url)
        if event.get("resourceType") == "Media" and not page.media.may_load():
            page.tell("Fetch.failRequest", requestId=number, errorReason="BlockedByClient")
        elif origin in self._folders:
            _answer(page, number, *_asked(event["request"], *_file(self._folders[origin], urlsplit(url).path)))
        elif self.reaches(url):
            page.tell("Fetch.continueRequest", requestId=number)
        elif event.get("resourceType") == "Document":
            text = _UNREACHABLE.format(host=html.escape(urlsplit(url).netloc or url))
            _answer(page, number, 404, "text/html; charset=utf-8", text.encode())
        else:
            page.tell("Fetch.failRequest", requestId=number, errorReason="BlockedByClient")

    @staticmethod
    def _checked(origin: str) -> str:
        """An origin that was given, as `origin_of` says it."""
        found = origin_of(origin)
        parts = urlsplit(origin) if found else None
        if parts is None or parts.path or parts.query or parts.fragment or parts.username is not None:
            raise ConfigError(f"Expected an origin such as 'http://127.0.0.1:8000', without a path, got {origin!r}.")
        return found


def _asked(request: Payload, code: int, kind: str, body: bytes) -> tuple[int, str, bytes, str]:
    """Code, content type, the part of a file that a request asks for, and which that is: films are sought in parts."""
    headers = {str(name).lower(): str(value) for name, value in request["headers"].items()}
    asked = _RANGE.fullmatch(headers.get("range", ""))
    if code != 200 or asked is None or int(asked[1]) >= len(body):
        return code, kind, body, ""
    begin = int(asked[1])
    end = min(int(asked[2] or len(body) - 1), len(body) - 1)
    return 206, kind, body[begin : end + 1], f"bytes {begin}-{end}/{len(body)}"


def _answer(page: Page, number: str, code: int, kind: str, body: bytes, part: str = "") -> None:
    """Answer a held request ourselves."""
    headers = [{"name": "Content-Type", "value": kind}, {"name": "Accept-Ranges", "value": "bytes"}]
    if part:
        headers.append({"name": "Content-Range", "value": part})
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
