"""``omnigym vm``: images of virtual machines, and the container.

A recipe of another image is a module of `omnigym.devices.vm.recipes`, a function here that calls `_build`, and its row
under "build" in `omnigym.cli.root`.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import typer

from omnigym.cli.console import STDOUT, print_table, progress, stdout, write_json
from omnigym.cli.options import ListJsonOption
from omnigym.devices.guest.config import TOKEN_VARIABLE
from omnigym.devices.vm.building import Build, ImageRecipe, remove_image, weight
from omnigym.devices.vm.image import find_image, image_names, images_dir, read_image
from omnigym.errors import ConfigError

__all__ = ["container", "linux", "list_images", "remove", "show", "windows", "wine"]

NameArgument = Annotated[str, typer.Argument(metavar="NAME", help="An image, as `omnigym vm list` names it.")]


SizeOption = Annotated[str, typer.Option("--size", metavar="WxH", help="The screen in pixels.")]


def linux(size: SizeOption = "1024x768") -> None:
    """Build the Linux image from Debian's packages: a desktop with an editor, files, a terminal and LibreOffice.

    No root is needed. Finished steps are kept, so you can resume an interrupted build.
    """
    from omnigym.devices.vm.recipes.linux import recipe

    _build(recipe(_pixels(size)))


def wine() -> None:
    """Build the Wine image, a substitute for Windows in tests: Wine's programs, shown by a Windows Python.

    No root is needed. Finished steps are kept, so you can resume an interrupted build.
    """
    from omnigym.devices.vm.recipes.wine import recipe

    _build(recipe())


def windows(
    iso: Annotated[Path, typer.Option("--iso", metavar="FILE", help="The ISO of Windows 11 for x64, from Microsoft.")],
    python: Annotated[
        Path,
        typer.Option(
            "--python", metavar="FILE", help='"Windows embeddable package (64-bit)" from python.org, 3.11-3.13.'
        ),
    ],
    accept_licence: Annotated[
        bool, typer.Option("--accept-licence", help="You accept Windows' licence terms; Setup is told so.")
    ] = False,
    product_key_file: Annotated[
        Path | None,
        typer.Option("--product-key-file", metavar="FILE", help="A file with the product key; evaluations need none."),
    ] = None,
    edition: Annotated[
        str, typer.Option("--edition", metavar="NAME", help="The edition; Windows 11 Pro, or the first one.")
    ] = "",
    programs: Annotated[
        Path | None, typer.Option("--programs", metavar="FILE", help="A list of programs to install, in TOML.")
    ] = None,
    size: SizeOption = "1024x768",
    memory: Annotated[int, typer.Option("--memory", metavar="MIB", help="Memory of the machine.")] = 4096,
    cpus: Annotated[int, typer.Option("--cpus", metavar="N", help="Processors of the machine.")] = 2,
    disk: Annotated[int, typer.Option("--disk", metavar="GIB", help="The largest that its disk may become.")] = 64,
    check: Annotated[
        bool,
        typer.Option("--check", help="Do all up to the start of the ISO, say what would follow, and keep nothing."),
    ] = False,
) -> None:
    """Build a Windows 11 image from your own ISO and licence, without any question.

    The guide is docs/windows-vm.md. Finished steps are kept, so you can resume an interrupted build.
    """
    from omnigym.devices.vm.recipes.windows import Options, read_key, recipe, rehearse

    key = read_key(product_key_file) if product_key_file is not None else ""
    options = Options(iso, python, accept_licence, edition, key, programs, _pixels(size), memory, cpus, disk)
    if not check:
        _build(recipe(options, images_dir()))
        return
    with progress("Rehearsing windows", 65) as advance:
        said = rehearse(options, images_dir(), advance)
    stdout().print(said, markup=False, soft_wrap=True)


def _pixels(size: str) -> tuple[int, int]:
    """A screen's (width, height)."""
    width, cross, height = size.partition("x")
    if not cross or not (width.isascii() and width.isdigit() and height.isascii() and height.isdigit()):
        raise ConfigError(f"--size must be WIDTHxHEIGHT in pixels, such as 1024x768, got {size!r}.")
    return int(width), int(height)


def container() -> None:
    """Build the Linux desktop as a container image, with a page to watch it: for Docker or Podman.

    No root is needed. It begins with the same packages as the Linux image.
    """
    from omnigym.devices.vm.recipes.container import ARCHIVE, recipe

    folder = _build(recipe())
    say = stdout().print
    say(f"docker load -i {folder / ARCHIVE}", markup=False, soft_wrap=True)
    ports = "-p 127.0.0.1:8650:8650 -p 127.0.0.1:6080:6080"
    say(f"docker run --rm {ports} -e {TOKEN_VARIABLE} omnigym-linux", markup=False, soft_wrap=True)


def _build(recipe: ImageRecipe) -> Path:
    """Build an image, with a progress bar, say where it is, and return that."""
    began, seconds = time.monotonic(), sum(round(step.seconds) for step in recipe.steps)
    with progress(f"Building {recipe.name}", seconds) as advance:
        folder = Build(recipe, images_dir(), advance).run()
    taken = time.monotonic() - began
    stdout().print(f"{folder}  {weight(folder) >> 20:,} MiB, {taken:.0f} s", markup=False, soft_wrap=True)
    return folder


def list_images(json: ListJsonOption = False) -> None:
    """List the local images."""
    folder = images_dir()
    found = [(name, read_image(folder / name), weight(folder / name)) for name in image_names()]
    if json:
        write_json(STDOUT, [{**image.model_dump(mode="json", exclude={"token"}), "bytes": n} for _, image, n in found])
        return
    rows = [
        (name, image.platform, "x".join(map(str, image.size)), "frozen" if image.state else "cold", f"{n >> 20:,}")
        for name, image, n in found
    ]
    print_table(["image", "platform", "screen", "starts", "MiB"], rows)
    stdout().print(str(folder), markup=False, soft_wrap=True)


def show(name: NameArgument) -> None:
    """Print the description of an image as JSON, without its token."""
    folder = find_image(name)
    said = read_image(folder).model_dump(mode="json", exclude={"token"})
    write_json(STDOUT, {**said, "folder": str(folder), "bytes": weight(folder)})


def remove(
    name: NameArgument,
    parts: Annotated[
        bool, typer.Option("--parts", help="Also the results of steps, with which a build goes faster.")
    ] = False,
) -> None:
    """Remove an image. Machines that run from it go on."""
    freed = remove_image(images_dir(), find_image(name).name, parts=parts)
    stdout().print(f"{name} removed, {freed >> 20:,} MiB freed.", markup=False)
