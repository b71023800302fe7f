# The desktop session of the virtual machine, run by xinit, with the configuration that came with the initial RAM disk.
# The port is forwarded to the address of the network, not to the loopback one.
set -- --device host --config "$(cat /run/omnigym/host.json)" --address 0.0.0.0 --renewable
. /opt/omnigym/desktop.sh
