# SPDX-License-Identifier: MIT
# shellcheck shell=bash # for bats
# Tests in which allocations fail: the library failing.so of tests/cli/data is in $BATS_FILE_TMPDIR.

setup_file() {
    if xpgn-validate --version | grep -q sanitize; then
        return # they have an allocator of their own
    fi
    ${CC:-cc} -O2 -shared -fPIC -o "$BATS_FILE_TMPDIR/failing.so" "$ROOT/tests/cli/data/failing.c"
}

setup() {
    cd "$BATS_FILE_TMPDIR" || return
    if [ ! -e failing.so ]; then skip 'built with a sanitizer'; fi
}
