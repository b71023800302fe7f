#!/usr/bin/env bash
# Install the programs that the real devices need (the simulated ones need none).
# Root on Debian or Ubuntu: installs what is missing. Anyone else: is told the one command, and the rest goes on.
# `--list` prints the names alone.
set -euo pipefail

packages=(
    # a private X server with a window manager, D-Bus and accessibility
    xvfb openbox dbus at-spi2-core bubblewrap procps
    xkb-data x11-xkb-utils x11-xserver-utils x11-utils wmctrl
    # what GTK applications look like and open files with
    libgtk-3-0 dconf-gsettings-backend shared-mime-info
    fonts-dejavu-core fonts-liberation adwaita-icon-theme hicolor-icon-theme
    # emoji, symbols, Hindi, Thai, and Chinese, Japanese and Korean, which would be boxes
    fonts-noto-color-emoji fonts-stix fonts-lohit-deva fonts-tlwg-waree-ttf fonts-droid-fallback
    # the applications themselves
    mousepad thunar xfce4-terminal imagemagick mate-calc ristretto drawing evince balsa python3
    parole gstreamer1.0-plugins-base gstreamer1.0-plugins-good
    xfce4-settings xfdesktop4 gnome-themes-extra-data
    gimp libgail-common libatk-adaptor vlc vlc-bin vlc-plugin-base vlc-plugin-qt vlc-plugin-video-output thunderbird foliate
    libreoffice-writer libreoffice-calc libreoffice-impress libreoffice-gtk3 libreoffice-style-colibre
    chromium chromium-driver chromium-headless-shell
    # what task files of OSWorld install themselves, and settings of GNOME
    jq python3-pysrt sysstat unzip xsel zip gsettings-desktop-schemas gnome-settings-daemon-common libglib2.0-bin
    # sound of the desktop
    pulseaudio pulseaudio-utils
    # the link to Android phones
    adb
    # virtual machines
    qemu-system-x86 qemu-utils
)

if [ "${1:-}" = --list ]; then
    printf '%s\n' "${packages[@]}"
    exit 0
fi
if [ "$(uname -s)" = Darwin ]; then
    echo "system packages: none on macOS; the real X desktop needs Linux, the simulated devices run here."
    exit 0
fi
if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
    echo "system packages: this is not Debian or Ubuntu; for the real X desktop install the like of: ${packages[*]}"
    exit 0
fi

missing=()
for p in "${packages[@]}"; do
    # Newer releases have some libraries under another name (libgtk-3-0t64).
    status=$(dpkg-query -W -f '${Status}\n' "$p" "${p}t64" 2>/dev/null || true)
    case "$status" in
        *"install ok installed"*) ;;
        *) missing+=("$p") ;;
    esac
done
if [ ${#missing[@]} -eq 0 ]; then
    exit 0
fi
if [ "$(id -u)" -ne 0 ]; then
    echo "system packages: the real X desktop needs more; get it with:"
    echo "    sudo apt-get update && sudo apt-get install -y --no-install-recommends ${missing[*]}"
    exit 0
fi
export DEBIAN_FRONTEND=noninteractive
apt-get update -q
if ! apt-get install -y -q --no-install-recommends "${missing[@]}"; then
    # One name that a release lacks must not cost all the others.
    for p in "${missing[@]}"; do
        apt-get install -y -q --no-install-recommends "$p" || echo "system packages: $p could not be installed."
    done
fi
