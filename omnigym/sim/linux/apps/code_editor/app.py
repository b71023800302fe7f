"""Visual Studio Code: its declaration."""

from __future__ import annotations

from omnigym.sim.kinds.code.editor import Editor, Parts, code_editor
from omnigym.sim.kinds.code.files import Files, Host
from omnigym.sim.kinds.code.view import view_of
from omnigym.sim.linux.paths import inward, outward
from omnigym.sim.program import FileKind, Program

_EDITOR = Editor(Files(Host("Visual Studio Code", inward, outward)), Parts())
APPS = (
    code_editor(
        _EDITOR,
        view_of(_EDITOR),
        program=Program(
            category="Programming",
            commands=("code",),
            opens=(FileKind(("css", "go", "java", "rs", "toml", "ts", "yaml", "yml"), "Source code", "vscode-source"),),
            reads=("c", "html", "ini", "js", "json", "md", "py", "sh", "txt", "xml"),
        ),
    ),
)
