#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Files as people paste and save them, in every program that takes sheets.

# shellcheck disable=SC2154 # out, err, status are set by run_split

load helper

setup() {
    cd "$BATS_TEST_TMPDIR" || return
}

MOVES='1. e4 e5 2. Nf3 Nc6 3. Bb5 a6'
RECORD='[White "Huber"]\n[Black "Meier"]\n\n'$MOVES' 1-0\n'

moves_of() {
    grep -v '^\[' "$1" | tr -s '\n' ' ' | sed 's/ {[^}]*}//g; s/^ *//'
}

# everywhere FILE WHAT [END]: all programs read the same moves, and say what was decoded, WHAT
everywhere() {
    local end=${3-1-0}
    run_split xpgn-validate --format=gcc "$1"
    [[ $out == "$1:1:1: warning: decoded: $2 [L-16]"* ]] && [ -z "$err" ] || {
        echo "validate: $out$err"
        return 1
    }
    rm -rf fixed
    run_split xpgn-fix -o fixed "$1"
    # the table keeps each row on its line; how the record is laid out is for xpgn-fmt
    [ "$(xpgn-replay --actions --format=tsv "fixed/$1" | cut -f 6 | tail -n 6 | tr '\n' ' ')" = "$(
        printf '%b' "$RECORD" | xpgn-replay --actions --format=tsv | cut -f 6 | tail -n 6 | tr '\n' ' ')" ] || {
        echo "fix: $out$err"
        cat "fixed/$1"
        return 1
    }
    [[ $err == *"$1: decoded: $2"* ]]
    printf '%b' "$RECORD" >clean.pgn
    for sheets in "$1 clean.pgn" "clean.pgn $1" "$1 $1"; do
        # shellcheck disable=SC2086
        run_split xpgn-compare --merge $sheets
        [[ $(moves_of "$out_file") == "$MOVES "* ]] || {
            echo "compare $sheets: $out$err"
            return 1
        }
    done
    xpgn-fmt --import -q --width=0 "$1" >imported
    [ "$(moves_of imported)" = "$MOVES $end " ]
}

@test "mail, fences, entities, markup and UTF-16 are read by every program" {
    printf '%b' "$RECORD" | sed 's/^/> /' >mail.txt
    everywhere mail.txt '4 quoted lines'
    { printf 'Dear arbiter,\n\nhere it is:\n\n'; cat mail.txt; printf '\nRegards\n'; } >letter.txt
    everywhere letter.txt '4 quoted lines, 3 lines left out'
    { printf 'The game:\n\n```pgn\n'; printf '%b' "$RECORD"; printf '```\n'; } >fence.txt
    everywhere fence.txt '1 fence, 1 line left out'
    printf '%b' "$RECORD" | sed 's/"/\&quot;/g' >entities.txt
    everywhere entities.txt '2 tags in other quotes'
    printf '%b' "$RECORD" | sed 's/Nf3/<b>Nf3<\/b>/' >page.txt
    everywhere page.txt '2 HTML tags'
    printf '%b' "$RECORD" | iconv -t utf-16 >wide.txt
    everywhere wide.txt 'UTF-16'
    printf '%b' "$RECORD" | sed 's/Huber/Huber \\\& Co/' >latex.txt
    everywhere latex.txt '1 LaTeX escape'
    printf '%b' "$RECORD" | sed $'s/ Nf3/\u00ad \u200bNf3/' >thin.txt
    everywhere thin.txt '2 zero-width characters'
    ! grep -q $'\u200b' fixed/thin.txt
}

@test "tables of moves are read by every program, with headings in any language" {
    local name head=('' 'No,White,Black' 'Nr;Weiß;Schwarz' 'Coup;Blancs;Noirs' 'Jugada;Blancas;Negras')
    for name in "${head[@]}"; do
        local sign=${name:2:1}
        case $name in *';'*) sign=';' ;; *) sign=',' ;; esac
        { [ -z "$name" ] || echo "$name"; printf "1${sign}e4${sign}e5\n2${sign}Nf3${sign}Nc6\n3${sign}Bb5${sign}a6\n"; } >table.csv
        everywhere table.csv '3 rows of a table' '*'
    done
    printf '1\te4\te5\n2\tNf3\tNc6\n3\tBb5\ta6\n' >table.txt
    everywhere table.txt '3 rows of a table' '*'
    printf '| # | White | Black |\n|---|---|---|\n| 1 | e4 | e5 |\n| 2 | Nf3 | Nc6 |\n| 3 | Bb5 | a6 |\n' >mark.txt
    everywhere mark.txt '3 rows of a table' '*'
    printf '1,e4,e5\n3,Bb5,a6\n2,Nf3,Nc6\n' >exchanged.csv
    everywhere exchanged.csv '3 rows of a table' '*'
    sed G exchanged.csv >spaced.csv # an empty row between all rows is no end of a game
    everywhere spaced.csv '3 rows of a table' '*'
    printf '1,e4,e5\n2,Nf3 ;it rained\n,Nc6\n3,Bb5,a6\n' >broken.csv # a line that ends inside a cell, and a comment up to it
    sed 's/ ;.*//' broken.csv >cell.csv
    everywhere cell.csv '3 rows of a table' '*'
    [[ $(xpgn-fmt --import -q broken.csv) == *'2. Nf3 {it rained} 2... Nc6 3. Bb5 a6 *' ]]
    printf '1|e4|e5\n2|"|Nc6\n3|Bb5|a6\n4|"|Nf6\n' >ditto.txt # the sign " alone is a cell
    [[ $(xpgn-fmt --import -q ditto.txt 2>/dev/null) == *'2. {[%missing]} 2... Nc6'*'4. {[%missing]} 4... Nf6 *' ]]
    printf 'Hello,\n\n> 1;e4;e5\n> 2;Nf3;Nc6\n> 3;Bb5;a6\n' >quoted.txt
    everywhere quoted.txt '3 quoted lines, 1 line left out, 3 rows of a table' '*'
    printf 'The game:\n\n```\n1,e4,e5\n2,Nf3,Nc6\n3,Bb5,a6\n```\n' >fenced.txt
    everywhere fenced.txt '1 fence, 1 line left out, 3 rows of a table' '*'
}

@test "the dice 1-1 are no result while the game goes on" {
    printf '[Variant "chess-attack"]\n\n1. e4 d5 2. exd5 1-1 c6 3. Nc3 *\n' >ones.txt
    [[ $(xpgn-validate --format=gcc ones.txt) == *'1 roll is written in another form (1:1)'* ]]
    [[ $(xpgn-compare --merge ones.txt ones.txt) == *'2. exd5 <1+'*'> c6 3. Nc3 *' ]]
}

@test "a plain record keeps its places" {
    printf '1. e4{good}' >glued.txt
    [[ $(xpgn-validate glued.txt) != *L-17* ]]
    printf 'e5 { [%%emt 0:00:42] a long think } *' >lone.txt
    [[ $(xpgn-validate lone.txt) != *L-17* ]]
    echo '{no moves} *' >none.txt
    run_split xpgn-validate none.txt
    expect 0 '' ''
    printf '[White "A B"]\n\n1. e4 {&lt; \\# <b>} Ke7 *\n' >a.pgn
    [ "$(xpgn-validate --no-fixes --format=json a.pgn | jq -c '[.code, .offset, .file_offset]')" = '["C-1",35,35]' ]
}

# none FILE KIND [CURE]: every program says that it is no record, in one line, and nothing else
none() {
    local said="$1: no record: $2${3:+; $3}" tool
    run_split xpgn-validate "$1"
    expect 1 "$1:1:1: error: no record: $2 [L-17]${3:+
   $3}" ''
    for tool in 'xpgn-fix' 'xpgn-fmt --import' 'xpgn-event'; do
        case $tool$1 in xpgn-event*.csv) continue ;; esac # that takes it for a list
        run_split $tool "$1"
        [ -z "$out" ] && [ "$err" = "${tool%% *}: $said" ] && [ "$status" -eq 1 ] || {
            echo "$tool: $status$out$err"
            return 1
        }
    done
    run_split xpgn-fix --questions=asked.csv -o fixed "$1"
    [ ! -e "fixed/$1" ]
    [ "$(wc -l <asked.csv)" -le 1 ]
    rm -f asked.csv
    run_split xpgn-compare --merge "$1" "$1"
    [ -z "$out" ] && [[ $err == "xpgn-compare: $said"* ]] && [ "$status" -ge 1 ]
}

@test "what is no record is said to be none, in one line" {
    local text='text with neither tags nor half-moves'
    printf 'Dear arbiter,\n\nboard 4 was closed early, because the hall was too hot.\n\nRegards, A. Huber\n' >letter.txt
    none letter.txt "$text"
    printf 'Sehr geehrter Herr Schiedsrichter,\n\nBrett 4 kommt um 15:30.\n' >brief.txt
    none brief.txt "$text"
    printf '1. café\n2. feuilles de partie\n3. piles pour 3 pendules\n' >liste.txt
    none liste.txt "$text"
    printf 'Place  Name   Points\n1      Huber  4.5\n2      Meier  4.0\n' >standings.txt
    none standings.txt "$text"
    printf 'round,board,white,black\n1,1,Huber,Meier\n1,2,Adams,Brandt\n' >pairings.csv
    none pairings.csv "$text"
    printf '{"white": "Huber", "moves": 24}\n' >a.json
    none a.json JSON
    printf 'number,file,game,was,is\n1,a.pgn,1,Sf3,Nf3\n2,a.pgn,1,ed,exd5\n' >log.csv
    none log.csv 'a table without half-moves, or about files'
    printf '\211PNG\r\n\032\n\0\0\0\rIHDR' >a.png
    none a.png 'a PNG image'
    printf '\377\330\377\340\0\020JFIF' >a.jpg
    none a.jpg 'a JPEG image'
    printf '%%PDF-1.7\n1 0 obj' >a.pdf
    none a.pdf 'a PDF document' 'copy its text into a file'
    printf 'PK\3\4\24\0\6\0' >a.zip
    none a.zip 'a ZIP archive' 'unpack it first'
    printf '\320\317\021\340\241\261' >a.doc
    none a.doc 'an old document of Word or Excel' 'save it as plain text or CSV; xpgn-fmt --import reads these'
    printf '\1\2a\0\0\0b\3\0\0\0\4c' >a.bin
    none a.bin 'binary data'
    printf '<!DOCTYPE html>\n<html><body>Results</body></html>' >a.html
    none a.html 'a web page without tags of games' 'xpgn-fmt --import reads half-moves in a page'
}

# refused FILE KIND [CURE]: the programs that read records as they are say it, too
refused() {
    local tool
    none "$@"
    for tool in list stats 'grep --player=a' 'sort --by=Date' replay fmt render-ascii odds; do
        run_split xpgn-$tool "$1"
        [ "$err" = "xpgn-${tool%% *}: $1: no record: $2${3:+; $3}" ] && [ "$status" -eq 1 ] || {
            echo "$tool: $status$out$err"
            return 1
        }
    done
}

@test "every program names what a file is by its first bytes" {
    printf '\211PNG\r\n\032\n\0\0\0\rIHDR' >a.png
    refused a.png 'a PNG image'
    printf 'PK\3\4\24\0\6\0......................[Content_Types].xml...xl/workbook.xml' >a.xlsx
    refused a.xlsx 'a workbook of Excel or LibreOffice' 'save it as CSV; xpgn-fmt --import reads that'
    printf 'PK\3\4\24\0\0\0......................mimetypeapplication/vnd.oasis.opendocument.text' >a.odt
    refused a.odt 'a document of Word or LibreOffice' 'save it as plain text; xpgn-fmt --import reads that'
    printf 'SQLite format 3\0\20\0' >a.db
    refused a.db 'a database (SQLite)' 'export its games as PGN'
    printf 'Scid.si\0\1\220' >a.si4
    refused a.si4 'a database of Scid' 'export its games as PGN'
    printf '\0\0\54\0\56\1\0\0\0\5' >a.cbh
    refused a.cbh 'a database of ChessBase' 'export its games as PGN'
    printf '(;GM[1]FF[4]SZ[19]\n;B[pd];W[dd])\n' >a.sgf
    refused a.sgf 'a game tree in SGF, not chess'
    printf '; [Site "here"]\n\n 7 point match\n\n Game 1\n 1) 31: 8/5 6/5  52: 13/11 13/8\n' >a.mat
    refused a.mat 'a match of backgammon'
    printf '{"games": [{"white": "a"}]}' >a.json
    refused a.json JSON
    run_split xpgn-list --no-header --format=tsv --columns=White a.png <(printf '[White "b"]\n\n1. e4 *\n') a.json
    expect 1 b 'xpgn-list: a.png: no record: a PNG image
xpgn-list: a.json: no record: JSON'
    run_split xpgn-validate --format=json a.png
    [ "$(jq -c '[.code, .level, .file]' <<<"$out")" = '["L-17","error","a.png"]' ]
}

# other PLACE WHAT TEXT: it is one finding that names the game
other() {
    printf '%b' "$3" >other.pgn
    run_split xpgn-validate --format=gcc other.pgn
    expect 1 "other.pgn:$1: error: $2 [L-17]" ''
    run_split xpgn-list --no-header --format=tsv --columns=game,errors other.pgn
    expect 1 "1${TAB}1" 'xpgn-list: 1 of 1 game not read to the end: file or game of another kind ('"$2"') [L-17]; xpgn-validate shows it'
}

@test "a game of another kind is one finding" {
    TAB=$'\t'
    other 2:12 'a game of draughts, not of chess' '[Result "2-0"]\n[GameType "20"]\n\n1. 32-28 19-23 2. 28x19 14x23 2-0\n'
    other 3:19 'a game of draughts, not of chess' '[Event "a"]\n\n1. 11-15 23-19 2. 8-11 22-17 3. 11-16 24-20 *\n'
    other 1:10 'a game of bughouse, not of chess' '[WhiteA "a"][BlackA "b"]\n\n1A. e4{299.0} 1B. d4{295.0} 1a. e5 *\n'
    other 1:1 'a game of bughouse, not of chess' '1A. e4{299.0} 1B. d4{295.0} 1a. e5 *\n'
    other 1:11 'a game of crazyhouse, not of chess' '[Variant "Crazyhouse"]\n\n1. e4 e5 *\n'
    other 1:29 'a game of crazyhouse, not of chess' '1. e4 d5 2. exd5 Qxd5 3. f4 @e4 *\n'
    other 3:1 'a list of moves of FICS or ICC, not a record' \
        'Game number 1\n\nMove  A         B\n----  ------    -----\n  1.  e4 (0:05)  e5 (0:00)\n      {Game drawn} 1/2-1/2\n'
    # what has no error is left alone, and so are half-moves in numbers
    printf '[GameType "20"]\n\n1. e4 e5 *\n' >a.pgn
    run_split xpgn-validate a.pgn
    expect 0 '' ''
    printf '[White "a"]\n\n1. 52-54 57-55 2. 71-63 28-36 *\n' >a.pgn
    [[ $(xpgn-validate a.pgn) != *L-17* ]]
}

@test "a list of moves of a server is read by an import, with the time spent" {
    printf '%s\n' 'Game number 1' '' 'Move  A         B' '----  ------    -----' '  1.  e4 (0:05)  e5 (0:01.103)' \
        '  2.  Nf3 (1:00:07)  Nc6 (0:00)' '      {Game drawn} 1/2-1/2' >a.txt
    run_split xpgn-fmt --import --width=0 a.txt
    [[ $out == *'1. e4 {[%emt 0:00:05]} 1... e5 {[%emt 0:00:01]} 2. Nf3 {[%emt 1:00:07]} 2... Nc6 {[%emt 0:00:00]'*'1/2-1/2' ]]
}

@test "xpgn-fix -w keeps the original of what it decodes, and refuses to lose text" {
    printf '%b' "$RECORD" | sed 's/^/> /' >mail.txt
    cp mail.txt was
    run_split xpgn-fix -w mail.txt
    [ "$err" = 'xpgn-fix: mail.txt: decoded: 4 quoted lines' ]
    cmp mail.txt.orig was
    printf '%b' "$RECORD" | diff - mail.txt
    { echo Hello; sed 's/^/> /' mail.txt; } >letter.txt
    cp letter.txt was
    run_split xpgn-fix -w letter.txt
    expect 2 '' 'xpgn-fix: letter.txt: not rewritten: it is a table, or has text around the records; use --output'
    cmp letter.txt was
}
