"""Write the lock of ``omnigym-data``: the size and SHA-256 of each file in ``data/omnigym_data``.

    python scripts/lock_data.py            # after files were made anew: write omnigym/assets/data.lock
    python scripts/lock_data.py --check    # exit 1 if the files are others than those of the lock

Raise the version of omnigym-data before its next release: one version has one content.
"""

import argparse
import hashlib
import sys
from pathlib import Path

from omnigym.assets.lock import Asset, read_lock, write_lock
from omnigym.assets.packaged import LOCK

FILES = Path(__file__).resolve().parents[1] / "data" / "omnigym_data"


def found() -> dict[str, Asset]:
    """The size and SHA-256 of each file that is there, by its name."""
    files = sorted(p for p in FILES.rglob("*") if p.is_file() and p.suffix not in (".py", ".pyc"))
    contents = {p.relative_to(FILES).as_posix(): p.read_bytes() for p in files}
    return {name: Asset(hashlib.sha256(content).hexdigest(), len(content)) for name, content in contents.items()}


def main() -> int:
    """Write the lock, or compare it with the files."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="compare; write nothing")
    checked = parser.parse_args().check
    here, locked = found(), read_lock(LOCK)
    others = sorted(name for name in here.keys() | locked.keys() if here.get(name) != locked.get(name))
    if not checked:
        write_lock(LOCK, here)
    print("\n".join(others) or "The files are those of the lock.")
    return int(checked and bool(others))


if __name__ == "__main__":
    sys.exit(main())
