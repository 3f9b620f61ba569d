# SPDX-License-Identifier: MIT
# The commands of README.md print what README.md says.

load helper

# Runs the commands of the `console` blocks of file $1, in order, in one directory that has the
# samples; prints the blocks as they would have to stand.
rerun() {
    local line inside=no
    while IFS= read -r line; do
        case $inside:$line in
        'no:```console')
            inside=yes
            echo "$line"
            ;;
        'yes:```')
            inside=no
            echo "$line"
            ;;
        'yes:$ '*)
            echo "$line"
            bash -c "${line#??}" 2>&1 </dev/null || true
            ;;
        esac
    done <"$1"
}

blocks() {
    sed -n '/^```console$/,/^```$/p' "$1"
}

@test "every command of the README prints what stands below it" {
    mkdir "$BATS_TEST_TMPDIR/run"
    ln -s "$ROOT/samples" "$BATS_TEST_TMPDIR/run/samples"
    cd "$BATS_TEST_TMPDIR/run"
    blocks "$ROOT/README.md" >../expected
    rerun "$ROOT/README.md" >../actual
    [ "$(grep -c '^\$ ' ../expected)" -ge 8 ]
    same_output ../expected ../actual
}

@test "the README names every tool, in the words of its --help" {
    for tool in "$BIN"/xpgn*; do
        name=${tool##*/}
        case $name in xpgn | xpgn-*) ;; *) continue ;; esac
        about=$("$tool" --help | sed -n 2p)
        about=$(printf '%s' "${about%.}" | sed 's/^./\L&/')
        grep -qF "| \`$name\` | $about |" README.md || {
            echo "not in README.md: | \`$name\` | $about |"
            return 1
        }
    done
}

@test "the README names every package that is needed, and every game and option" {
    # what the Makefile calls them, and what people do
    for word in libyaml zlib1g:zlib libbz2 liblzma libzstd libjansson:jansson libsodium \
        libpcre2:PCRE2 check:Check bats jq zstd bzip2 xz-utils:xz clang clang-format clang-tidy \
        cppcheck shellcheck:ShellCheck mandoc valgrind:Valgrind zsh fish vim:Vim \
        file shared-mime-info libxml2-utils:xmllint debhelper lintian pkg-config; do
        if grep -q "${word%:*}" Makefile; then
            grep -q "${word#*:}" README.md || { echo "not in README.md: $word"; return 1; }
        fi
    done
    # id, title, options: columns with two spaces or more between them
    xpgn-validate --list-variants | sed 's/   */\t/g' | while IFS=$'\t' read -r id _ options; do
        grep -q "\`$id\`" README.md || { echo "not in README.md: $id"; return 1; }
        for option in $options; do
            grep -qE "\`(mode=)?${option#mode=}\`" README.md ||
                { echo "not in README.md: option $option of $id"; return 1; }
        done
    done
}

@test "the files that the README links to are there" {
    grep -o '](\([^)#]*\))' README.md | tr -d '])(' | sort -u | while read -r file; do
        [ -e "$file" ] || { echo "README.md links to $file"; return 1; }
    done
}
