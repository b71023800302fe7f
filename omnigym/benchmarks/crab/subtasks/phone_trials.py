"""Wrong runs and other right ways of CRAB's sub-tasks of the phone: typed and not kept, seen and not opened."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action, OpenApp
from omnigym.benchmarks.crab.subtasks.phone_places import asked_for, shown_place
from omnigym.tasks.counterexamples import right_way, wrong_run
from omnigym.tasks.step_library.phone import (
    agenda,
    answer_in_office,
    at_root,
    by_name,
    files,
    fill_in,
    found,
    inbox,
    photo,
    settings_page,
    task_list,
    wall,
    write_mail_in_office,
)
from omnigym.tasks.step_library.variations import as_asked
from omnigym.tasks.subtask import UI

__all__: list[str] = []

_MESSAGE, _CALL = "caa29623-1811-402d-963a-19f7eecc63d8", "955d8773-dd7a-4072-b87c-7e546be7de4e"
_NOTE, _TASK = "eb92a1e6-4c86-4d56-baac-95fc8397732e", "a3d11574-2acf-4b26-a569-a5dbc9d548af"
_EVENT, _FIND_EVENT = "a3d11574-2acf-4b26-a569-a5dbc9d548ac", "2394b768-2ca7-45e9-b41e-2aa4e9573192"
_CONTACT, _MAIL_OF = "a3d11574-2acf-4b26-a569-a5dbc9d548ag", "a3d11574-2acf-4b26-a569-a5dbc9d548ap"
_MAIL, _FOLDER = "0090f116-e02b-4562-a20d-b5df38be963a", "a3d11574-2acf-4b26-a569-a5dbc9d548ar"
_PHOTO, _NAME = "a3d11574-2acf-4b26-a569-a5dbc9d548ak", "a3d11574-2acf-4b26-a569-a5dbc9d548an"
_CITY, _ADDRESS = "a3d11574-2acf-4b26-a569-a5dbc9d548ah", "a3d11574-2acf-4b26-a569-a5dbc9d548aw"
_POSTCODE, _DISTANCE = "51b2463c-9904-4a32-81ba-507bfb89d61f", "1a1b72d7-78c9-4027-8278-86083ae01045"
_OWN = "7c0e3f2a-5d1b-4e86-9a47-0b6d8f1c2e35"


# -- typed, and not kept --------------------------------------------------------------------------------------


@wrong_run(_MESSAGE)
def writes_and_does_not_send(ui: UI, number: str, content: str, **_: object) -> Iterator[Action]:
    """A draft in the right conversation."""
    yield from at_root(ui, "messages.new")
    yield ui.click("messages.new")
    yield from fill_in(ui, "messages.to", number)
    yield ui.press("enter")
    yield from fill_in(ui, "messages.draft", content)


@wrong_run(_MESSAGE)
def sends_it_to_somebody_else(ui: UI, content: str, **values: object) -> Iterator[Action]:
    """The right words to another number."""
    yield from as_asked(_MESSAGE, ui, **{**values, "number": "555-014-0001", "content": content})


@wrong_run(_CALL)
def dials_and_does_not_call(ui: UI, number: str, **_: object) -> Iterator[Action]:
    """The number on the key pad."""
    yield from at_root(ui, "phone.tabs")
    yield ui.click("phone.keypad")
    for digit in filter(str.isdecimal, number):
        yield ui.click(f"phone.key.{digit}")


@wrong_run(_NOTE)
def searches_notes_for_it(ui: UI, content: str, **_: object) -> Iterator[Action]:
    """The words are typed, into a search; the note says something else."""
    yield from wall(ui)
    yield from fill_in(ui, "keep.search", content)
    yield from as_asked(_NOTE, ui, content="Something else")


@wrong_run(_TASK)
def lets_the_task_go(ui: UI, content: str, **_: object) -> Iterator[Action]:
    """Typed, and not saved."""
    yield from task_list(ui)
    yield ui.click("tasks.add")
    yield ui.type(content)
    yield ui.press("back")
    yield ui.press("back")


@wrong_run(_EVENT)
def takes_another_day(ui: UI, **values: object) -> Iterator[Action]:
    """The right title, a week later."""
    yield from as_asked(_EVENT, ui, **{**values, "day": "2025-05-12"})


@wrong_run(_CONTACT)
def mixes_up_the_fields(ui: UI, mail: str, name: str, **values: object) -> Iterator[Action]:
    """The name is the address, and the address the name."""
    yield from as_asked(_CONTACT, ui, **{**values, "mail": name, "name": mail})


@wrong_run(_MAIL)
def leaves_it_as_a_draft(ui: UI, content: str, mail: str, **_: object) -> Iterator[Action]:
    """Written, and not sent."""
    yield from inbox(ui)
    yield ui.click("gmail.compose")
    yield from write_mail_in_office(ui, mail, "For you", content)
    yield ui.press("home")


@wrong_run(_MAIL)
def sends_it_to_a_stranger_too(ui: UI, mail: str, **values: object) -> Iterator[Action]:
    """Two people where one was named."""
    yield from as_asked(_MAIL, ui, **{**values, "mail": f"{mail}, stranger@example.com"})


@wrong_run(_FOLDER)
def calls_the_folder_otherwise(ui: UI, content: str, **_: object) -> Iterator[Action]:
    """Half of its name."""
    yield from files(ui)
    yield ui.click("drive.new")
    yield ui.click("drive.menu.folder")
    yield from answer_in_office(ui, content.split()[0])


@wrong_run(_NAME)
def types_the_name_and_cancels(ui: UI, content: str, **_: object) -> Iterator[Action]:
    """The dialog is left by its other button."""
    yield from settings_page(ui, "connected")
    yield ui.click("settings.global/device_name")
    yield from fill_in(ui, "prompt.text", content)
    yield ui.press("back")
    yield ui.press("back")


# -- seen, and not opened -------------------------------------------------------------------------------------


@wrong_run(_MAIL_OF)
def looks_through_the_list(ui: UI, **_: object) -> Iterator[Action]:
    """The name is there, the address is not."""
    yield from at_root(ui, "contacts.tabs")
    yield ui.click("contacts.tab.all")


@wrong_run(_FIND_EVENT)
def looks_through_the_schedule(ui: UI, **_: object) -> Iterator[Action]:
    """A list of many days."""
    yield from agenda(ui)


@right_way(_PHOTO)
def in_photos(ui: UI, path: str, **_: object) -> Iterator[Action]:
    """The details of the picture, which Photos shows as well."""
    gallery = ui.of("photos")
    yield from photo(gallery, path)
    yield gallery.click("photos.more")
    yield gallery.click("photos.menu.details")


@wrong_run(_PHOTO)
def looks_at_the_picture(ui: UI, path: str, **_: object) -> Iterator[Action]:
    """Which does not say when it was taken."""
    yield from photo(ui.of("photos"), path)


@wrong_run(_PHOTO)
def asks_about_the_folder(ui: UI, path: str, **_: object) -> Iterator[Action]:
    """The day of the folder instead."""
    folder = path.partition("/")[0]
    yield from at_root(ui, "files.storage")
    yield ui.click("files.storage")
    yield from found(ui, folder)
    yield ui.click(f"files.more.{folder}")
    yield ui.click("files.menu.info")


@wrong_run(_DISTANCE)
def looks_up_both_places(ui: UI, place_name_1: str, place_name_2: str, **_: object) -> Iterator[Action]:
    """And asks for no way."""
    yield from shown_place(ui, place_name_1)
    yield from shown_place(ui, place_name_2)


@wrong_run(_DISTANCE)
def goes_from_here(ui: UI, place_name_1: str, place_name_2: str, **_: object) -> Iterator[Action]:
    """The way to the second place from where one is."""
    yield from looks_up_both_places(ui, place_name_1, place_name_2)
    yield ui.click("maps.directions")


@wrong_run(_ADDRESS)
def looks_up_another_place(ui: UI, **_: object) -> Iterator[Action]:
    """It has an address, too."""
    yield from shown_place(ui, "City Museum")


@wrong_run(_POSTCODE)
def asks_for_the_code_alone(ui: UI, number: str, **_: object) -> Iterator[Action]:
    """In no country."""
    yield from asked_for(ui, number)


@wrong_run(_CITY)
def adds_another_city(ui: UI, **values: object) -> Iterator[Action]:
    """One nearby."""
    yield from as_asked(_CITY, ui, **{**values, "zone": "Asia/Bangkok"})


@wrong_run(_OWN)
def opens_settings(ui: UI, **_: object) -> Iterator[Action]:
    """The first page alone."""
    yield OpenApp(ui.app)


# -- other right ways -----------------------------------------------------------------------------------------


@right_way(_NOTE)
def as_its_title(ui: UI, content: str, **_: object) -> Iterator[Action]:
    """The title of an empty note."""
    yield from wall(ui)
    yield ui.click("keep.new")
    yield ui.click("keep.menu.text")
    yield from fill_in(ui, "keep.title", content)


@right_way(_FIND_EVENT)
def from_the_schedule(ui: UI, answer: str, **_: object) -> Iterator[Action]:
    """The list leads to the event, which says its day."""
    yield from agenda(ui)
    yield from by_name(ui, answer)


@right_way(_MAIL)
def as_the_subject(ui: UI, content: str, mail: str, **_: object) -> Iterator[Action]:
    """A mail of one line."""
    yield from inbox(ui)
    yield ui.click("gmail.compose")
    yield from write_mail_in_office(ui, mail, content)
    yield ui.click("gmail.send")


@right_way(_POSTCODE)
def one_after_the_other(ui: UI, number: str, country: str, **_: object) -> Iterator[Action]:
    """The country, and then the code alone."""
    yield from asked_for(ui, country)
    yield from asked_for(ui, number)
    if ui.find("maps.close") is None:
        yield from by_name(ui, number)


@right_way(_DISTANCE)
def the_other_way_round(ui: UI, **values: object) -> Iterator[Action]:
    """It is as far back."""
    first, second = values["place_name_1"], values["place_name_2"]
    yield from as_asked(_DISTANCE, ui, **{**values, "place_name_1": second, "place_name_2": first})
