#!/bin/sh
# SPDX-License-Identifier: MIT
# Downloads from Debian what a build for another platform needs, without changing this system; apt verifies Debian's
# signatures. Its lists and cache are kept in FOLDER.
#   debian.sh source FOLDER NAME...           unpacks the upstream archives of source packages to FOLDER/NAME
#   debian.sh binary FOLDER ARCH PACKAGE...   unpacks packages of another architecture and their dependencies to
#                                             FOLDER/root
set -eu
kind=$1 folder=$2
shift 2
mkdir -p "$folder/lists/partial" "$folder/cache/archives/partial"
cd "$folder"
suite=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
for type in deb-src deb; do
    printf '%s http://deb.debian.org/debian %s main\n' "$type" "$suite" >"$type.list"
done

# apt LIST ARGUMENT...: runs apt-get with this list of sources
apt() {
    list=$1
    shift
    apt-get -q -o Dir::Etc::SourceList="$PWD/$list" -o Dir::Etc::SourceParts=- -o APT::Sandbox::User="" \
        -o Dir::State::Lists="$PWD/lists" -o Dir::Cache="$PWD/cache" -o Debug::NoLocking=1 "$@" >>apt.log 2>&1 || {
        tail -n 5 apt.log >&2
        exit 1
    }
}

# has_lists NAME: have the lists of this name been fetched?
has_lists() {
    [ "$(find lists -maxdepth 1 -type f -name "*$1*")" ]
}

source_packages() {
    for name; do
        [ -d "$name" ] && continue
        has_lists Sources || apt deb-src.list update
        apt deb-src.list source --download-only --only-source "$name"
        mkdir -p "$name.new"
        tar xf "$(find . -maxdepth 1 -name "${name}_*.orig.tar.*" ! -name '*.asc')" --strip-components=1 -C "$name.new"
        mv "$name.new" "$name"
    done
}

# The empty status file tells apt that nothing is installed, so that it fetches every dependency.
binary_packages() {
    arch=$1
    shift
    [ "$(cat wanted 2>/dev/null)" != "$*" ] || return 0
    echo "$*" >wanted.new
    : >status
    set -- "$@" -o Dir::State::status="$PWD/status" -o APT::Architecture="$arch" -o APT::Architectures::="$arch"
    has_lists Packages || apt deb.list update -o APT::Architecture="$arch" -o APT::Architectures::="$arch"
    apt deb.list install -y --download-only --no-install-recommends "$@"
    rm -rf root.new
    for package in cache/archives/*.deb; do
        dpkg-deb -x "$package" root.new
    done
    find root.new -type l -lname '/*' | while read -r link; do
        ln -sfnr "root.new$(readlink "$link")" "$link"
    done
    rm -rf root
    mv root.new root
    mv wanted.new wanted
}

"${kind}_packages" "$@"
