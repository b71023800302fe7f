"""``dumpsys``, ``service`` and ``svc``: what the system's services say of themselves, and switches of some."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from omnigym.a11y.android_packages import package_of
from omnigym.devices.phone.shell.running import Result, UsageError, applet, fail, say
from omnigym.sim.android.shell.status_bar import BATTERY_PERCENT

if TYPE_CHECKING:
    from omnigym.devices.phone.phone import Phone

# -- ``service`` and ``svc`` ------------------------------------------------------------------------------------------

# Which system services there are, and switches of some.

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


# -- ``dumpsys`` ------------------------------------------------------------------------------------------------------

# What the services say of themselves, with the lines that programs look for.

_CHARGE_UAH, _MILLIVOLTS = 4_000_000, 4_050
_DISPLAY_ID = 4619827259835644672


@applet("dumpsys")
def run_dumpsys(phone: Phone, arguments: list[str], _stdin: bytes) -> Result:
    """``dumpsys SERVICE``, with the lines that programs look for."""
    service = arguments[0] if arguments else ""
    if service == "-l":
        return say("\n".join(["Currently running services:", *[f"  {name}" for name in SERVICES]]))
    if service == "battery" and len(arguments) > 1:
        return fail(f"the simulated phone's battery cannot be set: dumpsys {' '.join(arguments)}")
    if service not in _SERVICES:
        return fail(f"Can't find service: {service}", 0)
    return say(_SERVICES[service](phone, arguments[1:]))


def _window(phone: Phone, _arguments: list[str]) -> str:
    front = phone.foreground().component
    lines = ["WINDOW MANAGER WINDOWS (dumpsys window windows)"]
    for number, window in enumerate(phone.windows()):
        component = package_of(window.app).component
        lines.append(f"  Window #{number} Window{{{_hash(window.id)} u0 {component}}}:")
    lines.append(f"  mCurrentFocus=Window{{{_hash(front)} u0 {front}}}")
    lines.append(f"  mFocusedApp=ActivityRecord{{{_hash(front)} u0 {front} t1}}")
    return "\n".join(lines)


def _activity(phone: Phone, _arguments: list[str]) -> str:
    front = phone.foreground().component
    lines = ["ACTIVITY MANAGER ACTIVITIES (dumpsys activity activities)", "Display #0 (activities from top to bottom):"]
    for number, window in enumerate(phone.windows()):
        component = package_of(window.app).component
        lines.append(f"    * Hist  #{number}: ActivityRecord{{{_hash(window.id)} u0 {component} t{number + 1}}}")
    lines.append(f"  topResumedActivity=ActivityRecord{{{_hash(front)} u0 {front} t1}}")
    lines.append(f"  ResumedActivity: ActivityRecord{{{_hash(front)} u0 {front} t1}}")
    return "\n".join(lines)


def _package(phone: Phone, arguments: list[str]) -> str:
    if not arguments or arguments[0] not in phone.installed():
        return "Unable to find package: " + " ".join(arguments)
    return f"Packages:\n  Package [{arguments[0]}] ({_hash(arguments[0])}):\n    versionName=1.0"


def _notification(phone: Phone, _arguments: list[str]) -> str:
    lines = ["Current Notification Manager state:", "  Notification List:"]
    for number, note in enumerate(phone.notifications()):
        package = package_of(note["app"]).name
        lines.append(f"    NotificationRecord(0x{number:08x}: pkg={package} user=UserHandle{{0}} id={number})")
        lines.append(f"          android.title=String ({note['title']})")
        lines.append(f"          android.text=String ({note['text']})")
    return "\n".join(lines)


def _battery(_phone: Phone, _arguments: list[str]) -> str:
    said = {
        **dict.fromkeys(("AC powered", "USB powered", "Wireless powered", "Dock powered"), "false"),
        "Max charging current": 0,
        "Max charging voltage": 0,
        "Charge counter": _CHARGE_UAH * BATTERY_PERCENT // 100,
        "status": 3,  # discharging
        "health": 2,  # good
        "present": "true",
        "level": BATTERY_PERCENT,
        "scale": 100,
        "voltage": _MILLIVOLTS,
        "temperature": 250,
        "technology": "Li-ion",
    }
    return "\n".join(["Current Battery Service state:", *[f"  {name}: {value}" for name, value in said.items()]])


def _power(phone: Phone, _arguments: list[str]) -> str:
    on = phone.screen_on
    said = {
        "mWakefulness": "Awake" if on else "Asleep",
        "mWakefulnessChanging": "false",
        "mIsPowered": "false",
        "mPlugType": 0,
        "mBatteryLevel": BATTERY_PERCENT,
        "mBootCompleted": "true",
        "mSystemReady": "true",
        "mHoldingWakeLockSuspendBlocker": "false",
        "mHoldingDisplaySuspendBlocker": "true" if on else "false",
    }
    lines = [f"  {name}={value}" for name, value in said.items()]
    head = ["POWER MANAGER (dumpsys power)", "", "Power Manager State:"]
    return "\n".join([*head, *lines, "", f"Display Power: state={'ON' if on else 'OFF'}"])


def _display(phone: Phone, _arguments: list[str]) -> str:
    w, h = phone.width, phone.height
    state = "ON" if phone.screen_on else "OFF"
    area = f"Rect(0, 0 - {w}, {h})"
    return (
        "DISPLAY MANAGER (dumpsys display)\n"
        f"  mViewports=[DisplayViewport{{type=INTERNAL, valid=true, isActive=true, displayId=0, "
        f"uniqueId='local:{_DISPLAY_ID}', physicalPort=0, orientation=0, logicalFrame={area}, physicalFrame={area}, "
        f"deviceWidth={w}, deviceHeight={h}}}]\n"
        f"  mScreenState={state}\n"
        f'  mBaseDisplayInfo=DisplayInfo{{"Built-in Screen", displayId 0, state {state}, real {w} x {h}, '
        f"rotation 0, density {phone.density}}}"
    )


def _flinger(_phone: Phone, arguments: list[str]) -> str:
    if arguments[:1] == ["--display-id"]:
        return f'Display {_DISPLAY_ID} (HWC display 0): port=0 pnpId=OMN displayName="omnigym"'
    return "GLES: simulated"


def _input_method(phone: Phone, _arguments: list[str]) -> str:
    typing = phone.device.tree().find(key="keyboard") is not None
    return f"  mInputShown={'true' if typing else 'false'}"


_SERVICES: dict[str, Callable[[Phone, list[str]], str]] = {
    "window": _window,
    "activity": _activity,
    "package": _package,
    "notification": _notification,
    "battery": _battery,
    "power": _power,
    "display": _display,
    "SurfaceFlinger": _flinger,
    "input_method": _input_method,
}


def _hash(name: str) -> str:
    """Seven hexadecimal digits, as Android's objects have."""
    value = 0
    for character in name:
        value = (value * 31 + ord(character)) & 0xFFFFFFF
    return f"{value:07x}"
