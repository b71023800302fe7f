# The desktop session, run by xinit: a window manager, and the guest's server, with whose end it ends.
export DBUS_SESSION_BUS_ADDRESS="${DBUS_SESSION_BUS_ADDRESS:-unix:path=$XDG_RUNTIME_DIR/bus}"
# On a slow machine logind may have given up waiting for the user's services: the unit tries again.
case $DBUS_SESSION_BUS_ADDRESS in unix:path=*) [ -S "${DBUS_SESSION_BUS_ADDRESS#unix:path=}" ] || exit 1 ;; esac
export PYTHONPATH=/opt/omnigym/packages PYTHONDONTWRITEBYTECODE=1 OMNIGYM_HOST=allow
dbus-update-activation-environment DISPLAY XAUTHORITY
xsetroot -solid '#3b4252'
openbox &
# A machine gets the server, its configuration and its token at its start; a container has the server in it.
place=/opt/omnigym config='{"own_session": true}' renewable=
if [ -n "$CREDENTIALS_DIRECTORY" ]; then
    place=/run/omnigym config=$(cat /run/omnigym/host.json) renewable=--renewable
    OMNIGYM_GUEST_TOKEN=$(cat "$CREDENTIALS_DIRECTORY/token")
    export OMNIGYM_GUEST_TOKEN
fi
# What is woken does not interrupt who runs: with one processor, questions and answers then go in batches.
# The port is forwarded to the address of the network, not to the loopback one.
exec chrt --batch 0 python3 $place/guest.pyz --device host --config "$config" --address 0.0.0.0 $renewable
