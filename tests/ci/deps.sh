#!/bin/sh
# SPDX-License-Identifier: MIT
# Installs those of the given Debian packages that are missing; silent when none is. Installing is one
# line, and what apt says is shown only if it fails.
#   deps.sh PACKAGE...
set -eu

missing=
if command -v dpkg-query >/dev/null; then
    installed=$(dpkg-query -W -f='${db:Status-Status} ${Package}\n' "$@" 2>/dev/null) || true
    for package in "$@"; do
        case "
$installed
" in
        *"
installed $package
"*) ;;
        *) missing="$missing $package" ;;
        esac
    done
    if [ -z "$missing" ]; then
        exit 0
    fi
fi

if ! command -v apt-get >/dev/null; then
    # Not Debian: the build goes on, and says what it does not find.
    echo "needed, by their Debian names: ${missing:-$*}" >&2
    exit 0
fi

sudo=
if [ "$(id -u)" -ne 0 ]; then
    # It may ask for a password only where there is somebody to ask.
    if command -v sudo >/dev/null && { [ -t 0 ] || sudo -n true 2>/dev/null; }; then
        sudo=sudo
    else
        cat >&2 <<END
packages are missing, and only root can install them; as root, run:
    apt-get install --no-install-recommends$missing
or go on without them, if they are needed for tests only: make run-check
END
        exit 1
    fi
fi

# Word splitting is meant: a list of packages, and a prefix that may be empty.
# shellcheck disable=SC2086
install_missing() {
    $sudo env DEBIAN_FRONTEND=noninteractive apt-get -q update &&
        $sudo env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o Dpkg::Use-Pty=0 install \
            --no-install-recommends $missing
}

printf 'installing%s ' "$missing" >&2
# The loop starts before the traps are set: a child that is killed while it still has the traps of
# its parent lives on. It ends with its parent in any case.
while sleep 5 && kill -0 $$ 2>/dev/null; do printf . >&2; done &
dots=$!
log=
trap 'kill $dots 2>/dev/null; rm -f "$log"' EXIT
trap 'exit 130' INT TERM

# One at a time: apt-get does not wait for another.
if command -v flock >/dev/null; then
    exec 9<"$0"
    flock 9
fi
log=$(mktemp)
if install_missing >"$log" 2>&1; then
    echo ' done' >&2
else
    echo ' failed' >&2
    cat "$log" >&2
    exit 1
fi
