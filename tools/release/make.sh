#!/bin/sh
# SPDX-License-Identifier: MIT
# Builds all that a release has, from a source archive of `make dist` and nothing else:
#     make.sh ARCHIVE VERSION FOLDER [TESTED]
# Empties FOLDER and writes to it the archive, the packages, the programs, the page, NOTES.md, a bill of materials, TESTED
# (tested.sh), if it is given, as TESTED.md, and SHA256SUMS; the archive is unpacked and built in FOLDER.tree. No byte depends on the folder, the day or the user.
set -eu
archive=$(realpath "$1")
version=$2
tested=${4:+$(realpath "$4")}
mkdir -p "$3"
out=$(realpath "$3")
rm -rf "$out" "$out.tree"
mkdir -p "$out" "$out.tree"
umask 022
cd "$out.tree"
tar -xzf "$archive"
cd "xpgn-$version"
SOURCE_DATE_EPOCH=$(stat -c %Y Makefile)
export SOURCE_DATE_EPOCH TZ=UTC LC_ALL=C.UTF-8

jobs=-j$(getconf _NPROCESSORS_ONLN)
for goal in all musl musl-arm64 windows pack desk; do # one by one, as each gets sources that the others have, too
    make "$jobs" "$goal"
done
make deb DIST="$archive"
cp "$archive" "$out/xpgn-$version.tar.gz"
cp build/deb/*.deb "$out"
cp build/musl/xpgn "$out/xpgn-$version-linux-x86_64"
cp build/musl-arm64/xpgn "$out/xpgn-$version-linux-arm64"
cp build/windows/xpgn.exe "$out/xpgn-$version.exe"
cp build/wasm/xpgn.wasm "$out/xpgn-$version.wasm"
cp "build/xpgn-$version.tgz" "$out/xpgn-$version-npm.tgz"
cp build/desk/xpgn-desk.html "$out/xpgn-desk.html"
if [ "$tested" ]; then
    cp "$tested" "$out/TESTED.md"
fi
sh tools/release/sbom.sh "$version" build/src "$out" >"$out.tree/spdx"
mv "$out.tree/spdx" "$out/xpgn-$version.spdx.json"
sh tools/release/notes.sh "$version" "$out" >"$out.tree/notes"
mv "$out.tree/notes" "$out/NOTES.md"
cd "$out"
chmod 644 -- *
chmod 755 xpgn-"$version"-linux-*
sha256sum -- * >"$out.tree/sums"
mv "$out.tree/sums" SHA256SUMS
