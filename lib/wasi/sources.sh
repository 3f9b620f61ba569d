#!/bin/sh
# SPDX-License-Identifier: MIT
# Gets the source packages of Debian that WebAssembly has no libraries of: sources.sh FOLDER NAME...
# Their upstream archives are unpacked to FOLDER/NAME; apt checks them against Debian's signatures.
set -eu
folder=$1
shift
mkdir -p "$folder/lists/partial" "$folder/cache/archives/partial"
cd "$folder"
suite=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
printf 'deb-src http://deb.debian.org/debian %s main\n' "$suite" >sources.list
apt() {
    apt-get -q -o Dir::Etc::SourceList="$PWD/sources.list" -o Dir::Etc::SourceParts=- -o APT::Sandbox::User="" \
        -o Dir::State::Lists="$PWD/lists" -o Dir::Cache="$PWD/cache" -o Debug::NoLocking=1 "$@" >>apt.log 2>&1 || {
        tail -n 5 apt.log >&2
        exit 1
    }
}
for name; do
    if [ ! -d "$name" ]; then
        [ "$(find lists -maxdepth 1 -type f -name '*Sources*')" ] || apt update
        apt source --download-only --only-source "$name"
        mkdir "$name.new"
        tar xf "$name"_*.orig.tar.* --strip-components=1 -C "$name.new"
        mv "$name.new" "$name"
    fi
done
