"""Readers of untrusted input: from an agent, an application that it drives, a web page, the author of a task file.

Every reader of such bytes, wherever it is, keeps three promises, and ``scripts/fuzz_parsers.py`` holds them to these:

* What it raises is `omnigym.errors.UnreadableError` (they are not what they should be) or
  `omnigym.errors.TooLargeError` (they may be, and are more than is read), whatever the bytes are.
* What it takes is bounded: by `omnigym.foreign.limits`, all of which are constants there.
* What it gives is sound: no half of a surrogate pair, no number that is none.
"""

from omnigym.foreign.files import (
    append_to,
    held_lock,
    lock_file,
    open_replacement,
    read_bytes,
    read_lines,
    read_text,
    remember_contents,
    replace_file,
)
from omnigym.foreign.packages import Package, archive_members, package_weight, parse_xml
from omnigym.foreign.plain import dump_plain, load_plain
from omnigym.foreign.reading import convert_errors, lacks_memory, readable, within
from omnigym.foreign.records import (
    fault_in,
    items_in,
    parse_json,
    place_in_file,
    place_of,
    read_json,
    rows_in,
    show_value,
    sound_text,
)
from omnigym.foreign.toml_text import parse_toml

__all__ = [
    "Package",
    "append_to",
    "archive_members",
    "convert_errors",
    "dump_plain",
    "fault_in",
    "held_lock",
    "items_in",
    "lacks_memory",
    "load_plain",
    "lock_file",
    "open_replacement",
    "package_weight",
    "parse_json",
    "parse_toml",
    "parse_xml",
    "place_in_file",
    "place_of",
    "read_bytes",
    "read_json",
    "read_lines",
    "read_text",
    "readable",
    "remember_contents",
    "replace_file",
    "rows_in",
    "show_value",
    "sound_text",
    "within",
]
