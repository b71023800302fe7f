"""Tables of records: typed when read, whatever somebody wrote into their files."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

import pytest

from omnigym.devices.sim.device import SimDevice
from omnigym.errors import TooLargeError, UnknownNameError, UnreadableError
from omnigym.foreign.limits import JSON_BYTES
from omnigym.sim.tables.fields import record, text_value, value_of
from omnigym.sim.tables.table import Folder, Table, next_id
from omnigym.sim.vfs import Vfs


class Part(NamedTuple):
    name: str
    done: bool = False


class Thing(NamedTuple):
    id: int
    name: str
    share: float = 0.5
    words: tuple[str, ...] = ()
    parts: tuple[Part, ...] = ()
    good: bool = True


PATH = "C:/data/things.json"
THINGS: Table[Thing] = Table("content://test/things", PATH, Thing, valid=lambda t: t.id > 0)
SPARSE: Table[Thing] = Table("content://test/sparse", PATH, Thing, under="things", sparse=True)
NOTES: Folder[Thing] = Folder("content://test/notes", "C:/data/notes", Thing, key="name", key_inside=False)
FULL = Thing(3, "Ünï", 1.5, ("a", "b"), (Part("p", True),), False)


def _with(content: Any) -> Vfs:
    return Vfs().write(PATH, content if isinstance(content, bytes) else json.dumps(content).encode(), 0)


@pytest.mark.parametrize("table", [THINGS, SPARSE])
def test_what_is_written_is_read(table: Table[Thing]) -> None:
    rows = (FULL, Thing(4, "b"))
    written = table.written(Vfs(), rows, 5)
    assert table.rows(written) is rows, "who wrote it need not read it"
    assert table.rows(_with(written.read(PATH))) == rows
    assert next_id(rows) == 5


def test_a_sparse_file_has_only_what_is_not_as_usual() -> None:
    content = SPARSE.written(Vfs(), (Thing(4, "b"),), 5).read(PATH)
    assert json.loads(content) == {"things": [{"id": 4, "name": "b"}]} and content.endswith(b"\n")


@pytest.mark.parametrize(
    ("entry", "row"),
    [
        ({"id": 1, "name": "a"}, Thing(1, "a")),
        ({"id": 1, "name": "a", "colour": "red"}, Thing(1, "a")),
        ({"id": 1, "name": "a", "share": 2, "good": 1}, Thing(1, "a", 2)),
        (
            {"id": 1, "name": "a", "words": ["x", 1, None], "parts": [{"name": "p"}, {"done": True}, 3]},
            Thing(1, "a", words=("x",), parts=(Part("p"),)),
        ),
        ({"id": 1, "name": "a", "words": "x", "parts": {}}, Thing(1, "a")),
        ({"id": 1, "name": "\ud800"}, Thing(1, "\ufffd")),
        ({"id": 8_000_000_000_000, "name": "no such moment"}, None),
        ({"id": 1, "name": "a", "share": 1e300}, Thing(1, "a")),
        ({"id": True, "name": "a"}, None),
        ({"id": "1", "name": "a"}, None),
        ({"id": 1.0, "name": "a"}, None),
        ({"id": 1, "name": None}, None),
        ({"name": "a"}, None),
        ({"id": 0, "name": "not valid"}, None),
        (["id", 1], None),
        (None, None),
    ],
)
def test_damage_costs_a_field_or_a_row_and_never_the_table(entry: Any, row: Thing | None) -> None:
    good = {"id": 9, "name": "good"}
    expected = (Thing(9, "good"),) if row is None else (Thing(9, "good"), row)
    assert THINGS.rows(_with({"rows": [good, entry]})) == expected


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b"1",
        b"null",
        b'{"rows": 1}',
        b'{"rows": {"id": 1}}',
        b"[" * 100_000,
        b"\xff\xfe",
        b'{"rows": [{"id": NaN, "name": "a"}]}',
        b'{"rows": [{"id": 1' + b"0" * 5000 + b', "name": "a"}]}',
        b'{"rows": [{"id": 1' + b"0" * 30 + b', "name": "a"}]}',
    ],
)
def test_what_is_no_table_has_no_rows_for_its_app_and_is_refused_to_checks(content: bytes) -> None:
    files = _with(content)
    assert THINGS.rows(files) == ()
    for _ in range(2):
        with pytest.raises(UnreadableError, match=r"^'things\.json': "):
            THINGS.content(files)
    assert value_of(content) is None or record(Thing, value_of(content)) is None


@pytest.mark.parametrize("content", [b"{}", b'{"rows": []}', b'{"rows": [{"id": 1' + b"0" * 15 + b', "name": "a"}]}'])
def test_a_table_that_can_be_read_may_have_no_rows(content: bytes) -> None:
    assert THINGS.rows(_with(content)) == () == THINGS.content(_with(content))


def test_more_than_is_read_is_said_to_be_so() -> None:
    with pytest.raises(TooLargeError, match="things"):
        THINGS.content(_with(b" " * (JSON_BYTES + 1)))


def test_a_folder_in_the_place_of_the_file_is_no_table() -> None:
    assert THINGS.rows(Vfs().make_dir(PATH, 0)) == ()


def test_a_folder_keeps_each_record_in_a_file_of_its_name() -> None:
    vfs = (
        NOTES.kept(Vfs(), "b", FULL, 0).write("C:/data/notes/a.json", b'{"id": 1}', 0).write("C:/data/notes/c", b"x", 0)
    )
    assert "name" not in json.loads(vfs.read("C:/data/notes/b.json"))
    assert NOTES.rows(vfs) == (Thing(1, "a"), FULL._replace(name="b"))
    assert NOTES.rows(vfs) is NOTES.rows(vfs)
    assert [r["name"] for r in NOTES.content(NOTES.erased(vfs, "a", 0))] == ["b"]
    assert NOTES.erased(vfs, "z", 0) is vfs


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (True, "1"),
        (False, "0"),
        (7, "7"),
        (1.5, "1.5"),
        ("a b", "a b"),
        (("ä", "b"), '["ä", "b"]'),
        ((Part("p"),), '[{"name": "p", "done": false}]'),
    ],
)
def test_columns_are_text(value: Any, text: str) -> None:
    assert text_value(value) == text


#: Addresses that both platforms have, and some that are of one.
SHARED = {
    "content://todo/tasks",
    "content://todo/lists",
    "content://browser/favourites",
    "content://shop/orders",
    "content://forum/threads",
    "content://wiki/pages",
    "content://maps/saved",
    "content://notifications/shown",
}


@pytest.mark.parametrize(
    ("device", "own"),
    [
        (SimDevice(), {"content://calculator/history", "content://calculator/memory"}),
        (
            SimDevice((540, 1200), platform="android", scale=1.5),
            {"content://sms", "content://keep/notes", "content://clock/alarms", "content://music/player"},
        ),
    ],
    ids=["windows", "android"],
)
def test_every_table_of_every_app_can_be_read(device: SimDevice, own: set[str]) -> None:
    addresses = {table.address for app in device._desk.apps.values() for table in app.tables}
    assert addresses >= SHARED | own
    for address in addresses:
        for row in device.query_content(address):
            assert row and all(isinstance(text, str) for text in row.values()), address
    assert any(r["list"] and r["title"] for r in device.query_content("content://todo/tasks/"))
    with pytest.raises(UnknownNameError, match="content://todo/tasks"):
        device.query_content("content://todo/task")


def test_no_two_tables_of_a_platform_have_one_address() -> None:
    for device in (SimDevice(), SimDevice((540, 1200), platform="android", scale=1.5)):
        tables = {id(t): t.address for app in device._desk.apps.values() for t in app.tables}
        assert len(set(tables.values())) == len(tables)
