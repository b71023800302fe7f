"""The 16 tasks that CRAB's authors made by hand (CRAB 5): six on Ubuntu, ten on Ubuntu and Android.

They are those of ``crab-benchmark-v0/dataset/handmade_tasks.py``, node for node, in words of our own and on sites that
stand for those that they name; each has its published id among its tags. They are of 3 nodes (1), 4 (3), 5 (2), 6 (2),
7 (3), 8 (1), 10 (3) and 11 (1).
"""

from __future__ import annotations

from functools import cache

from omnigym.benchmarks.crab.importing import Made, do, written
from omnigym.benchmarks.crab.template import CRAB
from omnigym.tasks.task import Task

__all__ = ["hand_made"]

_BAY = "https://cdn.contoso.com/photos/bay-2664.jpg"
_FLAG = "https://cdn.contoso.com/flags/flag-250px.png"
_ADVICE = (
    "The air is poor in the city and in the valley on Tuesday, so people who have trouble with their lungs should not "
    "be outside for long."
)
_DRIVE = "Contoso Drive (drive.contoso.com)"
_POEM = "The lamp is lit, the kettle sings, and nobody is late."

_TASKS: tuple[Made, ...] = (
    # -- Ubuntu ------------------------------------------------------------------------------------------------------
    Made(
        "ubuntu",
        f"Download the picture at {_BAY} to /home/user/Downloads/raw.jpg with a command in the terminal. Make it "
        "brighter with GIMP, export the result as /home/user/Pictures/edited.jpg, and set that as the background of "
        "the desktop.",
        {
            "load": do("download", url=_BAY, file_path="/home/user/Downloads/raw.jpg"),
            "brighten": do(
                "brighten",
                image_path_before_edit="/home/user/Downloads/raw.jpg",
                image_path_after_edit="/home/user/Pictures/edited.jpg",
            ),
            "background": do("background", photo_path="/home/user/Pictures/edited.jpg"),
        },
        ("load brighten", "brighten background"),
        published="82efbd82-c941-4be9-9ac0-a495dc629e02",
    ),
    Made(
        "ubuntu",
        f"With commands in the terminal, download {_BAY} to /home/user/Downloads/img_1.jpg and {_FLAG} to "
        "/home/user/Downloads/img_2.jpg. Put the first to the right of the second with GIMP, and export both as one "
        "picture, /home/user/Downloads/combined_editing.jpg. After that create the directory /home/user/jpg and copy "
        "all files with the extension jpg from /home/user/Downloads to it.",
        {
            "bay": do("download", url=_BAY, file_path="/home/user/Downloads/img_1.jpg"),
            "flag": do("download", url=_FLAG, file_path="/home/user/Downloads/img_2.jpg"),
            "join": do(
                "join",
                image_path_1="/home/user/Downloads/img_2.jpg",
                image_path_2="/home/user/Downloads/img_1.jpg",
                output_path="/home/user/Downloads/combined_editing.jpg",
            ),
            "copy": do(
                "copy_kind", file_extension="jpg", source_dir="/home/user/Downloads", target_dir="/home/user/jpg"
            ),
        },
        ("bay join", "flag join", "join copy"),
        published="515a5467-b7ce-4cad-874d-da894361c1a3",
    ),
    Made(
        "ubuntu",
        'Search for an image of "GPU" with Firefox, copy its address, and download it in the terminal to '
        "/home/user/Pictures/GPU.png. Then create the directory /home/user/Pictures/png_files and copy all files with "
        "the extension png from /home/user/Pictures to it.",
        {
            "find": do("find_image", keyword="GPU"),
            "fetch": do("fetch", file_path="/home/user/Pictures/GPU.png"),
            "copy": do(
                "copy_kind",
                file_extension="png",
                source_dir="/home/user/Pictures",
                target_dir="/home/user/Pictures/png_files",
            ),
        },
        ("find fetch", "fetch copy"),
        published="5a1eba49-ed2d-4955-a684-32472090a45b",
    ),
    Made(
        "ubuntu",
        f'Open /home/user/assets/content.txt with Vim in the terminal, write "{_ADVICE}" into it, and leave Vim. Print '
        "the file with cat, and submit what is printed.",
        {
            "write": do("vim", file_path="/home/user/assets/content.txt", content=_ADVICE),
            "print": do("by-hand/print", file="/home/user/assets/content.txt"),
            "answer": do("answer", content=_ADVICE),
        },
        ("write print", "print answer"),
        published="c347f78a-4643-43c8-b41e-e437b70a2c5e",
    ),
    Made(
        "ubuntu",
        'Search for an image of "Waymo" with Firefox, copy its address, and download it in the terminal to '
        '/home/user/Desktop/car_1.jpg. Do the same for an image of "Tesla", to /home/user/Desktop/car_2.png. Then put '
        "the first to the left of the second in LibreOffice Impress, and save that as the PDF file "
        "/home/user/Documents/self_driving.pdf.",
        {
            "first": do("find_image", keyword="Waymo"),
            "load_first": do("fetch", file_path="/home/user/Desktop/car_1.jpg"),
            "second": do("find_image", keyword="Tesla"),
            "load_second": do("fetch", file_path="/home/user/Desktop/car_2.png"),
            "place": do(
                "on_slide",
                image_path_1="/home/user/Desktop/car_2.png",
                image_path_2="/home/user/Desktop/car_1.jpg",
                output_path="/home/user/Documents/self_driving.pdf",
            ),
        },
        ("first load_first", "load_first second", "second load_second", "load_second place"),
        published="bf83c176-fa15-4057-996f-f75be4338c05",
    ),
    Made(
        "ubuntu",
        "Look up the capital and the population of France and of Mexico in Wikipedia with Firefox. Make a sheet of "
        "LibreOffice Calc for each: the name of the country in the first column, the capital in the second, the "
        "population in the third. Save that of France as /home/user/Documents/FR.ods and that of Mexico as "
        "/home/user/Documents/MX.ods. When both are there, create the directory /home/user/Desktop/country_info and "
        "copy all files with the extension ods from /home/user/Documents to it.",
        {
            "france": do("country", country="France", file_path="/home/user/Documents/FR.ods"),
            "mexico": do("country", country="Mexico", file_path="/home/user/Documents/MX.ods"),
            "copy": do(
                "copy_kind",
                file_extension="ods",
                source_dir="/home/user/Documents",
                target_dir="/home/user/Desktop/country_info",
            ),
        },
        ("france copy", "mexico copy"),
        published="74bb11dd-89ca-43d0-8edf-fe7b5201ecf7",
    ),
    # -- both --------------------------------------------------------------------------------------------------------
    Made(
        "cross",
        "Read the last two messages of the channel general in Chat on the Ubuntu desktop, and send a summary of them, "
        "which names what they are about, to the first person in the list of Messages on the phone.",
        {
            "read": do("by-hand/read-channel", room="general"),
            "tell": do("by-hand/sum-up", name="Nora Field"),
        },
        ("read tell",),
        published="79832e15-5fd3-43b8-b3e3-66249edfe1db",
    ),
    Made(
        "cross",
        "See what the first task in Tasks on the phone is, and do it.",
        {
            "read": do("by-hand/first-task", title="Switch the Ubuntu computer to the dark style"),
            "do": do("by-hand/style", theme="dark"),
        },
        ("read do",),
        published="a3476778-e512-40ca-b1c0-d7aab0c7f18b",
    ),
    Made(
        "cross",
        "See what is planned today in Calendar on the phone, and write a Markdown file /home/user/assets/plan.md on "
        "the Ubuntu desktop that has a line with an empty box, such as - [ ] Lunch, for each of these events.",
        {
            "see": do("by-hand/today", first="Call the plumber"),
            "list": do("by-hand/list-events", file="/home/user/assets/plan.md"),
        },
        ("see list",),
        published="914e6a48-8430-4a68-8328-c4e01db8926e",
    ),
    Made(
        "cross",
        "Take a photo with Camera on the phone, look at it from there, and share it to Drive; after that come back to "
        f"it. On the Ubuntu desktop, find it in {_DRIVE} with Firefox and download it. Move it to "
        "/home/user/assets/photo.jpg, and open it there with GIMP.",
        {
            "take": do("by-hand/take-photo"),
            "bring": do("by-hand/bring-photo", file="/home/user/assets/photo.jpg"),
        },
        ("take bring",),
        ("documents",),
        published="97e6f333-bedb-429b-8dd6-1855f99c312d",
    ),
    Made(
        "cross",
        "Open the note 'Evening' in Keep on the phone, copy what it says, and paste it into a new document of Docs, "
        "whose name may stay as it is, Untitled document.docx. Then open that document in "
        f"{_DRIVE} with Firefox on the Ubuntu desktop.",
        {
            "write": do("by-hand/note-to-document", title="Evening"),
            "read": do("by-hand/read-document", name="Untitled document.docx", text=_POEM),
        },
        ("write read",),
        ("documents",),
        published="ca79febf-cae7-4669-8812-d3ec85ee2868",
    ),
    Made(
        "cross",
        'Search for an image of "balloons" with Firefox on the Ubuntu desktop, copy its address, and download it in '
        "the terminal to /home/user/Desktop/download.jpg. Then write a note in Keep on the phone that says in one word "
        "what the picture shows.",
        {
            "find": do("find_image", keyword="balloons"),
            "fetch": do("fetch", file_path="/home/user/Desktop/download.jpg"),
            "note": do("note", content="balloons"),
        },
        ("find fetch", "fetch note"),
        published="dfabf84c-d05f-4e25-9f21-ba0f08107bd5",
    ),
    Made(
        "cross",
        "Run uname -a in the terminal of the Ubuntu desktop, and explain what it says in a message to the first person "
        "in the list of Messages on the phone: the system, the distribution, the version, such as 1.2, and the "
        "processor.",
        {
            "run": do("by-hand/run", line="uname -a"),
            "tell": do("by-hand/explain", name="Nora Field"),
        },
        ("run tell",),
        published="aab5555e-4b72-4ebf-816a-59c1da2cec86",
    ),
    Made(
        "cross",
        "See on the command line of the Ubuntu desktop, with df, how much of the root directory is used in per cent, "
        "and keep that in a new note in Keep on the phone.",
        {"run": do("by-hand/run", line="df"), "note": do("by-hand/note-usage", share="7%")},
        ("run note",),
        published="fd0576be-8b2c-45ce-b4a2-78659740879b",
    ),
    Made(
        "cross",
        "Open the picture https://cdn.contoso.com/photos/7590_z.jpg in Firefox on the Ubuntu desktop, see what time "
        "the clock in it shows, and set an alarm in Clock on the phone for that time in the morning.",
        {
            "look": do("by-hand/open-picture", url="https://cdn.contoso.com/photos/7590_z.jpg"),
            "alarm": do("by-hand/same-alarm", time="07:00"),
        },
        ("look alarm",),
        published="7e08f7d4-9b11-4aec-9b42-6cbde083fb4c",
    ),
    Made(
        "cross",
        "Download the picture at https://cdn.contoso.com/photos/7451_z.jpg to /home/user/Desktop/download.jpg on the "
        "Ubuntu desktop with wget, and look at it. What does the person in it do? Add a task in Tasks on the phone "
        "that reminds me to do the same.",
        {
            "fetch": do("by-hand/fetch", url="https://cdn.contoso.com/photos/7451_z.jpg"),
            "look": do("by-hand/look-at", file="/home/user/Desktop/download.jpg"),
            "add": do("by-hand/do-the-same", what="tennis"),
        },
        ("fetch look", "look add"),
        published="4957e964-5dd5-42f6-9d5d-f6a53a9a5d94",
    ),
)


@cache
def _all() -> tuple[tuple[str, Task], ...]:
    return tuple(written(_TASKS, CRAB, "by-hand"))


def hand_made(kind: str) -> tuple[Task, ...]:
    """The tasks of a kind that are made by hand: "ubuntu" or "cross"; CRAB has none of "android"."""
    return tuple([task for of, task in _all() if of == kind])
