"""What Windows Setup does with an answer file, done by the stand-in: it fails where Setup would stop and ask.

It runs the commands that report on the serial port, partitions the disk as it is told, installs itself, and restarts.
"""

import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

sys.path.insert(0, "/standin")
from machine import busybox, end, find_answers, report, run, secure_boot

SPACE = {"u": "urn:schemas-microsoft-com:unattend"}
MEDIUM = Path("/medium/standin")
#: The types of GPT partitions by their names in answer files.
TYPES = {"EFI": "U", "MSR": "E3C9E316-0B5C-4DB8-817D-F92DF00215AE", "Primary": "EBD0A0A2-B9E5-4433-87C0-68B6B72699C7"}


def main() -> None:
    medium = find_answers(5.0)
    if medium is None:
        report("waiting: there is no answer file")
        return
    tree = ET.parse(medium / "autounattend.xml").getroot()
    if Path("/sys/class/tpm/tpm0/tpm_version_major").read_text().strip() != "2" or not secure_boot():
        raise SystemExit("This PC can't run Windows 11: TPM 2.0 and Secure Boot are needed")
    pe = component(tree, "windowsPE", "Microsoft-Windows-Setup")
    language = component(tree, "windowsPE", "Microsoft-Windows-International-Core-WinPE")
    if text(language, "SetupUILanguage/UILanguage") != "en-US":
        raise SystemExit("the language is not on the medium")
    commands(pe)
    if text(pe, "UserData/AcceptEula") != "true":
        raise SystemExit("the licence is not accepted")
    chosen = pe.find("u:ImageInstall/u:OSImage/u:InstallFrom/u:MetaData", SPACE)
    if chosen is None or text(chosen, "Key") != "/IMAGE/INDEX" or text(chosen, "Value") != "1":
        raise SystemExit("there is no such image in install.wim")
    partitions = partition(pe)
    target = text(pe, "ImageInstall/OSImage/InstallTo/PartitionID")
    with (MEDIUM / "esp.img").open("rb") as source, open(f"/dev/sda{partitions['EFI']}", "wb") as disk:
        copy(source, disk)
    with (MEDIUM / "root.ext4").open("rb") as source, open(f"/dev/sda{target}", "wb") as disk:
        copy(source, disk)
    commands(component(tree, "specialize", "Microsoft-Windows-Deployment"))
    report("standin installed")
    end("reboot")


def component(tree: ET.Element, stage: str, name: str) -> ET.Element:
    found = tree.find(f"u:settings[@pass='{stage}']/u:component[@name='{name}']", SPACE)
    if found is None or found.get("processorArchitecture") != "amd64":
        raise SystemExit(f"{stage} has no {name} for amd64")
    return found


def text(element: ET.Element, path: str) -> str:
    return element.findtext("/".join(f"u:{name}" for name in path.split("/")), "", SPACE)


def commands(within: ET.Element) -> None:
    """Run the commands of a pass in their order; of what only Windows can run, see that the text is whole."""
    listed = within.findall("u:RunSynchronous/u:RunSynchronousCommand", SPACE)
    for command in sorted(listed, key=lambda c: int(text(c, "Order"))):
        path = text(command, "Path")
        if said := re.fullmatch(r"cmd(?:\.exe)? /c echo omnigym: ([^>]+)>\s*COM1", path):
            report(said[1].strip())
        elif not path or len(path) > 259:
            raise SystemExit(f"a command has {len(path)} characters")


def partition(pe: ET.Element) -> dict[str, str]:
    """Partition the disk; return the numbers of the partitions by their types."""
    disk = pe.find("u:DiskConfiguration/u:Disk", SPACE)
    if disk is None or text(disk, "DiskID") != "0" or text(disk, "WillWipeDisk") != "true":
        raise SystemExit("disk 0 is not to be wiped")
    sectors = int(Path("/sys/block/sda/size").read_text())
    if sectors * 512 < 64 << 30:
        raise SystemExit("the disk has less than 64 GiB")
    lines, kinds = ["label: gpt"], {}
    for one in sorted(disk.findall("u:CreatePartitions/u:CreatePartition", SPACE), key=lambda p: int(text(p, "Order"))):
        size = "" if text(one, "Extend") == "true" else f"size={int(text(one, 'Size'))}MiB, "
        lines.append(f"{size}type={TYPES[text(one, 'Type')]}")
        kinds[text(one, "Type")] = text(one, "Order")
    subprocess.run(["sfdisk", "-q", "/dev/sda"], input="\n".join(lines), text=True, check=True, capture_output=True)
    busybox("mdev", "-s")
    return kinds


def copy(source, disk) -> None:
    """Copy an image onto a partition; holes are left out, as the disk is empty."""
    while chunk := source.read(1 << 20):
        if chunk.count(0) == len(chunk):
            disk.seek(len(chunk), 1)
        else:
            disk.write(chunk)


run(main)
