"""CRAB's files of composed tasks: read, written, imported; and what is wrong in them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from omnigym.benchmarks.crab.files import adjlist_of, dumps_crab, edges_of, loads_crab, read_crab
from omnigym.benchmarks.crab.importing import export_crab, import_crab
from omnigym.benchmarks.crab.template import get_template
from omnigym.devices.config import build_device
from omnigym.devices.protocol import Device, HasAccessibilityTree
from omnigym.errors import TaskFileError
from omnigym.tasks.file_generation import EXTENSIONS
from omnigym.tasks.rollout import Stage

_FIND, _CITY = "2394b768-2ca7-45e9-b41e-2aa4e9573192", "51b2463c-9904-4a32-81ba-507bfb89d61f"
_CLOCK, _SUBMIT = "a3d11574-2acf-4b26-a569-a5dbc9d548ah", "1c3bedc3-ea5a-453c-a15b-223d72ab756d"
_BACKGROUND = "a207ef38-b3b2-4c6c-a1e3-75c38162f5ba"
_EVENT = {"task": _FIND, "attribute": {"date": "16 July 2024"}, "output": "Japan"}


@pytest.fixture(scope="module")
def devices() -> Iterator[dict[str, Device]]:
    devices = {"phone": build_device("phone"), "desktop": build_device("ubuntu")}
    yield devices
    for device in devices.values():
        device.close()


def composed(*tasks: dict[str, Any], adjlist: str = "0 1\n1", **more: Any) -> dict[str, Any]:
    return {"description": "Do it.", "tasks": list(tasks), "adjlist": adjlist, "id": "t-1", **more}


POSTCODE = composed(
    _EVENT, {"task": _CITY, "attribute": {"number": "113-8654", "country": "Japan"}, "output": None}, author="somebody"
)


def test_what_is_read_is_written_equal_with_keys_that_nobody_knows() -> None:
    data = composed({**_EVENT, "difficulty": 3}, adjlist="# by hand\n0", version=[1, 2])
    file = loads_crab(json.dumps(data))
    assert json.loads(dumps_crab(file)) == data
    assert loads_crab(dumps_crab(file)) == file


def test_sub_graphs_are_joined_and_the_world_holds_what_is_asked_for() -> None:
    task, notes = import_crab(loads_crab(json.dumps(POSTCODE)))
    assert task.expanded_dag.ids == ("0/app", "0/event", "1/app", "1/country", "1/number", "1/city")
    assert ("0/event", "1/app") in task.expanded_dag.edges
    assert task.platforms == {"android"}
    assert any("Japan" in repr(step) for step in task.setup_steps)
    assert any("declared content" in note for note in notes)  # the type does not fit, and nobody refuses it
    assert export_crab(task).tasks[0].output == "Japan"


def test_outputs_that_nobody_takes_and_attributes_that_nobody_knows_are_noted() -> None:
    alone = composed({**_EVENT, "attribute": {"date": "2 May 2025", "mood": "good"}}, adjlist="0")
    notes = "\n".join(import_crab(loads_crab(json.dumps(alone))).notes)
    assert "no successor takes the output 'Japan'" in notes
    assert "no attribute 'mood'" in notes


def test_a_task_over_both_names_its_devices_and_an_answer_is_none_of_them_alone() -> None:
    clock = {"task": _CLOCK, "attribute": {"place_name": "yakarta"}, "output": "1 hour behind"}
    answer = {"task": _SUBMIT, "attribute": {"content": "1 hour behind"}, "output": None}
    file = loads_crab(json.dumps(composed(clock, answer)))
    assert [n.device for n in import_crab(file).task.nodes] == ["phone", "desktop"]
    assert [n.device for n in import_crab(file, across=False).task.nodes] == ["", ""]
    assert import_crab(file).task.bound["0"].parameters["zone"] == "Asia/Jakarta"


def test_crabs_home_is_the_desktops() -> None:
    data = composed({"task": _BACKGROUND, "attribute": {"photo_path": "/home/crab/a.jpg"}, "output": None}, adjlist="0")
    data["description"] = "Set /home/crab/a.jpg as the background."
    task, notes = import_crab(loads_crab(json.dumps(data)))
    assert task.instruction == "Set /home/user/a.jpg as the background."
    assert any("/home/crab is /home/user" in note for note in notes)


@pytest.mark.parametrize(
    ("text", "match"),
    [
        ("{", "not JSON"),
        ("[]", "top level"),
        (json.dumps({**POSTCODE, "tasks": []}), "tasks: List should have at least 1"),
        (json.dumps({**POSTCODE, "tasks": [{"task": 5}]}), r"tasks\[0\]\.task"),
        (json.dumps({**POSTCODE, "adjlist": "0 2"}), "adjlist: expected numbers of tasks, 0 to 1, got '2'"),
        (json.dumps({**POSTCODE, "adjlist": "0 -1"}), "adjlist"),
        (json.dumps({**POSTCODE, "adjlist": "0 1\n1 0"}), "cycle"),
        (json.dumps(composed({**_EVENT, "task": "2394b768"}, adjlist="0")), "tasks.0..task: Unknown sub-task of CRAB"),
        (json.dumps(composed({**_EVENT, "attribute": {}}, adjlist="0")), "attribute: Unknown attribute 'date'"),
        ('{"id": "a", "id": "b"}', "twice"),
        (json.dumps({**POSTCODE, "description": "\ud800"}), "description"),
    ],
)
def test_what_is_wrong_is_one_error_that_says_where(text: str, match: str) -> None:
    with pytest.raises(TaskFileError, match=match):
        import_crab(loads_crab(text))


def test_a_file_that_is_not_there_is_one_too(tmp_path: Path) -> None:
    with pytest.raises(TaskFileError, match=r"none\.json: it cannot be read"):
        read_crab(tmp_path / "none.json")


@pytest.mark.parametrize("edges", [(), ((0, 1),), ((0, 2), (1, 2)), ((0, 1), (0, 2), (1, 2))])
def test_edges_are_written_as_networkx_does(edges: tuple[tuple[int, int], ...]) -> None:
    assert edges_of(adjlist_of(edges, 3), 3) == edges


_DAY, _PRINT, _COPY = (
    "a3d11574-2acf-4b26-a569-a5dbc9d548ak",
    "5b527839-0e58-426d-bab6-7160200b0d24",
    "217ababc-ccc7-4b9f-af07-c239d92848fe",
)
_BRIGHTER, _SLIDE, _ABOVE = (
    "cc1adae7-bef9-4c8a-865d-00d44486dd69",
    "467f17a6-c42f-4eda-996f-a53385eb3efd",
    "0111384f-38ca-41a2-9504-cb1c55002b3c",
)
_SHEET, _PASTE_CODE, _DOWNLOAD = (
    "1cd6519a-9ee0-442b-ba5a-9238aeb00ff6",
    "8491e674-596b-452b-9e0e-58a44d90f947",
    "a313ea4d-e501-4971-b4fe-db2aad19eac1",
)


def _sub(task: str, output: str | None = None, **attribute: str) -> dict[str, Any]:
    return {"task": task, "attribute": attribute, "output": output}


def _two(task: str, first: str, second: str, output: str) -> dict[str, Any]:
    return _sub(task, image_path_1=first, image_path_2=second, output_path=output)


#: What values of the published files there are that no value of ours is like, each by what it is about.
LIKE_PUBLISHED: dict[str, list[dict[str, Any]]] = {
    "a folder that is not there": [_sub(_PASTE_CODE, file_path="/home/crab/assets/clipboard.md")],
    "and for a sheet": [_sub(_SHEET, country="Iceland", file_path="/home/crab/assets/content.ods")],
    "and for a download": [_sub(_DOWNLOAD, url="https://a.example.com/a.py", file_path="/home/crab/examples/a.py")],
    "GIMP writes JPEG": [
        _sub(
            _BRIGHTER,
            image_path_before_edit="/home/crab/Pictures/Interstellar.jpg",
            image_path_after_edit="/home/crab/interstellar_brighter.jpg",
        )
    ],
    "pictures are copied": [
        _sub(_COPY, file_extension="png", source_dir="/home/crab/Pictures", target_dir="/home/crab/png_folder")
    ],
    "and those are taken that come later": [
        _sub(
            _COPY,
            "/home/crab/jpgs",
            file_extension="jpg",
            source_dir="/home/crab/Pictures",
            target_dir="/home/crab/jpgs",
        ),
        _two(_SLIDE, "/home/crab/jpgs/dog.jpg", "/home/crab/jpgs/sea.jpg", "/home/crab/Documents/both.pdf"),
    ],
    "what comes later goes into the new folder": [
        _sub(
            _COPY, "/home/crab/two", file_extension="png", source_dir="/home/crab/assets", target_dir="/home/crab/two"
        ),
        _two(_ABOVE, "/home/crab/two/back.png", "/home/crab/two/campus.png", "/home/crab/two/both.odt"),
    ],
    "a day of a file that is no picture": [_sub(_DAY, "4 June 2024", file_path="/Movies/movie_list.txt")],
    "a day without a year": [_sub(_DAY, "May 28", file_path="Download/meow.jpg.webp")],
    "the home is a tilde": [_sub(_PRINT, "Call Ana", file_path="~/Desktop/contact.txt")],
    "slides as a PDF file": [
        _two(_SLIDE, "/home/crab/assets/desert.jpg", "/home/crab/assets/campus.png", "/home/crab/assets/two.pdf")
    ],
    "a city that the clock has": [_sub(_CLOCK, "7 hours behind", place_name="London")],
}


@pytest.mark.parametrize("about", LIKE_PUBLISHED)
def test_oracles_solve_files_like_the_published(devices: dict[str, Device], about: str) -> None:
    subs = LIKE_PUBLISHED[about]
    task = import_crab(loads_crab(json.dumps(composed(*subs, adjlist="0 1\n1" if len(subs) == 2 else "0")))).task
    stage = Stage(task, devices["phone" if task.platforms == {"android"} else "desktop"])
    outcome = stage.play(stage.oracle())
    assert (outcome.coverage, stage.evaluator.damage) == (1.0, ()), outcome.problem
    assert stage.play(()).coverage == 0.0


@pytest.mark.parametrize("extension", [*EXTENSIONS, "txt", "webp", "tar.gz"])
def test_files_of_every_extension_are_downloaded_and_copied(devices: dict[str, Device], extension: str) -> None:
    url = f"https://github.com/Contoso/lab/archive/refs/tags/v3.3.0.{extension}"
    subs = (
        _sub(_DOWNLOAD, url=url, file_path=f"/home/crab/got.{extension}"),
        _sub(_COPY, file_extension=extension, source_dir="/home/crab/assets", target_dir="/home/crab/kept"),
    )
    for sub in subs:
        stage = Stage(import_crab(loads_crab(json.dumps(composed(sub, adjlist="0")))).task, devices["desktop"])
        outcome = stage.play(stage.oracle())
        assert (outcome.coverage, stage.evaluator.damage) == (1.0, ()), outcome.problem
        assert stage.play(()).coverage == 0.0


def test_the_phone_says_the_day_of_the_file(devices: dict[str, Device]) -> None:
    file = loads_crab(json.dumps(composed(*LIKE_PUBLISHED["a day of a file that is no picture"], adjlist="0")))
    stage = Stage(import_crab(file).task, devices["phone"])
    stage.play(stage.oracle())
    phone = devices["phone"]
    assert isinstance(phone, HasAccessibilityTree)
    assert any("Modified Jun 4, 2024." in node.name for node in phone.tree().nodes)


@pytest.mark.parametrize("number", range(11))
def test_oracles_solve_the_published_files(samples: Path, devices: dict[str, Device], number: int) -> None:
    path = sorted(p for p in samples.glob("*.json") if p.name != "subtasks.json")[number]
    task = import_crab(read_crab(path)).task
    alone = "phone" if task.platforms == {"android"} else "desktop"
    stage = Stage(task, devices if len(task.device_names) > 1 else devices[alone])
    outcome = stage.play(stage.oracle())
    assert (outcome.coverage, stage.evaluator.damage) == (1.0, ()), (path.name, outcome.problem)
    assert outcome.coverage > stage.play(()).coverage == 0.0


def test_the_published_files_are_equal_when_written_and_are_tasks(samples: Path) -> None:
    paths = sorted(p for p in samples.glob("*.json") if p.name != "subtasks.json")
    assert len(paths) == 11
    for path in paths:
        file = read_crab(path)
        assert json.loads(dumps_crab(file)) == json.loads(path.read_text()), path.name
        task = import_crab(file).task
        assert len(task.expanded_dag.ids) == sum(get_template(sub.task).nodes for sub in file.tasks), path.name
