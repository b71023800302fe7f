# The command of the container: a desktop without a machine, the guest's server in it, and a page on which it is watched.
#   OMNIGYM_GUEST_TOKEN     what clients of the guest must know; else a new one, which the server prints
#   OMNIGYM_WATCH_PASSWORD  what the page asks for, of which 8 characters count; else a new one, which is printed
set -e
export LANG=C.UTF-8 XDG_RUNTIME_DIR=/tmp/omnigym-run
unset DBUS_SESSION_BUS_ADDRESS
mkdir -pm 700 "$XDG_RUNTIME_DIR"
password=${OMNIGYM_WATCH_PASSWORD:-$(od -An -N4 -tx1 /dev/urandom | tr -d ' \n')}
unset OMNIGYM_WATCH_PASSWORD
printf '%s\n' "$password" | tigervncpasswd -f > "$XDG_RUNTIME_DIR/watch"
echo "http://127.0.0.1:6080/vnc.html  shows the desktop; its password is $password"
websockify --web /usr/share/novnc 6080 127.0.0.1:5900 2> /dev/null &
# Who watches neither types nor points, and leaves the clipboard and the screen's size alone.
exec dbus-run-session -- xinit /bin/sh /opt/omnigym/session.sh -- /usr/bin/Xtigervnc :0 \
    -geometry "${OMNIGYM_SIZE:-1024x768}" -depth 24 -nolisten tcp -noreset -s 0 -dpms \
    -localhost -rfbport 5900 -SecurityTypes VncAuth -PasswordFile "$XDG_RUNTIME_DIR/watch" -AlwaysShared \
    -AcceptKeyEvents=0 -AcceptPointerEvents=0 -AcceptSetDesktopSize=0 -AcceptCutText=0 -SendCutText=0
