#!/bin/sh
# SPDX-License-Identifier: MIT
# Builds for other platforms, and holds what they print on the samples against the programs of this machine.
#   ports.sh PORT...     one: this machine, all tools in one program; musl; windows, under wine;
#                        arm64, armhf (32 bits), s390x (big-endian): with Debian's libraries, under qemu, and the unit
#                        tests besides
# BUILD, ARCH_PACKAGES: from the Makefile; XPGN_BIN is $BUILD/bin. Ends with `N passed, N failed`.
set -u
cd "$(dirname "$0")/../.." || exit 2
# Unit tests that are not run under qemu, where each takes many minutes: they count millions of positions, or play
# thousands of games.
slow='chess|endings|estimate|fair|fast'
passed=0 failed=0

fail() {
    echo "$*: failed"
    failed=$((failed + 1))
    return 1
}

built() {
    make -s "$@" || fail "make $*"
}

# counts COMMAND...: adds what its last line says
counts() {
    "$@" | tee "$BUILD/ports/log"
    last=$(tail -n 1 "$BUILD/ports/log")
    case $last in
    *' passed, '*' failed'*)
        passed=$((passed + ${last%% *}))
        last=${last#* passed, }
        failed=$((failed + ${last%% *}))
        ;;
    *) fail "$@" ;;
    esac
}

# same PROGRAM...: the samples
same() {
    counts python3 tests/tools/same.py "$BUILD/bin" "$@"
}

# session PROGRAM: a game that is recorded on a terminal, without libedit
session() {
    if ! script -qec true /dev/null </dev/null >/dev/null 2>&1; then
        echo 'skipped: a session on a terminal: no script(1), or no pseudo-terminal'
        return
    fi
    game=$BUILD/ports/session.xpgn
    rm -f "$game"
    echo e4 | "$BUILD/bin/xpgn-record" --variant=chess --date=2026.05.08 "$game" >/dev/null
    printf '%s\n' e5 undo 'c5 {Zürich}' quit | timeout 60 script -qec "$1 record $game" /dev/null >"$BUILD/ports/log"
    if grep -q '^1\. e4 c5 {Zürich} \*' "$game"; then
        passed=$((passed + 1))
    else
        fail "a session on a terminal"
    fi
}

# arch NAME PREFIX QEMU: the Makefile with another compiler, other libraries, and what runs the programs
arch() {
    folder=$PWD/$BUILD/ports/$1
    root=$folder/root
    run="qemu-$3 -L $root"
    # shellcheck disable=SC2086 # words
    sh lib/platform/port/debian.sh binary "$folder" "$1" $ARCH_PACKAGES || return
    ccache=$(command -v ccache)
    built BUILD="$folder/build" RUN="$run" \
        PKG_CONFIG="env PKG_CONFIG_SYSROOT_DIR=$root PKG_CONFIG_LIBDIR=$root/usr/lib/$2/pkgconfig pkg-config" \
        CC="${ccache:+ccache }$2-gcc --sysroot=$root" AR="$2-ar" OBJCOPY="$2-objcopy" one unit || return
    # On a busy machine a test may take long; run.sh ends a file that never ends.
    # shellcheck disable=SC2046,SC2086 # words
    counts env BUILD="$folder/build" RUN="$run" CK_TIMEOUT_MULTIPLIER=900 sh tests/ci/run.sh $(
        find "$folder/build/tests" -type f -perm /1 | grep -vE "/($slow)\$"
    )
    # shellcheck disable=SC2086 # words
    same $run "$folder/build/one/xpgn"
}

mkdir -p "$BUILD/ports" || exit 2
for port; do
    echo "---- $port"
    case $port in
    one) built one && same "$BUILD/one/xpgn" ;;
    musl) built musl && same "$BUILD/musl/xpgn" && session "$BUILD/musl/xpgn" ;;
    windows)
        export WINEDEBUG=-all WINEPREFIX="$PWD/$BUILD/ports/wine"
        built windows || continue
        # Debian's wineserver ends with the last program. The next one waits seconds for a new one, and a program of ten
        # lines had a page fault of Wine's own in 1 of 342 runs in pairs; in none of 628 with one that is kept, a minute.
        # It needs the folder that the first program makes, and what wine says then is not the program's.
        wine "$BUILD/windows/xpgn.exe" --version >/dev/null 2>&1
        wineserver -w
        wineserver -p60 || fail 'no wineserver that is kept'
        same wine "$BUILD/windows/xpgn.exe" && counts sh tests/ci/windows.sh "$BUILD/windows/xpgn.exe"
        wineserver -k
        ;;
    arm64) arch arm64 aarch64-linux-gnu aarch64 ;;
    armhf) arch armhf arm-linux-gnueabihf arm ;;
    s390x) arch s390x s390x-linux-gnu s390x ;;
    *) fail "no such platform: $port" ;;
    esac
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
