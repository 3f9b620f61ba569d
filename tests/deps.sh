#!/bin/sh
# SPDX-License-Identifier: MIT
# Installs those of the given Debian packages that are missing; silent when none is.
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
    # No Debian: the build goes on and tells by itself what it does not find.
    echo "needed, by their Debian names: ${missing:-$*}" >&2
    exit 0
fi

sudo=
if [ "$(id -u)" -ne 0 ]; then
    sudo='sudo'
fi
echo "installing:$missing" >&2
# Word splitting is meant: a list of packages, and a prefix that may be empty.
# shellcheck disable=SC2086
{
    $sudo env DEBIAN_FRONTEND=noninteractive apt-get -qq update >&2
    $sudo env DEBIAN_FRONTEND=noninteractive apt-get -qq -y -o Dpkg::Use-Pty=0 install \
        --no-install-recommends $missing >&2
}
