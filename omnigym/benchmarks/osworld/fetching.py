"""Fetching the data that task files name by URL, once, before any episode: https and http, up to a size."""

from __future__ import annotations

import ipaddress
import socket
from pathlib import PurePosixPath
from urllib.parse import urlsplit

import httpx

from omnigym.assets import Asset, add_asset
from omnigym.errors import AssetError
from omnigym.foreign import shown
from omnigym.foreign.limits import FILE_BYTES

__all__ = ["fetch"]

_TIMEOUT = httpx.Timeout(30.0)
#: How often an address may send on to another one.
_HOPS = 5
_SCHEMES = ("https", "http")
_PAGES = (".html", ".htm", "")


def fetch(client: httpx.Client, url: str, name: str, *, local: bool = False, most: int = FILE_BYTES) -> Asset:
    """Fetch one content into the cache.

    Each address on the way is looked at before it is asked: somebody's task file must not reach into your network.

    Args:
        client: Makes the requests; it follows no redirects by itself.
        url: The address.
        name: The name of the content in the task file; a page in its place is refused.
        local: Whether addresses of this machine and its network may be asked.
        most: The most bytes.

    Raises:
        AssetError: It cannot be had: says why.
    """
    asked = url
    try:
        for _ in range(_HOPS + 1):
            _check(asked, local)
            with client.stream("GET", asked, timeout=_TIMEOUT) as answer:
                if answer.is_redirect and answer.next_request is not None:
                    asked = str(answer.next_request.url)
                    continue
                return _kept(answer, name, most)
    except (httpx.HTTPError, httpx.InvalidURL, OSError, UnicodeError) as e:
        raise AssetError(f"{shown(url)}: {type(e).__name__}: {str(e)[:200] or 'no answer'}.") from None
    raise AssetError(f"{shown(url)}: it sends on more than {_HOPS} times.")


def _check(url: str, local: bool) -> None:
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:
        raise AssetError(f"{shown(url)}: it is no address. Expected one with https:// or http://.") from None
    if parts.scheme not in _SCHEMES or not host:
        raise AssetError(f"{shown(url)}: expected an address with https:// or http://. Nothing else is fetched.")
    if local:
        return
    for *_, place in socket.getaddrinfo(host, port or 443, type=socket.SOCK_STREAM):
        if not ipaddress.ip_address(str(place[0]).partition("%")[0]).is_global:
            raise AssetError(f"{shown(url)}: it is in your own network. If you trust the task files, give --local.")


def _kept(answer: httpx.Response, name: str, most: int) -> Asset:
    url = shown(str(answer.url))
    if answer.status_code != httpx.codes.OK:
        raise AssetError(f"{url}: the server answers {answer.status_code}.")
    kind = answer.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind == "text/html" and PurePosixPath(name.lower()).suffix not in _PAGES:
        raise AssetError(
            f"{shown(str(answer.url))}: a web page came instead of {name[:100]!r}; it may ask for consent."
        )
    content = bytearray()
    for part in answer.iter_bytes():
        if len(content) + len(part) > most:
            raise AssetError(f"{url}: it has more than {most:,} bytes.")
        content += part
    return Asset(add_asset(bytes(content)), len(content))
