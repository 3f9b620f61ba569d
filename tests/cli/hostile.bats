# SPDX-License-Identifier: MIT
# Input that nobody means well with: whatever comes in, the tools end by themselves, say what is
# wrong where, and read the next game.

load helper

setup() {
    cd "$BATS_TEST_TMPDIR" || return
}

# A game that has a bit of everything, and another after it.
sample() {
    cat <<'END'
[Event "Hostile \"quote\" \\ backslash"]
[White "Adams, R."]
[Variant "chess-attack"]
[RuleOptions "rescue"]

1. e4 $1 d5! {a comment [%clk 0:01] [x]} 2. exd5 <5+0=7w:1+1=5x> (2. e5 {other}
c5 (2... f6 3. exf6 {[%roll 4:2]}) 3. Nf3) 2... Qxd5 {[%roll 4+0=8:2+0=2x]} ; rest of line
% an escape line
3. Nc3 Qa5 {[%xfen rnb1kbnr/ppp1pppp/8/q7/8/2N5/PPPP1PPP/R1BQKBNR[Pp] w KQkq - 2 4]} 1/2-1/2

[Event "Next"]
[Variant "combat-chess-2"]

1. <4> e2-e6 e6xd7 <3=3:3=3 5=5:2=2x@a1> 1... <6> -- *
END
}

# nothing_said: standard error says nothing but that files have no game, or are no record
nothing_said() { [ -z "$(printf %s "$err" | grep -avE ': no (game|record: .*)$')" ]; }

# well_behaved FILE...: every tool takes the files, ends with 0 or 1, says nothing on standard
# error but that a file has no game, and the two ways of the walk agree. The games of one more file are read after them. One
# process a tool.
well_behaved() {
    printf '[Event "Good"]\n\n1. e4 e5 *\n\n[Event "Illegal"]\n\n1. e4 Ke7 *\n' >last.pgn
    set -- "$@" last.pgn
    run_split xpgn-validate --format=gcc "$@"
    # shellcheck disable=SC2154 # out_file, err, status: run_split
    { [ "$status" -le 1 ] && nothing_said; } || { echo "validate: $status: $err"; return 1; }
    cp "$out_file" verdict
    [[ $(tail -n 1 verdict) == 'last.pgn:7:7: error: '*'[C-1]' ]]
    # the walk that plays every game step by step finds the same
    run_split xpgn-validate --format=text --explain "$@"
    { [ "$status" -le 1 ] && nothing_said; } || { echo "validate --explain: $status: $err"; return 1; }
    grep -aE '^[^ ]+:[0-9]+:[0-9]+: (error|warning): ' "$out_file" >steps || true
    diff verdict steps
    for command in 'xpgn-fmt' 'xpgn-fmt --comment-form' 'xpgn-replay --actions --format=tsv' \
        'xpgn-stats --format=json' 'xpgn-render-ascii' 'xpgn-render-svg --across=40' \
        'xpgn-render-html'; do
        # shellcheck disable=SC2086
        run_split $command "$@"
        { [ "$status" -le 1 ] && [ -s "$out_file" ]; } || { echo "$command: $status: $err"; return 1; }
    done
}

@test "the sample is good, and in all tools" {
    sample >good.xpgn
    clean good.xpgn
    well_behaved good.xpgn
}

@test "a sample cut at every byte" {
    mkdir cut
    LC_ALL=C
    text=$(sample)
    for ((i = 1; i < ${#text}; i++)); do
        printf '%s' "${text:0:i}" >"cut/$i"
    done
    well_behaved cut/*
    # What comes after a cut is read, whatever is before it: the cut text, an empty line, a game.
    for file in cut/*; do
        printf '\n\n[Event "Behind"]\n[Variant "chess"]\n\n1. d4 Ke7 *\n' >>"$file"
    done
    run_split xpgn-validate --format=json cut/*
    [ "$(grep -c '"label":"1... Ke7"' "$out_file")" -eq "$((${#text} - 1))" ]
}

@test "a sample with one byte changed" {
    mkdir bits
    sample >whole
    size=$(wc -c <whole)
    # Every second byte: another bit of it every time; some become random ones.
    /usr/bin/python3 - <<'END'
whole = open("whole", "rb").read()
for i in range(0, len(whole), 2):
    flipped = whole[i] ^ 1 << i % 8
    if i % 5 == 0:
        flipped = (whole[i] * 31 + i * 17) % 256
    open(f"bits/{i}", "wb").write(whole[:i] + bytes([flipped]) + whole[i + 1:])
END
    [ "$(find bits -type f | wc -l)" -ge $((size / 2 - 1)) ]
    well_behaved bits/*
}

@test "a word as long as there is room for, and longer, that ends in a capture sign" {
    for size in 158 159 160 161 400; do
        printf '1. e4 e5 2. Sf3 S%0*d%s 3. Lb5 a6 *\n\n' "$size" 0 :c3 "$size" 0 : "$size" 0 c3: "$size" 0 +: | tr 0 z
    done >long.pgn
    for tool in validate fix 'fmt --import' 'compare --merge long.pgn'; do
        # shellcheck disable=SC2086 # a tool and its options
        xpgn-$tool long.pgn >/dev/null 2>&1 || [ $? -lt 3 ]
    done
}

@test "NULs, all control characters, all high bytes" {
    for i in 1 2 3 4 5 6 7 8 11 12 14 15 16 127; do
        # shellcheck disable=SC2059
        printf "1. e4 \\$(printf %03o "$i") e5 *\n" >"c$i.pgn"
    done
    printf '1. e4 \0\0\0 e5 *\n' >nul.pgn
    printf '\0' >one-nul.pgn
    for ((i = 128; i < 256; i++)); do
        # shellcheck disable=SC2059
        printf "\\$(printf %03o "$i")"
    done >high.pgn
    run_split xpgn-validate --format=gcc nul.pgn
    expect 1 'nul.pgn:1:7: error: control character 0x00 [L-01]' ''
    well_behaved c*.pgn nul.pgn one-nul.pgn high.pgn
}

@test "UTF-16 is read where sheets are, and named elsewhere, and what to do about it" {
    sample | iconv -f utf-8 -t utf-16 >utf16.xpgn
    run_split xpgn-validate utf16.xpgn
    expect 0 'utf16.xpgn:1:1: warning: decoded: UTF-16 [L-16]
   xpgn-fmt --import writes it as a record' ''
    run_split xpgn-replay utf16.xpgn
    expect 2 '' 'xpgn-replay: utf16.xpgn: UTF-16 text; convert it: iconv -f utf-16 -t utf-8'
}

@test "a million nested variations are one error, and the next game is read" {
    {
        echo '1. e4'
        yes '(1. d4' | head -n 1000000
        yes ')' | head -n 1000000
        printf '*\n\n[Event "Next"]\n\n1. e4 Ke7 *\n'
    } >deep.pgn
    run_split xpgn-validate --format=gcc deep.pgn
    expect 1 'deep.pgn:502:1: error: variations nested more than 500 levels deep [L-08]
deep.pgn:2000006:7: error: the pawn on e7 of the same side is in the way [C-1]' ''
    run_split xpgn-fmt --game=2 deep.pgn
    [ "$status" -eq 1 ]
    run_split xpgn-replay --game=2 deep.pgn
    [ "$status" -eq 1 ]
}

@test "a million variations that are never closed, and as many that were never opened" {
    { echo '1. e4'; yes '(1. d4' | head -n 1000000; } >open.pgn
    run_split xpgn-validate --format=gcc open.pgn
    [ "$status" -eq 1 ]
    [[ $out == 'open.pgn:502:1: error: variations nested more than 500 levels deep [L-08]'* ]]
    [ "$(wc -l <"$out_file")" -le 100 ]
    { echo '1. e4'; yes ')' | head -n 1000000; } >close.pgn
    run_split xpgn-validate --format=gcc close.pgn
    [ "$status" -eq 1 ]
    [ "$out" = 'close.pgn:2:1: error: unmatched ), and 99 or more like it, at 3:1, 4:1, 5:1 ... [L-04]' ]
}

@test "a comment that is never closed is reported where it opened, and the next game is read" {
    printf '[Event "1"]\n\n1. e4 e5 {open\n2. Nf3 Nc6 *\n\n[Event "2"]\n\n1. d4 {fine} Ke7 *\n' >a.pgn
    run_split xpgn-validate --format=gcc a.pgn
    expect 1 'a.pgn:3:10: error: unterminated comment [L-02]
a.pgn:8:14: error: the pawn on e7 of the same side is in the way [C-1]' ''
}

@test "a variation that is never closed is reported where it opened, and the next game is read" {
    printf '[Event "1"]\n\n1. e4 e5 (1... c5\n2. Nf3 Nc6 *\n\n[Event "2"]\n\n1. d4 (1. e4) 1... Ke7 *\n' >a.pgn
    run_split xpgn-validate --format=gcc a.pgn
    expect 1 'a.pgn:3:10: error: unterminated variation [L-03]
a.pgn:8:20: error: the pawn on e7 of the same side is in the way [C-1]' ''
}

@test "a quote that is never closed is reported where it opened, and the next game is read" {
    printf '[Event "1]\n[White "A"]\n\n1. e4 *\n\n[Event "2"]\n\n1. d4 Ke7 *\n' >a.pgn
    run_split xpgn-validate --format=gcc a.pgn
    [ "$status" -eq 1 ]
    [[ $out == 'a.pgn:1:8: warning: '*'[L-10]'* ]]
    [[ $out == *'a.pgn:8:7: error: '*'[C-1]' ]]
}

# XPGN_TEST_LINE: the size of that line, as head -c takes it. By hand: XPGN_TEST_LINE=1G.
@test "one line of 70 MB" {
    size=${XPGN_TEST_LINE:-70M} # more than a game may have
    run_split xpgn-validate --format=gcc < <(
        head -c "$size" /dev/zero | tr '\0' a
        printf '\n\n[Event "Next"]\n\n1. d4 Ke7 *\n'
    )
    expect 1 '<stdin>:1:1: error: the game is larger than the limit of 67108864 bytes; its actions are skipped [L-09]
<stdin>:5:7: error: the pawn on e7 of the same side is in the way [C-1]' ''
}

@test "a comment, a tag, a run of dots and a roll of some megabytes" {
    for text in '1. e4 {%s} e5 *' '[Event "%s"]\n\n1. e4 *' '1%s e4 *' '1. e4 e5 %s *' '1. e4 <%s> *'; do
        {
            # shellcheck disable=SC2059
            printf "${text%%\%s*}"
            head -c 3000000 /dev/zero | tr '\0' .
            # shellcheck disable=SC2059
            printf "${text#*%s}\n"
            printf '\n[Event "Next"]\n\n1. d4 Ke7 *\n'
        } >big.pgn
        run_split xpgn-validate --format=gcc big.pgn
        [ "$status" -eq 1 ]
        [ -z "$err" ]
        [[ $(tail -n 1 "$out_file") == 'big.pgn:'*':7: error: '*'[C-1]' ]]
        [ "$(wc -c <"$out_file")" -lt 1000 ]
    done
}

@test "numbers beyond all bounds" {
    cat >n.xpgn <<'END'
[Event "1"]
[FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 99999999999999999999 1"]

99999999999999999999. e4 $99999999999999999999 e5 *

[Event "2"]
[Variant "chess-attack"]

1. e4 d5 2. exd5 <99999999999999999999+99999999999999999999=99999999999999999999:1> *

[Event "3"]
[Variant "assault-and-siege"]
[RuleOptions "players=4"]
[XFEN "99999999999999999999/12/12/12/12/12/12/12/12/12/12/12 w - - 0 1"]

*

[Event "4"]

4294967297. e4 e5 *
END
    run_split xpgn-validate --format=gcc n.xpgn
    [ "$status" -eq 1 ]
    [ -z "$err" ]
    for code in P-08 R-0 P-02 M-03; do
        grep -q "\[$code" "$out_file" || { echo "no $code:"; cat "$out_file"; return 1; }
    done
    well_behaved n.xpgn
}

@test "a file that is missing, a directory, one that may not be read" {
    run_split xpgn-validate nowhere.pgn
    expect 2 '' 'xpgn-validate: nowhere.pgn: No such file or directory'
    mkdir folder
    run_split xpgn-validate folder
    expect 2 '' 'xpgn-validate: folder: Is a directory'
    # and the files after it are read
    printf '1. e4 Ke7 *\n' >bad.pgn
    run_split xpgn-validate --format=gcc nowhere.pgn bad.pgn
    expect 2 'bad.pgn:1:7: error: the pawn on e7 of the same side is in the way [C-1]' \
        'xpgn-validate: nowhere.pgn: No such file or directory'
    if [ "$(id -u)" -ne 0 ]; then
        touch secret.pgn
        chmod 0 secret.pgn
        run_split xpgn-validate secret.pgn
        expect 2 '' 'xpgn-validate: secret.pgn: Permission denied'
    fi
}

@test "a gzip file that was cut off, one that is damaged, other packers" {
    for i in 1 2 3 4 5 6 7 8; do sample; done | gzip >whole.gz
    head -c 200 whole.gz >cut.gz
    run_split xpgn-validate cut.gz
    [ "$status" -eq 2 ]
    [[ $err == 'xpgn-validate: cut.gz: '*gzip* ]]
    run_split xpgn-replay cut.gz
    [ "$status" -eq 2 ]
    { head -c 100 whole.gz; head -c 60 /dev/zero | tr '\0' '\377'; tail -c +161 whole.gz; } >damaged.gz
    run_split xpgn-validate damaged.gz
    [ "$status" -eq 2 ]
    [[ $err == 'xpgn-validate: damaged.gz: '* ]]
    for pack in gzip bzip2 xz zstd; do
        for i in 1 2 3 4 5 6 7 8; do sample; done | "$pack" -c | head -c 120 >"cut.$pack"
        run_split xpgn-validate "cut.$pack"
        expect 2 "$out" "xpgn-validate: cut.$pack: truncated $pack data"
    done
}

@test "a gzip file with a wrong checksum: its games are read, and it is told" {
    sample | gzip >bad.gz
    size=$(wc -c <bad.gz)
    printf '\377' | dd of=bad.gz bs=1 seek=$((size - 8)) conv=notrunc status=none
    printf '\377' | dd of=bad.gz bs=1 seek=$((size - 7)) conv=notrunc status=none
    run_split xpgn-replay bad.gz
    [ "$(wc -l <"$out_file")" -eq 2 ]
    expect 2 "$out" 'xpgn-replay: bad.gz: damaged gzip data'
}

@test "packed files are read by several threads as by one, damaged or not" {
    [ -n "${XPGN_LONG:-}" ] && trials=450 || trials=9 # one of each way
    run_split /usr/bin/python3 "$ROOT/tests/oracles/unpack.py" "$trials"
    [ "$status" -eq 0 ]
    [[ $out = "$trials packed files, "*" of them damaged, are read by four threads as by one" ]]
}

@test "damage in a frame is reported with the place of the frame" {
    { sample; echo; } >one
    for pack in gzip bzip2 zstd; do
        "$pack" -c <one >part
        size=$(wc -c <part)
        { cat part part; head -c 60 part; } >"cut.$pack"
        run_split xpgn-stats "cut.$pack"
        [ "$status" -eq 2 ]
        [[ $err = "xpgn-stats: cut.$pack: truncated $pack data in the "?*" at byte $((2 * size))" ]]
    done
}

@test "packed runs of nothing stay within memory" {
    if xpgn-list --version | grep -q sanitize; then skip 'sanitizers need more'; fi
    head -c 20000000 /dev/zero | tr '\0' '\n' | zstd -qc1 >run
    head -c 260000 /dev/urandom >noise # so that each frame has a thread
    for _ in 1 2 3 4 5 6 7 8; do
        printf '\x50\x2a\x4d\x18\xa0\xf7\x03\x00' # skippable: 260000 bytes
        cat noise run run run
    done >bomb.pgn.zst
    printf '1. e4 Ke7 *\n' | zstd -qc >>bomb.pgn.zst
    run_split bash -c 'ulimit -v 500000; exec xpgn-validate -j4 --format=gcc bomb.pgn.zst'
    expect 1 'bomb.pgn.zst:480000001:7: error: the pawn on e7 of the same side is in the way [C-1]' ''
}

@test "packed files that were joined, in one run and by one process, are read whole" {
    for pack in gzip bzip2 xz zstd; do
        { sample; echo; } | "$pack" -c >one
        cat one one one >"three.$pack"
        run_split xpgn-stats --format=json "three.$pack"
        [ "$status" -eq 0 ]
        [[ $out == *'"games":6,'* ]] || { echo "$pack: $out"; return 1; }
        # through a pipe, too
        run_split xpgn-validate - <"three.$pack"
        expect 0 '' ''
    done
}

@test "no library is loaded at the start that is not needed by every record" {
    for tool in validate replay stats fmt; do
        if ldd "$BIN/xpgn-$tool" | grep -E 'libz|libbz2|liblzma|libarchive|libsodium'; then return 1; fi
    done
}

@test "files of nothing" {
    : >empty.pgn
    printf '\n\n  \n' >blank.pgn
    printf '\357\273\277' >bom.pgn
    printf '%% nothing but\n%% escape lines\n' >escape.pgn
    run_split xpgn-validate empty.pgn blank.pgn bom.pgn escape.pgn /dev/null
    expect 0 '' "$(printf 'xpgn-validate: %s: no game\n' empty.pgn blank.pgn bom.pgn escape.pgn /dev/null)"
    run_split xpgn-replay empty.pgn blank.pgn bom.pgn escape.pgn
    expect 0 '' ''
    run_split xpgn-fmt empty.pgn
    expect 0 '' ''
}

@test "what was dragged in from elsewhere: a program, a picture of random bytes" {
    cp "$BIN/xpgn-validate" program
    head -c 200000 program >part
    run_split xpgn-validate --max-errors=3 part
    [ "$status" -ge 1 ]
    [ "$status" -le 2 ]
    [ -n "$out$err" ]
    head -c 100000 /dev/urandom >random
    run_split xpgn-validate --max-errors=3 random
    [ "$status" -le 2 ]
    [ -n "$out$err" ]
    run_split xpgn-fmt random
    [ "$status" -le 2 ]
    [ -n "$err" ]
}

@test "an output file on a full disk, in a folder that is not there" {
    sample >good.xpgn
    if [ -e /dev/full ]; then
        run_split xpgn-validate --good=/dev/full good.xpgn
        [ "$status" -eq 2 ]
        [[ $err == *'/dev/full'*'No space left on device'* ]]
    fi
    run_split xpgn-validate --good=nowhere/ok.xpgn good.xpgn
    [ "$status" -eq 2 ]
    [[ $err == *'nowhere/ok.xpgn'*'No such file or directory'* ]]
}

@test "two outputs that are one file by different names are refused, and nothing is lost" {
    sample >good.xpgn
    echo kept >ok
    ln -s ok link
    mkdir folder
    for other in ./ok "$PWD/ok" folder/../ok link; do
        run_split xpgn-validate --force --good=ok "--bad=$other" good.xpgn
        expect 2 '' "xpgn-validate: $other: the same file as ok"
    done
    [ "$(cat ok)" = kept ]
    run_split xpgn-validate --good=new --bad=folder/../new good.xpgn
    expect 2 '' 'xpgn-validate: folder/../new: the same file as new'
    run_split xpgn-validate --good=new --bad=folder/new good.xpgn
    expect 0 '' ''
    [ "$(cat new)" = "$(cat good.xpgn)" ]
    [ ! -s folder/new ]
}

@test "a file that grows past its limit is a write error, and leaves nothing behind" {
    for i in 1 2 3 4 5 6 7 8; do sample; done >good.xpgn
    # blocks of 1024 bytes; the test's own output goes elsewhere
    run_split bash -c 'ulimit -f 1; exec xpgn-validate --good=ok good.xpgn'
    expect 2 '' 'xpgn-validate: ok: write error: File too large'
    [ "$(echo ok*)" = 'ok*' ]
}

@test "the output of a game is written as it is made, and not held" {
    if xpgn-validate --version | grep -q sanitize; then skip 'it needs more memory'; fi
    awk 'BEGIN { for (i = 1; i <= 60000; i++) print i ". " (i % 2 ? "Nf3 Nf6" : "Ng1 Ng8"); print "*\n" }' >game.pgn
    # a few small games around it, enough of them that there are threads
    awk 'BEGIN { for (i = 0; i < 20000; i++) print "[Event \"small\"]\n\n1. e4 e5 *\n" }' >small.pgn
    for jobs in 1 2; do
        bash -c 'ulimit -v 104000; MALLOC_ARENA_MAX=1 exec xpgn-replay --actions --format=json "$@"' - \
            -j$jobs small.pgn game.pgn small.pgn >"by$jobs" 2>err
        [ ! -s err ]
        [ "$(wc -c <"by$jobs")" -gt 30000000 ]
    done
    cmp by1 by2
}
