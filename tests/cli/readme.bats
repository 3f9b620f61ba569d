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

@test "every command of the README prints the lines below it" {
    mkdir "$BATS_TEST_TMPDIR/run"
    ln -s "$ROOT/samples" "$BATS_TEST_TMPDIR/run/samples"
    cd "$BATS_TEST_TMPDIR/run"
    blocks "$ROOT/README.md" >../expected
    rerun "$ROOT/README.md" >../actual
    [ "$(grep -c '^\$ ' ../expected)" -ge 2 ]
    same_output ../expected ../actual
    [ "$(ls)" = samples ] # and it leaves nothing behind
}

@test "the packages that CONTRIBUTING.md lets people install are those of the build" {
    wanted=$(sed -n '/^BUILD_PACKAGES = /,/[^\]$/p' Makefile | tr -d '\\\n' | sed 's/.*= //' | xargs)
    [ -n "$wanted" ]
    named=$(sed -n '/^sudo apt install /,/[^\]$/p' CONTRIBUTING.md | tr -d '\\\n' | sed 's/sudo apt install //' | xargs)
    [ "$named" = "$wanted" ]
}

@test "make demo says where the programs are" {
    run_split sh tests/ci/demo.sh
    [ "$status" -eq 0 ]
    grep -qF "PATH=$BIN:\$PATH" "$out_file"
    grep -q 'error: .*expected .* \[CA-3\]$' "$out_file" # a program has said something
}

@test "the README names every tool, in the words of its --help" {
    for tool in "$BIN"/xpgn*; do
        name=${tool##*/}
        case $name in xpgn | xpgn-*) ;; *) continue ;; esac
        about=$("$tool" --help | sed -n '2,/^$/{/./p}' | paste -sd ' ' -)
        about=$(printf '%s' "${about%.}" | sed 's/^./\L&/')
        grep -qF "| \`$name\` | $about |" README.md || {
            echo "not in README.md: | \`$name\` | $about |"
            return 1
        }
    done
}

@test "CONTRIBUTING.md names every package that is needed, the README every game and option" {
    # what the Makefile calls them, and what people do
    for word in libyaml zlib1g:zlib libbz2 liblzma libzstd libsodium \
        libpcre2:PCRE2 check:Check bats jq zstd bzip2 xz-utils:xz clang clang-format clang-tidy \
        cppcheck shellcheck:ShellCheck mandoc valgrind:Valgrind zsh fish vim:Vim \
        file shared-mime-info libxml2-utils:xmllint build-essential debhelper lintian pkg-config; do
        if grep -q "${word%:*}" Makefile; then
            grep -q "${word#*:}" CONTRIBUTING.md || { echo "not in CONTRIBUTING.md: $word"; return 1; }
        fi
    done
    # id, title, options: columns with two spaces or more between them
    xpgn-validate --list-variants | sed 's/   */\t/g' >"$BATS_TEST_TMPDIR/variants"
    [ "$(wc -l <"$BATS_TEST_TMPDIR/variants")" -ge 6 ]
    while IFS=$'\t' read -r id _ options; do
        grep -q "\`$id\`" README.md || { echo "not in README.md: $id"; return 1; }
        for option in $options; do
            grep -qE "\`(mode=)?${option#mode=}\`" README.md ||
                { echo "not in README.md: option $option of $id"; return 1; }
        done
    done <"$BATS_TEST_TMPDIR/variants"
}

@test "the files that the README links to are there" {
    grep -o '](\([^)#]*\))' README.md | tr -d '])(' | sort -u | while read -r file; do
        [ -e "$file" ] || { echo "README.md links to $file"; return 1; }
    done
}

@test "every option, command and make target that the README names exists" {
    for tool in "$BIN"/xpgn*; do
        "$tool" --dump-options
    done | cut -f 1 | sort -u >"$BATS_TEST_TMPDIR/options"
    # by line of a command: the tool that is named there has the option
    grep -oE '\bxpgn-[a-z-]+( [^|`]*)?' README.md | while read -r tool rest; do
        [ -x "$BIN/$tool" ] || continue # xpgn-rules(7) and the like: links, which are tested above
        grep -oE -- '(^| )--[a-z-]+' <<<"$rest" | while read -r option; do
            "$tool" --dump-options | grep -q "^$option	" || { echo "README.md: $tool has no $option"; exit 1; }
        done
    done
    # in the text: some tool has it
    grep -oE -- '`--[a-z-]+' README.md | tr -d '`' | while read -r option; do
        grep -qx -- "$option" "$BATS_TEST_TMPDIR/options" || { echo "README.md: no tool has $option"; exit 1; }
    done
    grep -oE '\bxpgn help [A-Za-z0-9-]+' README.md | while read -r _ _ word; do
        xpgn help "$word" >/dev/null || { echo "README.md: xpgn help $word"; exit 1; }
    done
    grep -oE '(^|`)make [a-z]+( [a-z]+)*' README.md | tr -d '`' | while read -r _ target _; do
        grep -qE "^([a-z ]*)?\b$target\b.*:" Makefile tools/install.mk || { echo "README.md: make $target"; exit 1; }
    done
}

@test "the README leads to every manual" {
    for page in man/*.[13578]; do
        name=${page##*/}
        case $name in
        xpgn-*.1) grep -qF "\`${name%.1}\`" README.md ;;
        xpgn_*.3) continue ;; # libxpgn(3) leads there
        *) grep -qF "(man/$name)" README.md ;;
        esac || { echo "not in README.md: $name"; return 1; }
    done
}

# commands README: those of the table "I want to ...", one a line; \| is a bar in a table
commands() {
    sed -n '/^| I want to/,/^$/s/^|[^|]*| `\(.*\)` |$/\1/p' "$ROOT/$1" | sed 's/\\|/|/g'
}

# Prints the status of each command, the first line that it prints, and what files it leaves.
run_commands() {
    local command
    while IFS= read -r command; do
        rm -rf work
        mkdir work
        ln -s "$ROOT/samples" work/samples
        printf '$ %s\n' "$command"
        status=0
        (cd work && bash -c "$command" >../printed 2>../err </dev/null) || status=$?
        echo "status $status"
        head -n 1 printed | tr -d '\r'
        (cd work && find . -type f | LC_ALL=C sort)
    done
}

@test "every command to try does what it did, and those of the README are among them" {
    local golden=$ROOT/tests/cli/golden/readme-commands.txt
    cd "$BATS_TEST_TMPDIR"
    commands samples/COMMANDS.md >list
    [ "$(wc -l <list)" -ge 40 ]
    [ "$(wc -l <list)" -eq "$(sed -n '/^| I want to/,/^$/p' "$ROOT/samples/COMMANDS.md" | grep -c '^| [a-z]')" ]
    commands README.md | sort | comm -23 - <(sort list) | diff - /dev/null
    run_commands <list >actual
    if grep -x 'status [2-9]' actual; then return 1; fi
    # each prints something, or leaves a file
    awk '/^\$/ { if (NR > 1 && !some) print last; last = $0; some = 0 }
        !/^(\$|status )/ { some = 1 } END { if (!some) print last }' actual >silent
    [ ! -s silent ] || { cat silent; return 1; }
    [ -z "${XPGN_STORE:-}" ] || cp actual "$golden"
    diff -u "$golden" actual
}

@test "the picture of the README is what xpgn-render-svg draws, and the README is short" {
    cd "$ROOT"
    same_output samples/combat.svg <(xpgn-render-svg --game=1 --at=5b --combats samples/club.xpgn)
    grep -q 'src="samples/combat.svg"' README.md
    [ "$(wc -c <README.md)" -le 9500 ]
    [ "$(wc -l <CHANGES.md)" -le 60 ]
    for folder in tools lib tests formats samples; do
        [ -s "$folder/README.md" ]
    done
}
