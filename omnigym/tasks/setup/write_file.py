"""The setup step `WriteFile`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from omnigym.tasks.file_generation import file_of, problem_with
from omnigym.tasks.setup.step import SetupStep
from omnigym.tasks.values import Bytes, FilePath, Text
from omnigym.tasks.worlds.blanks import has_blanks

__all__ = ["WriteFile"]


@dataclass(frozen=True, slots=True)
class WriteFile(SetupStep):
    """Create or replace a file.

    Bytes are written as they are. A text is written as UTF-8, unless the path ends with one of these:

    - ``.docx``, ``.odt``: a document with one paragraph for each line;
    - ``.xlsx``, ``.ods``: a workbook, from comma-separated values;
    - ``.pdf``: a page for each part between form feeds;
    - ``.pptx``, ``.odp``: slides separated by empty lines, the first line of each is its title;
    - ``.wav``: a tone, the text is its length in seconds;
    - a picture format: the picture in `omnigym.pictures.SCENES` or `MOTIFS` that the text names.

    A text may have blanks, which the task's world fills (`omnigym.tasks.worlds`).

    Attributes:
        path: A portable path; may be a template.
        content: Bytes, or a text, which may be a template.
    """

    needs: ClassVar[str] = "files"
    binary: ClassVar[str] = "content"

    path: FilePath
    content: Text | Bytes = ""

    def problem(self) -> tuple[str, str]:
        """Whether the content can be written to the path; see `SetupStep.problem`."""
        blanks = isinstance(self.content, str) and has_blanks(self.content)
        return "content", "" if blanks else problem_with(self.path, self.content)

    @property
    def written(self) -> int:
        """The length of the content."""
        return len(self.content)

    def apply(self, device: Any) -> None:
        """Do the step on a device."""
        content = self.content
        device.write_file(self.path, content if isinstance(content, bytes) else file_of(self.path, content))
