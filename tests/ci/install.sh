#!/bin/sh
# SPDX-License-Identifier: MIT
# Installs into a scratch directory and uses what lies there: every product is in its place, a
# client program compiles and runs against the shared and the static library through pkg-config,
# only xpgn_* is exported, all is hardened, and uninstall leaves no file. Prints nothing when all is well.
# Arguments are given to make (BUILD=..., CC=...).
set -eu
cd "$(dirname "$0")/../.."

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
root=$scratch/root
prefix=/usr/local
lib=$root$prefix/lib
cc=${CC:-cc}
fail() {
    echo "install.sh: $*"
    exit 1
}

quiet() {
    "$@" >"$scratch/said" 2>&1 || {
        cat "$scratch/said"
        fail "failed: $*"
    }
}

quiet make "$@" install DESTDIR="$root" PREFIX=$prefix

for file in lib/libxpgn.a lib/libxpgn.so lib/libxpgn.so.1 lib/pkgconfig/xpgn.pc \
    include/xpgn.h include/xpgn_codes.h include/xpgn_facts.h $(cd lib && printf '%s ' include/xpgn/*.h); do
    test -f "$root$prefix/$file" || fail "not installed: $file"
done
for source in tools/*.c tools/*/*.c; do
    name=${source#tools/}
    case $name in
    frame/*) continue ;; # what tools share
    xpgn.c) program=xpgn ;;
    */*) program=xpgn-${name%%/*} ;;
    *) program=xpgn-${name%.c} ;;
    esac
    quiet "$root$prefix/bin/$program" --version
done
for page in man/*.[1357]; do
    test ! -f "$page" || test -f "$root$prefix/share/man/man${page##*.}/${page##*/}" ||
        fail "not installed: $page"
done
for file in formats/*.yaml formats/*.schema.json formats/pieces.svg \
    formats/themes/*.yaml; do
    test ! -f "$file" || test -f "$root$prefix/share/xpgn/$file" || fail "not installed: $file"
done
for file in xpgn/xpgn.magic mime/packages/xpgn.xml vim/vimfiles/syntax/xpgn.vim \
    vim/vimfiles/ftdetect/xpgn.vim; do
    test -s "$root$prefix/share/$file" || fail "not installed: $file"
done
for program in "$root$prefix"/bin/*; do
    name=${program##*/}
    for file in bash-completion/completions/$name fish/vendor_completions.d/$name.fish; do
        test -s "$root$prefix/share/$file" || fail "not installed: $file"
    done
    grep -q "^#compdef.* $name\( \|\$\)" "$root$prefix/share/zsh/site-functions/_xpgn" ||
        fail "not in the completion for zsh: $name"
done

# Nothing is for debuggers only, unless it is asked for: then it lies beside.
for file in "$root$prefix"/bin/* "$lib/libxpgn.so.1" "$lib/libxpgn.a"; do
    ! readelf -SW "$file" | grep -q ' \.debug_info' || fail "not stripped: $file"
done
quiet make "$@" install DEBUG=1 DESTDIR="$scratch/debug" PREFIX=$prefix
for file in bin/xpgn-list lib/libxpgn.so.1; do
    debug=$(readelf --string-dump=.gnu_debuglink "$scratch/debug$prefix/$file" | sed -n 's/.* \(.*\.debug\)$/\1/p')
    readelf -SW "$scratch/debug$prefix/${file%/*}/.debug/$debug" 2>/dev/null | grep -q ' \.debug_info' ||
        fail "install DEBUG=1 puts nothing for debuggers beside $file"
done
quiet make "$@" uninstall DESTDIR="$scratch/debug" PREFIX=$prefix
left=$(find "$scratch/debug" -type f -o -type l -o -name .debug)
test -z "$left" || fail "left by uninstall of what debuggers need: $left"

# The name of the version node, XPGN_1, is an absolute symbol (A).
exported=$(nm -D --defined-only "$lib/libxpgn.so" | awk '$2 != "A" { sub(/@.*/, "", $3); print $3 }')
test -n "$exported" || fail 'the shared library exports nothing'
if printf '%s\n' "$exported" | grep -v '^xpgn_'; then
    fail 'exported without the prefix xpgn_'
fi
# It exports what lib/libxpgn.symbols records, and what the headers promise, no more and no less.
nm -D --defined-only --with-symbol-versions "$lib/libxpgn.so" |
    awk '$2 != "A" { sub(/@@/, "@", $3); print $3 }' | LC_ALL=C sort >"$scratch/exported"
grep -v '^#' lib/libxpgn.symbols | LC_ALL=C sort >"$scratch/recorded"
diff -u "$scratch/recorded" "$scratch/exported" >"$scratch/said" || {
    cat "$scratch/said"
    fail 'the shared library does not export what lib/libxpgn.symbols records'
}
sed -n 's/^XPGN_API.*[ *]\(xpgn_[a-z0-9_]*\)[(;].*/\1/p' lib/include/xpgn/*.h | LC_ALL=C sort >"$scratch/declared"
sed 's/@.*//' "$scratch/exported" | diff -u "$scratch/declared" - >"$scratch/said" || {
    cat "$scratch/said"
    fail 'the shared library does not export what the headers declare'
}

# The archive has no other global names, which could be a client's own.
nm -g --defined-only "$lib/libxpgn.a" | awk 'NF == 3 { print $3 }' | LC_ALL=C sort |
    diff -u "$scratch/declared" - >"$scratch/said" || {
    cat "$scratch/said"
    fail 'the names of libxpgn.a are not those that the headers declare'
}

# hardened FILE WORD...: readelf says the words of it, and it calls the checks of the C library.
hardened() {
    file=$1
    shift
    readelf -hldW "$file" >"$scratch/elf"
    for word; do
        grep -qE "$word" "$scratch/elf" || fail "not hardened: $file has no $word"
    done
    nm -D --undefined-only "$file" >"$scratch/elf"
    for word in __stack_chk_fail _chk; do
        grep -q "$word@" "$scratch/elf" || fail "not hardened: $file does not call $word"
    done
}
for program in "$root$prefix"/bin/*; do
    hardened "$program" 'Type: *DYN' 'Flags:.* PIE' GNU_RELRO 'Flags: NOW' BIND_NOW
done
hardened "$lib/libxpgn.so.1" 'Type: *DYN' GNU_RELRO 'Flags: NOW' BIND_NOW
# A program is marked for CET only if the C library's start files are: it is asked of the archive.
if test "$(uname -m)" = x86_64; then
    readelf -n "$lib/libxpgn.a" | grep -q 'x86 feature: IBT, SHSTK' || fail 'the library is without CET'
fi

while read -r name; do
    test -s "$root$prefix/share/man/man3/$name.3" || fail "no manual: $name(3)"
done <"$scratch/declared"

# The client is the program of libxpgn(3): it reads, checks and replays a game.
page=$root$prefix/share/man/man3/libxpgn.3
awk '/^\.Bd -literal$/ { on = 1; next } /^\.Ed/ { on = 0 } on' "$page" |
    sed 's/\\e/\\/g' >"$scratch/client.c"
printf '[Variant "chess-attack"]\n\n1. e4 d5 2. exd5 <5+0=8w:1+1=5x> Qxd5 <4:2> *\n' >"$scratch/game"
cat >"$scratch/wanted" <<'END'
game 1
  exd5: pawn is removed
  Qxd5: wounded pawn is removed
  rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR[Pp] w KQkq - 0 3
-:3:23: attacker total 8, expected 7: pawn e4 2 + die 5 [CA-3]
END
# says CLIENT...: it prints what the page says
says() {
    "$@" <"$scratch/game" >"$scratch/said" || fail "failed: $*"
    cmp -s "$scratch/wanted" "$scratch/said" || {
        cat "$scratch/said"
        fail "says something else: $*"
    }
}
PKG_CONFIG_PATH=$lib/pkgconfig
PKG_CONFIG_SYSROOT_DIR=$root
export PKG_CONFIG_PATH PKG_CONFIG_SYSROOT_DIR
test "$(pkg-config --modversion xpgn)" = "$("$root$prefix/bin/xpgn" --version | sed -n '1s/^xpgn //p')" ||
    fail 'xpgn.pc says another version than xpgn'

# The flags of pkg-config are words to be split.
# shellcheck disable=SC2046,SC2086
quiet $cc -std=c11 -Wall -Wextra -Wpedantic -Werror -o "$scratch/shared" "$scratch/client.c" \
    $(pkg-config --cflags --libs xpgn)
says env LD_LIBRARY_PATH="$lib" "$scratch/shared"
LD_LIBRARY_PATH=$lib ldd "$scratch/shared" | grep -q "$lib/libxpgn.so.1" ||
    fail 'the shared client does not use the shared library'

# Static: libxpgn from its archive, what it needs in turn from the system's shared libraries, as
# pkg-config --static tells.
libs=$(pkg-config --static --libs xpgn | sed 's/-lxpgn/-Wl,-Bstatic -lxpgn -Wl,-Bdynamic/')
# shellcheck disable=SC2046,SC2086
quiet $cc -std=c11 -o "$scratch/static" $(pkg-config --cflags xpgn) "$scratch/client.c" $libs
says "$scratch/static"
# A client may have names that the library has for itself.
printf 'int walk_entry(void);\nint walk_entry(void) { return 1; }\nint arena_free;\n' >>"$scratch/client.c"
# shellcheck disable=SC2046,SC2086
quiet $cc -std=c11 -o "$scratch/static" $(pkg-config --cflags xpgn) "$scratch/client.c" $libs
says "$scratch/static"
if ldd "$scratch/static" | grep libxpgn; then
    fail 'the static client uses the shared library'
fi

# C++ takes the header too, and sets options.
cxx=$(command -v c++ || command -v clang++ || true)
if test -n "$cxx"; then
    cat >"$scratch/client.cc" <<'END'
#include <xpgn.h>
#include <xpgn_codes.h>
int main() {
    xpgn_catalog *catalog;
    xpgn_walk *walk = nullptr;
    xpgn_walk_options options;
    xpgn_walk_options_init(&options);
    options.lint = true;
    if (xpgn_catalog_new(&catalog) != XPGN_OK)
        return 1;
    bool good = xpgn_walk_new(&walk, catalog, &options) == XPGN_OK;
    xpgn_walk_free(walk);
    xpgn_catalog_free(catalog);
    return good ? 0 : 1;
}
END
    # shellcheck disable=SC2046,SC2086
    quiet "$cxx" -std=c++17 -Wall -Wextra -Wpedantic -Werror -o "$scratch/client++" $(pkg-config --cflags xpgn) \
        "$scratch/client.cc" $libs
    "$scratch/client++" || fail 'options set in C++17 are not valid'
fi

quiet make "$@" uninstall DESTDIR="$root" PREFIX=$prefix
left=$(find "$root" -type f -o -type l)
test -z "$left" || fail "left by uninstall: $left"

# Where it takes effect at once the linker's cache is brought up to date; in a folder that the system
# does not look into, install says what to do.
mkdir "$scratch/bin"
cat >"$scratch/bin/ldconfig" <<'END'
#!/bin/sh
echo "ldconfig $*" >>"$LDCONFIG_LOG"
test "$*" != -p || echo "libxpgn.so.1 (libc6,x86-64) => $LDCONFIG_KNOWS/libxpgn.so.1"
END
chmod +x "$scratch/bin/ldconfig"
own=$scratch/own
LDCONFIG_LOG=$scratch/log
export LDCONFIG_LOG
for knows in "$own/lib" /usr/local/lib; do
    rm -f "$LDCONFIG_LOG"
    PATH=$scratch/bin:$PATH LDCONFIG_KNOWS=$knows quiet make "$@" install PREFIX="$own"
    test "$(head -n 1 "$LDCONFIG_LOG")" = 'ldconfig ' || fail 'install does not run ldconfig'
    said=no
    grep -qF "LD_LIBRARY_PATH=$own/lib" "$scratch/said" && said=yes
    test "$knows:$said" = "$own/lib:no" || test "$knows:$said" = /usr/local/lib:yes ||
        fail "what install says of a library in $own/lib, when the system looks into $knows: $said"
done

# There uninstall brings the MIME database up to date, for what others have put into it, and leaves no file
# of it when nobody has.
mime=$own/share/mime
printf '%s\n' '<mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">' \
    '<mime-type type="text/x-other"><comment>other</comment><glob pattern="*.other"/></mime-type></mime-info>' \
    >"$mime/packages/other.xml"
echo mine >"$mime/notes"
uninstall_own() {
    PATH=$scratch/bin:$PATH LDCONFIG_KNOWS=/usr/local/lib quiet make "$@" uninstall PREFIX="$own"
    left=$(cd "$own" && find . -type f -o -type l | LC_ALL=C sort)
}
uninstall_own "$@"
if command -v update-mime-database >/dev/null; then
    if ! grep -q '\*\.other$' "$mime/globs" || grep -q xpgn "$mime/globs"; then
        fail 'uninstall has not brought the MIME database up to date'
    fi
    rm "$mime/packages/other.xml"
    PATH=$scratch/bin:$PATH LDCONFIG_KNOWS=/usr/local/lib quiet make "$@" install PREFIX="$own"
    grep -q xpgn "$mime/globs" || fail 'install has not brought the MIME database up to date'
    uninstall_own "$@"
    test "$left" = ./share/mime/notes || fail "left by uninstall, or not left: $left"
fi
quiet make "$@" lib # xpgn.pc with its usual folder
