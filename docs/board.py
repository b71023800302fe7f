"""Write the tables of the files in ``leaderboard/`` into ``LEADERBOARD.md`` and ``docs/leaderboard.md``.

    python docs/board.py

A test requires that both are up to date. ``docs/gen.py`` runs this file, too.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from omnigym.benchmarks.board.tables import board_tables, read_folder

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "leaderboard.md"
_BLOCK = re.compile(r"(?<=<!-- board -->\n).*?(?=<!-- end -->)", re.DOTALL)
_HEAD = """# Leaderboard

Runs of `suite:board`, 200 held-out tasks with a budget of 50 steps, in percent. [The rules](docs/leaderboard.md) say
how to play and how to add a row. `python docs/board.py` writes this file from `leaderboard/`.
"""


def pages() -> Mapping[Path, str]:
    """Return the text of both files, with the tables as the folder has them."""
    tables = board_tables(read_folder(ROOT / "leaderboard"))
    page = _BLOCK.sub(lambda _: f"\n{tables}\n\n", PAGE.read_text(encoding="utf-8"))
    return {ROOT / "LEADERBOARD.md": f"{_HEAD}\n{tables}\n", PAGE: page}


def main() -> None:
    """Write both."""
    for path, text in pages().items():
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
