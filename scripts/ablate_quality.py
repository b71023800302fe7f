"""Table 3 of OmniBench for our data: what of the composed tasks holds without each quality module.

    python scripts/ablate_quality.py [--n 400] [--seed 0] [--device sim] [--json FILE]

`omnigym.benchmarks.omnibench.synthesis.ablation` says what is left out in each row, and who judges.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from omnigym.benchmarks.omnibench.synthesis.ablation import ablate
from omnigym.cli.console import print_table
from omnigym.devices.config import build_device

_JUDGES = ("proved", "sensible", "consistent", "accepted")


def main(arguments: Sequence[str] | None = None) -> None:
    """Make the rows and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--n", type=int, default=400, help="the tasks of each row; the paper has 400")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--device", default="sim")
    parser.add_argument("--json", type=Path, help="write the rows here, too")
    options = parser.parse_args(arguments)
    with closing(build_device(options.device)) as device:
        rows = list(ablate(device, options.n, options.seed))
    table = [
        [
            *["yes" if there else "no" for there in row.modules],
            *[f"{100 * row.share(judge):.1f}" for judge in _JUDGES],
            str(len(row.outcomes)),
        ]
        for row in rows
    ]
    print_table(("cross-verification", "intents", "validator", *_JUDGES, "tasks"), table, markdown=True)
    if options.json is not None:
        plain = [{**row.modules._asdict(), "outcomes": [o._asdict() for o in row.outcomes]} for row in rows]
        options.json.write_text(json.dumps(plain, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
