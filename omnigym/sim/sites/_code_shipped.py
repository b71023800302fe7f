"""The repositories that the code site always has: name, what is said of it, releases, and the texts of its files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

#: Tag, day, notes, names of files, and their contents: a text, or the texts of an archive.
_Release: TypeAlias = tuple[str, str, str, tuple[str, ...], Mapping[str, str | Mapping[str, str]]]
#: About, topics, language, licence, stars, day of the last change.
_Said: TypeAlias = tuple[str, tuple[str, ...], str, str, int, str]

_MIT = """\
Whoever has a copy of these files may use, change and give them away, as long as this note stays with them.
They come as they are: nobody answers for what they do.
"""
_TIDES = """\
# Tide tables

High and low water of small harbours, for a week at a time.

## Use

```
python tides.py Cardona
```

The tables are in the folder data, a line for each tide.

## Limits

- Wind is not reckoned with.
- A harbour is 12 minutes late for each lock.
"""
_TIDES_PY = r'''"""Says when the water is high."""

import csv
import sys


def tides(harbour):
    with open(f"data/{harbour.lower()}.csv") as lines:
        return list(csv.reader(lines))


if __name__ == "__main__":
    for day, clock, metres in tides(sys.argv[1]):
        print(day, clock, metres)
'''
_CARDONA = """\
2025-03-14,05:52,3.1
2025-03-14,11:58,0.6
2025-03-14,18:15,3.3
2025-03-15,00:22,0.5
"""
_DELMONTE = """\
2025-03-14,06:10,2.4
2025-03-14,12:20,0.9
2025-03-14,18:31,2.5
"""
_BEES = """\
# Beekeeping log

A notebook for hives: what was seen, what was fed, what was harvested.

## Begin

```
pip install hivelog
hivelog new "Garden hive"
```

## Files

- hives.toml names your hives.
- log.csv has a line for each visit.
"""
_GYM = """\
# Gridworlds for Gymnasium

Small worlds of squares to learn in, with the interface of Gymnasium.

```
import gymnasium
import gridworlds

env = gymnasium.make("gridworlds/Maze-v0")
observation, info = env.reset(seed=0)
```

## Worlds

- Maze: find the way out.
- Ice: one cannot stop.
- Keys: a door for each of three keys.
"""
_GYM_PY = r'''"""Worlds of squares."""

from gridworlds.maze import Maze

__all__ = ["Maze"]
__version__ = "0.4.1"
'''
_MAZE_PY = r'''class Maze:
    """A maze of squares; the way out is in the last row."""

    size = (9, 9)

    def walls(self):
        return {(x, y) for x in range(1, 9, 2) for y in range(1, 9, 2)}
'''
_BREAD = """\
# Sourdough timer

Reckons backwards from breakfast: when to feed, to knead, to bake.

```
sourdough --eat 08:00 --kitchen 19
```

A cold kitchen takes longer: each degree below 22 is 25 minutes.
"""
_BREAD_C = r"""#include <stdio.h>

int minutes(int kitchen) {
    return kitchen < 22 ? 480 + 25 * (22 - kitchen) : 480;
}

int main(void) {
    printf("%d minutes\n", minutes(19));
    return 0;
}
"""
_MAPS = """\
# Footpaths

Every footpath around Lakeside as lines of coordinates, walked and corrected.

## Corrections

Send us a line in the form of paths.csv. We walk it before we take it.
"""
_PATHS = """\
name,metres,steps
Harbour round,2400,0
North ridge,7800,312
Mill stairs,350,128
"""
_NOTES = """\
# Plainnotes

Notes as plain files in a folder, found by their words.

## Keys

- n begins a note.
- / looks for words.
- x throws a note away.
"""
_DOTS = """\
# Dotfiles

What I put into a new computer: editor, shell, colours.

```
sh install.sh
```
"""
_INSTALL = """\
#!/bin/sh
set -e
cp vimrc ~/.vimrc
cp bashrc ~/.bashrc
echo done
"""
_RAG = """\
# Reinforcement learning notes

Exercises to a course on reinforcement learning, a chapter a folder.

- 01 bandits
- 02 values
- 03 policies
"""
_BANDIT = """\
def greedy(values):
    return max(range(len(values)), key=values.__getitem__)
"""

SHIPPED: tuple[tuple[str, _Said, tuple[_Release, ...], Mapping[str, str]], ...] = (
    (
        "quillworks/gymnasium-gridworlds",
        (
            "Gridworlds with the interface of Gymnasium",
            ("gymnasium", "environments", "reinforcement-learning"),
            "Python",
            "MIT",
            1843,
            "2025-03-09",
        ),
        (
            (
                "v0.4.1",
                "2025-03-02",
                "Ice is slippery in all four directions.",
                ("gridworlds-0.4.1.zip", "worlds.json"),
                {
                    "gridworlds-0.4.1.zip": {"gridworlds/__init__.py": _GYM_PY, "gridworlds/maze.py": _MAZE_PY},
                    "worlds.json": '{"worlds": ["Maze", "Ice", "Keys"], "version": "0.4.1"}\n',
                },
            ),
            (
                "v0.4.0",
                "2025-01-20",
                "Keys, a world with three doors.",
                ("gridworlds-0.4.0.zip",),
                {"gridworlds-0.4.0.zip": {"gridworlds/__init__.py": _GYM_PY.replace("0.4.1", "0.4.0")}},
            ),
        ),
        {
            "README.md": _GYM,
            "LICENSE": _MIT,
            "gridworlds/__init__.py": _GYM_PY,
            "gridworlds/maze.py": _MAZE_PY,
            "pyproject.toml": '[project]\nname = "gridworlds"\nversion = "0.4.1"\ndependencies = ["gymnasium"]\n',
        },
    ),
    (
        "saltmarsh/tide-tables",
        ("High and low water of small harbours", ("tides", "sailing"), "Python", "MIT", 612, "2025-03-12"),
        (
            (
                "2025.1",
                "2025-03-01",
                "Tables of the year, and Delmonte for the first time.",
                ("tide-tables-2025.zip", "cardona-2025.csv"),
                {
                    "tide-tables-2025.zip": {"cardona.csv": _CARDONA, "delmonte.csv": _DELMONTE},
                    "cardona-2025.csv": _CARDONA,
                },
            ),
        ),
        {
            "README.md": _TIDES,
            "LICENSE": _MIT,
            "tides.py": _TIDES_PY,
            "data/cardona.csv": _CARDONA,
            "data/delmonte.csv": _DELMONTE,
        },
    ),
    (
        "hollowtree/beekeeping-log",
        ("A notebook for hives", ("beekeeping", "garden"), "Python", "Apache-2.0", 287, "2025-02-27"),
        (
            (
                "1.2",
                "2025-02-11",
                "Honey is weighed in kilograms.",
                ("hives.toml",),
                {"hives.toml": "[garden]\nframes = 10\n"},
            ),
        ),
        {"README.md": _BEES, "LICENSE": _MIT, "hives.toml": "[garden]\nframes = 10\n", "log.csv": "date,hive,seen\n"},
    ),
    (
        "crumbcoat/sourdough-timer",
        ("When to feed, to knead and to bake", ("bread", "kitchen"), "C", "MIT", 958, "2025-03-05"),
        (),
        {
            "README.md": _BREAD,
            "LICENSE": _MIT,
            "src/timer.c": _BREAD_C,
            "Makefile": "timer: src/timer.c\n\tcc -o timer src/timer.c\n",
        },
    ),
    (
        "northshore/footpaths",
        ("Footpaths around Lakeside as data", ("maps", "walking"), "Data", "CC-BY-4.0", 174, "2025-03-11"),
        (
            (
                "spring-2025",
                "2025-03-11",
                "The mill stairs were counted again.",
                ("paths.csv",),
                {"paths.csv": _PATHS},
            ),
        ),
        {"README.md": _MAPS, "paths.csv": _PATHS},
    ),
    (
        "inkwell/plainnotes",
        ("Notes as plain files in a folder", ("notes", "terminal"), "Go", "BSD-3-Clause", 2310, "2025-03-13"),
        (),
        {"README.md": _NOTES, "LICENSE": _MIT, "main.go": 'package main\n\nfunc main() {\n\tprintln("notes")\n}\n'},
    ),
    (
        "inkwell/dotfiles",
        ("Editor, shell and colours", ("vim", "bash"), "Shell", "MIT", 41, "2024-11-30"),
        (),
        {
            "README.md": _DOTS,
            "install.sh": _INSTALL,
            "vimrc": "set number\nset expandtab\n",
            "bashrc": "alias ll='ls -l'\n",
        },
    ),
    (
        "quillworks/reinforcement-learning-notes",
        ("Exercises to a course", ("reinforcement-learning", "course"), "Python", "MIT", 533, "2025-02-08"),
        (),
        {"README.md": _RAG, "LICENSE": _MIT, "01-bandits/greedy.py": _BANDIT},
    ),
)
