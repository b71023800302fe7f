"""TOML of others: what it may be, and that what it may not be costs little."""

from __future__ import annotations

import re
import resource
import time
from pathlib import Path

import pytest

from omnigym.errors import ConfigError, TaskFileError, TooLargeError, UnreadableError
from omnigym.foreign import parse_toml
from omnigym.foreign.limits import TOML_PARTS, TOML_TEXT
from omnigym.manifest import read_manifest
from omnigym.tasks.subtask_file import read_subtasks

ROOT = Path(__file__).parents[2]

REFUSED = {
    "a long number": "a = " + "9" * 5_000,
    "a long number with signs": "a = +" + "1_" * 5_000 + "1",
    "a long number of another base": "a = 0x" + "f" * 100_000,
    "a number that is none": "a = nan",
    "a number without end": "a = [1e400]",
    "a number of more than 64 bits": "a = 9223372036854775808",
    "half a pair": 'a = "\\ud800"',
    "no TOML": "a = = 1",
    "a word and dots": "a" * 500_000 + " ." * 60,
    "blanks": "a " * 30_000 + "." + " " * 300_000 + "= 1",
    "texts that begin": 'a = "' * 20_000,
    "long texts that begin": 'a = """"' * 20_000,
    "ends of lines in texts": '"\\\n' * 50_000,
    "a key twice": "a = 1\na = 2",
    "a text without end": 'a = """b',
    "a day that is none": "a = 2025-02-30",
}
TOO_LARGE = {
    "a key of many parts": ".".join(["a"] * 20_000) + " = 1",
    "a key of many parts with spaces": " . ".join(["a"] * 20_000) + " = 1",
    "a key of many quoted parts": ".".join(['"a b"'] * 20_000) + " = 1",
    "a key of many parts in a list": "b = [{" + ".".join(["'a'"] * 20_000) + " = 1}]",
    "a table of many parts": "[" + ".".join(["a"] * 20_000) + "]",
    "many keys of many parts": "\n".join(".".join([f"a{n}"] * 60) + " = 1" for n in range(5_000)),
    "a long word": "a" * (TOML_TEXT + 1),
    "lists in lists": "a = " + "[" * 50_000 + "]" * 50_000,
    "tables in tables": "a = " + "{a = " * 50_000 + "1" + "}" * 50_000,
    "lists without an end": "a = " + "[" * 300,
    "very many keys": "\n".join(f"a{n} = 1" for n in range(TOML_PARTS + 1)),
    "very many values": "a = [" + "1," * TOML_PARTS + "]",
    "very many tables": "[[a]]\n" * TOML_PARTS,
    "a long text": 'a = "' + "b" * TOML_TEXT + '"',
}


@pytest.mark.parametrize(
    ("text", "error"),
    [(t, UnreadableError) for t in REFUSED.values()] + [(t, TooLargeError) for t in TOO_LARGE.values()],
    ids=[*REFUSED, *TOO_LARGE],
)
def test_it_is_refused_in_no_time(text: str, error: type[Exception]) -> None:
    before, began = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.process_time()
    with pytest.raises(error) as caught:
        parse_toml(text)
    assert type(caught.value) is error
    assert time.process_time() - began < 2.0
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 200_000, "kilobytes"


TAKEN = {
    "a.b.c = 1\n[d.e]\nf = 2": {"a": {"b": {"c": 1}}, "d": {"e": {"f": 2}}},
    'a = "' + "[" * 200 + '"': {"a": "[" * 200},
    "a = '" + "b." * 200 + "'": {"a": "b." * 200},
    "# " + "[" * 200 + "\na = 1": {"a": 1},
    'a = """' + '"" [' * 100 + '"""': {"a": '"" [' * 100},
    "a = '''" + "'' {" * 100 + "'''": {"a": "'' {" * 100},
    'a = "\\"' + "[" * 100 + '\\\\"': {"a": '"' + "[" * 100 + "\\"},
    "a = " + "[" * 60 + "]" * 60: None,
    '\'a.b\'."c#d" = [""]': {"a.b": {"c#d": [""]}},
}


@pytest.mark.parametrize("text", TAKEN)
def test_what_stands_in_texts_and_comments_counts_for_nothing(text: str) -> None:
    found = parse_toml(text)
    assert TAKEN[text] in (None, found)


@pytest.mark.parametrize("text", [REFUSED["a long number"], TOO_LARGE["a key of many parts"]], ids=["number", "key"])
def test_readers_say_it_in_their_own_words(text: str, tmp_path: Path) -> None:
    file = tmp_path / "manifest.toml"
    file.write_text(text)
    with pytest.raises(ConfigError, match=r"manifest\.toml.*Correct it"):
        read_manifest(file)
    with pytest.raises(TaskFileError, match=r"manifest\.toml.*Correct it"):
        read_subtasks(file)


def test_there_is_one_reader() -> None:
    using = {p for p in (ROOT / "omnigym").rglob("*.py") if re.search(r"\btomllib\b", p.read_text("utf-8"))}
    assert using == {ROOT / "omnigym" / "foreign" / "toml_text.py"}
