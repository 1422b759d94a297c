#!/bin/sh
# Brings the real servers and the browser that the tests use, where that is ours to do: as root on
# Debian. Elsewhere it says what will be skipped and why. Prints 1 on stdout if all of them are here,
# which is what HORNSUP_REQUIRE_SERVICES wants to know; everything else goes to stderr.
set -eu

has_postgres() {
    { command -v pg_config >/dev/null && [ -x "$(pg_config --bindir)/postgres" ]; } ||
        ls /usr/lib/postgresql/*/bin/postgres >/dev/null 2>&1 || command -v postgres >/dev/null
}

missing() {
    command -v chromium >/dev/null || echo chromium
    command -v redis-server >/dev/null || echo redis-server
    has_postgres || echo postgresql
}

wanted=$(missing | tr '\n' ' ')
if [ -n "$wanted" ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "installing $wanted" >&2
    export DEBIAN_FRONTEND=noninteractive
    # shellcheck disable=SC2086  # a list of names
    apt-get install -y -qq --no-install-recommends $wanted >&2 ||
        { apt-get update -qq >&2 && apt-get install -y -qq --no-install-recommends $wanted >&2; } ||
        echo "apt-get could not install $wanted" >&2
    wanted=$(missing | tr '\n' ' ')
fi

if [ -z "$wanted" ]; then
    echo 1
else
    echo "skipping the tests that need $wanted: not installed, and only root on Debian may" \
        "install them from here" >&2
    echo 0
fi
