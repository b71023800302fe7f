#!/bin/busybox sh
# The first program of the stand-in: loads drivers, mounts the root, and hands over to the stage that the kernel's
# command line names.
/bin/busybox mkdir -p /proc /sys /dev /medium /system
/bin/busybox mount -t proc proc /proc
/bin/busybox mount -t sysfs sys /sys
/bin/busybox mount -t devtmpfs dev /dev
for module in $(/bin/busybox cat /modules/order); do
    /bin/busybox insmod "/modules/$module"
done
stage=$(/bin/busybox sed -n 's/.*standin=\([a-z]*\).*/\1/p' /proc/cmdline)
tries=0
while [ $tries -lt 300 ]; do
    if [ "$stage" = setup ]; then
        for drive in /dev/sr*; do
            /bin/busybox mount -t iso9660 -o ro "$drive" /medium 2>/dev/null || continue
            if [ -f /medium/standin/root.ext4 ]; then
                /bin/busybox losetup -r /dev/loop0 /medium/standin/root.ext4 &&
                    /bin/busybox mount -t ext4 -o ro /dev/loop0 /system && break 2
            fi
            /bin/busybox umount /medium
        done
    else
        /bin/busybox mount -t ext4 /dev/sda3 /system 2>/dev/null && break
    fi
    tries=$((tries + 1))
    /bin/busybox usleep 100000
done
for place in proc sys dev; do
    /bin/busybox mount --move /$place /system/$place
done
[ "$stage" = setup ] && /bin/busybox mount --move /medium /system/medium
/bin/busybox mount -t efivarfs efivarfs /system/sys/firmware/efi/efivars
/bin/busybox mount -t tmpfs tmpfs /system/tmp
exec /bin/busybox switch_root /system /usr/bin/python3 "/standin/$stage.py"
