"""The 16 tasks of the suite ``crab-more``: made by hand as CRAB's are, of our own, with the same numbers of nodes.

They are told as a person tells them, go through more programs than composed ones, and have nodes besides CRAB's
sub-tasks. They are of 3 nodes (1), 4 (3), 5 (2), 6 (2), 7 (3), 8 (1), 10 (3) and 11 (1).
"""

from __future__ import annotations

from functools import cache

from omnigym.benchmarks.crab.importing import Made, do, written
from omnigym.benchmarks.crab.template import PLATFORMS
from omnigym.tasks.task import Task

__all__ = ["MORE", "more_suite"]

#: The suite.
MORE = "crab-more"
_SITE = "Litware Code (code.litware.com)"
_RELEASE = {"repository": "saltmarsh/tide-tables", "tag": "2025.1", "name": "cardona-2025.csv"}
_WORLDS = {"repository": "quillworks/gymnasium-gridworlds", "tag": "v0.4.1", "name": "worlds.json"}

_TASKS: tuple[Made, ...] = (
    # -- Ubuntu ------------------------------------------------------------------------------------------------------
    Made(
        "ubuntu",
        f"I need this year's tides on my desk. Get cardona-2025.csv from the release 2025.1 of saltmarsh/tide-tables "
        f"on {_SITE}; Firefox puts it into Downloads. Then, with a command in the terminal, copy it into Documents.",
        {
            "load": do("by-hand/download-release", **_RELEASE, text="2025-03-14,05:48,3.2"),
            "copy": do("terminal/copy", folder="Downloads", name="cardona-2025.csv", destination="Documents"),
        },
        ("load copy",),
    ),
    Made(
        "ubuntu",
        f"Please archive the worlds that we train on: download worlds.json from the release v0.4.1 of "
        f"quillworks/gymnasium-gridworlds on {_SITE}. On the command line, rename it in Downloads to "
        "worlds-0.4.1.json, and pack that file with tar into a compressed archive worlds-0.4.1.tar.gz beside it.",
        {
            "load": do("by-hand/download-release", **_WORLDS, text='{"worlds": ["Maze", "Ice", "Keys", "Bridge"]}'),
            "rename": do("terminal/rename", folder="Downloads", name="worlds.json", new_name="worlds-0.4.1.json"),
            "pack": do("terminal/pack", folder="Downloads", name="worlds-0.4.1.json", archive="worlds-0.4.1.tar.gz"),
        },
        ("load rename", "rename pack"),
    ),
    Made(
        "ubuntu",
        f"The footpaths at northshore/footpaths on {_SITE} are good: give that repository a star, and download "
        "paths.csv from its release spring-2025. The order does not matter.",
        {
            "star": do("by-hand/star-repository", repository="northshore/footpaths"),
            "load": do(
                "by-hand/download-release",
                repository="northshore/footpaths",
                tag="spring-2025",
                name="paths.csv",
                text="Harbour round,2410,0",
            ),
        },
    ),
    Made(
        "ubuntu",
        "Our matrix product fails. Look at the documentation of torch.matmul in PyTorch 1.13 on Tailspin Docs "
        "(docs.tailspintoys.com), copy the code of its example, and keep it as /home/user/matmul_demo.py with Visual "
        "Studio Code, so that I can run it.",
        {"look": do("example"), "keep": do("paste_code", file_path="/home/user/matmul_demo.py")},
        ("look keep",),
    ),
    Made(
        "ubuntu",
        "I want to compare the pier by day and by night. Make a darker version of /home/user/Pictures/pier.png with "
        "LibreOffice Impress, saved from there as /home/user/Pictures/pier_night.png. Then put the picture "
        "/home/user/Pictures/pier.png above /home/user/Pictures/pier_night.png in a document of LibreOffice Writer, "
        "and save that as /home/user/Documents/pier.odt.",
        {
            "darken": do(
                "darken",
                image_path_before_edit="/home/user/Pictures/pier.png",
                image_path_after_edit="/home/user/Pictures/pier_night.png",
            ),
            "place": do(
                "one_above",
                image_path_1="/home/user/Pictures/pier.png",
                image_path_2="/home/user/Pictures/pier_night.png",
                output_path="/home/user/Documents/pier.odt",
            ),
        },
        ("darken place",),
    ),
    Made(
        "ubuntu",
        'The invitation lacks a picture. Search for an image of "coffee" with Firefox and copy the image\'s address, '
        "download it with a command in the terminal to /home/user/Downloads/coffee.png, and since it is too dark to be "
        "printed make it brighter with GIMP, exported as /home/user/Documents/invitation.png.",
        {
            "find": do("find_image", keyword="coffee"),
            "fetch": do("fetch", file_path="/home/user/Downloads/coffee.png"),
            "brighten": do(
                "brighten",
                image_path_before_edit="/home/user/Downloads/coffee.png",
                image_path_after_edit="/home/user/Documents/invitation.png",
            ),
        },
        ("find fetch", "fetch brighten"),
    ),
    Made(
        "ubuntu",
        'My desktop is too bright in the evening. Find an image of "aurora" with Firefox, copy its address and '
        "download it in the terminal to /home/user/Pictures/aurora.png. Make that darker with LibreOffice Impress, "
        "save it from there as /home/user/Pictures/evening.png, and set this one as the background of the desktop.",
        {
            "find": do("find_image", keyword="aurora"),
            "fetch": do("fetch", file_path="/home/user/Pictures/aurora.png"),
            "darken": do(
                "darken",
                image_path_before_edit="/home/user/Pictures/aurora.png",
                image_path_after_edit="/home/user/Pictures/evening.png",
            ),
            "background": do("background", photo_path="/home/user/Pictures/evening.png"),
        },
        ("find fetch", "fetch darken", "darken background"),
    ),
    # -- Android -----------------------------------------------------------------------------------------------------
    Made(
        "android",
        "My trainer has sent me a mail 'Training plan'. Add its attachment Training.txt to Drive, put a star on the "
        "file there and share it with priya.nair@example.com, who may edit it. Then send an email to her, "
        "priya.nair@example.com, with the subject 'Our training' and the text: The plan is in Drive.",
        {
            "attach": do("phone-gmail/attachment-to-drive", subject="Training plan", name="Training.txt"),
            "star": do("phone-drive/star", name="Training.txt"),
            "share": do("phone-drive/share", name="Training.txt", email="priya.nair@example.com"),
            "mail": do(
                "phone-gmail/send",
                to="priya.nair@example.com",
                subject="Our training",
                text="The plan is in Drive.",
            ),
        },
        ("attach star", "star share", "share mail"),
    ),
    Made(
        "android",
        "The garage wants to call me back, and I do not know this phone's number by heart. Look it up in the phone's "
        "settings and send it to 555-014-7720 as a message, nothing but the number.",
        {
            "number": do("own_number", output="+1 555 010 4477"),
            "text": do("text", content="+1 555 010 4477", number="555-014-7720"),
        },
        ("number text",),
    ),
    Made(
        "android",
        "How far is it from Observatory Hill to Old Brewery? See in Maps, and write a note in Keep that says just that "
        "distance, so that I can decide about the bicycle tonight.",
        {
            "far": do("distance", place_name_1="Observatory Hill", place_name_2="Old Brewery", output="8.4 km"),
            "note": do("note", content="8.4 km"),
        },
        ("far note",),
    ),
    # -- both --------------------------------------------------------------------------------------------------------
    Made(
        "cross",
        "There is a task 'Computer' in Tasks on my phone. Read its details and do on the Ubuntu desktop what they say, "
        "in whatever order. When all of it is done, send the text message 'Ready for tonight' to the number "
        "555-0133-5771.",
        {
            "read": do("by-hand/read-task", title="Computer", output="Dark style, and no Wi-Fi"),
            "dark": do("by-hand/desktop-switch", what="the dark style on"),
            "wifi": do("by-hand/desktop-switch", what="Wi-Fi off"),
            "tell": do("phone-messages/send-to-number", text="Ready for tonight", number="555-0133-5771"),
        },
        ("read dark", "read wifi", "dark tell", "wifi tell"),
    ),
    Made(
        "cross",
        'My Google Drive is on both machines. Write "Tent, stove, two mugs" into \'/home/user/Google '
        "Drive/packing.txt' with Vim in the terminal of the desktop. Once the phone has it in Drive, star packing.txt "
        "there, share it with priya.nair@example.com, who may edit it, and download it to the phone, for there is no "
        "network in the mountains.",
        {
            "write": do("vim", file_path="/home/user/Google Drive/packing.txt", content="Tent, stove, two mugs"),
            "star": do("phone-drive/star", name="packing.txt"),
            "share": do("phone-drive/share", name="packing.txt", email="priya.nair@example.com"),
            "keep": do("phone-drive/download", name="packing.txt"),
        },
        ("write star", "write share", "write keep"),
        ("documents",),
    ),
    Made(
        "cross",
        'I want the harbour on all my screens. On the desktop, find an image of "harbour" with Firefox, copy its '
        "address and download it in the terminal to /home/user/Pictures/harbour.png. Make it darker with LibreOffice "
        "Impress, and save it from there as '/home/user/Pictures/Camera Roll/evening.png'. That folder is the camera's "
        "on the phone, too: use evening.png of the album DCIM/Camera as the wallpaper of the phone, and make it a "
        "favorite in Photos. On the desktop it is to be the background as well.",
        {
            "find": do("find_image", keyword="harbour"),
            "fetch": do("fetch", file_path="/home/user/Pictures/harbour.png"),
            "darken": do(
                "darken",
                image_path_before_edit="/home/user/Pictures/harbour.png",
                image_path_after_edit="/home/user/Pictures/Camera Roll/evening.png",
            ),
            "wallpaper": do("phone-photos/wallpaper", folder="DCIM/Camera", name="evening.png", scene="harbour"),
            "favorite": do("phone-photos/favorite", folder="DCIM/Camera", name="evening.png", scene="harbour"),
            "background": do("background", photo_path="/home/user/Pictures/Camera Roll/evening.png"),
        },
        ("find fetch", "fetch darken", "darken wallpaper", "darken favorite", "darken background"),
        ("photos",),
    ),
    Made(
        "cross",
        "We travel in April. The event of 8 April 2025 in the calendar of my phone is named after the country. With "
        "Firefox on the desktop, look its population and its area up in Wikipedia, write the country and both numbers "
        "into a new sheet of LibreOffice Calc and save it as /home/user/Documents/trip.ods. Then send an email that "
        "says just the name of the country to priya.nair@example.com with Gmail on the phone.",
        {
            "event": do("find_event", date="8 April 2025", output="Norway"),
            "sheet": do("country", country="Norway", file_path="/home/user/Documents/trip.ods"),
            "mail": do("mail", content="Norway", mail="priya.nair@example.com"),
        },
        ("event sheet", "sheet mail"),
    ),
    Made(
        "cross",
        "Mia Torres has moved. Find her email address in the contacts of my phone, keep the address in "
        'on the desktop, with Vim in the terminal, and send her an email with Gmail on the phone that says "Your boxes '
        'are still here".',
        {
            "find": do("find_mail", name="Mia Torres", output="mia.torres@example.org"),
            "keep": do("vim", file_path="/home/user/mia.txt", content="mia.torres@example.org"),
            "mail": do("mail", content="Your boxes are still here", mail="mia.torres@example.org"),
        },
        ("find keep", "find mail"),
    ),
    Made(
        "cross",
        "A parcel comes from the postcode 110151 in Colombia. Find the name of that city with Maps on the phone. Write "
        "it into /home/user/parcel.txt with Vim in the terminal of the desktop, and create an event with the city as "
        "its title in the calendar of the phone, on 27 March 2025, when it is to arrive.",
        {
            "city": do("postcode", number="110151", country="Colombia", output="Bogota"),
            "write": do("vim", file_path="/home/user/parcel.txt", content="Bogota"),
            "event": do("new_event", content="Bogota", date="27 March 2025"),
        },
        ("city write", "city event"),
    ),
)


@cache
def _all() -> tuple[tuple[str, Task], ...]:
    return tuple(written(_TASKS, MORE, "by-hand"))


def more_suite(platform: str) -> tuple[Task, ...]:
    """The tasks of a platform; "" for all."""
    return tuple([task for kind, task in _all() if platform in ("", PLATFORMS.get(kind, ""))])
