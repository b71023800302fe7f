"""The tables of an app have its name, and their first records are data."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from omnigym.sim.tables.store import Store, data_of, first_of
from omnigym.sim.vfs import HOME, Vfs


class Pet(NamedTuple):
    id: int
    name: str = ""
    likes: tuple[str, ...] = ()


def test_tables_are_named_once_and_begin_with_their_records() -> None:
    store = Store("toy", "AppData/Toy", {"pets": [{"id": 1, "likes": ["milk"]}, [2, "Bob"]]})
    pets, none = store.table("pets", Pet), store.table("none", Pet, key="name")
    assert (pets.address, pets.path, none.key) == ("content://toy/pets", f"{HOME}/AppData/Toy/pets.json", "name")
    assert store.tables == (pets, none)
    files = store.initial(Vfs(), 5)
    assert pets.rows(files) == (Pet(1, likes=("milk",)), Pet(2, "Bob"))
    assert not files.is_file(none.path), "a table without records has no file"
    assert Store("toy", "C:/data/toy").table("pets", Pet).path == "C:/data/toy/pets.json"


@pytest.mark.parametrize("entry", [{"name": "Ada"}, {"id": 1, "nmae": "Ada"}, 7])
def test_a_wrong_entry_is_refused(entry: object) -> None:
    with pytest.raises(ValueError, match="is no Pet"):
        first_of(Pet, [entry])


def test_data_lies_beside_its_module(tmp_path: Path) -> None:
    (tmp_path / "toy.json").write_text('{"pets": "é"}', "utf-8")
    assert data_of(str(tmp_path / "app.py"), "toy.json") == {"pets": "é"}
