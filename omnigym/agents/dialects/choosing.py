"""The action spaces by their names."""

from __future__ import annotations

from omnigym.agents.dialects.crab import CrabAndroidDialect, CrabDesktopDialect
from omnigym.agents.dialects.dialect import Dialect
from omnigym.agents.dialects.omnibench import OmniBenchDialect
from omnigym.agents.dialects.omnigui import OmniGUIDialect
from omnigym.agents.dialects.osworld import Computer13Dialect, PyAutoGUIDialect
from omnigym.agents.dialects.ours import OwnDialect
from omnigym.errors import UnknownNameError

__all__ = ["SPACES", "make_dialect"]

_DIALECTS: tuple[type[Dialect], ...] = (
    OwnDialect,
    OmniBenchDialect,
    CrabDesktopDialect,
    Computer13Dialect,
    PyAutoGUIDialect,
    OmniGUIDialect,
)
#: Where no menu, panel or icon on the screen opens an application: the real desktop has none, and sites are no icons.
_WITHOUT_LAUNCHER = frozenset({"linux", "web"})
#: The names of the action spaces.
SPACES: tuple[str, ...] = tuple([cls.NAME for cls in _DIALECTS])


def make_dialect(space: str, platform: str, marked: bool) -> Dialect:
    """The dialect of an action space.

    Args:
        space: One of `SPACES`.
        platform: What the device stands for: CRAB's space is another one on "android", and where nothing on the screen
            opens an application, each space has a function that does.
        marked: Whether elements have numbers.

    Raises:
        UnknownNameError: There is no such space.
    """
    if space not in SPACES:
        raise UnknownNameError("action space", space, SPACES)
    cls = _DIALECTS[SPACES.index(space)]
    if cls is CrabDesktopDialect and platform == "android":
        return CrabAndroidDialect(marked)
    dialect = cls(marked)
    dialect.opening = platform in _WITHOUT_LAUNCHER and not cls.OPENS
    return dialect
