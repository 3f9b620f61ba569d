#!/bin/sh
# SPDX-License-Identifier: MIT
# Shows the tools at work on the samples, each command line first.
set -u
cd "$(dirname "$0")/.." || exit 2
PATH=${XPGN_BIN:-$PWD/build/bin}:$PATH

# show CMD...: prints the command line and runs it; a missing program ends the demo.
show() {
    printf '$ %s\n' "$*"
    "$@"
    status=$?
    if [ "$status" -ge 2 ]; then
        exit "$status"
    fi
    echo
}

for file in samples/*.xpgn; do
    if [ -f "$file" ]; then
        show xpgn-validate -v "$file"
        show xpgn-replay "$file"
        show xpgn-stats "$file"
        show xpgn-render-ascii "$file"
    fi
done
exit 0
