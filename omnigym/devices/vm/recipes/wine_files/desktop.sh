# The desktop, and the guest's server in it, with whose end it ends. DISPLAY is an X server of the desktop's size.
#   desktop.sh ARGUMENTS...   of the server; OMNIGYM_GUEST_TOKEN is its token
export HOME=/home/user WINEPREFIX=/home/user/.wine WINEDEBUG=-all WINEDLLOVERRIDES="mscoree,mshtml="
export PYTHONDONTWRITEBYTECODE=1 OMNIGYM_HOST=allow XDG_CACHE_HOME=/tmp/cache
if [ -n "$CREDENTIALS_DIRECTORY" ]; then
    OMNIGYM_GUEST_TOKEN=$(cat "$CREDENTIALS_DIRECTORY/token")
    export OMNIGYM_GUEST_TOKEN
fi
cd "$WINEPREFIX/drive_c" || exit 1
/usr/lib/wine/wine64 explorer.exe /desktop > /dev/null 2>&1 &
# Python in Wine writes to pipes, and not to files.
/usr/lib/wine/wine64 'P:\python.exe' 'P:\serve.py' "$@" 2>&1 < /dev/null | cat
