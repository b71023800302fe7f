"""What Minari wrote is read back from the packed file, and no picture lies twice in it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

h5py = pytest.importorskip("h5py")

from omnigym.recording.minari_form import PackedFile  # noqa: E402


def raw(path: Path, *episodes: dict[str, Any]) -> Path:
    """A file in Minari's form."""
    with h5py.File(path, "w") as file:
        for number, arrays in enumerate(episodes):
            group = file.create_group(f"episode_{number}")
            group.attrs["seed"] = number
            for name, values in arrays.items():
                shape = np.shape(values)[1:]
                group.create_dataset(name, data=values, chunks=True, maxshape=(None, *shape))
    return path


def film(rng: np.random.Generator, *numbers: int) -> NDArray[np.uint8]:
    """Pictures that are the same where their numbers are."""
    known = rng.integers(0, 256, (50, 30, 40, 3), np.uint8)
    return known[list(numbers)]


def test_what_was_written_is_read(tmp_path: Path) -> None:
    orders = [(0, 1, 2, 1, 0), (0,), tuple(range(40)), (3, 0, 49, 3, 4, 5)]
    episodes = [
        {
            "observations/screen": film(np.random.default_rng(1), *order),
            "observations/grey": film(np.random.default_rng(2), *order)[..., :1],
            "observations/large": np.arange(len(order) * 9000.0).reshape(-1, 9000),
            "rewards": np.arange(len(order), dtype=np.float32),
            "infos/end_reason": [b"" for _ in order],
        }
        for order in orders
    ]
    with PackedFile(tmp_path / "packed.hdf5") as packed:
        packed.append(raw(tmp_path / "a.hdf5", *episodes[:2]))
        packed.append(raw(tmp_path / "b.hdf5", *episodes[2:]))
    with h5py.File(tmp_path / "packed.hdf5") as file:
        assert len(file) == 4
        assert [file[f"episode_{n}"].attrs["id"] for n in range(4)] == [0, 1, 2, 3]
        assert [file[f"episode_{n}"].attrs["seed"] for n in range(4)] == [0, 1, 0, 1]
        for number, arrays in enumerate(episodes):
            for name, values in arrays.items():
                np.testing.assert_array_equal(file[f"episode_{number}/{name}"][()], values)
        for name in ("screen", "grey"):
            assert len(file[f"episode_0/films/observations/{name}"]) == 41


def test_a_file_that_breaks_off_is_closed(tmp_path: Path) -> None:
    packed = PackedFile(tmp_path / "packed.hdf5")
    packed.append(raw(tmp_path / "a.hdf5", {"screen": film(np.random.default_rng(0), 1)}))
    with pytest.raises(RuntimeError), packed:
        raise RuntimeError
    with h5py.File(tmp_path / "packed.hdf5") as file:
        assert list(file) == ["episode_0"]
