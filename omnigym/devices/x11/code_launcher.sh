#!/bin/sh
# Visual Studio Code's free build as a window: code-server on the desktop itself, shown by Chromium.
#
# Takes what people give `code`: files and folders to open, and what is asked of extensions. Its settings lie where
# those of Visual Studio Code do: ~/.config/Code and ~/.vscode/extensions.
set -eu

lib=@LIB@
run="${XDG_RUNTIME_DIR:-/tmp}/code"
export NODE_OPTIONS=--no-warnings VSCODE_DISABLE_CRASH_REPORTER=1

server() {
    "$lib/node_modules/@NODE@/bin/node" "$lib/node_modules/code-server/out/node/entry.js" \
        --config "$run/config.yaml" --user-data-dir "$HOME/.config/Code" --extensions-dir "$HOME/.vscode/extensions" \
        --auth none --bind-addr 127.0.0.1:0 --disable-telemetry \
        --disable-update-check --disable-workspace-trust --disable-getting-started-override "$@"
}

mkdir -p "$run" "$HOME/.vscode/extensions"
[ -e "$run/config.yaml" ] || echo 'auth: none' > "$run/config.yaml"
for word in "$@"; do
    case "$word" in
    --list-extensions | --install-extension* | --uninstall-extension* | --show-versions | --version | -v | --help | -h)
        # Beside the answer the server says where its files are.
        answer=$(server "$@") && code=0 || code=$?
        printf '%s\n' "$answer" | sed '/^\[[0-9-]*T[0-9:.]*Z\] /d; /^$/d'
        exit "$code"
        ;;
    esac
done

port() {
    sed -n 's|.*HTTP server listening on http://127.0.0.1:\([0-9]*\)/.*|\1|p' "$run/log" 2>/dev/null
}

if ! [ -e "$run/pid" ] || ! kill -0 "$(cat "$run/pid")" 2>/dev/null; then
    : > "$run/log"
    server > "$run/log" 2>&1 < /dev/null &
    echo $! > "$run/pid"
    tries=300
    while [ -z "$(port)" ] && [ $tries -gt 0 ]; do
        sleep 0.1
        tries=$((tries - 1))
    done
fi
at="127.0.0.1:$(port)"

# A folder or a workspace is the page's address; files are told to the page, and that it opens no walkthrough by itself.
folder='' files='["skipWelcome","true"]' count=0
for word in "$@"; do
    case "$word" in
    -*) continue ;;
    /*) path=$word ;;
    *) path=$(pwd)/$word ;;
    esac
    path=$(printf %s "$path" | sed -E 's|:[0-9]+(:[0-9]+)?$||; s|/+$||')
    if [ -d "$path" ]; then
        folder="folder=$path"
    elif [ "${path%.code-workspace}" != "$path" ]; then
        folder="workspace=$path"
    else
        count=$((count + 1))
        files="$files,[\"openFile\",\"vscode-remote://$at$path\"]"
    fi
done
# Files open in the window that there is, if there is one; it is known to the server a moment after it is shown.
if [ -z "$folder" ] && [ "$count" -gt 0 ]; then
    tries=5
    while [ $tries -gt 0 ] && pgrep -f -- "--class=code" > /dev/null; do
        server --reuse-window "$@" > /dev/null && exit
        sleep 0.5
        tries=$((tries - 1))
    done
fi
quoted=$(printf %s "${folder:-ew=true}" | sed 's/%/%25/g; s/ /%20/g; s/#/%23/g; s/&/%26/g; s/+/%2B/g; s/?/%3F/g')
told=$(printf %s "$files" | sed 's/%/%25/g; s/ /%20/g; s/#/%23/g; s/&/%26/g; s/+/%2B/g; s/"/%22/g')
exec chromium --class=code "--user-data-dir=$run/window" "--app=http://$at/?$quoted&payload=[$told]" \
    --no-sandbox --test-type --force-renderer-accessibility --disable-gpu --disable-smooth-scrolling \
    --disable-background-networking --disable-component-update --no-first-run --no-default-browser-check \
    --password-store=basic --disable-features=Translate,MediaRouter,OptimizationHints --window-position=20,20 \
    --window-size=980,700
