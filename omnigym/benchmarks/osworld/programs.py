"""The authors' names of programs, windows and folders, and what omnigym has for them; the names are data."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict

from omnigym.devices.config import named_configs
from omnigym.foreign import parse_toml

__all__ = [
    "DRIVE",
    "CommandDemand",
    "Program",
    "adapt_command",
    "are_installed",
    "asked_by",
    "getters_of",
    "is_plumbing",
    "kept_by_simulated",
    "names_program",
    "port_arguments",
    "portable",
    "program_called",
    "program_for",
    "program_titled",
    "simulated_properties",
    "steps_of",
]

#: How a path of Windows begins. Within a script ``y:\\n`` is no such path.
DRIVE = re.compile(r"(?<!\w)(?:[A-Z]:\\|[a-z]:\\(?=Users\b))")
_HOMES = re.compile(
    r"(?:/home/user|~|\$HOME|\$\{HOME\}|[A-Za-z]:[\\/]Users[\\/](?!Public\b)[^\\/]+|%USERPROFILE%|\$env:USERPROFILE)(?=[\\/]|$)",
    re.IGNORECASE,
)
_ABSOLUTE = re.compile(r"/|[A-Za-z]:|\\\\")


class Program(BaseModel):
    """A program of the authors'; see ``programs.toml``."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    names: Mapping[Literal["linux", "windows"], tuple[str, ...]]
    programs: tuple[str, ...]
    called: tuple[str, ...]
    titles: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    fixed: bool = False
    pages: bool = False
    flag: str = ""
    extensions: tuple[str, ...] = ()
    office: bool = False

    def __hash__(self) -> int:
        return hash(self.called)

    def name_on(self, platform: str) -> str:
        """Omnigym's name of the app on a platform; "" where no device of it has the program."""
        known = _apps().get(platform, frozenset())
        return next((n for n in self.names.get(platform, ()) if n in known), "")  # type: ignore[call-overload]

    def takes(self, option: str) -> bool:
        """Whether an option can be left out."""
        return option.partition("=")[0] in self.ignore


class CommandDemand(NamedTuple):
    """A demand of a command.

    Attributes:
        kind: The kind of reason that it is.
        why: The demand in words.
    """

    kind: str
    why: str


@cache
def _data() -> Mapping[str, Any]:
    return parse_toml((files("omnigym.benchmarks.osworld") / "programs.toml").read_text(encoding="utf-8"))


@cache
def _programs() -> tuple[Program, ...]:
    return tuple(Program.model_validate(entry) for entry in _data()["app"])


@cache
def _apps() -> Mapping[str, frozenset[str]]:
    """The names of the apps of all devices, by platform."""
    found: dict[str, frozenset[str]] = {}
    for config in named_configs().values():
        if not (config.FOR_TESTS or config.FOUND):
            found[config.stands_for] = found.get(config.stands_for, frozenset()) | (config.apps or frozenset())
    return found


@cache
def _known() -> Mapping[str, Mapping[str, Program]]:
    """The programs by their commands, their names in files and the titles of their windows."""
    found: dict[str, dict[str, Program]] = {"programs": {}, "called": {}, "titles": {}}
    for program in _programs():
        for field, known in found.items():
            for name in getattr(program, field):
                known.setdefault(name, program)
    return found


def program_called(name: str) -> Program | None:
    """The program that ``related_apps`` means; None for one that is not known.

    >>> program_called("VS Code").names["windows"]
    ('code_editor',)
    """
    return _known()["called"].get(name.casefold().strip())


def program_titled(title: str) -> Program | None:
    """The program that the title or class of a window means, whatever it shows."""
    return _known()["titles"].get(title.casefold().strip())


def names_program(name: str) -> bool:
    """Whether a word of ``related_apps`` names a program at all."""
    return name.casefold().strip() not in _data()["no_app"]["called"]


def program_for(argv: Collection[str], office: str = "") -> Program | None:
    """The program that a command starts; None for none that is known.

    Args:
        argv: The command. LibreOffice is the app of its flag, else of its file.
        office: The app of LibreOffice that the file is about, where the command does not say it.
    """
    words = list(argv)
    name = base(words[0])
    if name not in ("libreoffice", "soffice"):
        return _known()["programs"].get(name)
    if any(w.startswith("--convert-to") or w == "--headless" for w in words):
        return None
    kinds = [p for p in _programs() if p.office]
    said = [p for p in kinds if p.flag in words]
    said += [p for p in kinds for w in words[1:] if w.lower().endswith(p.extensions)]
    said += [p for p in kinds if office in p.names["linux"]]
    return said[0] if said else None


def base(word: str) -> str:
    r"""The name of a program without its folder and ".exe".

    >>> base("C:\\Program Files\\LibreOffice\\program\\scalc.exe"), base("/usr/bin/thunderbird")
    ('scalc', 'thunderbird')
    """
    return re.split(r"[\\/]", word)[-1].lower().removesuffix(".exe")


def is_plumbing(word: str) -> bool:
    """Whether a program only joins the authors' machines."""
    return base(word) in _data()["plumbing"]["programs"]


def are_installed(packages: Iterable[str]) -> bool:
    """Whether the desktop has all of these packages, of Debian or of Python."""
    return set(packages) <= set(_data()["installed"]["packages"])


def portable(path: str) -> str | None:
    r"""A path of the authors' as a portable one; None for one outside the home.

    >>> portable("/home/user/Desktop/a.txt"), portable("C:\\Users\\Docker\\Documents\\b.docx"), portable("/etc/fstab")
    ('Desktop/a.txt', 'Documents/b.docx', None)
    """
    found = _HOMES.match(path)
    rest = path[found.end() :] if found else path
    if not found and _ABSOLUTE.match(path):
        return None
    windows = "\\" in path and "/" not in rest
    rest = (rest.replace("\\", "/") if windows else rest).strip("/")
    return folders_in(rest.removeprefix("./")) or "."


def folders_in(text: str) -> str:
    """A text with the profile folders of Debian's programs."""
    for pattern, replacement in _data()["folders"]["replace"]:
        text = re.sub(pattern, replacement, text)
    return text


def adapt_command(text: str) -> str:
    """A command with the names of Debian's programs and their profile folders.

    >>> adapt_command("pkill chrome; ls ~/.config/google-chrome/Default")
    'pkill chromium; ls ~/.config/chromium/Default'
    """
    text = folders_in(text)
    for pattern, replacement in _data()["words"]["replace"]:
        text = re.sub(pattern, replacement, text)
    return text


def port_arguments(argv: Iterable[str]) -> tuple[str, ...]:
    """The words of a command as `adapt_command` has them; Debian's Python is called python3.

    >>> port_arguments(["python", "/home/user/snap/vlc/3/.config/a.py", "python"])
    ('python3', '/home/user/.config/a.py', 'python')
    """
    words = [adapt_command(word) for word in argv]
    return tuple(["python3", *words[1:]] if words[:1] == ["python"] else words)


@cache
def _asking() -> tuple[tuple[re.Pattern[str], CommandDemand], ...]:
    return tuple((re.compile(e["pattern"]), CommandDemand(e["kind"], e["why"])) for e in _data()["command"])


def asked_by(command: str) -> tuple[CommandDemand, ...]:
    """The demands of a command besides a desktop of its own.

    >>> asked_by("echo password | sudo -S apt-get install zsh -y")[0]
    CommandDemand(kind='platform', why='the rights of root')
    """
    return tuple(asked for pattern, asked in _asking() if pattern.search(command))


@cache
def _groups() -> Mapping[str, Mapping[str, frozenset[str]]]:
    kinds = ("getters", "simulated", "steps")
    return {kind: {name: frozenset(names) for name, names in _data()[kind].items()} for kind in kinds}


def getters_of(group: str) -> frozenset[str]:
    """The getters of a group of ``programs.toml``: "shell", "browser", "live", "internet"..."""
    return _groups()["getters"][group]


def simulated_properties(group: str) -> frozenset[str]:
    """What holds of documents that simulated programs saved: "metrics", "rules" of tables, "looks" of cells."""
    return _groups()["simulated"][group]


def kept_by_simulated(metric: str, options: Mapping[str, Any]) -> bool:
    """Whether a comparison of documents holds after a simulated program opened and saved one without edits."""
    return metric in simulated_properties("metrics") and all(
        isinstance(rule, Mapping)
        and rule.get("type") in simulated_properties("rules")
        and simulated_properties("looks").issuperset(_looks(rule))
        for rule in options.get("rules", ())
    )


def _looks(rule: Mapping[str, object]) -> list[str]:
    looks = rule.get("props", ())
    return list(map(str, looks)) if rule.get("type") == "style" and isinstance(looks, list | tuple) else []


def steps_of(group: str) -> frozenset[str]:
    """The kinds of steps of a group, such as "account"."""
    return _groups()["steps"][group]
