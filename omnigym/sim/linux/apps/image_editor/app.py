"""GIMP: pictures of layers, brightness and contrast, cropping, scaling, exported as files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from omnigym.pictures import FORMATS
from omnigym.pictures import layers as ly
from omnigym.sim.app import App, Close, Context, Focus, OpenDialog, RequestClose, SetFiles
from omnigym.sim.common.file_dialog import FileDialog
from omnigym.sim.common.message_box import MessageBox, tell
from omnigym.sim.handlers import sets
from omnigym.sim.kinds.canvas.board import framed, in_proportion, number_in
from omnigym.sim.linux.apps.image_editor.art import GIMP_ART, GIMP_STYLES
from omnigym.sim.linux.apps.image_editor.state import (
    CANVAS,
    TITLE,
    Asked,
    Result,
    State,
    changed,
    imported,
    redone,
    tried,
    undone,
)
from omnigym.sim.linux.apps.image_editor.view import shown_size, view
from omnigym.sim.linux.office import LOCATE
from omnigym.sim.linux.paths import outward
from omnigym.sim.program import FileKind, Program
from omnigym.sim.vfs import HOME, VfsError, base_name, parent_of

_IMAGES = ";".join(sorted(FORMATS))
_OPENS = (("All images", _IMAGES), ("All files", ""))
_SAVES = (("PNG image", "png"), ("JPEG image", "jpg;jpeg"), ("BMP image", "bmp"), ("GIF image", "gif"))


# -- files ------------------------------------------------------------------------------------------------------------


def _init(args: object, ctx: Context) -> Result:
    return _opened(State(), ctx, str(args)) if args else (State(), ())


def _opened(state: State, ctx: Context, path: str | None) -> Result:
    if path is None:
        return state, ()
    new, wrong = imported(path, ctx)
    return (new, (Focus(CANVAS),)) if new is not None else (state, (tell(TITLE, wrong),))


def _choose(state: State, _ctx: Context, answer: str) -> Result:
    folder = parent_of(state.path) if state.path else f"{HOME}/Pictures"
    return state, (OpenDialog("file_dialog", FileDialog(False, folder, "", _OPENS), (answer,)),)


def _added(state: State, ctx: Context, path: str | None, *, how: str) -> Result:
    """Another file as a layer: over the others, or beside them."""
    if path is None or not ctx.vfs.is_file(path):
        return state, ()
    if state.picture is None:
        return _opened(state, ctx, path)
    add = ly.over if how == "over" else ly.beside
    new, effects = tried(state, lambda picture: add(picture, ctx.vfs.read(path), base_name(path)))
    return new._replace(layer=len(new.picture.layers) - 1 if new.picture is not None else 0), effects


def _export(state: State, _ctx: Context) -> Result:
    if state.picture is None:
        return state, ()
    stem = base_name(state.path).rpartition(".")[0] or "Untitled"
    ask = FileDialog(True, parent_of(state.path) if state.path else f"{HOME}/Pictures", f"{stem}.png", _SAVES)
    return state, (OpenDialog("file_dialog", ask, ("export_to",)),)


def _export_to(state: State, ctx: Context, path: str | None) -> Result:
    if path is None or state.picture is None:
        return state, ()
    try:
        vfs = ctx.vfs.write(path, ly.export_picture(state.picture, base_name(path)), ctx.clock_ms)
    except VfsError as e:
        return state, (tell(TITLE, str(e)),)
    return state._replace(path=path, kept=state.picture), (SetFiles(vfs), Focus(CANVAS))


def _close(state: State, _ctx: Context) -> Result:
    if state.picture == state.kept:
        return state, (Close(),)
    name = base_name(state.path) if state.path else "Untitled"
    said = f"Save the changes to image '{name}' before closing?\nIf you don't export the image, changes will be lost."
    box = MessageBox("Quit GIMP", said, ("Discard Changes", "Cancel", "Export As"), "Cancel", "warning")
    return state, (OpenDialog("message_box", box, ("closing",)),)


def _closing(state: State, ctx: Context, answer: str | None) -> Result:
    if answer == "Export As":
        return _export(state, ctx)
    return state, (Close(),) if answer == "Discard Changes" else ()


# -- the picture ------------------------------------------------------------------------------------------------------


def _ask(state: State, _ctx: Context, kind: str) -> Result:
    if state.picture is None:
        return state, ()
    width, height = map(str, state.picture.size)
    first = "gimp.brightness" if kind == "tones" else "gimp.width"
    return state._replace(asked=Asked(kind, width=width, height=height)), (Focus(first, 0, -1),)


def _tone(state: State, _ctx: Context, name: str, value: int) -> Result:
    if state.asked is None:
        return state, ()
    return state._replace(asked=state.asked._replace(tones=state.asked.tones._replace(**{name: value}))), ()


def _size(state: State, _ctx: Context, name: str, typed: str) -> Result:
    if state.asked is None or state.picture is None:
        return state, ()
    asked = state.asked._replace(width=typed) if name == "width" else state.asked._replace(height=typed)
    number, (width, height) = number_in(typed), state.picture.size
    if asked.linked and number and name == "width":
        asked = asked._replace(height=str(in_proportion(number, width, height)))
    elif asked.linked and number:
        asked = asked._replace(width=str(in_proportion(number, height, width)))
    return state._replace(asked=asked), ()


def _linked(state: State, _ctx: Context) -> Result:
    asked = state.asked
    return (state._replace(asked=asked._replace(linked=not asked.linked)) if asked is not None else state), ()


def _ok(state: State, _ctx: Context, *_: str) -> Result:
    asked, quiet = state.asked, state._replace(asked=None)
    if asked is None:
        return state, ()
    if asked.kind == "tones":
        return tried(quiet, lambda picture: ly.brighten_layer(picture, state.layer, asked.tones))
    size = number_in(asked.width), number_in(asked.height)
    return tried(quiet, lambda picture: ly.scale_picture(picture, size)) if all(size) else (state, ())


def _crop(state: State, _ctx: Context) -> Result:
    frame = state.frame
    return tried(state, lambda picture: ly.crop_picture(picture, frame)) if frame is not None else (state, ())


def _tool(state: State, ctx: Context, name: str) -> Result:
    if name in ("tones", "scale"):
        return _ask(state._replace(tool=name), ctx, name)
    if name == "rotate":
        return tried(state, lambda picture: ly.turn_picture(picture, 1))
    if name == "crop" and state.frame is not None:
        return _crop(state, ctx)
    return state._replace(tool=name), ()


def _track(state: State, ctx: Context, phase: str, x: int, y: int) -> Result:
    """A rectangle drawn on the picture, or with the tool for it a layer moved."""
    if state.picture is None:
        return state, ()
    share = shown_size(state, ctx.w, ctx.h)[0][0] / state.picture.size[0]
    at = round(x / share), round(y / share)
    if phase == "press" or state.start is None:
        return state._replace(start=at), ()
    if state.tool == "move":
        return _moved(state, at) if phase == "release" else (state, ())
    frame = framed(state.start, at, state.picture.size)
    new = state._replace(frame=frame, start=None if phase == "release" else state.start)
    return _crop(new, ctx) if phase == "release" and state.tool == "crop" else (new, ())


def _moved(state: State, at: tuple[int, int]) -> Result:
    start, index = state.start, state.layer
    assert start is not None
    by = at[0] - start[0], at[1] - start[1]

    def move(picture: ly.Composition) -> ly.Composition:
        layer = picture.layers[index]
        new = layer._replace(at=(layer.at[0] + by[0], layer.at[1] + by[1]))
        return picture._replace(layers=(*picture.layers[:index], new, *picture.layers[index + 1 :]))

    return tried(state._replace(start=None), move)


def _visible(state: State, _ctx: Context, index: int) -> Result:
    def change(picture: ly.Composition) -> ly.Composition:
        layer = picture.layers[index]
        new = layer._replace(visible=not layer.visible)
        return picture._replace(layers=(*picture.layers[:index], new, *picture.layers[index + 1 :]))

    return tried(state, change)


def _raise(state: State, _ctx: Context, by: int) -> Result:
    if state.picture is None or not 0 <= state.layer + by < len(state.picture.layers):
        return state, ()
    layers = list(state.picture.layers)
    layers.insert(state.layer + by, layers.pop(state.layer))
    return changed(state, state.picture._replace(layers=tuple(layers)))._replace(layer=state.layer + by), ()


def _delete_layer(state: State, _ctx: Context) -> Result:
    if state.picture is None or len(state.picture.layers) < 2:
        return state, ()
    layers = state.picture.layers
    return changed(state, state.picture._replace(layers=(*layers[: state.layer], *layers[state.layer + 1 :]))), ()


def _select_all(state: State, _ctx: Context) -> Result:
    return (state._replace(frame=(0, 0, *state.picture.size)) if state.picture is not None else state), ()


_HANDLERS: Mapping[str, Callable[..., Result]] = {
    "append": lambda s, ctx: _choose(s, ctx, "append_from"),
    "append_from": partial(_added, how="beside"),
    "ask": _ask,
    "close": _close,
    "closing": _closing,
    "crop": _crop,
    "delete_layer": _delete_layer,
    "escape": lambda s, _: (s._replace(asked=None, frame=s.frame if s.asked is not None else None), (Focus(CANVAS),)),
    "export": _export,
    "export_to": _export_to,
    "flatten": lambda s, _: tried(s, ly.flatten_layers),
    "flip": lambda s, _, vertical: tried(s, lambda picture: ly.mirror_picture(picture, vertical=vertical)),
    "layer": sets("layer"),
    "layers_from": partial(_added, how="over"),
    "linked": _linked,
    "no": lambda s, _: (s._replace(asked=None), (Focus(CANVAS),)),
    "ok": _ok,
    "open": lambda s, ctx: _choose(s, ctx, "open_path"),
    "open_layers": lambda s, ctx: _choose(s, ctx, "layers_from"),
    "open_path": _opened,
    "overwrite": lambda s, ctx: _export_to(s, ctx, s.path) if s.path else _export(s, ctx),
    "quit": lambda s, _: (s, (RequestClose(),)),
    "raise": _raise,
    "redo": lambda s, _: (redone(s), ()),
    "reset": lambda s, ctx: _ask(s, ctx, s.asked.kind) if s.asked is not None else (s, ()),
    "select_all": _select_all,
    "select_none": lambda s, _: (s._replace(frame=None), ()),
    "size": _size,
    "tone": _tone,
    "tool": _tool,
    "track": _track,
    "turn": lambda s, _, quarters: tried(s, lambda picture: ly.turn_picture(picture, quarters)),
    "undo": lambda s, _: (undone(s), ()),
    "visible": _visible,
}


def _caption(state: State) -> str:
    if state.picture is None:
        return TITLE
    star, (w, h) = "*" if state.picture != state.kept else "", state.picture.size
    return f"{star}[{base_name(state.path)}] {w}x{h} – {TITLE}"


APPS = (
    App(
        name="image_editor",
        title="GIMP",
        icon="gimp",
        art=GIMP_ART,
        styles=GIMP_STYLES,
        program=Program(
            spoken=("GIMP",),
            category="Multimedia Editing",
            pinned=8,
            commands=("gimp",),
            opens=(FileKind(tuple(sorted(FORMATS)), "Image"),),
        ),
        init=_init,
        view=view,
        on=_HANDLERS,
        caption=_caption,
        document=lambda state: outward(state.path) if state.path else "",
        keys=(
            ("ctrl+o", ("open",)),
            ("ctrl+alt+o", ("open_layers",)),
            ("ctrl+shift+e", ("export",)),
            ("ctrl+e", ("export",)),
            ("ctrl+s", ("overwrite",)),
            ("ctrl+z", ("undo",)),
            ("ctrl+y", ("redo",)),
            ("ctrl+a", ("select_all",)),
            ("ctrl+shift+a", ("select_none",)),
            ("ctrl+q", ("quit",)),
            ("ctrl+w", ("quit",)),
            ("escape", ("escape",)),
        ),
        size=(980, 640),
        min_size=(560, 380),
        close=("close",),
        focus=CANVAS,
        locate={
            **{key: LOCATE[key] for key in ("menu", "dialog", "overwrite_confirm")},
            "discard": {"key": "message.discard_changes"},
            "canvas": {"key": "gimp.draw"},
            "brightness": {"key": "gimp.brightness"},
            "contrast": {"key": "gimp.contrast"},
            "ok": {"key": "gimp.ok"},
        },
    ),
)
