#!/bin/sh
# SPDX-License-Identifier: MIT
# Builds the Debian packages from a source archive of `make dist`:
#     make.sh ARCHIVE VERSION ABI FOLDER
# Empties FOLDER and writes the packages to it. Environment: BUILD_PACKAGES, the packages needed to
# build; DEBFULLNAME and DEBEMAIL, the maintainer; DEB_BUILD_OPTIONS as usual; DEBUG=1: packages of what
# debuggers need besides.
set -eu

archive=$1
version=$2
abi=$3
folder=$4
maintainer="${DEBFULLNAME:-XPGN maintainers} <${DEBEMAIL:-xpgn@example.org}>"

rm -rf "$folder"
mkdir -p "$folder"
cp "$archive" "$folder/xpgn_$version.orig.tar.gz"
cd "$folder"
tar -xzf "xpgn_$version.orig.tar.gz"
cd "xpgn-$version"
cp -r tools/debian debian
cd debian
rm make.sh

# The compiler, make and the C library are there in every Debian build.
needs=$(printf '%s\n' "$BUILD_PACKAGES" | tr -s ' \t' '\n' | grep -vxE '|gcc|make|libc6-dev' |
    paste -sd , | sed 's/,/, /g')
# What is loaded when it is needed, dpkg-shlibdeps cannot see: what those -dev packages are for.
loaded=$(for package in libyaml-dev zlib1g-dev libbz2-dev liblzma-dev libzstd-dev libsodium-dev; do
    dpkg-query -W -f='${Depends}\n' "$package" | tr ',' '\n' | sed -n 's/^ *\([^ ]*\) (= .*/\1/p' |
        grep -v -- -dev | head -n 1
done | paste -sd , | sed 's/,/, /g')
sed -e "s/@LOADED@/$loaded/" -e "s/@MAINTAINER@/$maintainer/" -e "s/@BUILD_DEPENDS@/$needs/" \
    -e "s/@ABI@/$abi/" control.in >control
rm control.in
mv libxpgn.install "libxpgn$abi.install"

# LICENSE in the form of debian/copyright.
awk -v license=../LICENSE '
    $0 == "@COPYRIGHT@License: MIT" {
        while ((getline line <license) > 0)
            if (line ~ /^Copyright/) {
                sub(/^Copyright *(\([cC]\))? */, "", line)
                print "Copyright: " line
            }
        close(license)
        print "License: MIT"
        next
    }
    $0 == "@LICENSE@" {
        while ((getline line <license) > 0)
            if (line !~ /^Copyright|^MIT License/ && (begun || line != "")) {
                print " " (line == "" ? "." : line)
                begun = 1
            }
        next
    }
    { print }' copyright >copyright.new
mv copyright.new copyright

# The record of the symbols is Debian's too: dpkg-gensymbols compares.
{
    echo "libxpgn.so.$abi libxpgn$abi #MINVER#"
    sed -n "s/^[^#].*/ & $version/p" ../lib/libxpgn.symbols
    sed -n "s/^[^#].*@\(.*\)/ \1@\1 $version/p" ../lib/libxpgn.symbols | sort -u
} >"libxpgn$abi.symbols"

# The date of the archive's newest file is the same for everybody.
date=$(LC_ALL=C date -u -R -d "@$(stat -c %Y ../Makefile)")
cat >changelog <<END
xpgn ($version-1) unstable; urgency=medium

  * Built from the upstream source; see CHANGES.md for changes.

 -- $maintainer  $date
END

cd ..
test "${DEBUG:-}" || export DEB_BUILD_OPTIONS="${DEB_BUILD_OPTIONS-} noautodbgsym"
dpkg-buildpackage -us -uc
rm -rf "../xpgn-$version"
