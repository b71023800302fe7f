"""The recipe of Windows up to the ISO: what the user gave is looked at, and the answer file is what Setup takes."""

import os
import subprocess
import sys
import xml.etree.ElementTree as ET
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from omnigym.devices.vm.media import Edition
from omnigym.devices.vm.recipes import windows
from omnigym.errors import ConfigError

HERE = Path(__file__).parent
FILES = Path(windows.__file__).with_name("windows_files")
PRO = Edition(6, "Windows 11 Pro", "Professional", ("en-US",), 26100)
TRIAL = Edition(1, "Windows 11 Enterprise Evaluation", "EnterpriseEval", ("de-DE", "en-US"), 26100)
KEY = "AAAAA-BBBBB-CCCCC-DDDDD-EEEEE"


def embeddable(path: Path, version: str = "312", without: str = "") -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        for name in {f"python{version}.dll", "python.exe", "pythonw.exe", f"python{version}._pth"} - {without}:
            archive.writestr(name, "x")
    return path


@pytest.fixture
def options(tmp_path, monkeypatch):
    monkeypatch.setattr(windows, "read_installer", lambda iso: (TRIAL, PRO))
    return windows.Options(tmp_path / "w.iso", embeddable(tmp_path / "python.zip"), accepted=True, product_key=KEY)


# -- the answer file --------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def schema():
    etree = pytest.importorskip("lxml.etree")
    grammar = etree.RelaxNG(etree.parse(HERE / "unattend.rng"))
    return lambda text: grammar.validate(etree.fromstring(text.encode()))


@pytest.mark.parametrize(("edition", "key"), [(PRO, KEY), (TRIAL, "")])
def test_the_answer_file_follows_the_schema(schema, options, edition, key):
    assert schema(windows.answer_file(replace(options, product_key=key), edition))


@pytest.mark.parametrize(
    ("was", "becomes"),
    [
        ('pass="oobeSystem"', 'pass="oobesystem"'),
        ('"amd64"', '"x86"'),
        ("Microsoft-Windows-Deployment", "Microsoft-Windows-Deploy"),
        ("<Type>MSR", "<Type>ESP"),
        ("<Size>16<", "<Size>sixteen<"),
        ("<WillShowUI>OnError", "<WillShowUI>Sometimes"),
        ("<ComputerName>OMNIGYM", "<ComputerName>A-NAME-THAT-IS-TOO-LONG"),
        ("<LogonCount>9999</LogonCount>", ""),
        ('wcm:action="add"', ""),
        ("<InputLocale>0409:00000409", "<InputLocale>English"),
        (KEY, "AAAAA"),
        ("<OOBE>", "<OOBE><SkipEverything>true</SkipEverything>"),
    ],
)
def test_the_schema_refuses_what_setup_would(schema, options, was, becomes):
    text = windows.answer_file(options, PRO)
    assert was in text
    assert not schema(text.replace(was, becomes, 1))


def test_the_answer_file_is_of_the_edition(options):
    def texts(edition, path):
        tree = ET.fromstring(windows.answer_file(options, edition))
        return {e.text for e in tree.iterfind(".//{*}" + path)}

    assert texts(PRO, "MetaData/{*}Value") == {"6"}
    assert texts(TRIAL, "UILanguage") == {"de-DE"}
    assert texts(TRIAL, "InputLocale") == {"0407:00000407"}
    odd = replace(TRIAL, languages=("fi-FI",))
    assert texts(odd, "InputLocale") == {"fi-FI"}


def test_orders_count_from_one_and_the_system_goes_onto_the_primary_partition(options):
    tree = ET.fromstring(windows.answer_file(options, PRO))
    for parent in tree.iter():
        orders = [e.text for e in parent.iterfind("{*}*/{*}Order")]
        assert orders == [str(n) for n in range(1, len(orders) + 1)]
    target = tree.findtext(".//{*}InstallTo/{*}PartitionID")
    created = {e.findtext("{*}Order"): e.findtext("{*}Type") for e in tree.iterfind(".//{*}CreatePartition")}
    assert created[target] == "Primary"


# -- what the user gives ----------------------------------------------------------------------------------------------


def test_each_thing_that_is_missing_is_said(options, tmp_path):
    (tmp_path / "no.zip").write_bytes(b"no zip")
    cases = [
        ({"accepted": False}, "--accept-licence"),
        ({"edition": "Windows 11 Home"}, "It has: Windows 11 Enterprise Evaluation, Windows 11 Pro"),
        ({"product_key": "123"}, "five groups"),
        ({"product_key": ""}, "--product-key-file"),
        ({"python": tmp_path / "none.zip"}, "There is no file"),
        ({"python": tmp_path / "no.zip"}, "no .zip file"),
        ({"python": embeddable(tmp_path / "old.zip", "310")}, "Python 3.10; 3.11"),
        ({"python": embeddable(tmp_path / "some.zip", without="pythonw.exe")}, "no embeddable package"),
    ]
    for changes, said in cases:
        with pytest.raises(ConfigError, match=said):
            windows.chosen_edition(replace(options, **changes))
    assert windows.chosen_edition(options) == PRO
    assert windows.chosen_edition(replace(options, edition=TRIAL.name, product_key="")) == TRIAL


def test_too_little_room_is_said_before_anything_is_done(tmp_path, monkeypatch):
    monkeypatch.setattr(windows, "_ROOM", 1 << 60)
    with pytest.raises(ConfigError, match="OMNIGYM_IMAGES"):
        windows.check_room(tmp_path / "images" / "deeper")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("program = 3", "program"),
        ("[[program]]\nname = 'Seven'", "file"),
        ("[[program]]\nname = 'Seven'\nfile = 'none.exe'", "none.exe is no .exe or .msi file"),
        ("[[program]]\nname = 'Seven'\nfile = 'list.toml'", "no .exe or .msi"),
        ("[[program]]\nname = 'Zw\u00f6lf'\nfile = 'seven.exe'", "name"),
        ("[[program]]\nname = 'Seven'\nfile = 'seven.exe'\nwhen = 'later'", "when"),
        ("[[program]", "no list of programs"),
    ],
)
def test_a_list_of_programs_is_read_strictly(tmp_path, text, said):
    (tmp_path / "list.toml").write_text(text)
    (tmp_path / "seven.exe").touch()
    with pytest.raises(ConfigError, match=said):
        windows.read_programs(tmp_path / "list.toml")


def test_programs_are_run_without_questions(tmp_path):
    (tmp_path / "seven.msi").touch()
    (tmp_path / "eight.exe").touch()
    text = "[[program]]\nname='7'\nfile='seven.msi'\n[[program]]\nname='8'\nfile='eight.exe'\narguments=['/S']"
    (tmp_path / "list.toml").write_text(text)
    seven, eight = windows.read_programs(tmp_path / "list.toml")
    assert seven.command == ["msiexec", "/i", "{medium}\\omnigym\\seven.msi", "/qn", "/norestart"]
    assert eight.command == ["{medium}\\omnigym\\eight.exe", "/S"]


# -- what the guest does ----------------------------------------------------------------------------------------------


@pytest.fixture
def guest(tmp_path, monkeypatch):
    """Runs ``logon.py`` with a CD, where ``shutdown`` and the serial port are files."""
    home, cd, commands = tmp_path / "home", tmp_path / "cd", tmp_path / "commands"
    for folder in (home, cd / "omnigym", commands):
        folder.mkdir(parents=True)
    for name, code in (("shutdown", 0), ("works", 0), ("fails", 5)):
        (commands / name).write_text(f"#!/bin/sh\necho {name} $* | tee -a {tmp_path}/ran\nexit {code}\n")
        (commands / name).chmod(0o755)
    (home / "logon.py").write_text(
        (FILES / "logon.py").read_text().replace(r'r"\\.\COM1"', repr(str(tmp_path / "com")))
    )
    ours, port = os.openpty()  # what a terminal is to Linux, a serial port is to Windows
    (tmp_path / "com").symlink_to(os.ttyname(port))
    monkeypatch.setenv("PATH", f"{commands}{os.pathsep}{os.environ['PATH']}")

    def run(*actions, **more):
        plan = windows.plan("windows", [{"name": a, "run": a.split(), **more} for a in actions], 1)
        (cd / "omnigym" / "work.json").write_bytes(plan)
        subprocess.run([sys.executable, home / "logon.py", cd], check=True, timeout=60)
        ran = (tmp_path / "ran").read_text().split("\n")[:-1] if (tmp_path / "ran").exists() else []
        return ran, os.read(ours, 1 << 16).decode().replace("\r", "").split("\n")[:-1]

    yield run
    os.close(port)
    os.close(ours)


def test_work_is_done_once_and_the_machine_switched_off(guest):
    ran, said = guest("works 1", "works 2")
    assert ran == ["works 1", "works 2", "shutdown /s /t 0"]
    assert said == ["omnigym: [1/2] works 1", "omnigym: [2/2] works 2", "omnigym: finished windows"]
    ran, _ = guest("works 1", "works 2", "works 3")  # interrupted before the third, as it were
    assert ran[3:] == ["works 3", "shutdown /s /t 0"]


def test_a_failure_is_the_last_that_is_said_and_the_machine_stays(guest):
    ran, said = guest("works 1", "fails now", "works 2")
    assert ran == ["works 1", "fails now"]
    assert said[-1] == "omnigym: failed fails now: code 5 fails now"
    _, said = guest("works 1", "is-not-there")
    assert said[-1].startswith("omnigym: failed is-not-there: ")


def test_what_is_not_needed_may_fail(guest):
    ran, said = guest("fails 1", "works 2", needed=False)
    assert ran == ["fails 1", "works 2", "shutdown /s /t 0"]
    assert "omnigym: goes on without fails 1: code 5 fails 1" in said


def test_reports_are_read_from_between_what_the_firmware_writes(tmp_path):
    console = windows.Console(tmp_path / "console")
    assert console.read() == ""
    with console.path.open("ab", buffering=0) as file:
        file.write(b"\x1b[2JBdsDxe: failed to load\nomnigym: Windows is co")
        assert console.read() == ""
        file.write(b"pied\r\nomnigym: \x1b]0;hostile\x07" + b"a" * 5000 + b"\n")
        assert console.read() == (" ]0;hostile " + "a" * 288).strip()
        file.write(b"omnigym: failed a program: code 5\nomnigym: finished windows\n")
        assert console.read() == "failed a program: code 5"
