"""The setup step `PlaySound`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from omnigym.sounds import names
from omnigym.tasks.setup.step import SetupStep
from omnigym.tasks.values import Name, Text

__all__ = ["PlaySound"]


@dataclass(frozen=True, slots=True)
class PlaySound(SetupStep):
    """Play a sound in the background; the screen does not show it, and no action ends it.

    Attributes:
        sound: One of `omnigym.sounds.names`.
        loops: Whether it begins again at its end.
        stream: What it is for, by which the settings say how loud it is.
        volume: Its own, from 0 to 100.
        after: Virtual seconds after the start at which it begins, in [0, 600].
        app: The app that plays it, with which it ends when that is stopped; "" for none.
    """

    needs: ClassVar[str] = "sounds"

    sound: Name
    loops: bool = True
    stream: Literal["media", "alarm", "ring", "notification", "call"] = "media"
    volume: int = 100
    after: float = 0.0
    app: Text = ""

    def problem(self) -> tuple[str, str]:
        """Return a problem if the sound does not exist or the device cannot play it."""
        if self.sound not in names():
            return "sound", "it is a name of omnigym.sounds.names()"
        if not 0 <= self.volume <= 100:
            return "volume", f"it lies in [0, 100], got {self.volume}"
        return ("", "") if 0 <= self.after <= 600 else ("after", f"it lies in [0, 600] s, got {self.after:g}")

    def apply(self, device: Any) -> None:
        """Do the step on a device."""
        more: dict[str, Any] = {"loops": self.loops, "stream": self.stream, "volume": self.volume, "app": self.app}
        device.play_sound(self.sound, after_ms=round(1000 * self.after), **more)
