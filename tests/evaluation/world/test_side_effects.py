"""What differs from the world as it was, and what of it was asked for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omnigym.devices.sim.device import SimDevice
from omnigym.devices.userdata import HasUserData, TableInfo, TakenData
from omnigym.evaluation.world.difference import differences
from omnigym.evaluation.world.effects import Effect, inverse
from omnigym.evaluation.world.side_effects import damage

_TASKS = "content://todo/tasks"
_BEFORE = TakenData(
    digests={"docs/": True, "docs/a.txt": "1", "docs/b.docx": "2"},
    contents={"docs/a.txt": b"one\ntwo\n"},
    records={
        _TASKS: (
            {"id": "1", "title": "Milk", "done": "0", "changed": "5"},
            {"id": "2", "title": "Bread", "done": "0", "changed": "5"},
        ),
        "content://other/tasks": ({"_id": "1", "name": "Milk"}, {"_id": "2", "name": "Bread"}),
    },
    tables={_TASKS: TableInfo("id"), "content://other/tasks": TableInfo("_id", _TASKS)},
    settings={"theme": "light"},
)


def _with_file(place: str, content: bytes | None) -> TakenData:
    digests = {k: v for k, v in _BEFORE.digests.items() if k != place}
    contents = {k: v for k, v in _BEFORE.contents.items() if k != place}
    if content is not None:
        digests[place], contents[place] = content, content
    return replace(_BEFORE, digests=digests, contents=contents)


def _with_rows(*rows: dict[str, str]) -> TakenData:
    views = tuple({"_id": row["id"], "name": row["title"]} for row in rows)
    return replace(_BEFORE, records={_TASKS: rows, "content://other/tasks": views})


_MILK, _BREAD = (dict(row) for row in _BEFORE.records[_TASKS])
_EGGS = {"id": "3", "title": "Eggs", "done": "0", "changed": "9"}
_CHANGED = Effect("change", _TASKS, ("changed",))
_ADDED_AT_9 = Effect("add", _TASKS, row={"changed": "9"})


def _ticked(title: str) -> Effect:
    return Effect("change", _TASKS, ("done",), {"title": title, "done": True}, {"title": title, "done": False}, most=1)


def _renamed(old: str, new: str) -> Effect:
    return Effect("change", _TASKS, ("title",), {"title": new}, {"title": old}, most=1)


_RENAMED, _BREAD_RENAMED = _renamed("Milk", "Oats"), _renamed("Bread", "Oats")
_MILK_DONE, _OATS_DONE, _BREAD_DONE = map(_ticked, ("Milk", "Oats", "Bread"))
_OATS_DATED = Effect("change", _TASKS, ("changed",), {"title": "Oats", "changed": 7}, {"title": "Oats"}, most=1)
_BOTH = (_RENAMED, _OATS_DONE)
_DONE = Effect("change", _TASKS, ("done",), row={"title": "Milk", "done": True})
_EGGS_COME = Effect("add", _TASKS, row={"title": "Eggs", "done": False}, trace=True)
_EGGS_DONE = Effect("change", _TASKS, ("done",), row={"title": "Eggs", "done": True})
_CREAMED = Effect("change", _TASKS, ("title",), row={"title": "Cream"}, was={"title": "Milk"})
_AGAIN = Effect("change", _TASKS, ("title",), row={"title": "Butter"}, was={"title": "Cream"})
_CREAM, _BUTTER = {**_MILK, "title": "Cream", "done": "1"}, {**_MILK, "title": "Butter", "done": "1"}
_CASES: dict[str, tuple[TakenData, tuple[Effect, ...], int]] = {
    "nothing": (_BEFORE, (), 0),
    "a file that was asked for": (_with_file("docs/c.txt", b"x"), (Effect("add", "docs/c.txt"),), 0),
    "one that was not": (_with_file("docs/c.txt", b"x"), (Effect("add", "docs/d.txt"),), 1),
    "the folder that was": (_with_file("new/", b""), (Effect("add", "new/"),), 0),
    "in a folder that was to be empty": (_with_file("new/c.txt", b"x"), (Effect("add", "new/"),), 1),
    "a folder in it": (_with_file("new/old/", b""), (Effect("add", "new/"),), 1),
    "a folder in it that is asked for": (
        _with_file("new/old/", b""),
        (Effect("add", "new/"), Effect("add", "new/old/")),
        0,
    ),
    "above a folder that is asked for": (_with_file("new/", b""), (Effect("add", "new/old/"),), 0),
    "of another name": (_with_file("newer/", b""), (Effect("add", "new/"),), 1),
    "a file of its name": (_with_file("new", b""), (Effect("add", "new/"),), 1),
    "in a folder that was": (_with_file("docs/c.txt", b"x"), (Effect("add", "docs"),), 0),
    "a pattern": (_with_file("docs/c.txt", b"x"), (Effect("add", "docs/*.txt"),), 0),
    "a pattern of another ending": (_with_file("docs/c.txt", b"x"), (Effect("add", "docs/*.pdf"),), 1),
    "letter case": (_with_file("docs/c.txt", b"x"), (Effect("add", "Docs\\C.txt"),), 0),
    "gone instead of new": (_with_file("docs/a.txt", None), (Effect("add", "docs/a.txt"),), 1),
    "gone": (_with_file("docs/a.txt", None), (Effect("remove", "docs/a.txt"),), 0),
    "a row that was changed and then renamed": (_with_rows(_CREAM, _BREAD), (_DONE, _CREAMED), 0),
    "and renamed twice": (_with_rows(_BUTTER, _BREAD), (_DONE, _CREAMED, _AGAIN), 0),
    "renamed and then changed": (
        _with_rows(_CREAM, _BREAD),
        (_CREAMED, Effect("change", _TASKS, ("done",), row={"title": "Cream", "done": True}, was={"title": "Cream"})),
        0,
    ),
    "changed under a name that it never had": (_with_rows(_BUTTER, _BREAD), (_DONE, _CREAMED), 1),
    "another row that got the name": (
        _with_rows(_MILK, {**_BREAD, "title": "Cream", "done": "1"}),
        (_DONE, _CREAMED),
        1,
    ),
    "a row that was added, renamed and changed": (
        _with_rows(_MILK, _BREAD, {**_EGGS, "title": "Ten eggs", "done": "1", "changed": "7"}),
        (
            Effect("add", _TASKS, row={"title": "Eggs", "done": False, "changed": "9"}),
            Effect("change", _TASKS, ("title",), row={"title": "Ten eggs"}, was={"title": "Eggs"}),
            Effect("change", _TASKS, ("done",), row={"title": "Ten eggs", "done": True}, was={"title": "Ten eggs"}),
            Effect("change", _TASKS, ("changed",), row={"title": "Eggs", "changed": "7"}),
        ),
        0,
    ),
    "added as another one was to be": (
        _with_rows(_MILK, _BREAD, {**_EGGS, "done": "1"}),
        (Effect("add", _TASKS, row={"title": "Eggs", "done": False}), _DONE),
        1,
    ),
    "a line more": (
        _with_file("docs/a.txt", b"one\ntwo\nthree"),
        (Effect("change", "docs/a.txt", ("text/added/*",)),),
        0,
    ),
    "a line more and one less": (
        _with_file("docs/a.txt", b"one\nthree"),
        (Effect("change", "docs/a.txt", ("text/added/*",)),),
        1,
    ),
    "what two effects allow together": (
        _with_file("docs/a.txt", b"one\nthree"),
        (Effect("change", "docs/a.txt", ("text/added/*",)), Effect("change", "docs/a.txt", ("text/removed/two",))),
        0,
    ),
    "a trace": (_with_rows(_MILK, _BREAD, _EGGS), (_EGGS_COME,), 0),
    "another task's effect does not go on from a trace": (
        _with_rows(_MILK, _BREAD, {**_EGGS, "done": "1"}),
        (_EGGS_COME, _EGGS_DONE),
        1,
    ),
    "nor from a trace that changes a row": (
        _with_rows({**_MILK, "title": "Oats", "done": "1"}, _BREAD),
        (replace(_RENAMED, trace=True), _OATS_DONE),
        1,
    ),
    "only empty lines": (
        _with_file("docs/a.txt", b"one\n\ntwo\n\n"),
        (Effect("change", "docs/a.txt", ("text/added/x",)),),
        0,
    ),
    "a column": (
        _with_rows({**_MILK, "done": "1"}, _BREAD),
        (Effect("change", _TASKS, ("done",), row={"title": "Milk", "done": True}),),
        0,
    ),
    "a column of another row": (
        _with_rows(_MILK, {**_BREAD, "done": "1"}),
        (Effect("change", _TASKS, ("done",), row={"title": "Milk", "done": True}),),
        1,
    ),
    "another column besides": (
        _with_rows({**_MILK, "done": "1", "changed": "6"}, _BREAD),
        (Effect("change", _TASKS, ("done",), row={"title": "Milk"}),),
        1,
    ),
    "another column besides, that any work changes": (
        _with_rows({**_MILK, "done": "1", "changed": "6"}, _BREAD),
        (Effect("change", _TASKS, ("done",), row={"title": "Milk"}), _CHANGED),
        0,
    ),
    "which row it was": (
        _with_rows({**_MILK, "title": "Oats"}, _BREAD),
        (Effect("change", _TASKS, ("title",), row={"title": "Oats"}, was={"title": "Bread"}),),
        1,
    ),
    "a new row": (_with_rows(_MILK, _BREAD, _EGGS), (Effect("add", _TASKS, row={"title": "eggs"}, most=1),), 0),
    "two where one was asked for": (
        _with_rows(_MILK, _BREAD, _EGGS, {**_EGGS, "id": "4"}),
        (Effect("add", _TASKS, row={"title": "Eggs"}, most=1),),
        1,
    ),
    "a change of two where one was asked for": (
        _with_rows({**_MILK, "done": "1"}, {**_BREAD, "done": "1"}),
        (Effect("change", _TASKS, ("done",), row={"done": True}, most=1),),
        1,
    ),
    "one that was added can only be what it was before it was changed": (
        _with_rows(_MILK, _BREAD, _EGGS, {**_EGGS, "id": "4"}),
        (
            Effect("add", _TASKS, row={"title": "Eggs"}, most=1),
            Effect("add", _TASKS, row={"title": "Oats"}, most=1),
            Effect("change", _TASKS, row={"title": "Eggs"}, was={"title": "Rice"}),
        ),
        1,
    ),
    "one that was added and changed": (
        _with_rows(_MILK, _BREAD, {**_EGGS, "changed": "1"}),
        (_ADDED_AT_9, Effect("change", _TASKS, ("changed",), was={"title": "Eggs", "changed": "9"})),
        0,
    ),
    "one that was added, as if it were one that another one was changed from": (
        _with_rows(_MILK, _BREAD, {**_EGGS, "changed": "1"}),
        (_ADDED_AT_9, Effect("change", _TASKS, ("changed",), was={"title": "Oats", "changed": "9"})),
        1,
    ),
    "one that was added is, but for what may be changed, the one that the change speaks of": (
        _with_rows(_MILK, _BREAD, {**_EGGS, "done": "1"}),
        (
            Effect("add", _TASKS, row={"done": False}),
            Effect("change", _TASKS, ("done",), was={"title": "Oats", "done": False}),
        ),
        1,
    ),
    "a row less": (_with_rows(_MILK), (Effect("remove", _TASKS, row={"title": "Bread"}),), 0),
    "another row less": (_with_rows(_BREAD), (Effect("remove", _TASKS, row={"title": "Bread"}),), 1),
    "a renaming is no removal": (
        _with_rows({**_MILK, "title": "Gone"}, _BREAD),
        (Effect("remove", _TASKS, row={"title": "Milk"}),),
        1,
    ),
    "told by another view": (
        _with_rows(_MILK, _BREAD, _EGGS),
        (Effect("add", "content://other/tasks", row={"name": "Eggs"}, most=1),),
        0,
    ),
    "changed by another view": (
        _with_rows({**_MILK, "title": "Oats"}, _BREAD),
        (Effect("change", "content://other/tasks", ("name",), row={"name": "Oats"}),),
        0,
    ),
    "changed in what the view hides": (
        _with_rows({**_MILK, "title": "Oats", "done": "1"}, _BREAD),
        (Effect("change", "content://other/tasks", ("name",), row={"name": "Oats"}),),
        1,
    ),
    **{
        f"renamed and ticked: {name}": (_with_rows({**_MILK, **row}, _BREAD), effects, most)
        for name, row, effects, most in (
            ("in that order", {"title": "Oats", "done": "1"}, (_RENAMED, _OATS_DONE), 0),
            ("told in the other order", {"title": "Oats", "done": "1"}, (_OATS_DONE, _RENAMED), 0),
            ("ticked first", {"title": "Oats", "done": "1"}, (_RENAMED, _MILK_DONE), 0),
            ("dated, too, as was asked", {"title": "Oats", "done": "1", "changed": "7"}, (*_BOTH, _OATS_DATED), 0),
            ("dated, too, otherwise", {"title": "Oats", "done": "1", "changed": "8"}, (*_BOTH, _OATS_DATED), 1),
            ("another column, too", {"title": "Oats", "done": "1", "changed": "6"}, _BOTH, 1),
            (
                "another column, too, that any work changes",
                {"title": "Oats", "done": "1", "changed": "6"},
                (*_BOTH, _CHANGED),
                0,
            ),
            ("to another name", {"title": "Rye", "done": "1"}, _BOTH, 1),
            ("another one was to be ticked", {"title": "Oats", "done": "1"}, (_RENAMED, _BREAD_DONE), 1),
            ("another one was to be renamed", {"title": "Oats", "done": "1"}, (_BREAD_RENAMED, _OATS_DONE), 1),
            ("nobody asked for the name", {"title": "Oats", "done": "1"}, (_MILK_DONE,), 1),
            ("only ticked, as if it were renamed", {"done": "1"}, _BOTH, 1),
        )
    },
    "two renamed and ticked where one was asked for": (
        _with_rows({**_MILK, "title": "Oats", "done": "1"}, {**_BREAD, "title": "Oats", "done": "1"}),
        (replace(_RENAMED, was={}), _OATS_DONE),
        1,
    ),
    "a setting": (replace(_BEFORE, settings={"theme": "dark"}), (Effect("change", "setting:theme"),), 0),
    **{
        f"{item} in the list of a setting": (
            replace(_BEFORE, settings={"theme": f"light; {item}"}),
            (Effect("change", "setting:theme", ("item/dark",)),),
            most,
        )
        for item, most in (("dark", 0), ("red", 1))
    },
    "another setting": (replace(_BEFORE, settings={"theme": "dark"}), (Effect("change", "setting:sound"),), 1),
}


@pytest.mark.parametrize("case", _CASES)
def test_what_is_damage(case: str) -> None:
    after, allowed, most = _CASES[case]
    assert len(damage(_BEFORE, after, allowed)) == most


def test_what_undoes_a_condition() -> None:
    gone = inverse(Effect("add", _TASKS, row={"title": "Bread"}, most=1))
    assert damage(_BEFORE, _with_rows(_MILK), (gone,)) == ()


_WRITES: dict[str, Callable[[SimDevice, str], None]] = {
    "write": lambda device, name: device.write_file(f"Documents/{name}", b"other"),
    "folder": lambda device, name: device.make_dir(f"Pictures/{name}"),
    "setting": lambda device, name: device.set_setting("sound.volume", str(len(name))),
}


@given(st.lists(st.tuples(st.sampled_from(sorted(_WRITES)), st.sampled_from(["a", "bb", "ccc"]))))
def test_all_that_was_done_is_found_and_nothing_else(work: list[tuple[str, str]]) -> None:
    device = SimDevice()
    device.reset(0)
    assert isinstance(device, HasUserData)
    start = device.user_data()
    for kind, name in work:
        _WRITES[kind](device, name)
    expected = {
        {"write": "add c:/users/user/documents/", "folder": "add c:/users/user/pictures/"}[kind]
        + name
        + ("/" if kind == "folder" else "")
        for kind, name in work
        if kind != "setting"
    } | {"change setting:sound.volume" for kind, _ in work if kind == "setting"}
    assert {f"{d.how} {d.at}" for d in differences(start, device.user_data())} == expected
    assert differences(device.user_data(), device.user_data()) == ()


_ADDED = Effect("add", _TASKS, row={"title": "Eggs", "tags": ["food"]}, most=1)


@pytest.mark.parametrize(
    ("more", "effects", "fine"),
    [
        ({}, [_ADDED], True),
        ({"note": "brown ones"}, [_ADDED], False),  # nobody spoke of it
        ({"note": "brown ones"}, [_ADDED, Effect("change", _TASKS, ("note",), row={"title": "Eggs"})], True),
        ({"note": "brown ones"}, [replace(_ADDED, most=None)], True),  # any record, so nobody says what is in it
        ({"tags": '["food", "soon"]'}, [_ADDED], False),
        ({"changed": "9"}, [_ADDED], True),  # what is not known to be usual
    ],
)
def test_a_new_record_has_what_was_asked_for_and_nothing_more(
    more: dict[str, str], effects: list[Effect], fine: bool
) -> None:
    row = {"id": "3", "title": "Eggs", "done": "0", "note": "", "tags": '["food"]', "changed": "5", **more}
    records = {**_BEFORE.records, _TASKS: (*_BEFORE.records[_TASKS], row)}
    tables = {**_BEFORE.tables, _TASKS: TableInfo("id", usual={"done": "0", "note": "", "tags": "[]"})}
    before = replace(_BEFORE, tables=tables)
    assert (damage(before, replace(before, records=records), effects) == ()) is fine


_STARRED = Effect("change", "content://view/tasks", ("star",), row={"name": "Eggs", "star": "1"})


@pytest.mark.parametrize(
    ("more", "effects", "fine"),
    [
        ({"starred": "1"}, [_ADDED, _STARRED], True),
        ({"starred": "1"}, [_ADDED], False),
        ({"starred": "1", "note": "brown ones"}, [_ADDED, _STARRED], False),  # one view speaks of one column
        ({"note": "brown ones"}, [_ADDED, _STARRED], False),
        ({"starred": "1"}, [_ADDED, replace(_STARRED, row={"name": "Milk", "star": "1"})], False),
    ],
)
def test_what_is_changed_in_a_view_of_a_new_record_is_spoken_of(
    more: dict[str, str], effects: list[Effect], fine: bool
) -> None:
    row = {"id": "3", "title": "Eggs", "starred": "0", "note": "", "tags": '["food"]', **more}
    seen = {"_id": "3", "name": "Eggs", "star": row["starred"]}
    view = _STARRED.at
    records = {**_BEFORE.records, _TASKS: (*_BEFORE.records[_TASKS], row), view: (seen,)}
    usual = TableInfo("id", usual={"starred": "0", "note": "", "tags": "[]"})
    tables = {**_BEFORE.tables, _TASKS: usual, view: TableInfo("_id", of=_TASKS)}
    before = replace(_BEFORE, tables=tables, records={**_BEFORE.records, view: ()})
    assert (damage(before, replace(before, records=records), effects) == ()) is fine


@pytest.mark.parametrize(("new", "same"), [({}, True), ({"title": "Buns"}, False), ({"id": "bread"}, False)])
def test_a_record_that_is_made_again_is_the_same_where_its_number_alone_is_another(
    new: dict[str, str], same: bool
) -> None:
    milk, bread = _BEFORE.records[_TASKS]
    records = {**_BEFORE.records, _TASKS: (milk, {**bread, "id": "3", **new})}
    found = [d for d in differences(_BEFORE, replace(_BEFORE, records=records)) if d.at == _TASKS]
    assert (found == []) is same
