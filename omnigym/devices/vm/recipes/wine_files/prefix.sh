# Make the Windows of a user: run once, as that user, while the system is built.
set -e
export HOME=/home/user WINEPREFIX=/home/user/.wine WINEDEBUG=-all WINEDLLOVERRIDES="mscoree,mshtml="
wine=/usr/lib/wine/wine64
$wine wineboot -i
$wine winecfg -v win10
cp /opt/omnigym/desktop.reg "$WINEPREFIX/drive_c/"
$wine regedit /S 'C:\desktop.reg'
wineserver -w
rm "$WINEPREFIX/drive_c/desktop.reg"
for folder in Desktop Documents Downloads Music Pictures Videos; do
    rm -rf "$WINEPREFIX/drive_c/users/user/$folder"
    mkdir -p "$WINEPREFIX/drive_c/users/user/omnigym-host/home/$folder"
done
# By this file the server knows the folder as its own.
: > "$WINEPREFIX/drive_c/users/user/omnigym-host/omnigym-host.txt"
# Nothing of Linux is in reach of a program, but for Python (drive P) and the guest's server (drive G).
cd "$WINEPREFIX/dosdevices"
rm -f ./*
ln -s ../drive_c c:
ln -s /opt/omnigym/python p:
ln -s /run/omnigym g:
