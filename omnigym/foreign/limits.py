"""Size limits for untrusted input, all in one place.

They are far above what tasks and recordings need (the papers' graphs have at most tens of nodes), and chosen so that
no file takes more than some 500 MB and, but for the readers that are libraries (.pptx, PDF files with fonts of their
own), more than a few seconds. ``MAX_...`` bounds what people write, task files and recordings: what is larger is
refused at once, with its place. The others bound what an agent and the programs that it drives leave behind.
"""

from __future__ import annotations

from typing import Final

__all__ = [
    "ARCHIVE_BYTES",
    "CACHE_BYTES",
    "CALCULATION_STEPS",
    "CELLS",
    "CELL_TEXT",
    "EDITED_BYTES",
    "EDITED_LINE",
    "EDITED_LINES",
    "EDITED_STEPS",
    "EDITED_WORK",
    "FIELD_TEXT",
    "FILE_BYTES",
    "FORMULA_TEXT",
    "HEADER_TEXT",
    "JSON_BYTES",
    "MAIL_BYTES",
    "MAIL_PARTS",
    "MAX_ADDRESSES",
    "MAX_ALL_CONTENT",
    "MAX_APP",
    "MAX_ARGV",
    "MAX_ARRAYS",
    "MAX_CELLS",
    "MAX_CLIPBOARD_FILES",
    "MAX_COLUMNS",
    "MAX_CONTENT",
    "MAX_DEPTH",
    "MAX_EDGES",
    "MAX_EFFECTS",
    "MAX_EPISODES",
    "MAX_EPISODE_STEPS",
    "MAX_FOLDERS",
    "MAX_ID",
    "MAX_LINE",
    "MAX_NAME",
    "MAX_NODES",
    "MAX_NUMBER",
    "MAX_PAGES",
    "MAX_PATH",
    "MAX_PIXELS",
    "MAX_QUERY",
    "MAX_QUERY_VALUES",
    "MAX_RECORD",
    "MAX_ROWS",
    "MAX_SECONDS",
    "MAX_SETUP_STEPS",
    "MAX_SIDE",
    "MAX_SOURCE",
    "MAX_TASK_FILE",
    "MAX_TEXT",
    "MAX_TREE",
    "MAX_VALUES",
    "MEMBERS",
    "MOMENT_BYTES",
    "NESTING",
    "PART_HEADER_TEXT",
    "PDF_BYTES",
    "PIXELS",
    "PLAIN_BYTES",
    "PLAIN_DEPTH",
    "PLAIN_HASHED",
    "PLAIN_VALUES",
    "SHAPES",
    "TABLE_BYTES",
    "TABLE_CELLS",
    "TEXT_BYTES",
    "TOML_PARTS",
    "TOML_TEXT",
    "UNPACKED_BYTES",
]

_MIB: Final = 1 << 20

# -- task files -------------------------------------------------------------------------------------------------------

#: Bytes of a task file.
MAX_TASK_FILE: Final = 8 * _MIB
#: Values in it, those inside of others too.
MAX_VALUES: Final = 500_000
#: How deep lists and objects are nested in it.
MAX_DEPTH: Final = 64
#: Characters of a text in it, and of a template when it is filled.
MAX_TEXT: Final = 1_000_000
#: Characters of a TOML text, and its keys and values together. A parser makes some thousand bytes of each.
TOML_TEXT: Final = 2 * _MIB
TOML_PARTS: Final = 100_000
#: How far a whole number in it is from 0: 64 bits hold it.
MAX_NUMBER: Final = 2**63 - 1
#: Characters of an id of a task, a node or a subtask.
MAX_ID: Final = 200
#: Characters of a query for tasks.
MAX_QUERY: Final = 10_000
#: Values in a query, those of all its terms.
MAX_QUERY_VALUES: Final = 1000
#: Characters of an evaluation function (OmniBench C.3).
MAX_SOURCE: Final = 100_000

#: Nodes and edges of a graph.
MAX_NODES: Final = 512
MAX_EDGES: Final = 4096
#: Effects of a subtask or a task: each difference is compared with all of them.
MAX_EFFECTS: Final = 256
#: Episodes of a run.
MAX_EPISODES: Final = 1_000_000
#: What ``limits.max_steps`` may say.
MAX_EPISODE_STEPS: Final = 1_000_000

# -- setup steps ------------------------------------------------------------------------------------------------------

#: Setup steps of a task, those of its nodes too, and the bytes of all that they write.
MAX_SETUP_STEPS: Final = 4096
MAX_ALL_CONTENT: Final = 64 * _MIB
#: Bytes of one file.
MAX_CONTENT: Final = 16 * _MIB
#: Characters of a path, bytes of a name in it (file systems have 255), and folders that lie in each other.
MAX_PATH: Final = 1024
MAX_NAME: Final = 255
MAX_FOLDERS: Final = 32
#: Characters of the name of an app or a setting.
MAX_APP: Final = 100
#: Pages that a browser opens at once, and words of a command.
MAX_ADDRESSES: Final = 50
MAX_ARGV: Final = 256
#: Seconds of sound.
MAX_SECONDS: Final = 1800
#: Pixels of a picture.
MAX_PIXELS: Final = 16_000_000
#: Rows and cells of a sheet, columns of a table's row, pages or slides of a document.
MAX_ROWS: Final = 10_000
MAX_CELLS: Final = 100_000
MAX_COLUMNS: Final = 64
MAX_PAGES: Final = 500
#: Files that are on the clipboard at once.
MAX_CLIPBOARD_FILES: Final = 256

# -- recordings -------------------------------------------------------------------------------------------------------

#: Bytes of an episode's ``meta.json``, of a line of its ``steps.jsonl``, of a tree, of unpacked arrays.
MAX_RECORD: Final = 16 * _MIB
MAX_LINE: Final = 16 * _MIB
MAX_TREE: Final = 64 * _MIB
MAX_ARRAYS: Final = 256 * _MIB
#: Pixels of a side of the screen.
MAX_SIDE: Final = 16_384

# -- snapshots --------------------------------------------------------------------------------------------------------

#: Bytes of a snapshot once it is unpacked: its files, and at most `JSON_BYTES` of all else.
PLAIN_BYTES: Final = 256 * _MIB
#: Values in it, each counted wherever it is part of another.
PLAIN_VALUES: Final = 50_000_000
#: How deep they lie in each other: Python hashes tuples by recursion, and 150,000 of them overflow the stack.
PLAIN_DEPTH: Final = 500
#: Values that are hashed to make the keys and sets in it. Those of a long episode come to some hundreds.
PLAIN_HASHED: Final = 1_000_000

# -- what agents and their programs leave ----------------------------------------------------------------------------

#: A file that a check reads at all, and all that the checks of one moment read together.
FILE_BYTES: Final = 64 * _MIB
MOMENT_BYTES: Final = 256 * _MIB
#: What the parts of one document come to once they are unpacked (.docx, .odt, .xlsx, .ods, .pptx, .odp), pictures too.
UNPACKED_BYTES: Final = 16 * _MIB
#: An XML text. A parser makes up to a hundred times as much of it.
TEXT_BYTES: Final = 4 * _MIB
#: Bytes and lines of a text that an editor opens, and bytes of a line: each letter is laid out.
EDITED_BYTES: Final = _MIB // 2
EDITED_LINES: Final = 50_000
EDITED_LINE: Final = 100_000
#: Characters of a field, as Windows has them.
FIELD_TEXT: Final = 32_767
#: A table as text, and its rows and cells.
TABLE_BYTES: Final = _MIB
TABLE_CELLS: Final = 200_000
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
PIXELS: Final = 16_000_000
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
#: The same in a simulated spreadsheet, which calculates at each key; and how much one command of it rewrites, in units
#: of work (`omnigym.sim.work_budget`).
EDITED_STEPS: Final = 1_500_000
EDITED_WORK: Final = 1_500_000
#: Characters of a cell and of a formula, as Excel has them.
CELL_TEXT: Final = 32_767
FORMULA_TEXT: Final = 8192

#: What the cache of one reader holds, about.
CACHE_BYTES: Final = 128 * _MIB
