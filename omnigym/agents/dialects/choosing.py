"""The action spaces by their names."""

from __future__ import annotations

from collections.abc import Mapping

from omnigym.agents.dialects.anthropic_computer import AnthropicDialect
from omnigym.agents.dialects.autoglm import AutoGLMDialect
from omnigym.agents.dialects.crab import CrabAndroidDialect, CrabDesktopDialect
from omnigym.agents.dialects.dialect import Dialect
from omnigym.agents.dialects.gemini import GeminiDialect, GeminiMobileDialect
from omnigym.agents.dialects.omnibench import OmniBenchDialect
from omnigym.agents.dialects.omnigui import OmniGUIDialect
from omnigym.agents.dialects.omnigym_actions import OwnDialect
from omnigym.agents.dialects.openai_computer import OpenAIDialect
from omnigym.agents.dialects.opencua import OpenCUADialect
from omnigym.agents.dialects.osworld import Computer13Dialect, PyAutoGUIDialect
from omnigym.agents.dialects.pointing import Resized
from omnigym.agents.dialects.qwen import (
    Qwen25ComputerDialect,
    Qwen25MobileDialect,
    QwenComputerDialect,
    QwenMobileDialect,
)
from omnigym.agents.dialects.ui_tars import (
    UITars15Dialect,
    UITars15MobileDialect,
    UITarsDialect,
    UITarsMobileDialect,
)
from omnigym.errors import UnknownNameError

__all__ = [
    "API_OF",
    "GRAMMARS",
    "MODEL_SPACES",
    "MOST_PICTURE",
    "OWN_FORMS",
    "RESIZED_BY",
    "SPACES",
    "make_dialect",
]

_DIALECTS: tuple[type[Dialect], ...] = (
    OwnDialect,
    OmniBenchDialect,
    CrabDesktopDialect,
    Computer13Dialect,
    PyAutoGUIDialect,
    OmniGUIDialect,
)
_OF_MODELS: tuple[type[Dialect], ...] = (
    OpenAIDialect,
    AnthropicDialect,
    GeminiDialect,
    QwenComputerDialect,
    Qwen25ComputerDialect,
    UITarsDialect,
    UITars15Dialect,
    AutoGLMDialect,
    OpenCUADialect,
)
#: Spaces that are others on a phone.
_ON_ANDROID: Mapping[type[Dialect], type[Dialect]] = {
    CrabDesktopDialect: CrabAndroidDialect,
    QwenComputerDialect: QwenMobileDialect,
    Qwen25ComputerDialect: Qwen25MobileDialect,
    UITarsDialect: UITarsMobileDialect,
    UITars15Dialect: UITars15MobileDialect,
    GeminiDialect: GeminiMobileDialect,
}
#: Where no menu, panel or icon on the screen opens an application: the real desktop has none, and sites are no icons.
_WITHOUT_LAUNCHER = frozenset({"linux", "web"})
#: The names of the papers' action spaces, and omnigym's.
SPACES: tuple[str, ...] = tuple([cls.NAME for cls in _DIALECTS])
#: The names of those that models were trained on, each for one device.
MODEL_SPACES: tuple[str, ...] = tuple([cls.NAME for cls in _OF_MODELS])
#: Those with a grammar of their own, which is their form unless another one is chosen.
GRAMMARS: tuple[str, ...] = tuple([cls.NAME for cls in _OF_MODELS if cls.OWN_FORM])
#: All with a grammar of their own: these, and papers' spaces, of which it is a form that is chosen.
OWN_FORMS: tuple[str, ...] = (*[cls.NAME for cls in _DIALECTS if cls.OWN_FORM], *GRAMMARS)
#: The longest side and the most pixels of the pictures of those whose API resizes larger ones.
MOST_PICTURE: Mapping[str, tuple[int, int]] = {c.NAME: c.MOST_PICTURE for c in _OF_MODELS if c.MOST_PICTURE is not None}
#: By those whose model's processor resizes pictures its rule.
RESIZED_BY: Mapping[str, Resized] = {
    cls.NAME: rule for cls in _OF_MODELS if isinstance(rule := getattr(cls, "RESIZES", None), Resized)
}
#: The API of those that are a tool of one.
API_OF: Mapping[str, str] = {cls.NAME: cls.API for cls in _OF_MODELS if cls.API is not None}


def make_dialect(space: str, platform: str, marked: bool) -> Dialect:
    """Return the dialect of an action space.

    Args:
        space: One of `SPACES` or `MODEL_SPACES`.
        platform: What the device stands for: some spaces are others on "android", and where nothing on the screen opens
            an application, each space has a function that does.
        marked: Whether elements have numbers.

    Raises:
        UnknownNameError: There is no such space.
    """
    cls = next((cls for cls in (*_DIALECTS, *_OF_MODELS) if space == cls.NAME), None)
    if cls is None:
        raise UnknownNameError("action space", space, (*SPACES, *MODEL_SPACES))
    if platform == "android":
        cls = _ON_ANDROID.get(cls, cls)
    dialect = cls(marked)
    dialect.of_platform(platform)
    dialect.opening = platform in _WITHOUT_LAUNCHER and not cls.OPENS
    return dialect
