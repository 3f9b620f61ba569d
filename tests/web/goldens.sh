#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs the command-line tests, keeps each call of a tool that they make, and has the module of `make js` make these calls
# again, in Node.js and in Chromium: status, both outputs and files have to be equal, byte for byte.
#   goldens.sh FOLDER PACKAGE [FILE.bats...]    FOLDER gets the calls
# XPGN_BIN: the tools. What fails in a test here, with a recorder in the tools' place, is not this test's business.
set -eu
folder=$1
packet=$2
shift 2
cd "$(dirname "$0")/../.."
# These are about the machine: memory, time, processes, builds, damaged disks.
if [ $# -eq 0 ]; then
    # shellcheck disable=SC2046 # names without blanks
    set -- $(find tests/cli -name '*.bats' | grep -vE '/(memory|growth|model|mutate|fingerprint|project|library|jobs|orders|scale|modes)\.bats')
fi
rm -rf "$folder"
mkdir -p "$folder/bin" "$folder/calls"
for tool in "$XPGN_BIN"/*; do
    ln -s "$PWD/tests/web/recorder.pl" "$folder/bin/${tool##*/}"
done
XPGN_REAL=$XPGN_BIN
export XPGN_REAL
XPGN_CALLS=$(realpath "$folder/calls") XPGN_BIN=$(realpath "$folder/bin") LOGS=$folder/log sh tests/run.sh "$@" >"$folder/run.log" 2>&1 || true
status=0
for pages in '' "${BUILD:-build}/web"; do
    echo "in ${pages:+a page of Chromium, by }${pages:-Node.js}:"
    # shellcheck disable=SC2086 # none, or one
    node --no-warnings tests/web/goldens.mjs "$packet" "$folder/calls" $pages || status=1
done
exit $status
