"""What an agent searches for in the terminal always comes to an end."""

from __future__ import annotations

import pytest

from omnigym.sim.linux.apps.terminal.vim import opened, press, type_into
from omnigym.sim.linux.bash.running import run_line
from omnigym.sim.linux.bash.session import Session, World
from omnigym.sim.vfs import HOME, Vfs

EVIL = "a" * 40 + "!"


def said(line: str) -> str:
    vfs = Vfs().make_dir("C:/tmp").write(f"{HOME}/evil.txt", f"{EVIL}\nabab [x]\n".encode(), 0)
    return run_line(Session(vfs, HOME, {}, World(0, {}, {}), {}), line).output.decode()


@pytest.mark.parametrize(
    ("line", "output"),
    [
        ("grep -cE '(a+)+$' evil.txt", "0\n"),
        ("grep -cE '^(a|aa)+$' evil.txt", "0\n"),
        ("grep -c '\\(a*\\)*c' evil.txt", "0\n"),
        ("grep -cxE '(a*)*' evil.txt", "0\n"),
        ("grep -ciwE '(A+)+b' evil.txt", "0\n"),
        ("sed -nE 's/(a+)+$/x/p' evil.txt; echo done", "done\n"),
        ("sed -n '/\\(a*\\)*c/p' evil.txt; echo done", "done\n"),
        ("awk '/(a+)+$/ {print $1}' evil.txt; echo done", "done\n"),
        ("awk '$1 ~ /(a|a)*$b/' evil.txt; echo done", "done\n"),
        ("awk 1 evil.txt | tail -n 1; awk 0 evil.txt; awk 'NF > 1' evil.txt", "abab [x]\nabab [x]\n"),
        ("awk 'NF' evil.txt | wc -l; awk '$2 {print $2}' evil.txt", "2\n[x]\n"),
        (f"pgrep -f '(a+)+$' {EVIL}; echo $?", "1\n"),
        # What is too much even so ends the line, as Ctrl+C would.
        ("grep -E '(.*)(.*)(.*)(.*)\\1\\2\\3\\4x' evil.txt; echo never", "Killed\n"),
        # References inside a pattern, and looking around.
        ("grep -oE '(ab)\\1' evil.txt", "abab\n"),
        ("sed -n 's/\\(a\\)b\\1b/<&>/p' evil.txt", "<abab> [x]\n"),
        ("grep -oP '(?<=\\[)\\w(?=\\])' evil.txt", "x\n"),
        ("grep -oE '[[:punct:]]x[[:punct:]]' evil.txt", "[x]\n"),
        ("grep -cE 'a{,2}b' evil.txt", "1\n"),
        ("grep -E '(a)\\2' evil.txt", "grep: Invalid regular expression\n"),
        ("sed 's/a\\1/x/' evil.txt", "sed: -e expression #1, char 8: Invalid regular expression\n"),
    ],
)
def test_searches_end(line: str, output: str) -> None:
    assert said(line) == output


@pytest.mark.parametrize(
    ("pattern", "message"),
    [
        ("(a+)+$", "E486: Pattern not found: (a+)+$"),
        ("(.*)(.*)(.*)(.*)\\1\\2\\3\\4x", "E363: Pattern uses more memory than 'maxmempattern'"),
    ],
)
def test_vims_searches_end(pattern: str, message: str) -> None:
    vim = opened("evil.txt", EVIL.encode())
    assert press(type_into(vim, f":%s/{pattern}/x/"), "enter").message == message
