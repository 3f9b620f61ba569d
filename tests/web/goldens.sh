#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs the command-line tests, keeps each call of a tool that they make, and has the module of `make js` make these calls
# again, in Node.js and in Chromium: status, both outputs and files have to be equal, byte for byte.
#   goldens.sh FOLDER PACKAGE [FILE.bats...]    FOLDER gets the calls, which are kept until a tool or the tests change
# XPGN_BIN: the tools. What fails in a test here, with a recorder in the tools' place, is not this test's business.
# XPGN_HOSTS: where, `node page`.
set -eu
folder=$1
packet=$2
shift 2
cd "$(dirname "$0")/../.."
# These are about the machine: memory, time, processes, builds, damaged disks.
if [ $# -eq 0 ]; then
    # shellcheck disable=SC2046 # names without blanks
    set -- $(find tests/cli -name '*.bats' | sort | grep -vE '/(memory|memory-record|growth|model|mutate|fingerprint|project|library|jobs|orders|scale|modes)\.bats')
fi
mkdir -p "$folder/bin" "$folder/calls"
folder=$(realpath "$folder")
for tool in "$XPGN_BIN"/*; do
    ln -sf "$PWD/tests/web/recorder.pl" "$folder/bin/${tool##*/}"
done
# where tests look, beside the tools
for beside in completions one; do
    ln -sfn "$(realpath "$XPGN_BIN/../$beside")" "$folder/$beside"
done
cat /proc/self/limits >"$folder/limits"

# What has to be recorded, again.
files=
for file; do
    calls=$folder/calls/${file##*/}
    if [ ! -e "$calls/ended" ] || [ -n "$(find -H tests/web/recorder.pl tests/cli "$XPGN_BIN" -newer "$calls/ended" \
        \( -path 'tests/cli/*.bats' ! -path "$file" -prune -o -type f -print \))" ]; then
        rm -rf "$calls"
        files="$files $file"
    fi
done
if [ -n "$files" ]; then
    real=$XPGN_BIN
    # shellcheck disable=SC2086 # names without blanks
    # RUN: a test here may take an hour
    XPGN_REAL=$real XPGN_CALLS=$folder/calls XPGN_LIMITS=$folder/limits XPGN_BIN=$folder/bin LOGS=$folder/log \
        RUN=env sh tests/ci/run.sh $files >"$folder/run.log" 2>&1 || true
    for file in $files; do
        mkdir -p "$folder/calls/${file##*/}"
        # the tests that have not come to their ends
        sed -n -e 's/^not ok [0-9]* //p' -e 's/^exit [0-9][0-9][0-9]*$/the whole file, which was ended/p' "$folder/log/${file##*/}.log" >"$folder/calls/${file##*/}/ended"
    done
fi
for file; do
    set -- "$@" "$folder/calls/${file##*/}"
    shift
done
# What such a test would have called after it failed is missing: README.md has each of them, and why.
recorded_in_part() {
    for file; do
        while read -r name; do
            grep -qF "| \`${file##*/}\` | $name |" lib/platform/js/INSIDE.md || echo "recorded in part: ${file##*/}: $name"
        done <"$file/ended"
    done
}
# a host that breaks off has no last line, and fails
hosts=${XPGN_HOSTS-node page}
{ recorded_in_part "$@"; for host in $hosts; do
    echo "$host:"
    pages=
    [ "$host" = node ] || pages=${BUILD:-build}/web
    node --no-warnings tests/web/goldens.mjs "$packet" "$pages" "$@" || true
done; } | awk '/^(node|page):$/ { hosts++; print; next }
    /^[0-9]+ passed, [0-9]+ failed$/ { passed += $1; failed += $3; hosts--; print "    " $0; next }
    /^recorded in part: / { failed++ }
    { print "    " $0; fflush() }
    END { failed += hosts; print passed + 0 " passed, " failed + 0 " failed"; exit failed > 0 || passed == 0 }'
