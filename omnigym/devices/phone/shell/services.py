"""``service`` and ``svc``: which system services there are, and switches of some."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from omnigym.devices.phone.shell.applets import Result, UsageError, applet, fail, say

if TYPE_CHECKING:
    from omnigym.devices.phone.phone import Phone

__all__ = ["SERVICES"]

#: The interface of each service, by its name.
SERVICES: Mapping[str, str] = MappingProxyType(
    {
        "SurfaceFlinger": "",
        "accessibility": "android.view.accessibility.IAccessibilityManager",
        "activity": "android.app.IActivityManager",
        "activity_task": "android.app.IActivityTaskManager",
        "alarm": "android.app.IAlarmManager",
        "battery": "",
        "clipboard": "android.content.IClipboard",
        "connectivity": "android.net.IConnectivityManager",
        "content": "android.content.IContentService",
        "display": "android.hardware.display.IDisplayManager",
        "input": "android.hardware.input.IInputManager",
        "input_method": "com.android.internal.view.IInputMethodManager",
        "notification": "android.app.INotificationManager",
        "package": "android.content.pm.IPackageManager",
        "phone": "com.android.internal.telephony.ITelephony",
        "power": "android.os.IPowerManager",
        "settings": "",
        "statusbar": "com.android.internal.statusbar.IStatusBarService",
        "uimode": "android.app.IUiModeManager",
        "wifi": "android.net.wifi.IWifiManager",
        "window": "android.view.IWindowManager",
    }
)
_DOES_NOT_EXIST = 10
_SWITCHES = MappingProxyType(
    {"wifi": "global/wifi_on", "data": "global/mobile_data", "bluetooth": "global/bluetooth_on"}
)
_SVC = (
    "Available commands:\n"
    "    help     Show information about the subcommands\n"
    "    power    Control the power manager\n"
    "    data     Control mobile data connectivity\n"
    "    wifi     Control the Wi-Fi manager\n"
    "    bluetooth     Control Bluetooth service"
)


@applet("service")
def run_service(_phone: Phone, arguments: list[str], _stdin: bytes) -> Result:
    """``service list`` and ``service check NAME``; none can be called."""
    command, name = (*arguments[:2], "", "")[:2]
    if command == "list":
        lines = [f"{i}\t{service}: [{interface}]" for i, (service, interface) in enumerate(SERVICES.items())]
        return say("\n".join([f"Found {len(SERVICES)} services:", *lines]))
    if command == "check" and name:
        return say(f"Service {name}: {'found' if name in SERVICES else 'not found'}")
    if command == "call" and name:
        if name not in SERVICES:
            return fail(f"service: Service {name} does not exist", _DOES_NOT_EXIST)
        return fail(f"service: the simulated phone's services cannot be called: {name}")
    raise UsageError("expected list, check SERVICE or call SERVICE CODE")


@applet("svc")
def run_svc(phone: Phone, arguments: list[str], _stdin: bytes) -> Result:
    """``svc wifi|data|bluetooth enable|disable`` and ``svc power stayon ...``."""
    name, command = (*arguments[:2], "", "")[:2]
    if name in _SWITCHES and command in ("enable", "disable"):
        phone.device.set_setting(_SWITCHES[name], str(int(command == "enable")))
        return Result()
    if name == "power" and command == "stayon":
        on = "0" if arguments[2:3] == ["false"] else "15"
        phone.settings["global", "stay_on_while_plugged_in"] = on
        return Result()
    return say(_SVC)
