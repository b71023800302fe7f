"""A server for this machine alone, which refuses other addresses, and other sites in the user's browser.

A page is listened for on the loopback address alone. A site on the internet could still make the browser send requests
here, under this address (which the browser labels with the site's origin) or under a name of its own that it points
here (DNS rebinding, which the name in ``Host`` gives away). Both are refused before anything is read.
"""

from __future__ import annotations

import socket
from collections.abc import Mapping

from omnigym.errors import ConfigError

__all__ = ["ADDRESS", "HEADERS", "is_own", "listen", "refusal"]

#: The only address that is listened on.
ADDRESS = "127.0.0.1"
_NAMES = (ADDRESS, "localhost")
#: What holds the browser to the page's own address.
HEADERS: Mapping[str, str] = {
    "Cache-Control": "no-cache",
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; media-src 'self'; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


def is_own(host: str, origin: str | None, port: int, *, origin_needed: bool) -> bool:
    """Whether a request comes from the page itself, or from a person who typed its address.

    Args:
        host: The ``Host`` header.
        origin: The ``Origin`` header; None if there is none.
        port: Where the server listens.
        origin_needed: Whether there must be an origin, as browsers send it with every WebSocket.

    >>> is_own("localhost:8642", "http://localhost:8642", 8642, origin_needed=True)
    True
    >>> is_own("evil.example:8642", None, 8642, origin_needed=False)
    False
    """
    if host not in {f"{name}:{port}" for name in _NAMES}:
        return False
    return not origin_needed if origin is None else origin == f"http://{host}"


def refusal(command: str, port: int) -> str:
    """Return the answer to all other requests."""
    return f"This is the page of {command}, for this machine alone. Open http://{ADDRESS}:{port}/"


def listen(port: int, address: str = ADDRESS) -> socket.socket:
    """Return a listening socket, so that the address is known before the server runs.

    Args:
        port: Where; 0 for any port that is free.
        address: An IPv4 address of this machine; another one than `ADDRESS` is reached by others.

    Raises:
        ConfigError: The port is taken, or the address is not this machine's.
    """
    # asyncio turns Nagle's algorithm off only where the protocol is named; with it a key would take 40 ms more
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((address, port))
        listening.listen()
    except OSError as e:
        listening.close()
        raise ConfigError(
            f"Cannot listen on {address}, port {port}: {e.strerror}. Choose another one with --port, or 0 for any."
        ) from None
    return listening
