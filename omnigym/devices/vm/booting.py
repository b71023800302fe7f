"""The last step of most recipes: boot a machine, use its applications once, and freeze it."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from typing import Final

from omnigym.devices.config import build_device
from omnigym.devices.guest.config import GuestConfig
from omnigym.devices.protocol import HasApps
from omnigym.devices.vm.building import Build
from omnigym.devices.vm.device import reset_booting, settle_guest
from omnigym.devices.vm.hypervisor import Hypervisor
from omnigym.devices.vm.image import Image
from omnigym.devices.waiting import Deadline
from omnigym.errors import BuildError, DeviceTimeoutError

__all__ = ["boot_and_freeze"]

#: The name of the state.
_STATE: Final = "ready"
#: How long a machine may take to boot, and a call of its guest, in seconds: under TCG, while others build, too.
_BOOT_S, _CALL_S = 1800.0, 300.0
#: How often the progress bar moves while it boots, in seconds, and how many characters of its console an error quotes.
_LOOK_S, _QUOTED = 1.0, 2000


def boot_and_freeze(build: Build, image: Image, warm: Sequence[str]) -> Image:
    """Boot a machine from the image in the step's folder, start some of its applications once, and freeze it.

    Args:
        build: The build, whose folder has the image's files.
        image: The image, not yet written.
        warm: Applications; those that the guest does not have are left out.

    Returns:
        The image with its state.

    Raises:
        BuildError: The guest does not answer.
        DeviceError: The machine failed.
    """
    console = build.out / "console.log"
    with contextlib.closing(Hypervisor(image, build.out, build=True, console=console)) as machine:
        machine.start()
        end = Deadline(_BOOT_S)
        while not end.passed:
            build.note("boots")
            with contextlib.suppress(DeviceTimeoutError):
                machine.wait_for_guest(Deadline(_LOOK_S))
                break
        else:
            said = console.read_text("utf-8", "replace")[-_QUOTED:]
            raise BuildError(f"{image.name}: the guest does not answer {_BOOT_S:g} s after its start. It said: {said}")
        url = f"http://127.0.0.1:{machine.port}"
        config = GuestConfig(image.size, url, image.token, image.platform, image.serves, timeout=_CALL_S)
        with contextlib.closing(build_device(config)) as guest:
            reset_booting(machine, guest, Deadline(_BOOT_S))
            assert isinstance(guest, HasApps)
            for app in sorted({*warm} & {*guest.apps()}):
                build.note(f"starts {app}")
                guest.launch(app)
        build.note("settles")
        settle_guest(machine, Deadline(_CALL_S))
        build.note("freezes")
        frozen = machine.freeze(_STATE)
    console.unlink()
    return frozen
