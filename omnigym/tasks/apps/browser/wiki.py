"""Subtasks in the wiki and on the map."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action
from omnigym.tasks.apps._rows import row_is
from omnigym.tasks.apps.browser._steps import (
    MAPS,
    WEB,
    WIKI,
    WITH_CLIPBOARD,
    at,
    find_in,
    folder,
    go,
    loaded,
    press,
    write,
)
from omnigym.tasks.subtask import UI, Condition, Effect, Resource, subtask

__all__: list[str] = []

_PAGES = folder(WIKI, "pages")
_ON_ARTICLE = Condition("control_exists", {"name": "{title}", "role": "heading"})
_ON_PLACE = Condition("control_exists", {"name": "{place}", "role": "heading"})


def _titles(*titles: str) -> tuple[dict[str, str], ...]:
    return tuple({"title": t} for t in titles)


@subtask(
    **WEB,
    id="web/wiki-download",
    implied=(
        "folder",
        "name",
    ),
    instruction="Download the article {title} as text from wiki.contoso.com.",
    parameters=tuple(
        {**p, "name": f"{p['title']}.txt", "folder": "Downloads"}
        for p in _titles("Perch", "Copper", "Sourdough", "Lakeside", "Harmonica", "Contoso Lake", "Ukulele")
    ),
    conditions=(Condition("file_content_contains", {"path": "{folder}/{name}", "text": "{title}\n\n"}), loaded()),
    produces=(Resource("file", "{folder}/{name}"),),
    milestones=(at(WIKI), _ON_ARTICLE),
    tags=("wiki", "download"),
)
def download_article(ui: UI, title: str, **_: str) -> Iterator[Action]:
    """The search of the wiki leads to an article of that title."""
    yield from find_in(ui, WIKI, title)
    yield from press(ui, "page.save")


@subtask(
    **WEB,
    id="web/wiki-watch",
    instruction="Watch the article {title} on wiki.contoso.com.",
    parameters=_titles("Heron", "Lakeside tramway", "Old Lighthouse", "Ukulele", "Copper", "Perch", "Sourdough"),
    conditions=(row_is("wiki/watched", title="{title}"),),
    produces=(Resource("favourite", "{title}"),),
    milestones=(at(WIKI), _ON_ARTICLE),
    tags=("wiki",),
)
def watch_article(ui: UI, title: str) -> Iterator[Action]:
    """The star above the article."""
    yield from find_in(ui, WIKI, title)
    yield from press(ui, "page.watch")


@subtask(
    **WEB,
    id="web/wiki-append",
    instruction="Add the line '{line}' at the end of the wiki.contoso.com article {title}.",
    parameters=tuple(
        {"title": title, "line": line}
        for title, line in (
            ("Perch", "Anglers catch it in autumn."),
            ("Heron", "It flies with a bent neck."),
            ("Lakeside tramway", "* Line 9 is planned."),
            ("Copper", "* Coins"),
            ("Ukulele", "It has been taught at the school since 2019."),
            ("Sourdough", "It keeps for a week."),
            ("Contoso Lake", "* Eel"),
        )
    ),
    conditions=(
        Condition(
            "row_line_added",
            {"uri": "content://wiki/pages", "columns": {"title": "{title}"}, "column": "text", "line": "{line}"},
        ),
    ),
    produces=(Resource("web_contribution", "{title}"),),
    milestones=(at(f"{WIKI}/edit"), Condition("check_text_exists_via_control", {"text": "{line}"})),
    tags=("wiki", "edit"),
)
def append_line(ui: UI, title: str, line: str) -> Iterator[Action]:
    """Ctrl+End in the text of the article."""
    yield from go(ui, f"{WIKI}/edit/{title.replace(' ', '_')}")
    yield ui.click("text")
    yield ui.press("end", "ctrl")
    yield ui.type(f"\n{line}")
    yield ui.click("page.publish")


@subtask(
    **WEB,
    id="web/wiki-create",
    instruction="Create the article {title} on wiki.contoso.com with the text '{text}'.",
    parameters=tuple(
        {"title": title, "text": text}
        for title, text in (
            ("Trout", "The trout lives in cold water."),
            ("Rye", "Rye is a grass that is grown for bread."),
            ("Lake festival", "The festival is held in August."),
            ("Zither", "The zither has about thirty strings."),
            ("Otter", "The otter came back in 2003."),
            ("Mill River", "The river drives three mills."),
            ("Tin", "Tin and copper make bronze."),
        )
    ),
    effects=(Effect("add", "content://wiki/pages", row={"title": "{title}"}, most=1),),
    conditions=(Condition("file_content_equals", {"path": f"{_PAGES}/{{title}}.txt", "text": "{text}"}),),
    produces=(Resource("web_contribution", "{title}"),),
    milestones=(at(f"{WIKI}/edit"), Condition("check_text_exists_via_control", {"text": "{text}"})),
    tags=("wiki", "create"),
)
def create_article(ui: UI, title: str, text: str) -> Iterator[Action]:
    """The page of an article that does not exist yet."""
    yield from go(ui, f"{WIKI}/edit/{title.replace(' ', '_')}")
    yield from write(ui, text)
    yield ui.click("page.publish")


@subtask(
    **{**WEB, "capabilities": WITH_CLIPBOARD},
    id="web/wiki-cite",
    implied=("page",),
    instruction="Copy the citation of the wiki.contoso.com article {title} to the clipboard.",
    parameters=tuple(
        {"title": title, "page": title.replace(" ", "_")}
        for title in ("Old Lighthouse", "Harmonica", "Heron", "Lakeside", "Contoso Lake", "Perch", "Copper")
    ),
    conditions=(
        Condition("get_clipboard_text", {"equals": f"“{{title}}”, Contoso Wiki, https://{WIKI}/wiki/{{page}}"}),
    ),
    produces=(Resource("clipboard_text", "the citation of {title}"),),
    milestones=(at(WIKI), _ON_ARTICLE),
    tags=("wiki", "clipboard"),
)
def cite_article(ui: UI, title: str, **_: str) -> Iterator[Action]:
    """The button above the article."""
    yield from find_in(ui, WIKI, title)
    yield from press(ui, "page.cite")


@subtask(
    **WEB,
    id="web/map-save",
    implied=("id",),
    instruction="Save {place} to the list '{list}' on maps.fabrikam.com.",
    parameters=tuple(
        {"place": place, "id": place.casefold().replace(" ", "-"), "list": name}
        for place, name in (
            ("Fourth Coffee", "Favorites"),
            ("Old Lighthouse", "Want to go"),
            ("City Museum", "Starred places"),
            ("Green Market", "Favorites"),
            ("Palace Cinema", "Want to go"),
            ("Trey Bakery", "Starred places"),
            ("Rose Garden", "Favorites"),
        )
    ),
    conditions=(row_is("maps/saved", place="{id}", list="{list}"),),
    produces=(Resource("map_place", "{place}"),),
    milestones=(at(MAPS), _ON_PLACE),
    tags=("map",),
)
def save_place(ui: UI, place: str, list: str, **_: str) -> Iterator[Action]:  # noqa: A002
    """The lists are behind the button Save."""
    yield from find_in(ui, MAPS, place)
    yield from press(ui, "page.save")
    yield from press(ui, f"page.list.{('Favorites', 'Want to go', 'Starred places').index(list)}")


@subtask(
    **{**WEB, "capabilities": WITH_CLIPBOARD},
    id="web/map-copy-address",
    implied=("street",),
    instruction="Find {place} on maps.fabrikam.com and copy its address to the clipboard.",
    parameters=tuple(
        {"place": place, "street": street}
        for place, street in (
            ("City Museum", "12 Museum Lane"),
            ("Grand Hotel", "3 Park Avenue"),
            ("Harbour Grill", "8 Quay Road"),
            ("North Clinic", "60 North Road"),
            ("Trey Bakery", "33 King Street"),
            ("City Library", "15 Mill Street"),
            ("Central Station", "1 Station Square"),
        )
    ),
    conditions=(Condition("get_clipboard_text", {"equals": "{place}, {street}, Lakeside"}),),
    produces=(Resource("clipboard_text", "the address of {place}"),),
    milestones=(at(MAPS), _ON_PLACE),
    tags=("map", "clipboard"),
)
def copy_place(ui: UI, place: str, **_: str) -> Iterator[Action]:
    """Copy address."""
    yield from find_in(ui, MAPS, place)
    yield from press(ui, "page.copy")


@subtask(
    **WEB,
    id="web/map-directions",
    implied=(
        "folder",
        "name",
    ),
    instruction="Download the directions from {start} to {end} on foot from maps.fabrikam.com.",
    parameters=tuple(
        {"start": start, "end": end, "name": f"{start} to {end}.txt", "folder": "Downloads"}
        for start, end in (
            ("Central Station", "City Museum"),
            ("Grand Hotel", "Harbour Grill"),
            ("Green Market", "Trey Bakery"),
            ("Central Station", "Old Lighthouse"),
            ("City Library", "Palace Cinema"),
            ("North Clinic", "Rose Garden"),
            ("Fourth Coffee", "Rose Garden"),
        )
    ),
    conditions=(
        Condition("file_content_contains", {"path": "{folder}/{name}", "text": "Walk from {start} to {end}"}),
        loaded(),
    ),
    produces=(Resource("file", "{folder}/{name}"),),
    milestones=(at(f"{MAPS}/directions"),),
    tags=("map", "download"),
)
def download_directions(ui: UI, start: str, end: str, **_: str) -> Iterator[Action]:
    """Both ends are chosen from lists."""
    yield from go(ui, f"{MAPS}/directions")
    for key, place in (("page.from", start), ("page.to", end)):
        field = ui.find(key)
        if field is not None and field.value != place:
            yield ui.click(key)
            yield ui.click(_option(ui, key, place))
    yield from press(ui, "page.save_route")


def _option(ui: UI, key: str, name: str) -> str:
    """The key of a line in the list that a combo box opened."""
    return next((n.key for n in ui.tree if n.key.startswith(f"{key}.") and n.name == name), f"{key}.0")
