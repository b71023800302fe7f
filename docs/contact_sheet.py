"""Draw the pictures of the simulated apps that the docs show.

    python docs/contact_sheet.py [--out docs/assets]

``apps.jpg`` has every app with something in it, ``apps_dark.jpg`` the same in the dark, ``apps_small.jpg`` what a
network sees of them at 320x240. Run it again when an app looks different.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

import numpy as np
from PIL import Image

from omnigym.actions import Click, Drag, Press, Type, Wait
from omnigym.devices.protocol import Frame
from omnigym.devices.sim.device import SimDevice
from omnigym.documents import plain, write_docx
from omnigym.documents.pptx_write import write_deck
from omnigym.documents.slides import Deck, Slide
from omnigym.documents.sound import tone
from omnigym.pictures import scene_file

_SIZE, _COLUMNS = (1024, 768), 6
_LETTER = (
    "A week in Lisbon\n"
    "We land on Monday at noon and take the tram to the old town. The flat is above a bakery, so breakfast is easy.\n"
    "On Tuesday the castle, on Wednesday the coast: trains leave every twenty minutes.\n"
    "Bring good shoes. The hills are steeper than they look."
)
_SALES = "Region,January,February,March,Total\n" + "\n".join(
    f"{name},{a},{b},{c},{a + b + c}"
    for name, a, b, c in (
        ("North", 1250, 1310, 1402),
        ("South", 980, 1015, 990),
        ("East", 1420, 1388, 1510),
        ("West", 1105, 1190, 1236),
        ("Online", 2210, 2345, 2618),
    )
)


def _click(device: SimDevice, key: str, count: int = 1) -> None:
    """Click a node where there is one."""
    node = device.tree().find(key=key)
    if node is not None:
        x, y = node.center
        device.act(Click(((x + 0.5) / _SIZE[0], (y + 0.5) / _SIZE[1]), count=count))


def _click_name(device: SimDevice, name: str) -> None:
    node = device.tree().find(text=name)
    if node is not None:
        x, y = node.center
        device.act(Click(((x + 0.5) / _SIZE[0], (y + 0.5) / _SIZE[1])))


def _word(device: SimDevice) -> None:
    device.write_file("Documents/lisbon.docx", write_docx(plain(_LETTER)))
    device.launch("word", "C:/Users/user/Documents/lisbon.docx")
    device.act(Press("home", ("ctrl",)))
    device.act(Press("1", ("ctrl", "alt")))


def _excel(device: SimDevice) -> None:
    device.write_file("Documents/sales.csv", _SALES.encode())
    device.launch("excel", "C:/Users/user/Documents/sales.csv")
    device.act(Press("end", ("ctrl",)))
    device.act(Press("down"))
    device.act(Type("=SUM(E2:E6)\n"))
    device.act(Press("up"))


def _mail(device: SimDevice) -> None:
    device.launch("mail")
    _click_name(device, "Agenda for Monday")


def _zoom(device: SimDevice) -> None:
    device.launch("zoom")


def _zoom_meeting(device: SimDevice) -> None:
    device.launch("zoom")
    for key in ("zoom.page.meetings", "zoom.meeting.1", "zoom.start", "zoom.call.talk", "zoom.draft"):
        _click(device, key)
    device.act(Type("Here are the figures\n"))


def _skype(device: SimDevice) -> None:
    device.launch("skype")
    _click(device, "skype.room.Sunday hike")
    device.act(Type("I have asked: from April on\n"))


def _calculator(device: SimDevice) -> None:
    device.launch("calculator")
    for text in ("12.5*8=", "1024/16=", "99+1="):
        device.act(Type(text))


def _todo(device: SimDevice) -> None:
    device.launch("todo")
    for task in ("Renew the passport", "Call Maria about the tickets", "Buy good shoes"):
        _click(device, "todo.add")
        device.act(Type(task + "\n"))


def _notepad(device: SimDevice) -> None:
    device.launch("text_editor", "C:/Users/user/Documents/shopping list.txt")


def _settings(device: SimDevice) -> None:
    device.launch("settings")
    _click_name(device, "Personalization")


def _browser(device: SimDevice) -> None:
    device.launch("browser")
    _click_name(device, "Northwind Store")


def _media(device: SimDevice) -> None:
    device.launch("media_player", "C:/Users/user/Music/Blue Harbour/Low Tide.wav")
    _click(device, "media.toggle")
    _click(device, "media.full")
    _click(device, "media.place.music")


def _spotify(device: SimDevice) -> None:
    device.launch("spotify")
    _click(device, "spotify.album.Golden Hour")
    _click(device, "spotify.play_all")
    _click(device, "spotify.lyrics")
    device.act(Wait(70))


def _start(device: SimDevice) -> None:
    device.act(Press("meta"))


#: Its picture ships with the package.
_NORWAY = Deck(
    (
        Slide("A week in Norway", ("By train and by boat",)),
        Slide("Bergen", ("The old harbour\nThe fish market",), "Show the map.", (scene_file("harbour", "a.jpg"),)),
        Slide("What it costs", tables=((("", "Each", "All"), ("Train", "80", "320"), ("Hotel", "120", "480")),)),
        Slide("Questions", shapes=("star5",), layout="Title Only", hidden=True),
    )
)


def _powerpoint(device: SimDevice) -> None:
    device.write_file("Documents/norway.pptx", write_deck(_NORWAY))
    device.launch("powerpoint", "C:/Users/user/Documents/norway.pptx")
    _click(device, "powerpoint.slides.1")


def _paint(device: SimDevice) -> None:
    device.launch("paint")

    def draw(*points: tuple[int, int]) -> None:
        canvas = device.tree().find(key="paint.canvas")
        assert canvas is not None
        x, y, _, _ = canvas.bounds
        places = [((x + a + 0.5) / _SIZE[0], (y + b + 0.5) / _SIZE[1]) for a, b in points]
        device.act(Drag(*places) if len(places) == 2 else Click(places[0]))

    for keys, points in (
        (("fill", "colour.light_turquoise"), ((5, 5),)),
        (("rectangle", "solid", "colour.lime"), ((0, 290), (800, 400))),
        (("colour.rose",), ((260, 170), (480, 330))),
        (("triangle", "colour.dark_red"), ((230, 60), (510, 170))),
        (("oval", "colour.yellow"), ((620, 40), (720, 130))),
        (("rectangle", "colour.brown"), ((340, 240), (400, 330))),
        (("brush", "colour.green"), ((90, 320), (130, 180))),
        (("text", "colour.indigo"), ((30, 30),)),
    ):
        for key in keys:
            _click(device, f"paint.{key}")
        draw(*points)
    device.act(Type("Our house\n"))


def _snipping(device: SimDevice) -> None:
    _notepad(device)
    device.launch("snipping_tool")
    for key in ("mode", "mode.1", "new", "text_actions"):
        _click(device, f"snipping_tool.{key}")


def _clipchamp(device: SimDevice) -> None:
    device.write_file("Music/waves.wav", tone(9))
    device.launch("clipchamp")
    _click(device, "clipchamp.project.1")
    device.act(Press("i", ("ctrl",)))
    device.act(Type("C:\\Users\\user\\Music\\waves.wav\n"))
    for key in ("add", "clip.1"):
        _click(device, f"clipchamp.{key}")
    for _ in range(3):
        _click(device, "clipchamp.ahead")


def _chrome(device: SimDevice) -> None:
    device.launch("google_chrome")
    _click(device, "page.tile.https://wiki.contoso.com/wiki/Copper")


_TIDE = """\
# When does the ferry leave?
from datetime import date, timedelta

FERRIES = {"north": 3, "south": 5}


def next_ferry(shore: str, day: date) -> date:
    \"\"\"The first day from this one on with a ferry from that shore.\"\"\"
    every = FERRIES[shore]
    return day + timedelta(days=-day.toordinal() % every)


for shore in FERRIES:
    print(shore, next_ferry(shore, date(2025, 3, 14)))
"""
_FILES = """\
# What is in the documents, by size
Get-ChildItem ~\\Documents |
    Sort-Object Length -Descending |
    Select-Object Name, Length |
    Format-Table
"""


def _code(device: SimDevice) -> None:
    device.write_file("Documents/Projects/ferry.py", _TIDE.encode())
    device.launch("code_editor", "C:/Users/user/Documents/Projects")
    _click_name(device, "ferry.py")
    device.act(Press("end", ("ctrl",)))


def _script(device: SimDevice) -> None:
    device.write_file("Documents/largest.ps1", _FILES.encode())
    device.launch("powershell_ise", "C:/Users/user/Documents/largest.ps1")
    device.act(Press("a", ("ctrl",)))
    device.act(Press("f8"))


def _snapped(device: SimDevice) -> None:
    device.launch("mail")
    device.act(Press("left", ("meta",)))
    device.launch("todo")
    device.act(Press("right", ("meta",)))


def _launched(app: str) -> Callable[[SimDevice], None]:
    return lambda device: device.launch(app)


def _clicked(app: str, *keys: str) -> Callable[[SimDevice], None]:
    """An app in which some controls were clicked."""

    def prepare(device: SimDevice) -> None:
        device.launch(app)
        for key in keys:
            _click(device, key)

    return prepare


_SHOTS: dict[str, Callable[[SimDevice], None]] = {
    "file_manager": _launched("file_manager"),
    "word": _word,
    "excel": _excel,
    "mail": _mail,
    "calculator": _calculator,
    "todo": _todo,
    "zoom": _zoom,
    "zoom meeting": _zoom_meeting,
    "skype": _skype,
    "photos": _launched("photos"),
    "clipchamp": _clipchamp,
    "settings": _settings,
    "text_editor": _notepad,
    "browser": _browser,
    "google_chrome": _chrome,
    "wikipedia": _clicked("wikipedia", "wikipedia.article.Contoso Lake"),
    "media_player": _media,
    "spotify": _spotify,
    "powerpoint": _powerpoint,
    "paint": _paint,
    "snipping_tool": _snipping,
    "calendar": _clicked("calendar", "calendar.event.2.2025-03-14"),
    "people": _clicked("people", "people.person.5"),
    "todoist": _clicked("todoist", "todoist.page.Website"),
    "zotero": _clicked("zotero", "zotero.items.3"),
    "paisa": _clicked("paisa", "paisa.page.overview"),
    "onenote": _clicked("onenote", "onenote.section.3", "onenote.home.find_tags"),
    "code_editor": _code,
    "powershell_ise": _script,
    "windows_maps": _clicked("windows_maps", "maps.place.palace-cinema"),
    "control_panel": _launched("control_panel"),
    "sticky_notes": _launched("sticky_notes"),
    "sevenzip": _launched("sevenzip"),
    "task_manager": _launched("task_manager"),
    "start": _start,
    "store": _launched("store"),
    "snapped": _snapped,
}


def _grid(frames: list[Frame], width: int) -> Image.Image:
    """The frames in rows, each ``width`` pixels wide, with a little white between."""
    height, gap = width * _SIZE[1] // _SIZE[0], 8
    rows = -(-len(frames) // _COLUMNS)
    sheet = Image.new("RGB", (_COLUMNS * (width + gap) - gap, rows * (height + gap) - gap), "white")
    for index, frame in enumerate(frames):
        small = Image.fromarray(frame).resize((width, height), Image.Resampling.LANCZOS)
        sheet.paste(small, (index % _COLUMNS * (width + gap), index // _COLUMNS * (height + gap)))
    return sheet


def _frames(theme: str, size: tuple[int, int] | None = None) -> list[Frame]:
    device, frames = SimDevice(_SIZE), []
    for prepare in _SHOTS.values():
        device.reset(3)
        device.set_setting("theme", theme)
        device.set_setting("wallpaper", "bloom dark" if theme == "dark" else "bloom")
        prepare(device)
        frames.append(np.array(device.scaled_screenshot(size) if size else device.screenshot()))
    return frames


def main() -> None:
    """Draw the three sheets."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--out", type=Path, default=Path(__file__).parent / "assets")
    out = parser.parse_args().out
    for name, theme in (("apps", "light"), ("apps_dark", "dark")):
        _grid(_frames(theme), 390).save(out / f"{name}.jpg", quality=87, optimize=True)
    _grid(_frames("light", (320, 240)), 320).save(out / "apps_small.jpg", quality=88, optimize=True)


if __name__ == "__main__":
    main()
