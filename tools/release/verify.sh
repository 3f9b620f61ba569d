#!/bin/sh
# SPDX-License-Identifier: MIT
# Builds a release again from its source archive, in a folder with a longer name, 100 days later, and compares:
#     verify.sh RELEASE VERSION FOLDER
set -eu
release=$(realpath "$1")
version=$2
again=$3/another/and/longer/folder
tested=
if [ -e "$release/TESTED.md" ]; then
    tested=$release/TESTED.md
fi
# Nothing is taken from a cache. make compares the times of files with each other: those are left as they are.
CCACHE_DISABLE=1 NO_FAKE_STAT=1 faketime -f +100d sh "$(dirname "$0")/make.sh" "$release/xpgn-$version.tar.gz" "$version" "$again" ${tested:+"$tested"}
diff "$release/SHA256SUMS" "$again/SHA256SUMS"
(cd "$release" && sha256sum --quiet -c SHA256SUMS)
echo "the same $(wc -l <"$release/SHA256SUMS") files"
