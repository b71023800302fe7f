"""Task files as tasks: each kind of step, each reason, levels, paths, and files that mean harm."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from omnigym.benchmarks.osworld import asset_urls, export_osworld, read_mappings, read_osworld
from omnigym.foreign.damage import damage_content
from omnigym.tasks.setup import (
    Act,
    ActivateWindow,
    ClosePages,
    CloseWindow,
    Launch,
    MakeDir,
    OpenPages,
    PutAsset,
    RunCommand,
    SetupStep,
    WaitUntil,
    WriteFile,
)
from omnigym.tasks.task_file import dumps_task, loads_task

Write = Callable[..., Path]
URL = "https://data.example.org/a.docx"
CLOUD = {"type": "cloud_file", "path": URL}
BOX = [{"parameters": {"bbox": [1, 2, 3, 4]}}]
PRESSED = '{"type": "Press", "key": "a", "modifiers": [], "count": 1}'
ANY = {"type": "rule", "rules": 1}


def step(kind: str, **parameters: Any) -> dict[str, Any]:
    return {"type": kind, "parameters": parameters}


def script(line: str) -> dict[str, Any]:
    return step("execute", command=["python", "-c", f"import pyautogui; import time; {line} time.sleep(0.5);"])


def evaluated(result: dict[str, Any], func: str = "exact_match", **more: Any) -> dict[str, Any]:
    return {"func": func, "result": result, "expected": {"type": "rule", "rules": {"expected": "a"}}, **more}


# -- what runs --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("config", "expected"),
    [
        ([step("sleep", seconds=3)], ()),
        ([step("launch", command=["socat", "tcp-listen:9222,fork", "tcp:localhost:1337"])], ()),
        ([step("close_all")], ()),
        ([step("launch", command=["nautilus", "/home/user/Desktop"])], (Launch("file_manager", "Desktop"),)),
        ([step("launch", command="gnome-terminal --maximize")], (Launch("terminal"),)),
        ([step("launch", command=["libreoffice", "--calc", "/home/user/a.xlsx"])], (Launch("calc", "a.xlsx"),)),
        ([step("launch", command=["pkill", "soffice"])], (RunCommand(("pkill", "soffice")),)),
        ([step("launch", command=["python3", "serve.py"])], (RunCommand(("python3", "serve.py"), background=True),)),
        (
            [step("launch", command=["gedit", "--new-document", "/home/user/a.txt"])],
            (
                RunCommand(("mousepad", "--new-document", "/home/user/a.txt"), background=True),
                WaitUntil(window="text_editor"),
            ),
        ),
        ([step("command", command=["mkdir", "-p", "~/a"])], (RunCommand(("mkdir", "-p", "/home/user/a")),)),
        (
            [
                step(
                    "execute",
                    command="cd ~ && ls",
                    shell=True,
                    stdout="ls.txt",
                    stderr="e.txt",
                    until={"returncode": 0},
                )
            ],
            (RunCommand(("sh", "-c", "cd ~ && ls"), until_code=0, keep="ls.txt", keep_errors="e.txt"),),
        ),
        (
            [step("execute", command=["ls"], until={"stdout": "a"})],
            (RunCommand(("ls",), until_output="a"),),
        ),
        (
            [step("execute", command="sleep 9", shell=True, async_exec=True)],
            (RunCommand(("sh", "-c", "sleep 9"), background=True),),
        ),
        (
            [script("pyautogui.hotkey('ctrl', 's');")],
            (Act(('{"type": "Press", "key": "s", "modifiers": ["ctrl"], "count": 1}',)),),
        ),
        ([script("")], ()),
        (
            [script("pyautogui.press('a'); pyautogui.hotkey('ctrl', 'alt', 't'); pyautogui.press('a');")],
            (Act((PRESSED,)), Launch("terminal"), Act((PRESSED,))),
        ),
        (
            [step("execute", command=["python", "a.py"]), step("execute", command="ls; python a.py", shell=True)],
            (RunCommand(("python3", "a.py")), RunCommand(("sh", "-c", "ls; python3 a.py"))),
        ),
        (
            [step("act", action_seq=[{"action_type": "TYPING", "parameters": {"text": "a"}}, "WAIT"])],
            (Act(('{"type": "Type", "text": "a"}',)),),
        ),
        (
            [step("activate_window", window_name="a.xlsx - LibreOffice Calc", strict=True)],
            (ActivateWindow("a.xlsx - LibreOffice Calc", True),),
        ),
        ([step("activate_window", window_name="Terminal", strict=True)], (ActivateWindow("terminal"),)),
        (
            [step("close_window", window_name="gnome-terminal-server.Gnome-terminal", by_class=True)],
            (CloseWindow("terminal"),),
        ),
        (
            [script("[pyautogui.press('a') or time.sleep(0.5) for _ in range(2)];")],
            (Act((PRESSED, PRESSED)),),
        ),
        ([step("execute", command=["python", "-c", "import pyautogui; pyautogui.press('a');;"])], (Act((PRESSED,)),)),
        (
            [step("execute", command="echo password | sudo -S apt update -y && sudo apt install jq -y", shell=True)],
            (RunCommand(("sh", "-c", "true && true")),),
        ),
        (
            [step("command", command=["sh", "-c", "echo '{CLIENT_PASSWORD}' | sudo -S mkdir ~/Desktop/a"])],
            (RunCommand(("sh", "-c", "mkdir ~/Desktop/a")),),
        ),
        (
            [step("execute", command="gsettings set org.gnome.desktop.screensaver lock-enabled false", shell=True)],
            (RunCommand(("sh", "-c", "gsettings set org.gnome.desktop.screensaver lock-enabled false")),),
        ),
        (
            [step("launch", command="flatpak run --filesystem=host com.github.johnfactotum.Foliate a.epub")],
            (Launch("foliate", "a.epub"),),
        ),
        (
            [step("execute", command="timeout 9 flatpak run com.github.johnfactotum.Foliate a*", shell=True)],
            (RunCommand(("sh", "-c", "timeout 9 foliate a*")),),
        ),
        ([step("create_folder", path="/home/user/a/b")], (MakeDir("a/b"),)),
        ([step("create_file", path="~/a.docx", content="text")], (WriteFile("a.docx", b"text"),)),
    ],
)
def test_steps_of_the_setup(write: Write, config: list[Any], expected: tuple[SetupStep, ...]) -> None:
    task, report = read_osworld(write(config=config))
    assert report.reasons == ()
    assert task is not None and task.setup == expected
    assert "x11" in report.devices


def test_assets_are_put_by_their_hash(write: Write, locked: Callable[[str, bytes], str]) -> None:
    digest = locked(URL, b"a")
    evaluator = {
        "postconfig": [step("download", files=[{"url": URL, "path": "eval.sh"}])],
        "func": "exact_match",
        "result": {"type": "vm_file", "path": ["/home/user/a", "/home/user/b"], "dest": ["a", "b"], "multi": True},
        "expected": {"type": "cloud_file", "path": [URL, URL], "dest": ["a", "b"], "multi": True},
    }
    config = [step("download", files=[{"url": URL, "path": "/home/user/Desktop/a b.docx"}])]
    task, report = read_osworld(write(config=config, evaluator=evaluator))
    assert task is not None, report
    assert task.setup == (PutAsset("Desktop/a b.docx", digest),)
    assert task.post_config == (PutAsset("eval.sh", digest),)
    ((getter,), (wanted,)) = (task.nodes[0].parameters[side] for side in ("result", "expected"))  # type: ignore[misc]
    assert getter["path"] == ["a", "b"]
    assert wanted["asset"] == [digest, digest] and wanted["path"] == [URL, URL]


def test_a_table_is_given_the_sheets_that_are_printed_beside_it(
    write: Write, locked: Callable[[str, bytes], str]
) -> None:
    locked(URL, b"a")
    evaluator = {
        "func": "compare_table",
        "result": {
            "type": "vm_file",
            "path": ["/home/user/a.xlsx", "/home/user/a-S.csv"],
            "dest": ["a", "b"],
            "multi": True,
        },
        "expected": {"type": "cloud_file", "path": [URL, URL], "dest": ["a", "b"], "multi": True},
        "options": {"rules": [{"type": "sheet_print", "sheet_idx0": "RNS", "sheet_idx1": "ENS"}]},
    }
    task, report = read_osworld(write(evaluator=evaluator))
    assert task is not None, report
    assert [config["gives"] for side in ("result", "expected") for config in task.nodes[0].parameters[side]] == [
        [0, 1]
    ] * 2


def test_pages_of_the_device_are_opened(write: Write) -> None:
    config = [
        step(
            "launch", command=["google-chrome", "--start-fullscreen", "--window-size=9,9", "file:///home/user/a.html"]
        ),
        step("chrome_open_tabs", urls_to_open=["chrome://settings", "file:///home/user/b.html"]),
        step("chrome_close_tabs", urls_to_close=["chrome://settings"]),
    ]
    _, report = read_osworld(write(config=config))
    # Without a browser that can be prepared, no device has the capability; nothing else speaks against it.
    assert [r.kind for r in report.reasons] in ([], ["platform"])
    steps = _read(config)
    assert steps == (
        OpenPages(("file:///home/user/a.html",)),
        OpenPages(("chrome://settings", "file:///home/user/b.html")),
        ClosePages(("chrome://settings",)),
    )


def _read(config: list[Any]) -> tuple[SetupStep, ...]:
    from omnigym.benchmarks.osworld.file import Step
    from omnigym.benchmarks.osworld.steps import FileReading, read_steps

    reading = FileReading("linux", {})
    read_steps([Step.model_validate(s) for s in config], reading)
    assert not reading.reasons
    return tuple(reading.steps)


def test_a_file_for_windows_runs_where_its_programs_are(write: Write) -> None:
    note = r"C:\Users\Docker\Documents\a.txt"
    create = step("create_file", path=note, content="a")
    path = write(config=[create, step("launch", command=["notepad.exe", note])], related_apps=["notepad"])
    task, report = read_osworld(path)
    assert report.devices == ("sim",) and task is not None
    assert task.setup == (WriteFile("Documents/a.txt", b"a"), Launch("text_editor", "Documents/a.txt"))
    folder = write("b.json", config=[step("launch", command=r"explorer.exe C:\Users\Docker\Documents")])
    task, _ = read_osworld(folder)
    assert task is not None and task.setup == (Launch("file_manager", "Documents"),) and task.devices == {"sim"}
    # LibreOffice is on Linux as well
    office = write(
        "office/a.json",
        config=[step("launch", command=["soffice.exe", r"C:\Users\Docker\a.docx"])],
        related_apps=["libreoffice_writer"],
    )
    task, report = read_osworld(office)
    assert task is not None and task.setup == (Launch("writer", "a.docx"),) and "x11" in report.devices


def test_a_script_with_a_line_break_is_no_path_of_windows(write: Write) -> None:
    """After the colon stands a backslash, as after a drive."""
    code = "for y in range(2):\\n    open('/home/user/a', 'w').write('y:\\n')"
    task, report = read_osworld(write(config=[step("command", command=["python3", "-c", code])]))
    assert task is not None and task.platforms == {"linux"} and "x11" in report.devices


def test_a_file_that_names_linux_is_none_for_windows(write: Write) -> None:
    path = write(config=[step("command", command=["ls", "/home/user"])], related_apps=["ToDo"])
    assert [(r.kind, r.detail) for r in read_osworld(path).report.reasons] == [("app", "microsoft_todo")]


@pytest.mark.parametrize("label", ["image", "libreoffice", "ubuntu_media_player"])
def test_labels_that_name_no_other_program(write: Write, label: str) -> None:
    assert "x11" in read_osworld(write(related_apps=["os", label])).report.devices


def test_what_needs_no_root_is_noted(write: Write) -> None:
    line = "sudo apt install -y jq; sudo touch ~/a"
    _, report = read_osworld(write(config=[step("execute", command=line, shell=True)]))
    assert report.notes == (
        "Left out, as it is installed: apt install -y jq.",
        "Run without root: touch ~/a.",
    )


@pytest.mark.parametrize(
    "line", ["sudo apt install zsh", "sudo mkdir /a", "sudo chmod 777 ~/a /etc/b", "sudo mkdir ~/../b", "sudo cp 'a"]
)
def test_what_needs_root_is_refused(write: Write, line: str) -> None:
    assert read_osworld(write(config=[step("execute", command=line, shell=True)])).report.why == "platform"


def test_a_program_of_windows_is_ended(write: Write) -> None:
    for command in (["powershell", "-Command", "Stop-Process -Name notepad"], "taskkill /IM notepad.exe /F"):
        config = [step("launch", command=["notepad.exe"]), step("execute", command=command, shell=True)]
        task, _ = read_osworld(write(config=config, related_apps=["notepad"]))
        assert task is not None and task.setup == (Launch("text_editor"), CloseWindow("text_editor"))
    kill = step("launch", command=["powershell", "-Command", "Stop-Process", "-Name", "vlc"])
    task, _ = read_osworld(write(config=[kill], related_apps=["vlc"]))
    assert task is not None and task.setup == (RunCommand(("sh", "-c", "pkill vlc")),)


def test_visits_are_put_into_the_history(write: Write) -> None:
    visit = {"url": "https://a.example.org", "title": "A", "visit_time_from_now_in_seconds": 60}
    task, report = read_osworld(write(config=[step("update_browse_history", history=[visit])]))
    assert task is not None and report.devices == ("x11",)
    (command,) = task.setup
    assert isinstance(command, RunCommand) and command.argv[-1] == '[["https://a.example.org", "A", 60]]'
    for wrong in ({**visit, "url": 1}, {**visit, "visit_time_from_now_in_seconds": "now"}, "a"):
        path = write(config=[step("update_browse_history", history=[wrong])])
        assert read_osworld(path).report.why == "broken"


def test_visual_studio_code_is_on_the_real_desktop(write: Write, locked: Callable[[str, bytes], str]) -> None:
    vsix = "https://data.example.org/eval.vsix"
    locked(vsix, b"a")
    config = [
        step("download", files=[{"url": vsix, "path": "/home/user/eval.vsix"}]),
        step("execute", command="code --install-extension ~/eval.vsix", shell=True),
        step("launch", command=["code", "-g", "/home/user/project/"]),
    ]
    told = {"type": "vscode_config", "vscode_extension_command": "Told", "path": "/home/user/a.txt", "dest": "a.txt"}
    installed = {"type": "rule", "rules": {"type": "contain", "expected": "eval"}}
    evaluator = {
        "func": ["exact_match", "is_extension_installed"],
        "result": [told, {"type": "vm_command_line", "command": ["code", "--list-extensions"]}],
        "expected": [{"type": "rule", "rules": {"expected": "a"}}, installed],
    }
    task, report = read_osworld(write(config=config, evaluator=evaluator, related_apps=["vscode"]))
    assert task is not None and report.devices == ("x11",), report
    assert task.setup[-1] == Launch("code_editor", "project")
    assert task.post_config[0] == ActivateWindow("code_editor") and isinstance(task.post_config[1], Act)
    assert [json.loads(a)["type"] for a in task.post_config[1].actions] == ["Press", "Type", "Press"]
    read = task.nodes[0].parameters["result"]
    assert read[0] == {**told, "type": "vm_file", "path": "a.txt"}  # type: ignore[index]


def test_an_archive_of_references_is_an_asset(
    write: Write, locked: Callable[[str, bytes], str], tmp_path: Path
) -> None:
    archive = {"type": "file_unzipped", "path": "https://data.example.org/a.zip", "dest": "a.zip"}
    mail = {"type": "mail_attachments", "to": "a@b.c", "attachments": [{"path": URL, "dest": "a.docx"}]}
    evaluator = {
        "func": ["compare_folders_exactly", "exact_match"],
        "result": [{**archive, "path": "/home/user/a.zip"}, {"type": "vm_first_mail_file_parsed"}],
        "expected": [archive, mail],
    }
    path = write(evaluator=evaluator)
    assert {r.kind for r in read_osworld(path, root=tmp_path).report.reasons} == {"asset"}
    assert [u.url for u in asset_urls(tmp_path)] == [URL, archive["path"]]
    digests = [locked(URL, b"a"), locked(archive["path"], b"b")]
    task, report = read_osworld(path, root=tmp_path)
    assert task is not None, report
    wanted = task.nodes[0].parameters["expected"]
    assert wanted[0]["asset"] == digests[1]  # type: ignore[index]
    assert wanted[1]["attachments"][0]["asset"] == digests[0]  # type: ignore[index]


def test_hidden_folders_are_of_real_programs(write: Write) -> None:
    _, report = read_osworld(write(config=[step("create_folder", path="/home/user/.config/vlc")]))
    assert report.devices == ("x11",)
    _, report = read_osworld(write(config=[step("create_folder", path="/home/user/vlc")]))
    assert report.devices == ("ubuntu", "x11")


@pytest.mark.parametrize(("name", "devices"), [("a.docx", ("x11",)), ("a.txt", ("ubuntu", "x11"))])
def test_documents_of_others_are_of_real_programs(
    write: Write, locked: Callable[[str, bytes], str], name: str, devices: tuple[str, ...]
) -> None:
    """A simulated application saves less than is in them, so that no comparison would be fair."""
    locked(URL, b"a")
    evaluator = {
        "func": "exact_match",
        "result": {"type": "vm_file", "path": f"/home/user/{name}", "dest": name},
        "expected": {"type": "cloud_file", "path": URL, "dest": name},
    }
    assert read_osworld(write(evaluator=evaluator)).report.devices == devices
    config = [step("download", files=[{"url": URL, "path": f"/home/user/{name}"}])]
    assert read_osworld(write(config=config)).report.devices == devices


def test_a_server_of_the_authors_is_no_live_page(write: Write) -> None:
    config = [step("chrome_open_tabs", urls_to_open=["http://localhost:8888/"])]
    _, report = read_osworld(write(config=config, evaluator=evaluated({"type": "active_tab_html_parse"})))
    assert {r.kind for r in report.reasons} == {"account"}


# -- reasons ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "kind", "detail"),
    [
        ({"config": [step("download", files=[{"url": URL, "path": "a"}])]}, "asset", URL),
        ({"config": [step("upload_file", files=[{"local_path": "a.txt", "path": "a"}])]}, "asset", "a.txt"),
        (
            {"evaluator": evaluated({"type": "vm_file", "path": "a"}, expected=CLOUD)},
            "asset",
            URL,
        ),
        ({"related_apps": ["zotero"]}, "app", "zotero"),
        ({"config": [step("launch", command=["gnome-control-center"])]}, "app", "settings"),
        (
            {"config": [step("execute", command="code --install-extension ms-python.python", shell=True)]},
            "internet",
            "marketplace",
        ),
        (
            {
                "evaluator": evaluated(
                    ANY, "is_extension_installed", expected={"type": "rule", "rules": {"type": "contain"}}
                )
            },
            "internet",
            "marketplace",
        ),
        ({"evaluator": evaluated({"type": "vscode_config"})}, "broken", "a command of an extension"),
        ({"config": [step("execute", command="echo password | sudo -S ls", shell=True)]}, "platform", "root"),
        ({"config": [step("execute", command="gsettings set org.gnome.shell a b", shell=True)]}, "platform", "GNOME"),
        ({"config": [step("execute", command=["powershell", "-Command", "ls"])]}, "platform", "commands of Windows"),
        ({"config": [step("download", files=[{"url": URL, "path": "/usr/share/a"}])]}, "platform", "/usr/share/a"),
        ({"evaluator": evaluated({"type": "vm_file", "path": "/etc/passwd"})}, "platform", "/etc/passwd"),
        (
            {
                "evaluator": evaluated(
                    {"type": "vm_command_line", "command": "[ -d '/test' ] && echo yes", "shell": True}
                )
            },
            "platform",
            "a path outside the home: /test",
        ),
        ({"evaluator": evaluated(ANY, expected={"type": "rule", "rules": {"expected": {}}})}, "broken", "nothing"),
        ({"evaluator": evaluated(ANY, expected={"type": "rule"})}, "broken", "nothing"),
        (
            {"config": [step("chrome_open_tabs", urls_to_open=["www.example.org"])]},
            "internet",
            "https://www.example.org",
        ),
        ({"config": [step("execute", command="wget http://a.example.org/b", shell=True)]}, "internet", "wget"),
        ({"evaluator": evaluated({"type": "active_tab_html_parse"})}, "internet", "active_tab_html_parse"),
        ({"evaluator": evaluated({"type": "info_from_website"})}, "internet", "info_from_website"),
        ({"config": [step("chrome_open_tabs", urls_to_open=["http://localhost:3000/"])]}, "account", "localhost"),
        ({"config": [step("login", platform="googledrive")]}, "account", "login"),
        ({"spec_snapshot": "_login_Derek"}, "account", "_login_Derek"),
        ({"config": [step("rocket_send_messages", message="a")]}, "account", "rocket_send_messages"),
        ({"evaluator": evaluated({"type": "googledrive_file"})}, "account", "googledrive_file"),
        (
            {"evaluator": evaluated({"type": "rule", "rules": {"expected": BOX}})},
            "pixels",
            "boxes",
        ),
        (
            {"evaluator": evaluated(ANY, postconfig=[script("pyautogui.click(9, 9);")])},
            "pixels",
            "click(9, 9)",
        ),
        ({"config": [step("execute", command="xdotool key Return", shell=True)]}, "step", "xdotool"),
        ({"evaluator": evaluated(ANY, func="no_such_metric")}, "function", "no_such_metric"),
        ({"evaluator": evaluated({"type": "no_such_getter"})}, "getter", "no_such_getter"),
        ({"config": [step("tidy_desktop")]}, "step", "tidy_desktop"),
        ({"config": [step("replay", trajectory="a")]}, "step", "replay"),
        ({"config": [step("monitor_activated_times", window_name="a")]}, "step", "monitor_activated_times"),
        ({"config": [script("pyautogui.type('a');")]}, "step", "pyautogui"),
        (
            {"config": [step("execute", command="python3 a.py && python3 -c 'import pyautogui'", shell=True)]},
            "step",
            "pyautogui",
        ),
        (
            {"config": [step("launch", command=["google-chrome", "--load-extension=/home/user/a"])]},
            "step",
            "--load-extension",
        ),
        (
            {"evaluator": {"func": "exact_match", "result": ANY, "options": {"no": 1}}},
            "broken",
            "exact_match",
        ),
        ({"evaluator": {"func": ["exact_match"], "result": []}}, "broken", "evaluator.result"),
        ({"config": [step("launch", command=[])]}, "broken", "expected a command"),
        ({"config": [step("open", path=7)]}, "broken", "expected a path"),
        ({"config": [step("create_folder", path="a/../../b")]}, "broken", ".."),
        ({"config": [step("download", files="a")]}, "broken", "expected files"),
        ({"evaluator": evaluated({"rules": 1})}, "broken", "a getter with a type"),
    ],
)
def test_every_reason_is_named(write: Write, fields: dict[str, Any], kind: str, detail: str) -> None:
    task, report = read_osworld(write(**fields))
    assert task is None and not report.devices
    assert report.why == kind, report.reasons
    assert any(r.kind == kind and detail in r.detail for r in report.reasons), report.reasons


def test_all_reasons_are_there_and_the_worst_is_first(write: Write) -> None:
    config = [step("download", files=[{"url": URL, "path": "a"}]), step("tidy_desktop"), step("tidy_desktop")]
    _, report = read_osworld(write(config=config, related_apps=["zotero"]))
    assert [r.kind for r in report.reasons] == ["step", "app", "asset"]


def test_a_lock_is_no_asset(write: Write, locked: Callable[[str, bytes], str], cache: Path) -> None:
    digest = locked(URL, b"a")
    path = write(config=[step("download", files=[{"url": URL, "path": "a"}])])
    assert read_osworld(path).task is not None
    (cache / digest[:2] / digest).unlink()
    _, report = read_osworld(path)
    assert report.why == "asset" and "not in the cache" in report.reasons[0].detail


def test_the_live_internet_is_a_choice(write: Write) -> None:
    config = [step("execute", command="curl http://a.example.org", shell=True)]
    path = write(config=config)
    assert read_osworld(path).report.why == "internet"
    task, _ = read_osworld(path, internet=True)
    assert task is not None


def test_no_file_is_a_report() -> None:
    _, report = read_osworld("/no/such/file.json")
    assert report.why == "broken"


# -- levels, ids ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "level", "mapped", "expected"),
    [
        ("a", None, None, ("", 15, "")),
        ("a", "l3", None, ("L3", 30, "")),
        ("l4_a", None, None, ("L4", 50, "")),
        ("l4_a", "l1", None, ("L1", 15, "")),
        ("a", "l3", ["l2_a", "Writing"], ("L2", 15, "Writing")),
        ("a", "l3", ["l2_a", "No such scenario"], ("L2", 15, "")),
    ],
)
def test_levels_and_scenarios(
    write: Write, tmp_path: Path, name: str, level: str | None, mapped: list[str] | None, expected: tuple[str, int, str]
) -> None:
    (tmp_path / "map.json").write_text(json.dumps({"os": {name: mapped}} if mapped else {}))
    task, _ = read_osworld(write(f"os/{name}.json", level=level), mappings=read_mappings(tmp_path / "map.json"))
    assert task is not None
    assert (task.level, task.max_steps, task.scenario) == expected


def test_the_path_tells_tasks_of_one_id_apart(write: Write, tmp_path: Path) -> None:
    found = [read_osworld(write(f"{folder}/same.json"), root=tmp_path).task for folder in ("os", "chrome")]
    assert [t and t.id for t in found] == ["osworld/os/same", "osworld/chrome/same"]
    long = read_osworld(write(f"os/{'x' * 240}.json"), root=tmp_path).task
    assert long is not None and len(long.id) == 200


def test_the_instruction_is_told_as_it_is_written(write: Write) -> None:
    task, _ = read_osworld(write(instruction="Write {a} and {{b}} and }."))
    assert task is not None and task.instruction == task.plain_instruction == "Write {a} and {{b}} and }."


def test_braces_of_a_file_are_no_templates(write: Write) -> None:
    rules = {"expected": {"a": "{x}", "b": ["{month}"]}}
    evaluator = {
        "func": "exact_match",
        "result": {"type": "rule", "rules": "{x}"},
        "expected": {"type": "rule", "rules": rules},
    }
    task, _ = read_osworld(write(evaluator=evaluator))
    assert task is not None
    ((_, part),) = task.parts.values()
    assert part.conditions[0].args["expected"] == [{"type": "rule", "rules": rules}]


def test_a_task_is_written_and_read_again(write: Write) -> None:
    config = [step("execute", command="echo {a}", shell=True), script("pyautogui.press('a');")]
    task, _ = read_osworld(write(config=config))
    assert task is not None and loads_task(dumps_task(task)) == task


# -- harm -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "long", ["x" * 900_000, "a/" * 400_000, "http://" * 100_000, "'" * 900_000, r"C:\a " * 100_000]
)
def test_long_texts_take_no_time(write: Write, long: str) -> None:
    evaluator = evaluated({"type": "open_tabs_info", "path": long, "command": long}, postconfig=[script(long)])
    evaluator["expected"]["rules"] = {"url": long, "expected": [long]}
    config = [
        step("execute", command=long, shell=True),
        step("launch", command=long),
        step("open", path=long),
        step("chrome_open_tabs", urls_to_open=[long]),
        step("activate_window", window_name=long),
        step("download", files=[{"url": long, "path": long}]),
    ]
    start = time.process_time()
    task, report = read_osworld(write(config=config, evaluator=evaluator, related_apps=[long]))
    assert task is None and report.reasons
    assert all(len(r.detail) < 2000 for r in report.reasons)
    assert time.process_time() - start < 5


def test_reading_a_file_runs_nothing(write: Write, tmp_path: Path) -> None:
    made = tmp_path / "made"
    line = f"import pyautogui; open({str(made)!r}, 'w'); pyautogui.press('a')"
    config = [
        step("execute", command=f"touch {made}", shell=True),
        step("execute", command=["python", "-c", line]),
        step("launch", command=["touch", str(made)]),
        step("act", action_seq=[line]),
    ]
    command = {"type": "vm_command_line", "command": f"touch {made}", "shell": True}
    for some in (config, config[:1], config[1:2], config[2:3], config[3:]):
        read_osworld(write(config=some, evaluator=evaluated(command, postconfig=some)))
    assert not made.exists()


def test_damaged_files_are_reported_and_nothing_else(write: Write, tmp_path: Path) -> None:
    config = [
        step("download", files=[{"url": URL, "path": "/home/user/a.docx"}]),
        step("launch", command=["google-chrome", "--remote-debugging-port=1337"]),
        step("execute", command="ls | wc", shell=True, stdout="a", until={"returncode": 0}),
        script("pyautogui.click(960, 540);"),
        step("chrome_open_tabs", urls_to_open=["chrome://settings"]),
        step("activate_window", window_name="Terminal", by_class=True),
        step("act", action_seq=[{"action_type": "CLICK", "parameters": {"x": 1, "y": 2}}]),
    ]
    evaluator = {
        "postconfig": [step("open", path="/home/user/a.docx")],
        "func": ["exact_match", "compare_table"],
        "conj": "or",
        "result": [
            {"type": "vm_file", "path": ["a"], "dest": ["a"], "multi": True},
            {"type": "vm_command_line", "command": ["ls"]},
        ],
        "expected": [{"type": "cloud_file", "path": URL, "dest": "a"}, {}],
        "options": [{}, {"rules": [{"type": "sheet_data"}]}],
    }
    content = write(config=config, evaluator=evaluator, level="l2").read_bytes()
    path = tmp_path / "os" / "damaged.json"
    for number in range(600):
        path.write_bytes(damage_content(content, random.Random(number)))
        task, report = read_osworld(path)
        assert (task is None) == bool(report.reasons)


# -- effects ----------------------------------------------------------------------------------------------------------


def test_a_file_may_say_what_its_task_allows(write: Write) -> None:
    """Nothing in it is a template, though the effects of a subtask are."""
    said = [{"how": "add", "at": "Documents/{a.__class__}.txt"}, {"how": "change", "at": "b.txt", "parts": ["text/*"]}]
    path = write(omnigym={"effects": said})
    task = read_osworld(path).task
    assert task is not None
    effects = task.bound["1"].effects
    assert effects == () and task.graph.allowed
    assert [(e.how, e.at, e.parts) for e in task.allows] == [
        ("add", "Documents/{a.__class__}.txt", ("*",)),
        ("change", "b.txt", ("text/*",)),
    ]
    assert loads_task(dumps_task(task)).allows == task.allows
    assert export_osworld(task).file == json.loads(path.read_text())


def test_the_effects_of_a_published_file_are_unknown(write: Write) -> None:
    task = read_osworld(write()).task
    assert task is not None and task.bound["1"].effects is None and task.allows == ()
