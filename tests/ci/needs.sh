#!/bin/sh
# SPDX-License-Identifier: MIT
# Says which of the libraries that the build needs are not here, and the Debian package of each;
# silent when all are.
#   needs.sh MODULE...       names of pkg-config
# CC, PKG_CONFIG: as for the build.
set -u
cc=${CC:-cc} pkg_config=${PKG_CONFIG:-pkg-config}
missing=0

# need WHAT PACKAGE
need() {
    echo "missing: $1 (Debian package: $2)" >&2
    missing=1
}

package_of() {
    case $1 in
    yaml-0.1) echo libyaml-dev ;;
    libpcre2-8) echo libpcre2-dev ;;
    libedit) echo libedit-dev ;;
    libsodium) echo libsodium-dev ;;
    *) echo "$1" ;;
    esac
}

# Both may be more than one word: ccache gcc.
if ! command -v "${cc%% *}" >/dev/null; then
    need "the C compiler '$cc'" 'gcc and libc6-dev'
    exit 1
fi
if command -v "${pkg_config%% *}" >/dev/null; then
    for module; do
        if ! $pkg_config --exists "$module"; then
            need "the library $module, says $pkg_config" "$(package_of "$module")"
        fi
    done
else
    need "the program '$pkg_config'" pkg-config
fi

# Headers of what the library loads when it needs it.
while read -r header package; do
    # shellcheck disable=SC2086 # words
    if ! echo "#include <$header>" | $cc ${CPPFLAGS-} -E -x c - >/dev/null 2>&1; then
        need "the header $header" "$package"
    fi
done <<END
stdio.h libc6-dev
zlib.h zlib1g-dev
bzlib.h libbz2-dev
lzma.h liblzma-dev
zstd.h libzstd-dev
sodium.h libsodium-dev
END

if [ "$missing" -ne 0 ]; then
    echo "'make deps' installs all that is needed, where there is apt-get" >&2
fi
exit "$missing"
