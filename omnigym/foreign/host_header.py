"""The ``Host`` header of a request, which says by which name a server was called."""

from __future__ import annotations

import re

__all__ = ["host_name"]

_HOST = re.compile(r"(?P<name>\[[0-9A-Fa-f:.]{2,45}\]|[A-Za-z0-9._-]{1,253})(?::[0-9]{1,5})?")


def host_name(header: str) -> str:
    """Return the name in a whole ``Host`` header, without its port; "" if the header is anything else.

    >>> host_name("[::1]:8650"), host_name("localhost"), host_name("[::1]evil"), host_name("localhost:80:evil")
    ('[::1]', 'localhost', '', '')
    """
    found = _HOST.fullmatch(header)
    return "" if found is None else found["name"]
