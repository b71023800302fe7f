@echo off
rem The first logon: unpack omnigym's part, have it start at each logon, and begin.
echo omnigym: The first logon> COM1
mkdir C:\omnigym
tar.exe -xf "%~dp0payload.zip" -C C:\omnigym || (
    echo omnigym: failed unpacking payload.zip> COM1
    exit /b 1
)
schtasks.exe /Create /F /TN omnigym /XML C:\omnigym\task.xml || (
    echo omnigym: failed creating the task for each logon> COM1
    exit /b 1
)
schtasks.exe /Run /TN omnigym
