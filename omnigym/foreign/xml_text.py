"""Text in XML. `xml.sax.saxutils` does the same, and its import takes HTTP and TLS along."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

__all__ = ["escape", "quoteattr"]

_NONE: Mapping[str, str] = MappingProxyType({})
#: What an attribute's value would lose.
_SPACES = {"\n": "&#10;", "\r": "&#13;", "\t": "&#9;"}


def escape(text: str, entities: Mapping[str, str] = _NONE) -> str:
    """Return a text for XML.

    Args:
        text: The text.
        entities: Further replacements, by what they replace.

    >>> escape("a < b & c", {"c": "&#99;"})
    'a &lt; b &amp; &#99;'
    """
    text = text.replace("&", "&amp;").replace(">", "&gt;").replace("<", "&lt;")
    for plain, entity in entities.items():
        text = text.replace(plain, entity)
    return text


def quoteattr(text: str) -> str:
    r"""Return an attribute's value in quotes.

    >>> print(quoteattr('6" & more'), quoteattr("it's\n"))
    '6" &amp; more' "it's&#10;"
    """
    text = escape(text, _SPACES)
    if '"' not in text:
        return f'"{text}"'
    if "'" not in text:
        return f"'{text}'"
    return '"' + text.replace('"', "&quot;") + '"'
