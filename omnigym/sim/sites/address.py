"""Addresses of pages."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import parse_qsl, quote, unquote, urlencode

_HOST = re.compile(r"[a-z0-9-]+(\.[a-z0-9-]+)+$")
#: What an address of a file begins with; Windows' own names of files are such addresses, too.
_FILE = re.compile(r"file:///|(?=[a-z]:[\\/])", re.IGNORECASE)
_SCHEMES = ("https://", "http://")
_NOT_IN_SLUGS = re.compile(r"[^a-z0-9]+")


class Address(NamedTuple):
    """Where a page is.

    Attributes:
        host: "shop.northwind.com"; "edge" for the browser's own pages, "file" for files of the user.
        path: "/product/kettle", never empty.
        query: What comes after the question mark.
    """

    host: str
    path: str = "/"
    query: tuple[tuple[str, str], ...] = ()

    @property
    def parts(self) -> tuple[str, ...]:
        """The parts of the path, "" left out."""
        return tuple([unquote(p) for p in self.path.split("/") if p])

    def argument(self, name: str, default: str = "") -> str:
        """A value of the query."""
        return next((value for key, value in self.query if key == name), default)

    @property
    def url(self) -> str:
        """The address as it is written."""
        if self.host == "file":
            return f"file://{self.path}"
        scheme = "edge" if self.host == "edge" else "https"
        host = "" if self.host == "edge" else self.host
        path = self.path.lstrip("/") if self.host == "edge" else self.path
        return f"{scheme}://{host}{path}{f'?{urlencode(self.query)}' if self.query else ''}"


@lru_cache(maxsize=512)
def parse(typed: str) -> Address | None:
    r"""The address that somebody typed, or None where it is something to search for.

    >>> parse("Shop.Northwind.com/search?q=tea").url
    'https://shop.northwind.com/search?q=tea'
    >>> parse("C:\\Users\\plan b.pdf").url
    'file:///C:/Users/plan%20b.pdf'
    >>> parse("green tea") is None
    True
    """
    text = typed.strip()
    if text.lower().startswith("edge://"):
        return Address("edge", "/" + text[7:].strip("/").lower())
    if local := _FILE.match(text):
        return Address("file", quote("/" + text[local.end() :].replace("\\", "/"), safe="/%:"))
    for scheme in _SCHEMES:
        if text.lower().startswith(scheme):
            text = text[len(scheme) :]
    whole, _, _ = text.partition("#")
    place, _, query = whole.partition("?")
    host, _, path = place.partition("/")
    host = host.lower()
    if not _HOST.match(host):
        return None
    return Address(host, quote("/" + path.rstrip("/"), safe="/%"), tuple(parse_qsl(query)))


def joined(address: Address, url: str) -> str:
    """Where a link on a page leads: ``url`` may leave out the host."""
    return f"https://{address.host}{url}" if url.startswith("/") else url


def query_url(path: str, **values: str) -> str:
    """A path with a query.

    >>> query_url("/search", q="tea & cake")
    '/search?q=tea+%26+cake'
    """
    return f"{quote(path)}?{urlencode(values)}"


def slug(title: str) -> str:
    """A title as a part of an address and as the name of a record.

    >>> slug("Which tent for two?")
    'which-tent-for-two'
    """
    return _NOT_IN_SLUGS.sub("-", title.casefold()).strip("-") or "untitled"
