"""Spaces whose codec follows the pointer, and reads positions as pixels of the picture that the model sees."""

from __future__ import annotations

from typing import Generic, TypeVar

from omnigym.agents.dialects.dialect import Dialect, View
from omnigym.codecs import Computer13Codec, PyAutoGUICodec

__all__ = ["FollowingDialect"]

C = TypeVar("C", Computer13Codec, PyAutoGUICodec)


class FollowingDialect(Dialect, Generic[C]):
    """A space with a pointer.

    Args:
        codec: Reads and writes it; the size is set anew for each picture.
        marked: Whether elements have numbers.
    """

    def __init__(self, codec: C, marked: bool = False) -> None:
        super().__init__(marked)
        self._codec: C = codec

    def reset(self) -> None:
        """Forget where the pointer is."""
        super().reset()
        self._codec.reset()

    def look(self, view: View) -> None:
        """Read positions as pixels of the new picture."""
        super().look(view)
        self._codec.size = view.picture
