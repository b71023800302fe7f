"""Setup steps: how the world is made before an episode starts, as plain data."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Any, TypeAlias, get_args

from omnigym.devices.protocol import ClipboardContent, Device
from omnigym.documents import plain, write_docx
from omnigym.documents.pdf import pdf_of_text
from omnigym.documents.sheets import Workbook, calculate, read_csv, write_xlsx
from omnigym.documents.slides import write_pptx
from omnigym.documents.sound import tone
from omnigym.errors import TaskFileError, UnknownNameError
from omnigym.pictures import is_picture, scene_file
from omnigym.tasks.templates import fill

__all__ = [
    "AddRow",
    "Launch",
    "MakeDir",
    "SetClipboard",
    "SetSetting",
    "SetupStep",
    "WriteFile",
    "apply_setup",
    "fill_step",
    "needed_by",
    "step_from_json",
    "step_to_json",
]


@dataclass(frozen=True, slots=True)
class WriteFile:
    """Create or replace a file.

    Attributes:
        path: A portable path, may be a template.
        content: Text, a template, written as UTF-8 or, to a path that ends with .docx, as a document of one
            paragraph a line, or to one that ends with .xlsx, as the workbook that it is as comma-separated values, or
            to a path of a picture, as the one of `omnigym.pictures.SCENES` that it names, or to one that ends with
            .pdf, with a page for each part between form feeds, or to one that ends with .wav, as a tone of that many
            seconds, or to one that ends with .pptx, as slides with an empty line between them, the first line of each
            its title; or bytes as they are.
    """

    path: str
    content: str | bytes = ""


@dataclass(frozen=True, slots=True)
class MakeDir:
    """Create a directory, and those above it."""

    path: str


@dataclass(frozen=True, slots=True)
class Launch:
    """Start an app, maybe with a file or directory."""

    app: str
    path: str | None = None


@dataclass(frozen=True, slots=True)
class SetClipboard:
    """Put text, files or a picture on the clipboard; ``image`` is the name of a scene of `omnigym.pictures`."""

    text: str = ""
    files: tuple[str, ...] = ()
    image: str = ""


@dataclass(frozen=True, slots=True)
class SetSetting:
    """Change a setting."""

    key: str
    value: str


@dataclass(frozen=True, slots=True)
class AddRow:
    """Add a row to a table that an app of the simulated phone keeps: a file ``{"rows": [...]}`` in JSON.

    Attributes:
        path: Of the file.
        columns: Names; the row gets a new "id" besides.
        values: One for each column; may be templates.
    """

    path: str
    columns: tuple[str, ...]
    values: tuple[Any, ...]


SetupStep: TypeAlias = WriteFile | MakeDir | Launch | SetClipboard | SetSetting | AddRow

_BY_NAME: Mapping[str, Callable[..., SetupStep]] = {cls.__name__: cls for cls in get_args(SetupStep)}
_NEEDS = {
    WriteFile: "files",
    MakeDir: "files",
    AddRow: "files",
    Launch: "apps",
    SetClipboard: "clipboard",
    SetSetting: "settings",
}


def needed_by(step: SetupStep) -> str:
    """The capability that a device needs for a step."""
    return _NEEDS[type(step)]


def fill_step(step: SetupStep, parameters: Mapping[str, Any]) -> SetupStep:
    """The step with its templates filled."""
    values = {f.name: fill(getattr(step, f.name), parameters) for f in fields(step)}
    return _BY_NAME[type(step).__name__](**values)


def apply_setup(device: Device, steps: Iterable[SetupStep]) -> None:
    """Do the steps, in order.

    Raises:
        DeviceError: The device failed.
    """
    target: Any = device
    for step in steps:
        _APPLY[type(step)](target, step)


def _write(device: Any, step: WriteFile) -> None:
    device.write_file(step.path, step.content if isinstance(step.content, bytes) else _encoded(step))


def _encoded(step: WriteFile) -> bytes:
    text = str(step.content)
    if is_picture(step.path):
        return scene_file(text, step.path)
    if step.path.lower().endswith(".pdf"):
        return pdf_of_text(text)
    if step.path.lower().endswith(".pptx"):
        return write_pptx(text)
    if step.path.lower().endswith(".wav"):
        return tone(int(text))
    if step.path.lower().endswith(".xlsx"):
        return write_xlsx(calculate(Workbook((read_csv(text),))))
    return write_docx(plain(text)) if step.path.lower().endswith(".docx") else text.encode()


def _add_row(device: Any, step: AddRow) -> None:
    try:
        table = json.loads(device.read_file(step.path))
    except FileNotFoundError:
        table = {"rows": []}
    rows = table["rows"]
    new = max([r["id"] for r in rows], default=0) + 1
    rows.append({"id": new, **dict(zip(step.columns, step.values, strict=True))})
    device.write_file(step.path, json.dumps(table, ensure_ascii=False, indent=1).encode())


def _make_dir(device: Any, step: MakeDir) -> None:
    device.make_dir(step.path)


def _launch(device: Any, step: Launch) -> None:
    device.launch(step.app, step.path)


def _clipboard(device: Any, step: SetClipboard) -> None:
    files = tuple(device.native_path(f) for f in step.files)
    image = scene_file(step.image, "clipboard.png") if step.image else b""
    device.set_clipboard(ClipboardContent(text=step.text, files=files, image=image))


def _setting(device: Any, step: SetSetting) -> None:
    device.set_setting(step.key, step.value)


_APPLY: Mapping[type, Callable[[Any, Any], None]] = {
    WriteFile: _write,
    MakeDir: _make_dir,
    AddRow: _add_row,
    Launch: _launch,
    SetClipboard: _clipboard,
    SetSetting: _setting,
}


def step_to_json(step: SetupStep) -> dict[str, Any]:
    """A plain JSON value: the class name under ``"type"``, then the fields; bytes are hexadecimal."""
    out: dict[str, Any] = {"type": type(step).__name__}
    for f in fields(step):
        value = getattr(step, f.name)
        if isinstance(value, bytes):
            out["hex"] = value.hex()
        else:
            out[f.name] = list(value) if isinstance(value, tuple) else value
    return out


def step_from_json(data: Mapping[str, Any]) -> SetupStep:
    """The step that `step_to_json` wrote.

    Raises:
        TaskFileError: The type is unknown or a field is wrong.
    """
    values = dict(data)
    name = str(values.pop("type", None))
    if name not in _BY_NAME:
        raise TaskFileError(str(UnknownNameError("setup step", name, _BY_NAME)))
    try:
        if "hex" in values:
            values["content"] = bytes.fromhex(values.pop("hex"))
        return _BY_NAME[name](**{k: tuple(v) if isinstance(v, list) else v for k, v in values.items()})
    except (TypeError, ValueError) as e:
        expected = ", ".join(f.name for f in fields(_BY_NAME[name]))  # type: ignore[arg-type]
        message = f"Cannot read a {name} step from {dict(data)!r}: {e}. Its fields are: {expected}."
        raise TaskFileError(message) from None
