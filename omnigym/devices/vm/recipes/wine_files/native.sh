# The machine without a virtual one: an X server without a screen, and the desktop on it.
Xvfb :0 -screen 0 1024x768x24 -nolisten tcp -noreset > /dev/null 2>&1 &
for _ in $(seq 100); do
    [ -S /tmp/.X11-unix/X0 ] && break
    sleep 0.05
done
export DISPLAY=:0
. /opt/omnigym/desktop.sh
