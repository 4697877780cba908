#!/usr/bin/env bash
# Runs a command in a separate D-Bus session with an unlocked, empty keyring, so that no real keyring is changed.
# usage: keyring-session.sh COMMAND [ARGUMENT …]
set -euo pipefail
if [ -z "${CAMPAIGN_DESK_KEYRING_SESSION:-}" ]; then
  export CAMPAIGN_DESK_KEYRING_SESSION=1
  home=$(mktemp -d)
  trap 'rm -rf "$home"' EXIT
  XDG_DATA_HOME=$home dbus-run-session -- bash "${BASH_SOURCE[0]}" "$@"
  exit
fi
printf test | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1
"$@"
