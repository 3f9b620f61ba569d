#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Every option of every tool is in its --help, in its manual, in the completions of the three shells
# and in a test; and the shells themselves offer it.
# shellcheck disable=SC2154 # run_split sets them

load helper

COMPLETIONS=$BIN/../completions

setup() {
    cd "$BATS_TEST_TMPDIR" || return
}

# options TOOL: a row each: --long, letter or -
options() {
    awk -F '\t' '/^--/ { print $1, $2 }' "$BATS_FILE_TMPDIR/$1.options"
}

# lists FILE ERE: some line matches
lists() {
    grep -qE -- "$2" "$1"
}

# The tools are asked once: under sanitizers they are slow to start.
setup_file() {
    for path in "$BIN"/xpgn*; do
        "$path" --help >"$BATS_FILE_TMPDIR/${path##*/}.help"
        "$path" --dump-options >"$BATS_FILE_TMPDIR/${path##*/}.options"
    done
    grep -hv '^ *\(#\|@test\)' "$ROOT"/tests/cli/*.bats >"$BATS_FILE_TMPDIR/tests"
    for path in "$BIN"/xpgn*; do
        grep -E "(^|[^[:alnum:]-])${path##*/} " "$BATS_FILE_TMPDIR/tests" >"$BATS_FILE_TMPDIR/${path##*/}.tests" || true
    done
}

in_help() {
    lists "$BATS_FILE_TMPDIR/$1.help" "^(  -[[:alnum:]], |      )$2([= ]|\$)"
}

in_manual() {
    lists "$ROOT/man/$1.1" "^\.It Fl ([A-Za-z] , )?${2#-}( |\$)"
}

in_bash() {
    lists <(grep -E "^    $1\) echo" "$COMPLETIONS/bash/xpgn") "[ ']$2[= ']"
}

in_zsh() {
    sed -n "/^    $1)\$/,/^        ;;/p" "$COMPLETIONS/zsh/_xpgn" >zsh.part
    if [ "$1" = xpgn ]; then
        sed -n '/_arguments -C/,/&& return/p' "$COMPLETIONS/zsh/_xpgn" >zsh.part
    fi
    lists zsh.part "['*,{]$2[=[}]"
}

in_fish() {
    lists "$COMPLETIONS/fish/$1.fish" "^complete -c $1 (.* )?-l ${2#--} "
}

# Some command of a test has it, or its letter: on one line with the tool's name, or anywhere in the
# tool's own file. What all tools share is tested for all of them by the last tests of this file.
in_tests() {
    case $2 in --help | --version | --rules | --game | --bytes | --max-game | --jobs | --color) return ;; esac
    option="(^|[^[:alnum:]-])($2${3:+|-$3})([^[:alnum:]-]|\$)"
    if [ -f "$ROOT/tests/cli/${1#xpgn-}.bats" ]; then
        lists <(grep -v '^ *\(#\|@test\)' "$ROOT/tests/cli/${1#xpgn-}.bats") "$option" && return
    fi
    lists "$BATS_FILE_TMPDIR/$1.tests" "$option"
}

# everywhere TOOL OPTION [LETTER]: tells where it is missing
everywhere() {
    local place missing=0
    for place in help manual bash zsh fish tests; do
        "in_$place" "$@" || {
            echo "$1 $2: not in: $place"
            missing=1
        }
    done
    return "$missing"
}

@test "every option is in the help, the manual, the completions and a test" {
    missing=0
    for path in "$BIN"/xpgn*; do
        tool=${path##*/}
        [ -n "$(options "$tool")" ]
        while read -r option letter; do
            everywhere "$tool" "$option" "${letter#-}" || missing=1
        done < <(options "$tool")
    done
    [ "$missing" -eq 0 ]
}

@test "an option that is made up would be missed everywhere" {
    option=--made-u
    option=${option}p
    for tool in xpgn xpgn-validate; do
        for place in help manual bash zsh fish tests; do
            if "in_$place" "$tool" "$option"; then
                echo "$place knows $option"
                return 1
            fi
        done
    done
    # nor does part of a name count
    for place in help manual bash zsh fish; do
        "in_$place" xpgn-validate --format
        if "in_$place" xpgn-validate --for; then
            echo "$place knows --for"
            return 1
        fi
    done
}

@test "every letter is in the manual and in the completions" {
    for path in "$BIN"/xpgn*; do
        tool=${path##*/}
        options "$tool" | awk '$2 != "-"' >letters
        [ "$tool" = xpgn ] || [ -s letters ]
        while read -r option letter; do
            grep -qE "^\.It Fl ${letter#-} , ${option#-}( |\$)" "$ROOT/man/$tool.1" &&
                grep -E "^    $tool\) echo" "$COMPLETIONS/bash/xpgn" | grep -qE -- " $letter[ ']" &&
                in_zsh "$tool" "$option" && grep -qE -- "['({*]$letter[+ ,[]" zsh.part &&
                grep -qE -- " -s ${letter#-} -l ${option#--} " "$COMPLETIONS/fish/$tool.fish" || {
                echo "$tool $letter"
                return 1
            }
        done <letters
    done
}

# ---- in the shells -------------------------------------------------------------------------------

# offers SHELL WORD...: what the shell offers for the last word, in one line, sorted
offers() {
    local shell=$1
    shift
    case $shell in
    bash)
        # as readline cuts the words: = is one of its own
        bash --norc -c '
            source "$1"
            shift
            complete -p "$1" >/dev/null || exit
            COMP_WORDS=("$@")
            COMP_CWORD=$(($# - 1))
            _xpgn "$1" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
            printf "%s\n" "${COMPREPLY[@]}"' offers "$COMPLETIONS/bash/xpgn" "$@"
        ;;
    zsh) zsh -f "$ROOT/tests/cli/complete.zsh" "$COMPLETIONS/zsh" "$(line "$@")" ;;
    fish)
        XDG_CONFIG_HOME=$PWD/fish XDG_DATA_HOME=$PWD/fish fish --no-config -c '
            set -p fish_complete_path $argv[1]
            complete -C$argv[2]' "$COMPLETIONS/fish" "$(line "$@")" | cut -f 1 | sed 's/^--[a-z-]*=\(.\)/\1/'
        ;;
    esac | sed 's/=$//; s|/$||; /^$/d' | sort -u | paste -sd ' '
}

# The words as they are typed: an = joins its neighbours.
line() {
    echo "$*" | sed 's/ = \?/=/g'
}

# offered SHELL EXPECTED WORD...
offered() {
    local expected=$2 actual
    actual=$(offers "$1" "${@:3}")
    [ "$actual" = "$expected" ] || {
        echo "$1: for: ${*:3}"
        echo "offered:  $actual"
        echo "expected: $expected"
        return 1
    }
}

the_shell_completes() {
    local shell=$1
    command -v "$shell" >/dev/null || skip "no $shell"
    mkdir folder
    touch folder/game.pgn folder/other.xpgn
    cd folder
    offered "$shell" --format xpgn-validate --fo
    offered "$shell" "$(awk -F '\t' '$1 == "--format" { print $4 }' "$BATS_FILE_TMPDIR/xpgn-validate.options" |
        tr '|' '\n' | sort | paste -sd ' ')" xpgn-validate --format = ''
    offered "$shell" 'json' xpgn-validate --format = j
    offered "$shell" 'always auto' xpgn-replay --color a
    offered "$shell" 'box' xpgn-render-ascii -s b
    offered "$shell" "$(xpgn-validate --list-variants | cut -d ' ' -f 1 | sort | paste -sd ' ')" \
        xpgn-render-ascii --variant ''
    offered "$shell" 'king-safety' xpgn-render-ascii --options = k
    offered "$shell" 'WhiteElo' xpgn-stats --by WhiteE
    offered "$shell" '' xpgn-validate --jobs = 9
    offered "$shell" 'game.pgn' xpgn-validate g
    offered "$shell" 'other.xpgn' xpgn-validate --rules o
    offered "$shell" 'other.xpgn' xpgn-validate --good = o
    # by the short names
    offered "$shell" "$(for tool in "$BIN"/xpgn-*; do echo "${tool##*/xpgn-}"; done | grep ^v)" xpgn v
    offered "$shell" 'rules ruleset' xpgn help ru
    offered "$shell" --strict xpgn validate --st
    offered "$shell" 'gcc' xpgn validate --format g
    offered "$shell" 'game.pgn' xpgn validate g
    offered "$shell" --version xpgn --v
}

@test "bash completes options, values and files" {
    the_shell_completes bash
}

@test "zsh completes options, values and files" {
    the_shell_completes zsh
}

@test "fish completes options, values and files" {
    the_shell_completes fish
}

@test "bash offers files alone behind --, and names with spaces whole" {
    touch -- '-odd' 'two words.pgn'
    offered bash '-odd' xpgn-validate -- -
    offered bash 'two words.pgn' xpgn-validate tw
}

# ---- what the tools share ------------------------------------------------------------------------

# having OPTION: the tools that have it, in the array $tools. To xpgn-dice no game is right whose
# dice were not sealed: it has a test of its own in dice.bats.
having() {
    tools=()
    for path in "$BIN"/xpgn*; do
        case ${path##*/} in
        xpgn-compare | xpgn-dice | xpgn-record | xpgn-simulate) continue ;; # filter no games: they have tests of their own
        esac
        if grep -q -- "^$1	" "$BATS_FILE_TMPDIR/${path##*/}.options"; then
            tools+=("${path##*/}")
        fi
    done
    [ "${#tools[@]}" -ge 3 ] || { echo "$1: ${tools[*]:-no tool} has it"; return 1; }
}

# The least that makes a tool look at games.
example() {
    case $1 in
    xpgn-grep) echo "$1 --tag Event=A" ;;
    xpgn-odds) echo "$1 --format=tsv" ;;
    xpgn-event) echo "$1 --crosstable" ;;
    *) echo "$1" ;;
    esac
}

games() {
    printf '%s\n' '[Event "A"]' '' '1. e4 e5 *' '' '[Event "A"]' '[Variant "mine"]' '' '1. d4 d5 *' '' \
        '[Event "A"]' '' '1. c4 c5 *' ''
}

@test "every tool takes --rules" {
    games >games.xpgn
    printf 'ruleset: mine\nextends: chess-attack\n' >mine.yaml
    having --rules
    for tool in "${tools[@]}"; do
        read -ra command < <(example "$tool")
        run_split "${command[@]}" --rules nothing.yaml games.xpgn
        [ "$status" -eq 2 ]
        [[ $err == *': nothing.yaml: No such file or directory' ]]
        run_split "${command[@]}" --rules=mine.yaml games.xpgn
        [ "$status" -eq 0 ]
    done
}

@test "every tool takes --game" {
    games >games.xpgn
    having --game
    for tool in "${tools[@]}"; do
        read -ra command < <(example "$tool")
        run_split "${command[@]}" --game=7 games.xpgn
        [ "$status" -eq 2 ]
        [ "$err" = "$tool: no game 7: the input has 3" ]
        run_split "${command[@]}" --game 3-3 games.xpgn
        [ "$status" -eq 0 ]
    done
}

@test "every tool takes --bytes" {
    games >games.xpgn
    having --bytes
    for tool in "${tools[@]}"; do
        read -ra command < <(example "$tool")
        run_split "${command[@]}" --bytes=: games.xpgn
        [ "$err" = "$tool: --bytes: ':' is not a range such as 0:64M, 64M:128M or 128M:
try '$tool --help'" ]
        run_split "${command[@]}" --bytes=0:1K --game=1 games.xpgn
        expect 2 '' "$tool: --bytes and --game cannot be combined
try '$tool --help'"
        # no game begins there, which is no error; to xpgn-grep, 1 is that nothing was found
        run_split "${command[@]}" --bytes=1:2 games.xpgn
        [ "$status" -eq "$([ "$tool" = xpgn-grep ] && echo 1 || echo 0)" ]
        run_split "${command[@]}" --bytes :10 games.xpgn
        [ "$status" -eq 0 ]
    done
}

@test "every tool takes --max-game" {
    { games; printf '[Event "A"]\n\n1. e4 {%2000s} *\n' x; } >games.xpgn
    having --max-game
    for tool in "${tools[@]}"; do
        read -ra command < <(example "$tool")
        run_split "${command[@]}" --max-game=1K --game=4 games.xpgn
        # to xpgn-grep, 1 is that nothing was found
        [ "$status" -eq "$([ "$tool" = xpgn-grep ] && echo 2 || echo 1)" ]
        run_split "${command[@]}" --max-game=1M --game=4 games.xpgn
        [ "$status" -eq 0 ]
    done
}

@test "every tool takes --jobs, and prints the same for each number" {
    for i in 1 2 3 4 5 6; do games; done | grep -v mine >games.xpgn
    having --jobs
    for tool in "${tools[@]}"; do
        read -ra command < <(example "$tool")
        run_split "${command[@]}" --jobs=1 games.xpgn
        [ "$tool" = xpgn-validate ] || [ -s "$out_file" ]
        cp "$out_file" one
        run_split "${command[@]}" -j 3 games.xpgn
        [ "$status" -eq 0 ]
        same_output one "$out_file"
    done
}

@test "every tool takes --color" {
    printf '%s\n' '[Event "A"]' '' '1. e4 Ke7 *' >bad.pgn
    having --color
    for tool in "${tools[@]}"; do
        read -ra command < <(example "$tool")
        run_split "${command[@]}" --color=sometimes bad.pgn
        [ "$status" -eq 2 ]
        run_split "${command[@]}" --color=never bad.pgn
        [ "$(cat "$out_file" "$err_file" | grep -c $'\033')" -eq 0 ]
        run_split "${command[@]}" --color=always bad.pgn
        [[ $tool = xpgn-grep || $tool = xpgn-list ]] || cat "$out_file" "$err_file" | grep -q $'\033'
    done
}
