"""Commands of task files: what they start, and scripts of pyautogui that are read and never run."""

from __future__ import annotations

import time

import pytest

from omnigym.actions import Click, Press, Type
from omnigym.benchmarks.osworld.commands import read_command, read_script, script_in
from omnigym.benchmarks.osworld.programs import adapt_command, asked_by, portable, program_for


@pytest.mark.parametrize(
    ("given", "shell", "plain"),
    [
        (["vlc", "a b.mp4"], False, ("vlc", "a b.mp4")),
        ("vlc 'a b.mp4'", False, ("vlc", "a b.mp4")),
        ("VLC_VERBOSE=-1 vlc --no-audio 'Film (1).mp4'", True, ("vlc", "--no-audio", "Film (1).mp4")),
        (
            "export DBUS_SESSION_BUS_ADDRESS='unix:path=/run/bus'\ngnome-terminal --maximize",
            True,
            ("gnome-terminal", "--maximize"),
        ),
        ("flatpak run --filesystem=host org.x.Foliate /home/user/a.epub", True, ("org.x.Foliate", "/home/user/a.epub")),
        ("snap run zotero-snap", True, ("zotero-snap",)),
        (["cmd", "/c", "start msedge https://example.org"], False, ("msedge", "https://example.org")),
        (r"explorer.exe C:\Users\Docker\Documents", False, ("explorer.exe", r"C:\Users\Docker\Documents")),
        (r'start.exe "C:\a b\c.exe" x', True, ("start.exe", r"C:\a b\c.exe", "x")),
        (r"dir C:\a & dir D:\b", True, ()),
        (["/bin/bash", "-c", "gimp /home/user/a.png"], False, ("gimp", "/home/user/a.png")),
        ("mkdir a && touch b", True, ()),
        ("ls | wc -l", True, ()),
        ("cat $HOME/a", True, ()),
        ("echo 'a", True, ()),
    ],
)
def test_the_plain_words_of_a_command(given: object, shell: bool, plain: tuple[str, ...]) -> None:
    found = read_command(given, shell=shell)
    assert found is not None and found.plain == plain


@pytest.mark.parametrize("given", [None, [], "", " ", [1], {"a": 1}, "x" * 200_000, ["a", "x" * 200_000]])
def test_what_is_no_command_is_none(given: object) -> None:
    assert read_command(given, shell=True) is None


def test_a_shell_gets_the_line_as_it_is_and_placeholders_are_filled() -> None:
    found = read_command("echo {CLIENT_PASSWORD} | cat &", shell=True)
    assert found is not None and found.argv == ("sh", "-c", "echo password | cat &") and found.background
    found = read_command(['sed -n 1p "$0"', "~/a"], shell=True, executable="/bin/bash")
    assert found is not None and found.argv[:2] == ("/bin/bash", "-c")
    found = read_command(["ls", "~/Desktop"])
    assert found is not None and found.argv == ("ls", "/home/user/Desktop")


def test_scripts_are_read() -> None:
    words = [
        "python3",
        "-c",
        "import pyautogui, time; time.sleep(1)\npyautogui.hotkey('ctrl', 's'); pyautogui.write('a{b}')",
    ]
    found = read_script(script_in(words))
    assert found.actions == (Press("s", ("ctrl",)), Type("a{b}")) and not found.problem
    assert script_in(["python3", "-c", "print(1)"]) == script_in(["python3", "a.py"]) == ""


@pytest.mark.parametrize("idle", ["import pyautogui; import time; time.sleep(0.5);", "import time\ntime.sleep(3)"])
def test_a_script_that_only_waits_does_nothing(idle: str) -> None:
    assert read_script(script_in(["python", "-c", idle])) == ((), "", False)


@pytest.mark.parametrize(
    ("script", "pixels"),
    [("click(960, 540)", False), ("click()", False), ("click(1549, 163)", True), ("moveTo(5, 5)", True)],
)
def test_places_other_than_the_middle_are_told(script: str, pixels: bool) -> None:
    assert read_script(f"import pyautogui; pyautogui.{script}").pixels is pixels


@pytest.mark.parametrize(
    "script",
    [
        "pyautogui.type('a')",
        "[pyautogui.press('right') for _ in range(5) if _]",
        "__import__('os').system('true'); pyautogui.click()",
    ],
)
def test_what_no_codec_reads_is_a_problem(script: str) -> None:
    found = read_script(f"import pyautogui; {script}")
    assert found.actions == () and found.problem


def test_the_middle_of_the_screen_is_the_middle_of_any() -> None:
    (click,) = read_script("pyautogui.click(960, 540)").actions
    assert isinstance(click, Click) and click.at == pytest.approx((0.5, 0.5), abs=0.001)


def test_hostile_lines_take_no_time() -> None:
    start = time.process_time()
    for text in (
        "import " + "a " * 40_000 + "!",
        "mousemove " * 9_000,
        "pkill -a" * 10_000,
        "'" * 90_000,
        "snap/" * 18_000,
    ):
        read_command(text, shell=True)
        read_script(text)
        asked_by(text)
        adapt_command(text)
        portable(text)
    assert time.process_time() - start < 5


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/home/user/Desktop/a.txt", "Desktop/a.txt"),
        ("~/a", "a"),
        ("setup.sh", "setup.sh"),
        ("/home/user", "."),
        (r"C:\Users\Docker\Downloads\a b.docx", "Downloads/a b.docx"),
        ("C:/Users/User/Desktop/a", "Desktop/a"),
        (r"%USERPROFILE%\a", "a"),
        ("/home/user/.config/google-chrome/Default/Preferences", ".config/chromium/Default/Preferences"),
        ("/home/user/snap/gimp/393/.config/GIMP/2.10/gimprc", ".config/GIMP/2.10/gimprc"),
        ("/home/user/.var/app/com.x.Foliate/data/com.x.Foliate/a.json", ".local/share/com.x.Foliate/a.json"),
        (
            "/home/user/.config/libreoffice/4/user/registrymodifications.xcu",
            ".config/libreoffice/4/user/registrymodifications.xcu",
        ),
        ("/home/usera/b", None),
        ("/tmp/a", None),
        (r"C:\Temp\a", None),
        (r"C:\Users\Public\a", None),
    ],
)
def test_paths(path: str, expected: str | None) -> None:
    assert portable(path) == expected


@pytest.mark.parametrize(
    ("argv", "name"),
    [
        (["google-chrome", "--remote-debugging-port=1337"], "browser"),
        (["/usr/bin/thunderbird"], "thunderbird"),
        (["nautilus", "/home/user"], "file_manager"),
        (["libreoffice", "--writer", "a.docx"], "writer"),
        (["soffice", "a.XLSX"], "calc"),
        ([r"C:\Program Files\LibreOffice\program\simpress.exe", "a.pptx"], "impress"),
        (["libreoffice"], "impress"),
        (["code"], "code_editor"),
        (["libreoffice", "--headless", "--convert-to", "csv", "a.xlsx"], None),
        (["ls"], None),
    ],
)
def test_programs(argv: list[str], name: str | None) -> None:
    found = program_for(argv, "impress")
    assert (found and found.names["linux"][0]) == name
