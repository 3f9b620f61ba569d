#!/bin/sh
# SPDX-License-Identifier: MIT
# The source archive and the Debian packages: the archive of HEAD has the same bytes each time and
# builds by itself; the packages made of it please lintian, lie right when they are installed (into
# a scratch directory, with a package database of its own: neither root nor this machine's packages
# are touched), and leave nothing when they are purged. Prints nothing when all is well.
set -eu
cd "$(dirname "$0")/../.."

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
root=$scratch/root

fail() {
    echo "deb.sh: $*"
    exit 1
}

quiet() {
    "$@" >"$scratch/said" 2>&1 || {
        tail -n 40 "$scratch/said"
        fail "failed: $*"
    }
}

quiet make dist
archive=$(ls build/xpgn-*.tar.gz)
cp "$archive" "$scratch/first"
sleep 1 # the clock is not to be in it
quiet make dist
cmp "$scratch/first" "$archive" || fail 'make dist gives other bytes each time'

# Without optimisation: what is tested here is the packages.
DEB_BUILD_OPTIONS="noopt parallel=$(getconf _NPROCESSORS_ONLN)"
export DEB_BUILD_OPTIONS
quiet make deb

if command -v lintian >/dev/null; then
    quiet lintian --allow-root --fail-on error build/deb/*.changes
fi

admin=$root/var/lib/dpkg
mkdir -p "$admin/info" "$admin/updates" "$admin/triggers"
: >"$admin/status"
packages() {
    dpkg --root="$root" --log=/dev/null --force-not-root --force-depends --force-script-chrootless "$@"
}
quiet packages --install build/deb/*.deb
for package in xpgn libxpgn1 libxpgn-dev; do
    state=$(dpkg-query --admindir="$admin" -W -f='${db:Status-Abbrev}' "$package") ||
        fail "not installed: $package"
    case $state in i[it]*) ;; *) fail "$package is installed in state $state" ;; esac
done
# What they depend on is what they were built with here.
depends=$(for file in build/deb/*.deb; do dpkg-deb -f "$file" Depends; done | tr ',|' '\n' |
    sed 's/(.*//; s/ //g; s/:any$//; /^$/d; /xpgn/d' | sort -u)
for package in $depends; do
    dpkg-query -W "$package" >/dev/null 2>&1 || fail "depends on $package, which is not here"
done

for tool in "$root"/usr/bin/xpgn-*; do
    name=${tool##*/}
    quiet "$tool" --version
    for file in man/man1/$name.1.gz bash-completion/completions/$name fish/vendor_completions.d/$name.fish; do
        test -s "$root/usr/share/$file" || fail "not in the package: $file"
    done
done
for file in man/man1/xpgn.1.gz man/man3/libxpgn.3.gz man/man5/xpgn.5.gz man/man7/xpgn-rules.7.gz \
    zsh/vendor-completions/_xpgn mime/packages/xpgn.xml vim/vimfiles/syntax/xpgn.vim \
    xpgn/formats/chess-attack.yaml doc/xpgn/samples/club.xpgn doc/xpgn/copyright; do
    test -s "$root/usr/share/$file" || fail "not in the package: $file"
done
quiet "$root/usr/bin/xpgn" validate "$root"/usr/share/doc/xpgn/samples/*.xpgn
quiet env MANPATH="$root/usr/share/man" "$root/usr/bin/xpgn" help validate

quiet packages --purge xpgn libxpgn-dev libxpgn1
left=$(find "$root" -path "$admin" -prune -o \( -type f -o -type l \) -print)
test -z "$left" || fail "left when purged: $left"
