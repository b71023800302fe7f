"""Where samples of CRAB's files are, if they are anywhere near."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def samples() -> Path:
    """The folder with some of the published files, which are not ours to ship."""
    for folder in Path(__file__).resolve().parents:
        if (found := folder / "shared/samples/crab").is_dir():
            return found
    pytest.skip("The samples of CRAB's files are beside the repository of those who have them: shared/samples/crab.")
