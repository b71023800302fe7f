#!/bin/sh
# The guest's server and its token come with the initial RAM disk, so that the disk need not be made anew for them.
[ "$1" = prereqs ] && exit 0
if [ -r /omnigym/guest.pyz ]; then
    mkdir -p /run/omnigym
    cat /omnigym/guest.pyz > /run/omnigym/guest.pyz
    cat /omnigym/host.json > /run/omnigym/host.json
    (umask 077; cat /omnigym/token > /run/omnigym/token)
fi
