#!/usr/bin/env bash
# Runs a command inside a D-Bus session of its own with an unlocked, empty keyring; nobody's real keyring is touched.
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
