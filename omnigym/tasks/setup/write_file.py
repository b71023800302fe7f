"""The setup step `WriteFile`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from omnigym.tasks.contents import file_of, problem_with
from omnigym.tasks.setup.step import SetupStep
from omnigym.tasks.values import Bytes, FilePath, Text

__all__ = ["WriteFile"]


@dataclass(frozen=True, slots=True)
class WriteFile(SetupStep):
    """Create or replace a file.

    Attributes:
        path: A portable path, may be a template.
        content: Text, a template, written as UTF-8 or, to a path that ends with .docx, as a document of one
            paragraph a line, or to one that ends with .xlsx, as the workbook that it is as comma-separated values, or
            to a path of a picture, as the one of `omnigym.pictures.SCENES` that it names, or to one that ends with
            .pdf, with a page for each part between form feeds, or to one that ends with .wav, as a tone of that many
            seconds, or to one that ends with .pptx, as slides with an empty line between them, the first line of each
            its title; or bytes as they are.
    """

    needs: ClassVar[str] = "files"
    binary: ClassVar[str] = "content"

    path: FilePath
    content: Text | Bytes = ""

    def problem(self) -> tuple[str, str]:
        """What does not fit: of which field, and what; empty where all does."""
        return "content", problem_with(self.path, self.content)

    @property
    def written(self) -> int:
        """The length of its content."""
        return len(self.content)

    def apply(self, device: Any) -> None:
        """Do it on a device."""
        content = self.content
        device.write_file(self.path, content if isinstance(content, bytes) else file_of(self.path, content))
