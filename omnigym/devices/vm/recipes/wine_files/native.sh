# The machine without a virtual one: an X server without a screen, and the desktop on it.
# Its number is drawn: by that alone a program that sees this network could take another server for it.
number=$((1000 + $(od -An -N2 -tu2 /dev/urandom) % 50000))
Xvfb :$number -screen 0 1024x768x24 -nolisten tcp -noreset > /dev/null 2>&1 &
for _ in $(seq 600); do
    [ -S /tmp/.X11-unix/X$number ] && break
    sleep 0.05
done
export DISPLAY=:$number
. /opt/omnigym/desktop.sh
