"""The setup step `SetClipboard`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from omnigym.devices.protocol import ClipboardContent
from omnigym.errors import UnknownNameError
from omnigym.foreign.limits import MAX_CLIPBOARD_FILES
from omnigym.pictures import SCENES, scene_file
from omnigym.tasks.setup.step import SetupStep
from omnigym.tasks.values import FilePath, Text

__all__ = ["SetClipboard"]


@dataclass(frozen=True, slots=True)
class SetClipboard(SetupStep):
    """Put text, files or a picture on the clipboard; ``image`` is the name of a scene of `omnigym.pictures`."""

    needs: ClassVar[str] = "clipboard"

    text: Text = ""
    files: tuple[FilePath, ...] = ()
    image: str = ""

    def problem(self) -> tuple[str, str]:
        """Return a problem if the picture does not exist or there are too many files; see `SetupStep.problem`."""
        if len(self.files) > MAX_CLIPBOARD_FILES:
            return "files", f"at most {MAX_CLIPBOARD_FILES} files are on the clipboard, got {len(self.files):,}"
        unknown = self.image and self.image not in SCENES
        return "image", str(UnknownNameError("picture", self.image[:80], SCENES)) if unknown else ""

    def apply(self, device: Any) -> None:
        """Do the step on a device."""
        files = tuple(device.native_path(f) for f in self.files)
        image = scene_file(self.image, "clipboard.png") if self.image else b""
        device.set_clipboard(ClipboardContent(text=self.text, files=files, image=image))
