"""CRAB's sub-tasks of Ubuntu's browser, on sites of the simulated web that stand for those that it names."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from omnigym.actions import Action
from omnigym.benchmarks.crab.subtasks._desk import COPIED, PICTURES, SIMULATED, at, folder_of, room
from omnigym.benchmarks.crab.subtasks._parts import browsing, front, path, saved, typed
from omnigym.benchmarks.crab.subtasks._values import chosen
from omnigym.benchmarks.crab.template import crab_subtask
from omnigym.evaluation.checks.links import served_at
from omnigym.tasks.step_library.browser import CODE, DOCS, MAPS, WIKI, find_in, folder, go_in_browser, press_in_browser
from omnigym.tasks.step_library.libreoffice import cells, new_file_in_libreoffice, office_save_as
from omnigym.tasks.subtask import UI, Condition, Resource, WriteFile, any_of

__all__ = ["LIBRARY", "MATMUL"]

_BROWSER: Mapping[str, Any] = {**COPIED, **SIMULATED, "app": "browser"}
_ON_CLIPBOARD = (Resource("clipboard_text", "any"), Resource("clipboard_url", "image"))

#: The library of pictures.
LIBRARY = "pictures.contoso.com"


def _pictured(given: Mapping[str, str]) -> Mapping[str, object]:
    """A picture in the library that is called what is searched for."""
    name = "-".join(re.findall(r"\w+", given["keyword"].casefold())) or "untitled"
    place = served_at(f"https://{LIBRARY}/files/{name}.jpg")
    return {"name": name, "place": place, "scene": name if name in PICTURES else chosen(PICTURES, given["keyword"])}


@crab_subtask(
    **_BROWSER,
    id="017102b6-d2c3-466b-96f7-37c8bcddc41a",
    types={"keyword": "keyword"},
    derive=_pictured,
    instruction='Search for an image of "{keyword}" with Firefox and copy the address of the image to the clipboard.',
    sets=({"keyword": "lighthouse"}, {"keyword": "reinforcement learning"}, {"keyword": "aurora"}),
    parts=path(
        app=front("browser"),
        keyword=typed("{keyword}"),
        link=Condition("clipboard_link", {"kind": "image"}),
        shown=True,
    ),
    setup=(WriteFile("{place}", "{scene}"),),
    produces=_ON_CLIPBOARD,
)
def copy_image_link(ui: UI, keyword: str, name: str, **_: object) -> Iterator[Action]:
    """The library of pictures, and of the picture that it finds the context menu."""
    yield from find_in(ui, LIBRARY, keyword)
    yield ui.click(f"page.thumb.{name}", button="right")
    yield ui.click("copy_image_link")


def _coded(given: Mapping[str, str]) -> Mapping[str, object]:
    """A repository on the code site that is called what is searched for."""
    name = f"contoso/{'-'.join(re.findall(r'[a-z0-9]+', given['keyword'].casefold())) or 'untitled'}"
    return {"known": name, "record": f"{folder(CODE, 'repos')}/{name.replace('/', '-')}.json"}


_REPOSITORY = json.dumps({"name": "{known}", "about": "About {keyword}", "stars": 7, "updated": "2025-03-01"})


@crab_subtask(
    **{**_BROWSER, "capabilities": (*COPIED["capabilities"], "content")},
    id="bcd03c9f-62c9-4001-8d86-78358c59ce22",
    types={"keyword": "keyword"},
    derive=_coded,
    instruction=(
        'Find a repository about "{keyword}" on Litware Code (code.litware.com) with Firefox and copy its address to '
        "the clipboard."
    ),
    sets=({"keyword": "gymnasium"}, {"keyword": "tide tables"}, {"keyword": "beekeeping"}),
    parts=path(
        app=any_of(browsing("GitHub", "github.com"), browsing("Litware Code", CODE)),
        keyword=typed("{keyword}"),
        link=Condition("clipboard_repository", {"keyword": "{keyword}", "known": ["{known}"]}),
        shown=True,
    ),
    setup=(WriteFile("{record}", _REPOSITORY),),
    produces=_ON_CLIPBOARD[:1],
)
def copy_repository(ui: UI, keyword: str, known: str, **_: object) -> Iterator[Action]:
    """The one that the site finds, and on its page the button beside the address to clone it from."""
    yield from find_in(ui, CODE, keyword)
    yield from press_in_browser(ui, f"page.repo.{known}")
    yield from press_in_browser(ui, "page.copy_clone")


@crab_subtask(
    **_BROWSER,
    id="2b189dc2-c77f-4fa3-8432-ba4355cc294c",
    types={"place_type": "place_type", "place_name": "place_name"},
    instruction=(
        "Find a {place_type} around {place_name} on the map with Firefox and copy the address for sharing it to the "
        "clipboard."
    ),
    sets=(
        {"place_type": "Museum", "place_name": "Lakeside"},
        {"place_type": "Hotel", "place_name": "Lakeside"},
        {"place_type": "Bakery", "place_name": "Lakeside"},
    ),
    parts=path(
        app=browsing("Maps", "maps."),
        words=Condition("check_contain_input_text_list", {"texts": ["{place_name}", "{place_type}"]}),
        link=Condition("clipboard_link", {"kind": "map"}),
        shown=True,
    ),
    produces=_ON_CLIPBOARD[:1],
)
def share_place(ui: UI, place_type: str, place_name: str, **_: object) -> Iterator[Action]:
    """The address of what the map finds, which is the place where it finds one."""
    yield from find_in(ui, MAPS, f"{place_type} {place_name}")
    yield ui.press("l", "ctrl")
    yield ui.press("c", "ctrl")


_TOPIC, _VERSION = "torch.matmul", "1.13"
MATMUL = """\
# vector x vector
tensor1 = torch.randn(3)
tensor2 = torch.randn(3)
torch.matmul(tensor1, tensor2).size()
"""


def _example(given: Mapping[str, str]) -> Mapping[str, object]:
    """The page, with the code that a file says to be its example."""
    code = given["output"] or MATMUL
    text = f"The matrix product of two tensors.\n\n## Example\n\n```\n{code.rstrip()}\n```\n"
    return {"code": code, "page": f"torch.matmul(input, other, *, out=None) → Tensor\n\n{text}"}


@crab_subtask(
    **_BROWSER,
    id="49b614c5-c4bb-4c20-aab8-ab9dcc7de1b5",
    types={},
    derive=_example,
    instruction=(
        "Open the documentation of torch.matmul in PyTorch 1.13 on Tailspin Docs (docs.tailspintoys.com) with Firefox "
        "and copy the code of the example to the clipboard."
    ),
    sets=({},),
    parts=path(
        app=browsing(f"{_TOPIC} — PyTorch {_VERSION} documentation", ""),
        code=Condition("clipboard_code", {"text": "{code}"}),
        shown=True,
    ),
    setup=(WriteFile(f"{folder(DOCS, 'pages')}/{_VERSION}/{_TOPIC}.md", "{page}"),),
    produces=_ON_CLIPBOARD[:1],
)
def copy_example(ui: UI, **_: object) -> Iterator[Action]:
    """The page by its address, and the button at the code."""
    yield from go_in_browser(ui, f"{DOCS}/pytorch/{_VERSION}/{_TOPIC}")
    yield from press_in_browser(ui, "page.copy_code.1")


#: Capital and population; of countries that nobody knows they are made up.
_FACTS: Mapping[str, tuple[str, str]] = {
    "Canada": ("Ottawa", "40097761"),
    "Chile": ("Santiago", "19458000"),
    "Ethiopia": ("Addis Ababa", "126527060"),
    "France": ("Paris", "68042591"),
    "Iceland": ("Reykjavik", "375318"),
    "Italy": ("Rome", "58853482"),
    "Kenya": ("Nairobi", "52428290"),
    "Mexico": ("Mexico City", "129875529"),
    "Norway": ("Oslo", "5475240"),
    "United Kingdom": ("London", "67736802"),
}
_TOWNS = ("Ashford", "Bramley", "Cardona", "Delmonte")
_MADE_UP = ("4120380", "9733210", "15801450", "27664900")


def _country(given: Mapping[str, str]) -> Mapping[str, object]:
    known = given["country"]
    capital, people = _FACTS.get(known, (chosen(_TOWNS, known), chosen(_MADE_UP, known)))
    page = f"{folder(WIKI, 'pages')}/{given['country']}.txt"
    path = at(given["file_path"])
    return {"path": path, "folder": folder_of(path), "capital": capital, "population": people, "page": page}


@crab_subtask(
    **{**_BROWSER, "app": "calc"},
    id="1cd6519a-9ee0-442b-ba5a-9238aeb00ff6",
    makes=("file_path",),
    types={"country": "country", "file_path": "file_path"},
    output="file_path",
    noun="that sheet",
    derive=_country,
    instruction=(
        "Look up the capital and the population of {country} in Wikipedia with Firefox, write the name of the country, "
        "that of the capital and the population into the first three columns of a new sheet of LibreOffice Calc, and "
        "save it as {file_path}."
    ),
    sets=(
        {"country": "Norway", "file_path": "/home/user/Documents/norway.ods"},
        {"country": "Chile", "file_path": "/home/user/chile.ods"},
        {"country": "Kenya", "file_path": "/home/user/Downloads/kenya.ods"},
    ),
    parts=path(
        page=browsing("Wikipedia", "wiki."),
        app=front("calc"),
        file=saved("{path}"),
        data=Condition("sheet_states", {"path": "{path}", "values": ["{country}", "{capital}", "{population}"]}),
    ),
    needs=(room(),),
    setup=(WriteFile("{page}", "{country} is a country.\n| Capital = {capital}\n| Population = {population}\n"),),
    produces=(Resource("file", "{path}"),),
)
def note_country(ui: UI, country: str, capital: str, population: str, path: str, **_: object) -> Iterator[Action]:
    """What the article says, in a row of the new sheet."""
    yield from go_in_browser(ui.of("browser"), f"{WIKI}/wiki/{country.replace(' ', '_')}")
    yield from new_file_in_libreoffice(ui)
    yield from cells(ui, "A1")
    yield ui.type(f"{country}\t{capital}\t{population}\n")
    yield from office_save_as(ui, path)
