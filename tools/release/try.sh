#!/bin/sh
# SPDX-License-Identifier: MIT
# Takes each file of a release as somebody would who has nothing else, and says what was done; needs root:
#     try.sh RELEASE VERSION FOLDER
# The Debian is bare (debootstrap, minbase), kept in FOLDER/debian and copied for each try; what it takes from the net goes
# through apt. TRY has the parts to be tried, of packages, empty, windows, javascript and sources: two of these, empty and windows,
# need no net. Ends with `N passed, N failed`.
set -u
mkdir -p "$3"
release=$(realpath "$1") version=$2 work=$(realpath "$3")
top=$(cd "$(dirname "$0")/../.." && pwd)
passed=0 failed=0
game='[Variant "chess-attack"]

1. e4 d5 2. exd5 <5+0=8w:1+1=5x> Qxd5 <4:2> *'
finding='attacker total 8, expected 7: pawn e4 2 + die 5 [CA-3]'

# try NAME COMMAND...: its output is shown if it fails
try() {
    name=$1
    shift
    if "$@" >"$work/log" 2>&1; then
        passed=$((passed + 1))
        echo "ok      $name"
    else
        failed=$((failed + 1))
        echo "FAILED  $name"
        tail -n 30 "$work/log"
    fi
}

# finds COMMAND...: of the game with a wrong sum, it says what is wrong, and ends with 1
finds() {
    said=$(printf '%s\n' "$game" | "$@" 2>&1)
    status=$?
    echo "$said"
    case $said in *"$finding"*) [ $status = 1 ] ;; *) false ;; esac
}

# ---- a bare Debian

# bare NAME: a copy of it, in $root
bare() {
    root=$work/$1
    rm -rf "$root"
    if [ ! -e "$work/debian/etc/debian_version" ]; then
        rm -rf "$work/debian"
        debootstrap --variant=minbase "$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)" "$work/debian" >"$work/debian.log" 2>&1 || {
            tail -n 5 "$work/debian.log"
            echo "try.sh: a bare Debian comes from the net; without it: TRY='empty windows' make try-release" >&2
            exit 1
        }
    fi
    cp -a "$work/debian" "$root"
    cp /etc/resolv.conf "$root/etc" 2>/dev/null
    cp "$release"/* "$root/srv"
}

# inside COMMAND...: in the copy, with namespaces and /proc of its own
inside() {
    unshare --mount --pid --fork --kill-child sh -c 'mount -t proc proc "$1/proc"; root=$1; shift; exec chroot "$root" env -i \
        PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"' sh "$root" "$@"
}

# what_is: all files of the copy but what apt, dpkg and logs keep
what_is() {
    find "$root" \( -path "$root/proc" -o -path "$root/srv" -o -path "$root/var" -o -path "$root/etc" -o -path "$root/tmp" \) -prune -o \
        \( -type f -o -type l \) -print | LC_ALL=C sort
}

# stays_as FILE: nothing is left of what was installed since
stays_as() {
    what_is | diff "$1" -
}

packages() {
    bare packages
    try 'Debian: packages of the net' inside apt-get -q update
    what_is >"$work/before"
    try 'Debian: apt install of the tools' inside sh -c 'apt-get -q -y install --no-install-recommends /srv/xpgn_*.deb'
    try 'Debian: a record is checked' finds inside xpgn validate
    try 'Debian: all samples are correct' inside sh -c 'xpgn validate /usr/share/doc/xpgn/samples/c*.xpgn'
    try 'Debian: the library and what builds with it' inside sh -c 'apt-get -q -y install --no-install-recommends /srv/libxpgn*.deb'
    try 'Debian: all is taken away' inside sh -c 'apt-get -q -y purge xpgn libxpgn1 libxpgn-dev && apt-get -q -y --purge autoremove'
    try 'Debian: nothing is left' stays_as "$work/before"
    rm -rf "$root"
}

sources() {
    bare sources
    inside apt-get -q update >/dev/null
    try 'sources: what the build needs' inside sh -c "cd /srv && tar -xzf xpgn-$version.tar.gz && apt-get -q -y install --no-install-recommends make &&
        make -C xpgn-$version -s deps-build"
    try 'sources: make' inside make -C "/srv/xpgn-$version" -s -j"$(nproc)"
    what_is >"$work/before"
    try 'sources: make install' inside make -C "/srv/xpgn-$version" -s install
    try 'sources: a record is checked' finds inside xpgn-validate
    try 'sources: make uninstall' inside make -C "/srv/xpgn-$version" -s uninstall
    try 'sources: nothing is left' stays_as "$work/before"
    rm -rf "$root"
}

# ---- programs

empty() {
    rm -rf "$work/empty"
    mkdir "$work/empty"
    cp "$release/xpgn-$version-linux-x86_64" "$work/empty/xpgn"
    try 'static program: a folder without anything else' finds chroot "$work/empty" /xpgn validate
    cp "$release/xpgn-$version-linux-arm64" "$work/empty/xpgn"
    try 'static program for arm64, under qemu' finds qemu-aarch64 "$work/empty/xpgn" validate
}

windows() {
    export WINEDEBUG=-all WINEPREFIX="$work/wine"
    wine "$release/xpgn-$version.exe" --version >/dev/null 2>&1
    try 'Windows, under wine' finds wine "$release/xpgn-$version.exe" validate
    wineserver -k
}

# ---- JavaScript, and the page

javascript() {
    try 'npm: Node.js, bundlers, a page, a worker' sh "$top/tests/web/run.sh" bundlers "$release/xpgn-$version-npm.tgz"
    rm -rf "$work/tools"
    mkdir "$work/tools"
    for page in "$top"/man/xpgn-*.1; do # what it is compared with: the programs of this release
        ln -s "$release/xpgn-$version-linux-x86_64" "$work/tools/$(basename "$page" .1)"
    done
    try 'the desk from the disk, and served' env XPGN_BIN="$work/tools" XPGN_DESK="$release/xpgn-desk.html" \
        sh "$top/tests/web/run.sh" 'choices and records' 'where it is served'
}

try 'the sums of the files' sh -c "cd '$release' && sha256sum -c SHA256SUMS"
try 'the bill of materials' jq -e '.packages | length > 8' "$release/xpgn-$version.spdx.json"
for part in ${TRY:-packages empty windows javascript sources}; do
    $part
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
