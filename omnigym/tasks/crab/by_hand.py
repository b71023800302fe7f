"""The 16 tasks of the suite ``crab`` that are made by hand, as the paper's are (CRAB 5).

They are told as a person tells them, go through more programs than composed ones, and have nodes besides CRAB's
sub-tasks. They are of 3 nodes (1), 4 (3), 5 (2), 6 (2), 7 (3), 8 (1), 10 (3) and 11 (1).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from omnigym.devices.cloud import CloudKind
from omnigym.tasks.crab.importing import DEVICES
from omnigym.tasks.crab.template import CRAB, OUTPUT, get_template, parameters_of
from omnigym.tasks.subtask import get_subtask
from omnigym.tasks.task import Task, TaskNode

__all__ = ["hand_made"]

#: CRAB's sub-tasks by what they do.
_SUBTASKS = {
    "answer": "1c3bedc3-ea5a-453c-a15b-223d72ab756d",
    "background": "a207ef38-b3b2-4c6c-a1e3-75c38162f5ba",
    "brighten": "cc1adae7-bef9-4c8a-865d-00d44486dd69",
    "country": "1cd6519a-9ee0-442b-ba5a-9238aeb00ff6",
    "darken": "434402f3-647a-4a9a-9d8f-10f5bb6c7cf0",
    "distance": "1a1b72d7-78c9-4027-8278-86083ae01045",
    "example": "49b614c5-c4bb-4c20-aab8-ab9dcc7de1b5",
    "fetch": "a313ea4d-e501-4971-b4fe-db2aad19acsd",
    "find_event": "2394b768-2ca7-45e9-b41e-2aa4e9573192",
    "find_image": "017102b6-d2c3-466b-96f7-37c8bcddc41a",
    "find_mail": "a3d11574-2acf-4b26-a569-a5dbc9d548ap",
    "mail": "0090f116-e02b-4562-a20d-b5df38be963a",
    "new_event": "a3d11574-2acf-4b26-a569-a5dbc9d548ac",
    "note": "eb92a1e6-4c86-4d56-baac-95fc8397732e",
    "one_above": "0111384f-38ca-41a2-9504-cb1c55002b3c",
    "own_number": "7c0e3f2a-5d1b-4e86-9a47-0b6d8f1c2e35",
    "paste_code": "8491e674-596b-452b-9e0e-58a44d90f947",
    "postcode": "51b2463c-9904-4a32-81ba-507bfb89d61f",
    "text": "caa29623-1811-402d-963a-19f7eecc63d8",
    "vim": "0f589bf9-9b26-4581-8b78-2961b115ab49",
}


class _Made(NamedTuple):
    """A task: its nodes by their names, edges as "before after", and what a cloud shares."""

    kind: str
    instruction: str
    nodes: dict[str, tuple[str, dict[str, object]]]
    edges: tuple[str, ...] = ()
    shares: tuple[CloudKind, ...] = ()


def _do(what: str, /, **values: object) -> tuple[str, dict[str, object]]:
    """A node: CRAB's sub-task by what it does, or another one by its id, with its values."""
    return what, values


_SITE = "Litware Code (code.litware.com)"
_RELEASE = {"repository": "saltmarsh/tide-tables", "tag": "2025.1", "name": "cardona-2025.csv"}
_WORLDS = {"repository": "quillworks/gymnasium-gridworlds", "tag": "v0.4.1", "name": "worlds.json"}

_TASKS: tuple[_Made, ...] = (
    # -- Ubuntu ------------------------------------------------------------------------------------------------------
    _Made(
        "ubuntu",
        f"I need this year's tides on my desk. Get cardona-2025.csv from the release 2025.1 of saltmarsh/tide-tables "
        f"on {_SITE}; Firefox puts it into Downloads. Then, with a command in the terminal, copy it into Documents.",
        {
            "load": _do("by-hand/download-release", **_RELEASE, text="2025-03-14,05:48,3.2"),
            "copy": _do("terminal/copy", folder="Downloads", name="cardona-2025.csv", destination="Documents"),
        },
        ("load copy",),
    ),
    _Made(
        "ubuntu",
        f"Please archive the worlds that we train on: download worlds.json from the release v0.4.1 of "
        f"quillworks/gymnasium-gridworlds on {_SITE}. On the command line, rename it in Downloads to "
        "worlds-0.4.1.json, and pack that file with tar into a compressed archive worlds-0.4.1.tar.gz beside it.",
        {
            "load": _do("by-hand/download-release", **_WORLDS, text='{"worlds": ["Maze", "Ice", "Keys", "Bridge"]}'),
            "rename": _do("terminal/rename", folder="Downloads", name="worlds.json", new_name="worlds-0.4.1.json"),
            "pack": _do("terminal/pack", folder="Downloads", name="worlds-0.4.1.json", archive="worlds-0.4.1.tar.gz"),
        },
        ("load rename", "rename pack"),
    ),
    _Made(
        "ubuntu",
        f"The footpaths at northshore/footpaths on {_SITE} are good: give that repository a star, and download "
        "paths.csv from its release spring-2025. The order does not matter.",
        {
            "star": _do("by-hand/star-repository", repository="northshore/footpaths"),
            "load": _do(
                "by-hand/download-release",
                repository="northshore/footpaths",
                tag="spring-2025",
                name="paths.csv",
                text="Harbour round,2410,0",
            ),
        },
    ),
    _Made(
        "ubuntu",
        "Our matrix product fails. Look at the documentation of torch.matmul in PyTorch 1.13 on Tailspin Docs "
        "(docs.tailspintoys.com), copy the code of its example, and keep it as /home/user/matmul_demo.py with Visual "
        "Studio Code, so that I can run it.",
        {"look": _do("example"), "keep": _do("paste_code", file_path="/home/user/matmul_demo.py")},
        ("look keep",),
    ),
    _Made(
        "ubuntu",
        "I want to compare the pier by day and by night. Make a darker version of /home/user/Pictures/pier.png with "
        "LibreOffice Impress, saved from there as /home/user/Pictures/pier_night.png. Then put the picture "
        "/home/user/Pictures/pier.png above /home/user/Pictures/pier_night.png in a document of LibreOffice Writer, "
        "and save that as /home/user/Documents/pier.odt.",
        {
            "darken": _do(
                "darken",
                image_path_before_edit="/home/user/Pictures/pier.png",
                image_path_after_edit="/home/user/Pictures/pier_night.png",
            ),
            "place": _do(
                "one_above",
                image_path_1="/home/user/Pictures/pier.png",
                image_path_2="/home/user/Pictures/pier_night.png",
                output_path="/home/user/Documents/pier.odt",
            ),
        },
        ("darken place",),
    ),
    _Made(
        "ubuntu",
        'The invitation lacks a picture. Search for an image of "coffee" with Firefox and copy the image\'s address, '
        "download it with a command in the terminal to /home/user/Downloads/coffee.png, and since it is too dark to be "
        "printed make it brighter with GIMP, exported as /home/user/Documents/invitation.png.",
        {
            "find": _do("find_image", keyword="coffee"),
            "fetch": _do("fetch", file_path="/home/user/Downloads/coffee.png"),
            "brighten": _do(
                "brighten",
                image_path_before_edit="/home/user/Downloads/coffee.png",
                image_path_after_edit="/home/user/Documents/invitation.png",
            ),
        },
        ("find fetch", "fetch brighten"),
    ),
    _Made(
        "ubuntu",
        'My desktop is too bright in the evening. Find an image of "aurora" with Firefox, copy its address and '
        "download it in the terminal to /home/user/Pictures/aurora.png. Make that darker with LibreOffice Impress, "
        "save it from there as /home/user/Pictures/evening.png, and set this one as the background of the desktop.",
        {
            "find": _do("find_image", keyword="aurora"),
            "fetch": _do("fetch", file_path="/home/user/Pictures/aurora.png"),
            "darken": _do(
                "darken",
                image_path_before_edit="/home/user/Pictures/aurora.png",
                image_path_after_edit="/home/user/Pictures/evening.png",
            ),
            "background": _do("background", photo_path="/home/user/Pictures/evening.png"),
        },
        ("find fetch", "fetch darken", "darken background"),
    ),
    # -- Android -----------------------------------------------------------------------------------------------------
    _Made(
        "android",
        "My trainer has sent me a mail 'Training plan'. Add its attachment Training.txt to Drive, put a star on the "
        "file there and share it with priya.nair@example.com, who may edit it. Then send an email to her, "
        "priya.nair@example.com, with the subject 'Our training' and the text: The plan is in Drive.",
        {
            "attach": _do("phone-gmail/attachment-to-drive", subject="Training plan", name="Training.txt"),
            "star": _do("phone-drive/star", name="Training.txt"),
            "share": _do("phone-drive/share", name="Training.txt", email="priya.nair@example.com"),
            "mail": _do(
                "phone-gmail/send",
                to="priya.nair@example.com",
                subject="Our training",
                text="The plan is in Drive.",
            ),
        },
        ("attach star", "star share", "share mail"),
    ),
    _Made(
        "android",
        "The garage wants to call me back, and I do not know this phone's number by heart. Look it up in the phone's "
        "settings and send it to 555-014-7720 as a message, nothing but the number.",
        {
            "number": _do("own_number", output="+1 555 010 4477"),
            "text": _do("text", content="+1 555 010 4477", number="555-014-7720"),
        },
        ("number text",),
    ),
    _Made(
        "android",
        "How far is it from Observatory Hill to Old Brewery? See in Maps, and write a note in Keep that says just that "
        "distance, so that I can decide about the bicycle tonight.",
        {
            "far": _do("distance", place_name_1="Observatory Hill", place_name_2="Old Brewery", output="8.4 km"),
            "note": _do("note", content="8.4 km"),
        },
        ("far note",),
    ),
    # -- both --------------------------------------------------------------------------------------------------------
    _Made(
        "cross",
        "There is a task 'Computer' in Tasks on my phone. Read its details and do on the Ubuntu desktop what they say, "
        "in whatever order. When all of it is done, send the text message 'Ready for tonight' to the number "
        "555-0133-5771.",
        {
            "read": _do("by-hand/read-task", title="Computer", output="Dark style, and no Wi-Fi"),
            "dark": _do("by-hand/desktop-switch", what="the dark style on"),
            "wifi": _do("by-hand/desktop-switch", what="Wi-Fi off"),
            "tell": _do("phone-messages/send-to-number", text="Ready for tonight", number="555-0133-5771"),
        },
        ("read dark", "read wifi", "dark tell", "wifi tell"),
    ),
    _Made(
        "cross",
        'My Google Drive is on both machines. Write "Tent, stove, two mugs" into \'/home/user/Google '
        "Drive/packing.txt' with Vim in the terminal of the desktop. Once the phone has it in Drive, star packing.txt "
        "there, share it with priya.nair@example.com, who may edit it, and download it to the phone, for there is no "
        "network in the mountains.",
        {
            "write": _do("vim", file_path="/home/user/Google Drive/packing.txt", content="Tent, stove, two mugs"),
            "star": _do("phone-drive/star", name="packing.txt"),
            "share": _do("phone-drive/share", name="packing.txt", email="priya.nair@example.com"),
            "keep": _do("phone-drive/download", name="packing.txt"),
        },
        ("write star", "write share", "write keep"),
        ("documents",),
    ),
    _Made(
        "cross",
        'I want the harbour on all my screens. On the desktop, find an image of "harbour" with Firefox, copy its '
        "address and download it in the terminal to /home/user/Pictures/harbour.png. Make it darker with LibreOffice "
        "Impress, and save it from there as '/home/user/Pictures/Camera Roll/evening.png'. That folder is the camera's "
        "on the phone, too: use evening.png of the album DCIM/Camera as the wallpaper of the phone, and make it a "
        "favorite in Photos. On the desktop it is to be the background as well.",
        {
            "find": _do("find_image", keyword="harbour"),
            "fetch": _do("fetch", file_path="/home/user/Pictures/harbour.png"),
            "darken": _do(
                "darken",
                image_path_before_edit="/home/user/Pictures/harbour.png",
                image_path_after_edit="/home/user/Pictures/Camera Roll/evening.png",
            ),
            "wallpaper": _do("phone-photos/wallpaper", folder="DCIM/Camera", name="evening.png", scene="harbour"),
            "favorite": _do("phone-photos/favorite", folder="DCIM/Camera", name="evening.png", scene="harbour"),
            "background": _do("background", photo_path="/home/user/Pictures/Camera Roll/evening.png"),
        },
        ("find fetch", "fetch darken", "darken wallpaper", "darken favorite", "darken background"),
        ("photos",),
    ),
    _Made(
        "cross",
        "We travel in April. The event of 8 April 2025 in the calendar of my phone is named after the country. With "
        "Firefox on the desktop, look its population and its area up in Wikipedia, write the country and both numbers "
        "into a new sheet of LibreOffice Calc and save it as /home/user/Documents/trip.ods. Then send an email that "
        "says just the name of the country to priya.nair@example.com with Gmail on the phone.",
        {
            "event": _do("find_event", date="8 April 2025", output="Norway"),
            "sheet": _do("country", country="Norway", file_path="/home/user/Documents/trip.ods"),
            "mail": _do("mail", content="Norway", mail="priya.nair@example.com"),
        },
        ("event sheet", "sheet mail"),
    ),
    _Made(
        "cross",
        "Mia Torres has moved. Find her email address in the contacts of my phone, keep the address in "
        'on the desktop, with Vim in the terminal, and send her an email with Gmail on the phone that says "Your boxes '
        'are still here".',
        {
            "find": _do("find_mail", name="Mia Torres", output="mia.torres@example.org"),
            "keep": _do("vim", file_path="/home/user/mia.txt", content="mia.torres@example.org"),
            "mail": _do("mail", content="Your boxes are still here", mail="mia.torres@example.org"),
        },
        ("find keep", "find mail"),
    ),
    _Made(
        "cross",
        "A parcel comes from the postcode 110151 in Colombia. Find the name of that city with Maps on the phone. Write "
        "it into /home/user/parcel.txt with Vim in the terminal of the desktop, and create an event with the city as "
        "its title in the calendar of the phone, on 27 March 2025, when it is to arrive.",
        {
            "city": _do("postcode", number="110151", country="Colombia", output="Bogota"),
            "write": _do("vim", file_path="/home/user/parcel.txt", content="Bogota"),
            "event": _do("new_event", content="Bogota", date="27 March 2025"),
        },
        ("city write", "city event"),
    ),
)


def _node(name: str, what: str, values: dict[str, object], across: bool) -> TaskNode:
    if what in _SUBTASKS:
        template = get_template(_SUBTASKS[what])
        said = {key: str(value) for key, value in values.items() if key in template.types}
        platform = template.platform or "ubuntu"
        parameters = parameters_of(template, said, str(values.get(OUTPUT, "")))
        return TaskNode(name, template.id, parameters, DEVICES[platform] if across else "")
    found = get_subtask(what)
    known = next((p for p in found.parameters if all(p.get(k) == v for k, v in values.items())), {})
    on_phone = "android" in found.platforms and "linux" not in found.platforms
    device = DEVICES["android" if on_phone else "ubuntu"] if across else ""
    return TaskNode(name, what, {**known, **values}, device)


def _named() -> Iterator[tuple[str, Task]]:
    numbers: dict[str, int] = {}
    for made in _TASKS:
        numbers[made.kind] = numbers.get(made.kind, -1) + 1
        across = made.kind == "cross"
        yield (
            made.kind,
            Task(
                id=f"{CRAB}/{made.kind}-by-hand-{numbers[made.kind]}",
                nodes=tuple([_node(name, *node, across) for name, node in made.nodes.items()]),
                edges=tuple([(edge.split()[0], edge.split()[1]) for edge in made.edges]),
                instruction=made.instruction,
                suite=CRAB,
                tags=(CRAB, "by-hand", made.kind),
                shares=made.shares,
            ),
        )


@cache
def hand_made(kind: str) -> tuple[Task, ...]:
    """The tasks of a kind that are made by hand: "android", "ubuntu" or "cross"."""
    return tuple([task for of, task in _named() if of == kind])
