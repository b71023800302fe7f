"""Fetching the data that task files name by URL, once, before any episode: https and http, up to a size.

Somebody's task file must not reach into your network. So a name is resolved once: the address that was looked at is the
one that is connected to, with the name in the request and in the certificate. A file has one deadline, which holds for
each reading and writing, and what a server has packed is unpacked up to the size.
"""

from __future__ import annotations

import ipaddress
import socket
import ssl
import time
import zlib
from base64 import b64encode
from collections.abc import Iterable
from pathlib import PurePosixPath
from typing import Any, Final
from urllib.request import getproxies, proxy_bypass

import httpcore
import httpx

from omnigym.assets import Asset, add_asset
from omnigym.errors import AssetError
from omnigym.foreign import show_value
from omnigym.foreign.limits import FILE_BYTES

__all__ = ["DEADLINE_S", "fetch", "is_public"]

#: Seconds that a file may take, and that a server may say nothing.
DEADLINE_S: Final = 600.0
_SILENCE_S: Final = 30.0
#: How often an address may send on to another one.
_HOPS: Final = 5
_SCHEMES: Final = ("https", "http")
_PAGES: Final = (".html", ".htm", "")
_SENT_ON: Final = (301, 302, 303, 307, 308)
#: The addresses of IPv6 that may be public, those among them that are none or stand for an address of IPv4, and the
#: addresses of IPv4 that lead there.
_UNICAST: Final = ipaddress.IPv6Network("2000::/3")
_WITHOUT: Final = tuple(map(ipaddress.IPv6Network, ("2001::/23", "2002::/16", "2001:db8::/32", "3fff::/20")))
_RELAY: Final = ipaddress.IPv4Network("192.88.99.0/24")


def fetch(url: str, name: str, *, local: bool = False, most: int = FILE_BYTES, deadline: float = DEADLINE_S) -> Asset:
    """Fetch one content into the cache.

    Args:
        url: The address.
        name: The name of the content in the task file; a page in its place is refused.
        local: Whether addresses of this machine and its network may be asked.
        most: The most bytes.
        deadline: Seconds that it may take, with all addresses on the way.

    Raises:
        AssetError: It cannot be had: says why.
    """
    asked, until = url, time.monotonic() + deadline
    try:
        for _ in range(_HOPS + 1):
            answer = _answer(httpx.URL(asked), name, most, until, local)
            if isinstance(answer, bytes):
                return Asset(add_asset(answer), len(answer))
            asked = str(answer)
    except (*_FAILURES, httpx.InvalidURL, OSError, UnicodeError) as e:
        raise AssetError(f"{show_value(url)}: {type(e).__name__}: {str(e)[:200] or 'no answer'}.") from None
    raise AssetError(f"{show_value(url)}: it sends on more than {_HOPS} times.")


_FAILURES: Final = (
    *(httpcore.NetworkError, httpcore.ProtocolError, httpcore.ProxyError, httpcore.TimeoutException),
    httpcore.UnsupportedProtocol,
)


def _answer(url: httpx.URL, name: str, most: int, until: float, local: bool) -> bytes | httpx.URL:
    """The content at an address, or the address that it sends on to."""
    if url.scheme not in _SCHEMES or not url.host or not 0 < (url.port or 443) < 1 << 16:
        raise AssetError(
            f"{show_value(str(url))}: expected an address with https:// or http://. Nothing else is fetched."
        )
    headers: dict[bytes | str, bytes | str] = {
        "Host": url.netloc.decode("ascii"),
        "User-Agent": "omnigym",
        "Accept": "*/*",
        "Connection": "close",
    }
    headers["Accept-Encoding"] = "identity"
    if url.userinfo:
        headers["Authorization"] = f"Basic {b64encode(f'{url.username}:{url.password}'.encode()).decode()}"
    target = httpcore.URL(scheme=url.raw_scheme, host=url.raw_host, port=url.port, target=url.raw_path)
    silence = {"timeout": dict.fromkeys(("connect", "read", "write", "pool"), _SILENCE_S)}
    with _pool(url, until, local) as pool, pool.stream("GET", target, headers=headers, extensions=silence) as answer:
        said = httpx.Headers(answer.headers)
        if answer.status in _SENT_ON and "location" in said:
            return url.join(said["location"])
        return _content(url, answer, said, name, most)


def _content(url: httpx.URL, answer: httpcore.Response, said: httpx.Headers, name: str, most: int) -> bytes:
    shown = show_value(str(url))
    if answer.status != httpx.codes.OK:
        raise AssetError(f"{shown}: the server answers {answer.status}.")
    kind = said.get("content-type", "").partition(";")[0].strip().lower()
    if kind == "text/html" and PurePosixPath(name.lower()).suffix not in _PAGES:
        raise AssetError(f"{shown}: a web page came instead of {name[:100]!r}; it may ask for consent.")
    packed = said.get("content-encoding", "identity").strip().lower()
    if packed not in ("identity", "gzip", "x-gzip"):
        raise AssetError(f"{shown}: it was asked for unpacked and comes as {show_value(packed)}, which is not read.")
    unpacking = None if packed == "identity" else zlib.decompressobj(zlib.MAX_WBITS | 16)
    content = bytearray()
    for part in answer.iter_stream():
        try:
            content += part if unpacking is None else unpacking.decompress(part, most + 1 - len(content))
        except zlib.error as e:
            raise AssetError(f"{shown}: it cannot be unpacked: {e}.") from None
        if len(content) > most:
            raise AssetError(f"{shown}: it has more than {most:,} bytes.")
    if unpacking is not None and not unpacking.eof:
        raise AssetError(f"{shown}: it cannot be unpacked: it ends too early.")
    return bytes(content)


# -- the network ------------------------------------------------------------------------------------------------------


def is_public(address: str) -> bool:
    """Return whether an IP address is that of one machine on the internet, reached by nobody in between.

    >>> [is_public(a) for a in ("93.184.216.34", "2606:2800:220:1::1", "10.0.0.1", "64:ff9b::a00:1", "224.0.0.1")]
    [True, True, False, False, False]
    """
    ip = ipaddress.ip_address(address.partition("%")[0])
    if ip.is_multicast or not ip.is_global:
        return False
    if isinstance(ip, ipaddress.IPv4Address):
        return ip not in _RELAY
    return ip in _UNICAST and not any(ip in net for net in _WITHOUT)


def _addresses(host: str, port: int, local: bool) -> list[str]:
    """The addresses of a name, all of which may be asked."""
    found = dict.fromkeys(str(place[0]) for *_, place in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM))
    if not local and not all(map(is_public, found)):
        raise AssetError(f"{show_value(host)}: it is in your own network. If you trust the task files, give --local.")
    return list(found)


def _pool(url: httpx.URL, until: float, local: bool) -> httpcore.ConnectionPool:
    """A connection to an address, or to the proxy that the environment names for it, which is yours."""
    proxies = getproxies()
    proxy = proxies.get(url.scheme, proxies.get("all", ""))
    if not proxy.startswith("http") or proxy_bypass(url.host):
        return httpcore.ConnectionPool(network_backend=_Network(until, local))
    _addresses(url.host, url.port or 443, local)
    yours = httpx.Proxy(proxy)
    return httpcore.HTTPProxy(
        str(yours.url),
        proxy_auth=yours.raw_auth,
        proxy_headers=yours.headers.raw,
        network_backend=_Network(until, True),
    )


class _Network(httpcore.NetworkBackend):
    """Connects to the addresses that were looked at, until a moment of the monotonic clock."""

    def __init__(self, until: float, local: bool) -> None:
        self._until, self._local = until, local
        self._sockets = httpcore.SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        failure: Exception = httpcore.ConnectError(f"{show_value(host)} has no address.")
        for address in _addresses(host, port, self._local):
            left = _left(self._until, timeout, httpcore.ConnectTimeout)
            try:
                stream = self._sockets.connect_tcp(address, port, left, local_address, socket_options)
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as e:
                failure = e
            else:
                return _Stream(stream, self._until)
        raise failure


class _Stream(httpcore.NetworkStream):
    """A connection that ends at a moment."""

    def __init__(self, stream: httpcore.NetworkStream, until: float) -> None:
        self._stream, self._until = stream, until

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._stream.read(max_bytes, _left(self._until, timeout, httpcore.ReadTimeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._stream.write(buffer, _left(self._until, timeout, httpcore.WriteTimeout))

    def close(self) -> None:
        self._stream.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.NetworkStream:
        left = _left(self._until, timeout, httpcore.ConnectTimeout)
        return _Stream(self._stream.start_tls(ssl_context, server_hostname, left), self._until)

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)


def _left(until: float, timeout: float | None, error: type[httpcore.TimeoutException]) -> float:
    left = until - time.monotonic()
    if left <= 0:
        raise error("it takes too long")
    return left if timeout is None else min(left, timeout)
