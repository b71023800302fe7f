"""The phone's shell, in process."""

from __future__ import annotations

import base64
import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omnigym.a11y.android_packages import KEYBOARD, LAUNCHER, SYSTEM_UI
from omnigym.devices.phone.phone import Phone
from omnigym.devices.phone.shell.running import ShellSyntaxError, parse, run_line
from omnigym.devices.sim.device import SimDevice
from omnigym.sim.android.shell.status_bar import BATTERY_PERCENT

SETTINGS = "com.android.settings"


@pytest.fixture(scope="module")
def kept() -> Phone:
    return Phone(SimDevice((360, 800), "android", 1.0))


@pytest.fixture
def phone(kept: Phone) -> Phone:
    kept.reset(0)
    return kept


def out(phone: Phone, line: str, stdin: bytes = b"") -> str:
    result = run_line(phone, line, stdin)
    assert result.code == 0, result.err
    return bytes(result.out).decode()


def test_words_and_operators() -> None:
    commands = parse("a 'b c' \"d\" && e | f; g || h > /sdcard/x 2>&1")
    assert [(c.words, c.end) for c in commands] == [
        (("a", "b c", "d"), "&&"),
        (("e",), "|"),
        (("f",), ";"),
        (("g",), "||"),
        (("h",), ";"),
    ]
    assert (commands[-1].into, commands[-1].errors) == ("/sdcard/x", "out")


@pytest.mark.parametrize("line", ["echo 'open", "; ls", "a && ; b", "ls >"])
def test_lines_that_cannot_be_read(line: str, phone: Phone) -> None:
    with pytest.raises(ShellSyntaxError):
        parse(line)
    result = run_line(phone, line)
    assert result.code == 2
    assert b"syntax error" in result.err


@pytest.mark.parametrize(
    ("line", "said", "code"),
    [
        ("echo a b", b"a b\n", 0),
        ("echo -n a; echo b", b"ab\n", 0),
        ("false && echo no", b"", 1),
        ("false || echo yes", b"yes\n", 0),
        ("true || echo no", b"", 0),
        ("false; echo code $?", b"code 1\n", 0),
        ("nosuch 2>/dev/null || echo gone", b"gone\n", 0),
        ("echo one | cat", b"one\n", 0),
        ("ls /nowhere 2>&1", b"ls: /nowhere: No such file or directory\n", 1),
        ("", b"", 0),
    ],
)
def test_running(line: str, said: bytes, code: int, phone: Phone) -> None:
    result = run_line(phone, line)
    assert (bytes(result.out), result.code) == (said, code)


def test_unknown_program(phone: Phone) -> None:
    result = run_line(phone, "nosuch -x")
    assert (result.code, result.err) == (127, b"/system/bin/sh: nosuch: inaccessible or not found\n")


def test_files(phone: Phone) -> None:
    assert out(phone, "mkdir -p /sdcard/Movies/new && echo hi > /sdcard/Movies/new/a.txt") == ""
    assert phone.device.read_file("Movies/new/a.txt") == b"hi\n"
    assert out(phone, "echo more >> /sdcard/Movies/new/a.txt; cat /storage/emulated/0/Movies/new/a.txt") == (
        "hi\nmore\n"
    )
    assert out(phone, "cp /sdcard/Movies/new/a.txt /sdcard/Movies/b.txt && ls /sdcard/Movies") == "b.txt\nnew\n"
    assert out(phone, "mv /sdcard/Movies/b.txt /sdcard/Movies/new && ls /sdcard/Movies/new") == "a.txt\nb.txt\n"
    assert out(phone, "stat -c '%s %F' /sdcard/Movies/new/a.txt") == "8 regular file\n"
    assert run_line(phone, "rm /sdcard/Movies/new").code == 1
    assert out(phone, "rm -r /sdcard/Movies/new; ls /sdcard/Movies") == ""
    assert run_line(phone, "rm /sdcard/Movies/new").code == 1
    assert out(phone, "rm -f /sdcard/Movies/new") == ""


def test_files_outside_of_shared_storage(phone: Phone) -> None:
    assert out(phone, "echo x > /data/local/tmp/f; ls -a /data/local/tmp; cat /data/local/tmp/f") == "f\nx\n"
    assert "local" in out(phone, "ls /data")
    assert run_line(phone, "mkdir /system/new").code == 1
    assert out(phone, "mv /data/local/tmp/f /sdcard/f; cat /sdcard/f; ls /data/local/tmp") == "x\n"


def test_input_reaches_the_screen(phone: Phone) -> None:
    phone.device.launch("settings")
    search = phone.device.tree().find(key="settings.search")
    assert search is not None
    x, y = search.center
    out(phone, f"input tap {x} {y}; input text 'a%sb'; input keyevent KEYCODE_DEL 30")
    found = phone.device.tree().find(key="settings.search")
    assert found is not None
    assert found.value == "a b"
    message = base64.b64encode("ü€".encode()).decode()
    out(phone, f"am broadcast -a ADB_INPUT_B64 --es msg {message}")
    found = phone.device.tree().find(key="settings.search")
    assert found is not None
    assert found.value == "a bü€"
    out(phone, "input keycombination 113 29; input keyevent 67")
    found = phone.device.tree().find(key="settings.search")
    assert found is not None
    assert found.value == ""


@pytest.mark.parametrize(
    "line",
    ["input", "input fly 1", "input tap 1", "input tap a b", "input text ü", "input keycombination 113 9999"],
)
def test_input_that_is_wrong(line: str, phone: Phone) -> None:
    result = run_line(phone, line)
    assert result.code == 1
    assert b"Error" in result.err


def test_swipes_and_long_presses(phone: Phone) -> None:
    phone.device.launch("settings")
    before = phone.device.tree()
    out(phone, "input swipe 180 600 180 300 300")
    assert phone.device.tree() is not before
    out(phone, "input swipe 180 300 180 600 300; input motionevent DOWN 10 10; input motionevent UP 10 10")
    out(phone, "input scroll 180 400 --axis VSCROLL,-2")


def test_apps(phone: Phone) -> None:
    packages = out(phone, "pm list packages").split()
    assert f"package:{SETTINGS}" in packages
    assert out(phone, f"pm path {SETTINGS}").startswith("package:/data/app/")
    component = out(phone, f"cmd package resolve-activity --brief {SETTINGS}").splitlines()[-1]
    assert component == f"{SETTINGS}/{SETTINGS}.Settings"
    assert "Status: ok" in out(phone, f"am start -W -n {component}")
    assert "mCurrentFocus=Window{" in out(phone, "dumpsys window windows | grep mCurrentFocus")
    assert "topResumedActivity=ActivityRecord{" in out(phone, "dumpsys activity activities")
    assert f"u0 {component} t1" in out(phone, "dumpsys activity activities | grep topResumed")
    out(phone, f"am force-stop {SETTINGS}")
    assert phone.device.windows() == ()
    assert "nexuslauncher" in out(phone, "dumpsys window windows | grep mCurrentFocus")
    out(phone, f"monkey -p {SETTINGS} -c android.intent.category.LAUNCHER 1")
    assert phone.device.windows()[0].app == "settings"
    result = run_line(phone, "am start -n com.example/.Main")
    assert result.code == 1
    assert b"does not exist" in result.err


def test_settings(phone: Phone) -> None:
    assert out(phone, "settings get global wifi_on") == "1\n"
    out(phone, "settings put global wifi_on 0")
    assert phone.device.setting("global/wifi_on") == "0"
    assert out(phone, "settings get secure no_such_thing") == "null\n"
    out(phone, "settings put secure no_such_thing 'a b'")
    assert "no_such_thing=a b\n" in out(phone, "settings list secure")
    assert out(phone, "settings delete secure no_such_thing") == "Deleted 1 rows\n"
    assert run_line(phone, "settings get wrong wifi_on").code == 1
    out(phone, "cmd uimode night yes")
    assert phone.device.setting("secure/ui_night_mode") == "2"


def test_what_it_says_of_itself(phone: Phone) -> None:
    assert out(phone, "getprop ro.build.version.sdk") == "34\n"
    assert "[ro.omnigym]: [1]\n" in out(phone, "getprop")
    assert out(phone, "wm size; wm density") == "Physical size: 360x800\nPhysical density: 160\n"
    assert run_line(phone, "setprop ro.serialno x").code == 1
    assert out(phone, "setprop debug.x 1; getprop debug.x") == "1\n"
    assert out(phone, "date +%s").strip().isdigit()


def test_time_goes_on_at_once(phone: Phone) -> None:
    before = int(out(phone, "date +%s"))
    out(phone, "sleep 90")
    assert int(out(phone, "date +%s")) == before + 90


def test_content_providers(phone: Phone) -> None:
    everything = out(phone, "content query --uri content://com.android.contacts/contacts")
    assert everything.startswith("Row: 0 ")
    name = everything.split("display_name=")[1].split(",")[0]
    one = out(
        phone,
        "content query --uri content://com.android.contacts/contacts --projection display_name "
        f"--where \"display_name='{name}'\"",
    )
    assert one == f"Row: 0 display_name={name}\n"
    assert "Error while accessing provider" in run_line(phone, "content query --uri content://no/such").err.decode()


def test_a_provider_whose_file_is_damaged_says_so(phone: Phone) -> None:
    phone.device.write_file("/data/data/com.android.providers.telephony/sms.json", b"junk")
    result = run_line(phone, "content query --uri content://sms")
    assert result.code == 0 and result.out == b""
    assert "Error while accessing provider:content://sms\nandroid.database.sqlite.SQLite" in result.err.decode()
    assert out(phone, "content query --uri content://call_log/calls").startswith("Row: 0 ")


def test_screens(phone: Phone) -> None:
    raw = run_line(phone, "screencap").out
    assert len(raw) == 16 + 360 * 800 * 4
    assert bytes(run_line(phone, "screencap -p").out).startswith(b"\x89PNG")
    assert out(phone, "screencap -p /sdcard/shot.png; ls /sdcard/shot.png") == "/sdcard/shot.png\n"
    assert out(phone, "uiautomator dump") == "UI hierchary dumped to: /sdcard/window_dump.xml\n"
    assert out(phone, "cat /sdcard/window_dump.xml").endswith("</hierarchy>")


_WORDS = [
    *("am", "pm", "wm", "cmd", "input", "settings", "content", "dumpsys", "ime", "stat", "ls", "rm", "mv", "cp", "cat"),
    *("getprop", "setprop", "uiautomator", "screencap", "grep", "md5sum", "mkdir", "touch", "test", "monkey", "sleep"),
    *("svc", "ps", "top", "logcat", "service", "getevent", "id", "head", "tail", "screenrecord", "-v", "-o", "-t"),
    *("start", "put", "get", "dump", "query", "list", "-n", "-p", "--uri", "-r", "tap", "swipe", "text", "keyevent"),
    *(
        "global",
        "wifi_on",
        "/sdcard",
        "/sdcard/x",
        "/",
        "1",
        "-1",
        "nan",
        "x",
        "&&",
        "|",
        ";",
        ">",
        "$?",
        "night",
        "date",
    ),
]


@given(st.lists(st.sampled_from(_WORDS), max_size=6))
def test_no_line_breaks_the_shell(kept: Phone, words: list[str]) -> None:
    result = run_line(kept, " ".join(words))
    assert 0 <= result.code < 256


def test_the_layout_is_of_what_takes_input(phone: Phone) -> None:
    def packages(windows: bool = False) -> set[str]:
        return set(re.findall(' package="(.*?)"', phone.layout(windows)))

    home = phone.layout(windows=False)
    assert packages() == {LAUNCHER} and 'resource-id="com.google.android.apps.nexuslauncher:id/launcher.gmail"' in home
    assert packages(windows=True) == {LAUNCHER, SYSTEM_UI}
    phone.device.launch("settings")
    search = phone.device.tree().find(key="settings.search")
    assert search is not None
    out(phone, "input tap {:g} {:g}".format(*search.center))
    assert packages() == {SETTINGS} and packages(windows=True) == {SETTINGS, KEYBOARD, SYSTEM_UI}
    out(phone, "cmd statusbar expand-notifications")
    assert packages() == {SYSTEM_UI}
    out(phone, "input keyevent HOME HOME; input swipe 180 640 180 160")
    assert packages() == {LAUNCHER} and "drawer.search" in phone.layout(windows=False)


def test_the_power_key_and_what_is_told_of_it(phone: Phone) -> None:
    assert "mHoldingDisplaySuspendBlocker=true" in out(phone, "dumpsys power")
    out(phone, "input keyevent POWER")
    assert "mWakefulness=Asleep" in out(phone, "dumpsys power") and not phone.screen_on
    out(phone, "input keyevent KEYCODE_SLEEP; input keyevent KEYCODE_WAKEUP; input keyevent 224")
    assert "mWakefulness=Awake" in out(phone, "dumpsys power")
    out(phone, "input swipe 180 640 180 160")
    assert phone.device.tree().find(key="lock") is None


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("id", "uid=2000(shell) gid=2000(shell) groups=2000(shell),1004(input)"),
        ("id -u; id -un; whoami", "2000\nshell\nshell\n"),
        ("service list | head -n 1", "Found 21 services:\n"),
        ("service check window; service check none", "Service window: found\nService none: not found\n"),
        ("dumpsys battery | grep level", f"  level: {BATTERY_PERCENT}\n"),
        ("dumpsys -l | head -2", "Currently running services:\n  SurfaceFlinger\n"),
        ("svc wifi disable; settings get global wifi_on; svc wifi enable; settings get global wifi_on", "0\n1\n"),
        ("svc data disable; settings get global mobile_data", "0\n"),
        ("svc", "Available commands:\n"),
        ("getevent -lp | grep POSITION_X", "                ABS_MT_POSITION_X     : value 0, min 0, max 359,"),
        ("getevent -p | head -3", 'add device 2: /dev/input/event1\n  name:     "omnigym touchscreen"\n  events:\n'),
        ("ps", "USER            PID   PPID       VSZ     RSS WCHAN               ADDR S NAME\nshell"),
        ("ps -A -o PID,NAME | grep systemui; pidof com.android.systemui", "  1260 com.android.systemui\n1260\n"),
        ("top -n 1 | head -1", "Tasks: 11 total,   1 running,  10 sleeping,   0 stopped,   0 zombie\n"),
        ("logcat -g", "main: ring buffer is"),
        ("X=1 toybox echo a; export A=1; exec echo b", "a\nb\n"),
        ("echo 1 > /sdcard/n; echo 2 >> /sdcard/n; tail -n 1 /sdcard/n", "2\n"),
    ],
)
def test_what_programs_print(line: str, said: str, phone: Phone) -> None:
    assert out(phone, line).startswith(said)


@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        ("service call window 1", 1, b"cannot be called"),
        ("service call none 1", 10, b"Service none does not exist"),
        ("dumpsys battery set level 3", 1, b"cannot be set"),
        ("ps -o NOTHING", 1, b"Unknown -o fields: NOTHING"),
        ("pidof nobody", 1, b""),
        ("logcat -v nothing", 1, b"Invalid parameter nothing to -v"),
        ("screenrecord /sdcard/a.mp4; ls", 0, b"a command line of its own"),
    ],
)
def test_what_programs_refuse(line: str, code: int, said: bytes, phone: Phone) -> None:
    result = run_line(phone, line)
    assert result.code == code and said in result.err


def test_the_status_bar_and_the_battery_agree(phone: Phone) -> None:
    assert phone.device.tree().find(name=f"Battery {BATTERY_PERCENT} percent") is not None


def test_apps_that_are_open_run(phone: Phone) -> None:
    out(phone, f"monkey -p {SETTINGS} 1")
    pid = out(phone, f"pidof {SETTINGS}").strip()
    assert f"{pid} {SETTINGS}" in out(phone, "ps -A -o PID,NAME")
    out(phone, f"am force-stop {SETTINGS}")
    assert run_line(phone, f"pidof {SETTINGS}").code == 1


def test_the_log_tells_of_activities(phone: Phone) -> None:
    out(phone, f"logcat -c; am start -n {SETTINGS}/.Settings; input keyevent HOME; am force-stop {SETTINGS}")
    said = out(phone, "logcat -d -v tag").splitlines()
    assert said[0] == "--------- beginning of main"
    assert said[1] == f"I/ActivityTaskManager: START u0 {{cmp={SETTINGS}/.Settings}} from uid 2000"
    assert said[2].startswith(f"I/ActivityTaskManager: Displayed {LAUNCHER}/")
    assert said[3].startswith(f"I/ActivityManager: Force stopping {SETTINGS}")
    assert out(phone, "logcat -d -s ActivityManager:W").splitlines() == said[:1]
    assert len(out(phone, "logcat -d ActivityManager:I *:S").splitlines()) == 2
    assert re.fullmatch(
        r"\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}  1024  1024 I .*\n", out(phone, "logcat -t 1").split("\n", 1)[1]
    )


def test_errors_come_between_the_output_where_both_go_together(phone: Phone) -> None:
    result = run_line(phone, "nosuch; echo done $?", together=True)
    assert bytes(result.out) == b"/system/bin/sh: nosuch: inaccessible or not found\ndone 127\n" and not result.err


def test_reset_leaves_nothing(phone: Phone) -> None:
    out(phone, "echo x > /data/local/tmp/f; settings put secure x 1; setprop debug.x 1; cmd omnigym fault stall 9 ls")
    out(phone, "cmd omnigym reset 3")
    assert out(phone, "ls /data/local/tmp; settings get secure x; getprop debug.x") == "null\n\n"
    assert not phone.faults.strikes("stall", "ls")


def test_clear_ends_an_app_and_removes_what_it_keeps(phone: Phone) -> None:
    alarms = "/data/data/com.google.android.deskclock/alarms.json"
    assert phone.files.stat(alarms) is not None
    out(phone, "am start -n com.google.android.deskclock/com.android.deskclock.DeskClock")
    assert out(phone, "pm clear com.google.android.deskclock") == "Success\n"
    assert phone.files.stat(alarms) is None and not phone.windows()
    assert out(phone, "pm clear com.google.android.deskclock") == "Success\n", "there may be nothing to clear"
    assert "Row: 11" in out(phone, "content query --uri content://com.android.contacts/contacts")
    assert run_line(phone, "pm clear com.nobody").code != 0


def test_rows_are_inserted_where_a_provider_takes_them(phone: Phone) -> None:
    bound = "--bind address:s:+15550199 --bind 'body:s:See you: at 5' --bind read:b:false --bind date:l:1741942800000"
    assert out(phone, f"content insert --uri content://sms {bound}") == ""
    said = out(phone, "content query --uri content://sms --where \"address='+15550199'\"")
    assert "body=See you: at 5, type=1, read=0, date=1741942800000" in said
    out(phone, "content insert --uri content://call_log/calls --bind number:s:5550199 --bind type:i:3")
    assert "type=3" in out(phone, "content query --uri content://call_log/calls --where \"number='5550199'\"")
    refused = run_line(phone, "content insert --uri content://com.android.contacts/contacts --bind display_name:s:A")
    assert b"takes no rows" in refused.err
    assert run_line(phone, "content insert --uri content://sms").code != 0


@pytest.mark.parametrize(
    ("line", "code", "says"),
    [
        ("echo " + "a" * 500_000, 126, b"Argument list too long"),
        ("input keyevent" + " 4" * 30_000, 1, b"at most 1000 keys"),
        ("echo " + "a" * 4_000_000 + " > /sdcard/a", 126, b"Argument list too long"),
    ],
)
def test_a_line_has_its_limits(phone: Phone, line: str, code: int, says: bytes) -> None:
    began = time.process_time()
    result = run_line(phone, line)
    assert (result.code, says in result.err) == (code, True)
    assert time.process_time() - began < 2.0


def test_the_output_of_a_line_has_its_limits(phone: Phone) -> None:
    phone.files.write("/sdcard/a", bytes(8 << 20))
    result = run_line(phone, "cat /sdcard/a;" * 2_000)
    assert result.code == 137 and result.err.endswith(b"Killed\n") and len(result.out) < 80 << 20
