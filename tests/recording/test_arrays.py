"""The file of an episode's arrays: any arrays come back, in any order, and up to where the file was cut off."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from numpy.typing import NDArray

from omnigym.recording.arrays import ArraysPacker, ArraysReader

Arrays = dict[str, NDArray[Any]]


@st.composite
def episodes(draw: st.DrawFn) -> list[Arrays]:
    """Observations of the same few arrays, pictures among them."""
    kinds = [
        (np.dtype(draw(st.sampled_from(["uint8", "float32", "bool", "int64"]))), draw(arrays.array_shapes(max_dims=3)))
        for _ in range(draw(st.integers(1, 3)))
    ]
    return [
        {str(i): draw(arrays.arrays(dtype, shape)) for i, (dtype, shape) in enumerate(kinds)}
        for _ in range(draw(st.integers(1, 5)))
    ]


def same(a: Arrays, b: Arrays) -> bool:
    return list(a) == list(b) and all(a[k].dtype == b[k].dtype and a[k].tobytes() == b[k].tobytes() for k in a)


@given(episode=episodes(), data=st.data())
def test_what_was_packed_is_read_in_any_order(episode: list[Arrays], data: st.DataObject) -> None:
    packer = ArraysPacker()
    parts = [packer.pack(observation) for observation in episode]
    reader = ArraysReader(b"".join(parts))
    for n in data.draw(st.lists(st.integers(0, len(episode) - 1), max_size=6)):
        assert same(reader.read(n), episode[n])
    with pytest.raises(IndexError):
        reader.read(len(episode))
    torn = ArraysReader(b"".join(parts[:-1]) + parts[-1][:-1]) if len(parts) > 1 else reader
    for n in range(len(episode) - 1):
        assert same(torn.read(n), episode[n])


def test_what_is_read_may_be_written_to() -> None:
    reader = ArraysReader(ArraysPacker().pack({"a": np.zeros(3), "b": np.zeros((2, 2, 3), np.uint8)}))
    first = reader.read(0)
    for array in first.values():
        array.fill(1)
    assert not any(array.any() for array in reader.read(0).values())


def test_screens_that_hardly_differ_cost_little() -> None:
    rng = np.random.default_rng(0)
    screen = rng.integers(0, 256, (240, 320, 3), dtype=np.uint8)
    packer = ArraysPacker()
    first = len(packer.pack({"screenshot": screen}))
    screen[100:110, 100:110] = 0
    assert len(packer.pack({"screenshot": screen})) < first / 50


def test_arrays_of_another_shape_are_refused() -> None:
    packer = ArraysPacker()
    packer.pack({"a": np.zeros(3)})
    with pytest.raises(ValueError, match="stay the same"):
        packer.pack({"a": np.zeros(4)})
