"""What Windows does at a logon, done by the stand-in: the guest's own program for it, with Linux' Python.

The commands of the first logon are the answer file's. Of these only Windows can run `begin.cmd`; so what it does,
unpacking the payload and starting the program at each logon, is done here.
"""

import os
import sys
import xml.etree.ElementTree as ET
import zipfile
from pathlib import Path

sys.path.insert(0, "/standin")
from machine import SERIAL, find_answers, network, run

HOME, PORT = Path("/omnigym"), r"\\.\COM1"
SERVER = """
import sys

sys.path.insert(0, "/standin/fake.pyz")
from omnigym.devices.guest.standalone import main

main([*sys.argv[5:], "--device", "fake", "--config", '{"size": [1024, 768], "platform": "windows"}'])
"""
SPACE = {"u": "urn:schemas-microsoft-com:unattend"}


def main() -> None:
    medium = find_answers(3.0)
    if not HOME.is_dir():
        if medium is None:
            raise SystemExit("the medium with the answers is gone before the first logon")
        tree = ET.parse(medium / "autounattend.xml").getroot()
        shell = "u:settings[@pass='oobeSystem']/u:component[@name='Microsoft-Windows-Shell-Setup']"
        found = [
            c.text or ""
            for c in tree.findall(f"{shell}/u:FirstLogonCommands/u:SynchronousCommand/u:CommandLine", SPACE)
        ]
        if len(found) != 1 or "begin.cmd" not in found[0] or not (medium / "omnigym" / "begin.cmd").is_file():
            raise SystemExit(f"the first logon's command starts no begin.cmd: {found}")
        HOME.mkdir()
        with zipfile.ZipFile(medium / "omnigym" / "payload.zip") as payload:
            payload.extractall(HOME)
        # There is no Windows desktop here to serve, so the fake device is.
        (HOME / "guest.pyz").write_text(SERVER)
        (HOME / PORT).symlink_to(SERIAL)
    network()
    os.environ["PATH"] = "/standin/commands:/usr/bin:/bin"
    os.chdir(HOME)
    media = [str(medium)] if medium is not None else ["/nothing"]
    os.execv("/usr/bin/python3", ["python3", str(HOME / "logon.py"), *media])


run(main)
