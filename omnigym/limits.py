"""The largest sizes of what is read from files, all in one place.

They are far above what tasks and recordings need (the papers' graphs have at most tens of nodes) and far below what
would hurt. What is larger is refused at once, before any work is done on it.
"""

from __future__ import annotations

from typing import Final

__all__ = [
    "MAX_ALL_CONTENT",
    "MAX_APP",
    "MAX_ARRAYS",
    "MAX_CELLS",
    "MAX_CLIPBOARD_FILES",
    "MAX_COLUMNS",
    "MAX_CONTENT",
    "MAX_DEPTH",
    "MAX_EDGES",
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
#: How far a whole number in it is from 0: 64 bits hold it.
MAX_NUMBER: Final = 2**63 - 1
#: Characters of an id of a task, a node or a subtask.
MAX_ID: Final = 200
#: Characters of a query for tasks.
MAX_QUERY: Final = 10_000
#: Characters of an evaluation function (OmniBench C.3).
MAX_SOURCE: Final = 100_000

#: Nodes and edges of a graph.
MAX_NODES: Final = 512
MAX_EDGES: Final = 4096
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
