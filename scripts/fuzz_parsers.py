"""Damage small files of each kind, and read them, for as long as one likes.

    python scripts/fuzz_parsers.py [--seconds 600] [--seed 0] [--kind docx]

What a reader may raise is said in `omnigym.foreign`. A file with which it does something else, or takes too long or too
much memory, is kept.
"""

from __future__ import annotations

import argparse
import sys
import time
import traceback
from collections import Counter
from itertools import count
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1]))  # its helper is among the tests

from tests.evaluation.fuzzing import READERS, ParserFault, attack, hold


def main() -> int:
    """Go through the kinds in turn; the exit code is 1 when a reader failed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=600.0)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--kind", choices=tuple(READERS))
    args = parser.parse_args()
    kinds = [args.kind] if args.kind else list(READERS)
    until = time.monotonic() + args.seconds
    done: Counter[str] = Counter()
    failed = 0
    for seed in count(args.seed):
        for kind in kinds:
            if time.monotonic() > until:
                print(f"{done.total():,} files, {failed} failed; of each kind: {dict(sorted(done.items()))}")
                return 1 if failed else 0
            content = attack(kind, seed)
            try:
                found = hold(kind, content)
            except ParserFault:
                failed += 1
                kept = Path(f"fuzz-{kind.replace(' ', '-')}-{seed}.bin")
                kept.write_bytes(content)
                traceback.print_exc()
                print(f"{kind}, seed {seed}, {len(content)} bytes, kept as {kept}")
            else:
                done[f"{kind}{' unreadable' * isinstance(found, Exception)}"] += 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
