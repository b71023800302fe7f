"""The name of each role in the vocabulary of a platform, as OSWorld's trees have it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from omnigym.a11y.roles import Role
from omnigym.a11y.vocabularies import ROLE_FROM

__all__ = ["native_names"]

#: Roles whose first native name is not the one that toolkits use most.
_ATSPI: Mapping[Role, str] = MappingProxyType(
    {Role.TEXT_FIELD: "entry", Role.SEARCH_FIELD: "entry", Role.TEXT_AREA: "text", Role.DESKTOP: "desktop-frame"}
)
_UIA: Mapping[Role, str] = MappingProxyType(
    {Role.TEXT_AREA: "document", Role.SEARCH_FIELD: "edit", Role.CELL: "dataitem"}
)


@cache
def native_names(platform: str) -> Mapping[Role, str]:
    """Return the native name of each role that has one: of UI Automation on Windows, of AT-SPI elsewhere.

    >>> native_names("linux")[Role.BUTTON], native_names("windows")[Role.MENU_ITEM]
    ('push-button', 'menuitem')
    """
    vocabulary, own = ("uia", _UIA) if platform == "windows" else ("atspi", _ATSPI)
    names: dict[Role, str] = {}
    for native, role in ROLE_FROM[vocabulary].items():
        names.setdefault(role, native.replace(" ", "-"))
    return MappingProxyType({**names, **own})
