"""Where Android keeps settings: in three name spaces."""

from __future__ import annotations

__all__ = ["NAMESPACES", "place_of"]

NAMESPACES = ("system", "secure", "global")


def place_of(name: str) -> tuple[str, str]:
    """Name space and key of a setting, "global/airplane_mode_on"; without a name space it is the system's.

    >>> place_of("global/airplane_mode_on"), place_of("wallpaper")
    (('global', 'airplane_mode_on'), ('system', 'wallpaper'))
    """
    namespace, slash, key = name.partition("/")
    return (namespace, key) if slash and namespace in NAMESPACES else ("system", name)
