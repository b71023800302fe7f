"""``python -m omnigym``: the command, where its script is not on the path."""

from __future__ import annotations

from omnigym.cli import main

__all__: list[str] = []

if __name__ == "__main__":
    main()
