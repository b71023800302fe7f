"""How much of what others made is read: all limits, in one place.

They are far above what a task needs, and chosen so that no file takes more than some 500 MB and, but for the readers
that are libraries (.pptx, PDF files with fonts of their own), more than a few seconds.
"""

from __future__ import annotations

from typing import Final

__all__ = [
    "ARCHIVE_BYTES",
    "CACHE_BYTES",
    "CALCULATION_STEPS",
    "CELLS",
    "CELL_TEXT",
    "FILE_BYTES",
    "FORMULA_TEXT",
    "HEADER_TEXT",
    "JSON_BYTES",
    "MAIL_BYTES",
    "MAIL_PARTS",
    "MEMBERS",
    "MOMENT_BYTES",
    "NESTING",
    "PART_HEADER_TEXT",
    "PDF_BYTES",
    "PIXELS",
    "SHAPES",
    "TEXT_BYTES",
    "UNPACKED_BYTES",
]

_MIB: Final = 1 << 20

#: A file that a check reads at all, and all that the checks of one moment read together.
FILE_BYTES: Final = 64 * _MIB
MOMENT_BYTES: Final = 256 * _MIB
#: What the parts of one document come to once they are unpacked (.docx, .xlsx, .pptx, .odt), pictures among them.
UNPACKED_BYTES: Final = 16 * _MIB
#: An XML text, and a table as text. A parser makes up to a hundred times as much of it.
TEXT_BYTES: Final = 4 * _MIB
#: What all members of an archive come to.
ARCHIVE_BYTES: Final = 256 * _MIB
#: How many parts or members there are.
MEMBERS: Final = 10_000
#: How many shapes and slides a presentation has.
SHAPES: Final = 5000
#: How deep records lie in each other, and elements of XML.
NESTING: Final = 128
JSON_BYTES: Final = 8 * _MIB
PDF_BYTES: Final = 16 * _MIB
#: Of a picture, once it is decoded.
PIXELS: Final = 40_000_000
#: A mail of several parts, and how many of them have parts in turn. Of a larger one the text is read as it is.
MAIL_BYTES: Final = 8 * _MIB
MAIL_PARTS: Final = 10
#: A header field of a mail, and of one of its parts; what is longer is cut.
HEADER_TEXT: Final = 64 * 1024
PART_HEADER_TEXT: Final = 1024

#: The cells and rows of all sheets of a workbook.
CELLS: Final = 500_000
#: How many cells all formulas together look at; a reference counts as ten.
CALCULATION_STEPS: Final = 10_000_000
#: Characters of a cell and of a formula, as Excel has them.
CELL_TEXT: Final = 32_767
FORMULA_TEXT: Final = 8192

#: What the cache of one reader holds, about.
CACHE_BYTES: Final = 128 * _MIB
