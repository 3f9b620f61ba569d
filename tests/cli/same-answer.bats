#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# One sheet gets one answer, whichever program it is given to: fmt --import, validate, fix, compare (with itself, beside a clean
# sheet, in both orders), compare --batch, record. The same game, or a question about the same half-move.

load helper

@test "every program gives the same game of a sheet, or asks about the same half-move" {
    # what the columns are is said in same_answer.py
    run_split /usr/bin/python3 "$ROOT/tests/cli/same_answer.py" "$BIN" <<'END'
= chess | | 1-0 | e4; e5; Nf3; Nc6; Bb5; a6; Bxc6; dxc6; O-O; Bg4; h3; Bxf3
= draw | | 1/2-1/2 | d4; d5; c4; e6; Nc3; Nf6; cxd5; exd5; Bg5; Be7
= quiet | | 1/2-1/2 | d4; d5; e3; Nf6; Nd2; e6; Be2; c5; Nh3; Nc6
= mate | | 0-1 | f3; e5; g4; Qh4#
= pawns | | 1-0 | d3; c6; e4; b6; h4; b5; a4; bxa4; Be2; d6
= attack | [Variant "chess-attack"]\n | 1-0 | e4; d5; exd5 <5:1>; Qxd5 <6:2>; Nc3; Qa5; b4; Qxb4 <4:3>
= dice | [Variant "five-dice"]\n | 0-1 | e4; d5; exd5 <6:4>; c6; dxc6 <5:2>; Nxc6 <6,4,3:2>; d4; Nf6
= combat | [Variant "combat-chess-2"]\n | 1-0 | <3> e2-e5; <2> Nb8-d6; <2> e5-g3; <2> a7-a5
= piece-die | [Variant "dice-chess"]\n | 1-0 | <1> h4; <2> Na6; <1> d3; <2> Nc5; <1> h5; <1> g6; <1> hxg6; <3> Bh6
= reckless | [Variant "reckless-chess"]\n | 1-0 | <3> e4; <3> d5; <2> exd5 <4,1:2>; <8> Qxd5 <3,2:4>; <3> Nc3; <1> --; <3> Nxd5 <6,2:9>; <2> e6
= points | [Variant "hit-points-chess"]\n | 1-0 | b4; e5; Ba3; Nc6; c3; Nxb4; cxb4; Nc2+
= exchanges | [Variant "chess-or-die-trying"]\n | 1-0 | Nc3; Na6; e4; Nb8; Qh5; Na6; g3; f5; Qxe8# <4:7 19:4>
= siege | [Variant "assault-and-siege"]\n[FEN "3p3k/4ppb1/5p1n/6pp/PP6/N1P5/1BPP4/K3P3 w - - 0 1"]\n[SetUp "1"]\n | 0-1 | d2-d3; e7-e6; Na3-b3; Nh6-g6
# headings
English | chess | head | White: Huber\nBlack: Maier |
German on one line | attack | head | Weiß: Huber   Schwarz: Maier |
Polish | dice | head | Białe: Huber\nCzarne: Maier |
a dash | siege | head | Huber - Maier |
the result among them | chess | head | White: Huber\nBlack: Maier\nResult: 1-0\nRound: 2 |
the result behind the names | dice | head | Huber - Maier 0-1 |
the result between the names | draw | head | Huber 1/2-1/2 Maier |
a tournament above | chess | head | Tournoi : Printemps\nBlancs : Huber\nNoirs : Maier |
Hungarian | draw | head | Világos: Huber\nSötét: Maier |
the round above | dice | head | Rd. 1\nHuber - Maier |
bold in Markdown | combat | head | **White:** Huber\n**Black:** Maier |
stars around | attack | head | ** Huber - Maier ** |
a name like a half-move above | dice | head | Ae Anna\nHuber - Maier | "Anna"
ratings behind the names | chess | head | White: Huber (2012)\nBlack: Maier (1876) | "2012" "1876"
a club above | attack | head | Springfield Chess Club\nWhite: Huber\nBlack: Maier | "Springfield"
# endings
Russian | attack | end | \nчерные сдались |
Dutch mate | mate | end | schaakmat |
halves with commas | draw | end | 0,5 : 0,5 |
words behind the number of the next row | draw | end | 6. Remis |
signed below | chess | end | 1-0\nSignature: A. Huber |
points of the names | chess | end | \nHuber 1 / Maier 0 |
points of the sides | chess | end | \nWeiß 1 Schwarz 0 |
an arrow before the result | attack | end | -> 1-0 |
an underscore in the result | siege | end | 0_1 |
an equals sign | draw | end | = |
words that look like a capture | quiet | end | \nTablas de mutuo acuerdo |
won without a game | dice | end | 0-1 ff |
a name that resigns | dice | end | \nHuber resigns |
resigned, by nobody | chess | end | resigns | end
nothing | attack | end | | end
# half-moves
capital files | chess | all | s/^([a-h]x?[a-h]?[1-8])$/\U\1/ |
French letters | chess | all | y/NBRQ/CFTD/ |
squares in brackets | draw | all | s/^(N|B)([a-h][1-8])$/\1(\2)/ |
some in small letters | chess | all | s/^N/n/ |
all in capitals | chess | all | y/abcdefghx/ABCDEFGHX/ |
blanks behind pieces | chess | all | s/^(N|B)/\1 / |
cross with blanks | chess | 7 | B x c6 |
Ukrainian letters | dice | all | s/^N/К/ |
Turkish letters | chess | all | y/NBRQK/AFKVŞ/ |
Bulgarian letters | chess | all | s/^N/К/; s/^B/О/; s/^Q/Д/ |
zeros | chess | all | s/O/0/g |
a German letter in an English sheet | quiet | 9 | Sh3 |
a letter that is a knight or a bishop | quiet | 5 | Sd2 | 3.
Czech letters in Chess Attack | attack | all | s/^N/J/; s/^Q/D/ |
with a dash | siege | all | s/-/ – / |
without x | draw | all | s/x// |
cross for x | dice | all | s/x/×/ |
with words | chess | 7 | bishop takes c6 |
a pawn's files only | chess | 8 | dc |
castles in words | chess | 9 | castles short |
the captured piece | chess | 7 | BxN |
figurine | attack | 5 | ♘c3 |
with an arrow | siege | all | s/-/→/ |
long, with arrows | draw | rows | s/\td4/\td2->d4/; s/\td5/\td7->d5/; s/\tNc3/\tNb1→c3/; s/\t/. /; s/\t/ / |
descriptive | draw | 6 | Kt-KB3 |
one letter, of two languages | pawns | 9 | Le2 | 5.
dice in brackets | reckless | all | s/<([0-9])>/[\1]/ |
long moves | reckless | all | s/ Nc3/ Nb1-c3/; s/ e6/ e7-e6/ |
long moves, no rolls | points | all | s/ Nc6/ Nb8-c6/ |
letters for the die | piece-die | all | s/<1>/[P]/; s/<2>/[n]/; s/<3>/[B]/ |
# layouts
one to a line | chess | rows | s/\t/. /; s/\t/\n/ |
numbers without a stop | draw | rows | s/\t/ /g |
each half-move with a number | draw | rows | s/^([0-9]+)\t(.*)\t(.*)/echo "$((\1*2-1)). \2 $((\1*2)). \3"/e |
brackets behind numbers | attack | rows | s/\t/) /; s/\t/ / |
brackets and two columns | draw | rows | s/\t/)  /; s/\t/     / |
dashes between | draw | rows | s/\t/. /; s/\t/ - / |
dashes between in dice | attack | rows | s/\t/. /; s/\t/ - / |
a score in letters | chess | end | 1–O |
a score in letters, for Black | siege | end | O-1 |
a dash before the result | attack | rows | s/\t/. /; s/\t/ - /; $s/$/ -/ |
a long dash and words | dice | file | sed 's/ 0-1$/ —\nWhite lost/' |
an arrow between, and Spanish letters | quiet | rows | 3s/\t(\S+)$/ → \1/; y/NB/CA/; s/\t/. /; s/\t/ / |
commas between | dice | rows | s/\t/. /; s/\t/, / |
letters of the sides | draw | rows | s/\t/. W: /; s/\t/  B: / |
semicolons between rows | attack | file | sed -E 's/ ([2-9]\.)/; \1/g' |
a list of White's and one of Black's | draw | file | awk '/^1\. / { for (i = 1; i < NF; i += 3) { w = w $i " " $(i+1) "\n"; b = b $i " " $(i+2) "\n" } print "White:\n" w "Black:\n" b $NF; next } 1' |
a list of Black's and one of White's | draw | file | awk '/^1\. / { for (i = 1; i < NF; i += 3) { w = w $i " " $(i+1) "\n"; b = b $i " " $(i+2) "\n" } print "Black:\n" b "White:\n" w "½:½"; next } 1' |
semicolons in rows | chess | rows | s/\t/. /; s/\t/; / |
lists in lines | chess | file | awk '/^1\. / { for (i = 1; i < NF; i += 3) { w = w " " $i " " $(i+1); b = b " " $i " " $(i+2) } print "White:" w "\nBlack:" b " " $NF; next } 1' |
a plus before rows | attack | rows | s/^/+ /; s/\t/. /; s/\t/ / |
boxes before rows | chess | rows | s/^/- [x] /; s/\t/. /; s/\t/ / |
a slash behind numbers | dice | rows | s/\t/\/ /; s/\t/ / |
the hour before rows | attack | rows | s/^/19:4/; s/\t/ &/; s/^(19:4.) /\1 1/; s/^(....)(.) 1\t/\1\2 \2. /; s/\t/ / |
slashes between | draw | rows | s/\t/. /; s/\t/\// |
colons before the columns | draw | rows | s/\t/ : /; s/\t/   : / |
bullets | attack | rows | s/^/• /; s/\t/. /; s/\t/ / |
a dash behind a die | combat | all | s/<(.)>/\1 -/ |
a stop behind a die | combat | all | s/<(.)>/(\1)./ |
both with a number | chess | rows | s/^([0-9]+)\t(.*)\t(.*)/\1. \2 \1... \3/ |
a table with headings | draw | rows | 1i Zug;Weiß;Schwarz\ns/\t/;/g |
a table with Black first | draw | rows | 1i Schwarz;Weiß;Zug\ns/^(\S+)\t(\S+)\t(\S+)(.*)/\3;\2;\1/ |
a table of tabs | attack | rows | s/^/ /; s/^ // |
# marks
check in letters | mate | 4 | Qh4 mate |
a mark of the annotator | attack | 5 | Nc3!? |
a clock | chess | 6 | a6 (0:14) | "0:14"
the time of day | quiet | 5 | Nd2 @ 19:42 | "19:42"
both clocks | draw | 5 | Nc3 (12/9) | "12/9"
a star, or two | chess | file | sed 's/ Nc6/& */; s/ dxc6/& **/' |
an emphasized half-move | chess | file | sed 's/ Nc6/ *Nc6*/; s/ a6/ _a6_/' |
a smile | chess | 6 | a6 :) |
both clocks with hours | draw | 5 | Nc3 (1:22/1:19) | "1:22/1:19"
a clock with a stop | chess | 5 | Bb5 (1.22) | "1.22"
a draw offer | chess | 9 | O-O (=) |
a draw offered behind the dice | attack | 3 | exd5 5 v 1= |
sic | attack | 6 | Qa5 [sic] |
an evaluation | draw | 10 | Be7 ∓ |
figures in brackets | siege | file | sed 's/e7-e6/& (2>1)/' | "2>1"
figures at the end | draw | file | sed 's/Be7/& (3:1)/' | "3:1"
# gaps
a question mark | chess | 6 | ? | 3...
dots | attack | 5 | ... | 3.
illegible | dice | 7 | (unreadable) | 4.
Greek for missing | chess | 4 | λείπει | 2...
two dashes | draw | 8 | -- | 4...
a ditto | chess | 9 | " | 5.
words behind an open half-move | chess | rows | s/\ta6/\t{[%missing]}/; s/Bxc6/bishop takes c6/; s/\t/. /; s/\t/ / | 3...
a line behind tallies | attack | all | s/<5:1>/IIIII:I/; s/^Qxd5.*/____/ | 2...
a blot | chess | 6 | ### | 3...
two stars for White's | chess | 5 | ** | 3.
words in brackets | attack | 5 | [scribble] | 3.
other words in brackets | draw | 8 | (coffee) | 4...
a piece without its square | quiet | 9 | N?? | 5.
an X | chess | 6 | X | 3...
signs and a word | draw | 8 | ???? (smudged) | 4...
many dots | draw | 5 | ..... | 3.
a hole in a word | draw | 9 | B?5 | 5.
a die that is gone | attack | 4 | Qxd5 <?:2> | 2...
the defender's die | attack | 8 | Qxb4 <4:?> | 4...
# struck
between tildes | attack | 6 | ~~Qd6~~ Qa5 |
in HTML | chess | 9 | <s>Qe2</s> O-O |
between dashes that do not break | chess | 9 | ‑‑Qe2‑‑ O-O |
struck in a forum | attack | 6 | [s]Qd6[/s] Qa5 |
crossed out in words | attack | 6 | (Qd6 crossed out) Qa5 |
crossed with x | draw | 5 | xxx Nc3 |
corrected, in brackets | chess | 6 | h6 (corrected: a6) | 3...
corrected to | chess | 6 | h6 corr. a6 | 3...
two with a slash | chess | 9 | O-O/Ra8 |
or | attack | 5 | Nc3 or Nd3 |
an arrow to another | chess | 6 | a6→a5 | 3...
# dice
v | attack | all | s/<(.):(.)>/\1 v \2/ |
a dash in brackets | attack | all | s/<(.):(.)>/[\1-\2]/ |
an underscore | attack | all | s/<(.):(.)>/(\1_\2)/ |
a letter before a die | combat | all | s/<(.)>/W\1/ |
an arrow before dice | attack | file | sed -E 's/<(.):(.)>/=> \1:\2/g' |
a slash | attack | all | s/ <(.):(.)>/ \1\/\2/ |
names | attack | all | s/<(.):(.)>/A\1 D\2/ |
pips | attack | all | s/<1/<⚀/; s/<4/<⚃/; s/<5/<⚄/; s/<6/<⚅/; s/1>/⚀>/; s/2>/⚁>/; s/3>/⚂>/; s/<(.*)>/\1/ |
blanks | dice | all | s/,/ /g; s/:/ : / |
round brackets | dice | all | y/<>/()/ |
turn rolls in brackets | combat | all | s/<(.)>/(\1)/ |
a word before dice | attack | all | s/<(.):(.)>/(Würfel \1 gegen \2)/ |
an arrow between dice | attack | all | s/<(.):(.)>/\1->\2/ |
other brackets | dice | all | s/<(.*):(.*)>/«\1;\2»/ |
blanks and sums | attack | all | s/<5:1>/< 5 + 0 = 7w : 1 + 1 = 5x >/ |
a die with a colon | combat | all | s/<(.)>/\1:/ |
a die by itself | combat | file | sed -E 's/<(.)>/\1/g' |
a word before a die | combat | all | s/<(.)>/die \1/ |
# bytes
UTF-16 | chess | file | iconv -t UTF-16 |
Windows-1252 quotes | attack | file | sed 's/"\([^"]*\)"/“\1”/g' |
a block in a line | draw | file | printf '[code]'; sed '$s/$/[\/code]/' |
a block of a forum | attack | file | echo '[code]'; cat; echo '[/code]' |
moves quoted, tags not | siege | file | sed '/^$/,$s/^/> /' |
names above a quotation | draw | file | printf 'Hello,\n\nHuber - Maier\n\n'; sed -n '/^[0-9]/s/^/> /p' | "Huber"
a message of the afternoon | attack | file | printf '[11/28/26, 7:42:10 PM] Anna: '; cat |
quotations in HTML | chess | file | sed 's/.*/<blockquote>&<\/blockquote>/' |
a mail | dice | file | echo 'Dear arbiter,'; echo; sed 's/^/> /' |
two fences | draw | file | echo 'Round 3:'; echo '~~~'; cat; echo '~~~' |
entities | attack | file | sed 's/</\&lt;/g; s/>/\&gt;/g' |
CR LF | siege | file | sed 's/$/\r/' |
HTML | draw | file | sed 's/$/<br>/' |
full width | attack | file | sed 's/</＜/g; s/>/＞/g; s/:/：/g' |
no-break spaces | combat | file | sed '/^[0-9]/s/ /\xc2\xa0/g' |
# tags
lower case | chess | tags | s/\[W/[w/; s/\[B/[b/ |
no quotes | attack | tags | s/\[White "(.*)"/[White \1/ |
a colon | dice | tags | s/\[(\w+) "/[\1: "/ |
a bracket left out | draw | tags | s/\[Black "Maier"\]/[Black "Maier"/ |
a ruleset in capitals | attack | tags | s/chess-attack/Chess Attack/ |
a dash in the board | siege | tags | s/ w - - 0 1"/ w - -"/ |
# and more of each
bars | attack | rows | s/^/\x7c /; s/\t/ \x7c /g; s/$/ \x7c/ |
bars between | draw | rows | s/\t/ \x7c /g |
a ruled table | dice | rows | s/^/\x7c /; s/\t/ \x7c /g; s/$/ \x7c/; 1s/^/+----+----+----+\n/; $s/$/\n+----+----+----+/ |
a drawn table | chess | rows | s/^/│ /; s/\t/ │ /g; s/$/ │/ |
colons behind numbers | attack | rows | s/\t/: /; s/\t/ / |
numbers in brackets | draw | rows | s/^/(/; s/\t/) /; s/\t/ / |
numbers in square brackets | attack | rows | s/^/[/; s/\t/] /; s/\t/ / |
a word before numbers | draw | rows | s/^/Zug /; s/\t/: /; s/\t/ / |
a list | attack | rows | s/^/- /; s/\t/. /; s/\t/ / |
a slash between | chess | rows | s/\t/. /; s/\t/ \/ / |
a second page | draw | rows | s/\t/. /; s/\t/ /; 3s/^/- Seite 2 -\nNr. Weiß Schwarz\n/ | "Seite 2"
lines to write on below | draw | rows | s/\t/. /; s/\t/ /; $s/$/\n6. ____ ____\n7. ____ ____/ |
a draw offered in words | attack | 5 | Nc3 offers draw |
a draw offered in German | draw | 6 | Nf6 (Remis?) |
an evaluation in brackets | dice | 4 | c6 (-0.3) | "-0.3"
minutes in brackets | chess | rows | s/\t/. /; s/\t/ (7) /; s/$/ (12)/ | "7" "12"
a sign that nobody knows | draw | 9 | Bg5 ✓ | "✓"
a remark in quotes | attack | 5 | Nc3 "zeitnot" | "zeitnot"
a remark in square brackets | chess | 6 | a6 [phone] | "phone"
in square brackets before | chess | 9 | [Qe2] O-O |
a result in brackets | attack | end | (1-0) |
a result in square brackets | dice | end | [0-1] |
the number of moves behind | chess | end | 1-0 (6 moves) | "6 moves"
a remark that runs into the next column | chess | rows | 3s/Bb5.a6/Bb5 touched the rooka6/; s/\t/  /g | "touched the rook"
a remark that runs into a capture | chess | rows | 4s/Bxc6.dxc6/Bxc6 the clock was stoppeddxc6/; s/\t/  /g | "the clock was stopped"
White won | chess | end | White won |
agreed in Swedish | draw | end | \nremi |
on time in Spanish | combat | end | \nlas negras pierden por tiempo |
a remark in brackets | dice | 4 | c6 (the lights went out) | "lights"
in brackets before | dice | 7 | (d3) d4 |
written twice | draw | 9 | Bg5 Bg5 | 5.
half a point offered | attack | 3 | exd5 <5:1> ½? |
half a point offered in figures | draw | 9 | Bg5 1/2? |
a picture behind | chess | 6 | a6 😀 | "😀"
the number of a note | quiet | 5 | Nd2¹ |
the star of a note | chess | 6 | a6* |
a star with a blank before it | draw | 9 | Bg5 * | 5.
figures of an engine | dice | 4 | c6 +0.35/12 | "+0.35/12"
figures in square brackets | attack | 5 | Nc3 [+0.3] | "+0.3"
two letters in brackets | draw | 6 | Nf6 (od) | "od"
a tilde before | attack | 5 | ~ Nc3 |
stars for a half-move | chess | 6 | *** | 3...
slashes for a half-move | dice | 4 | /// | 2...
tildes for a half-move | draw | 8 | ~~~ | 4...
the sign of an empty set | attack | 5 | ∅ | 3.
bullets that are stars | chess | rows | s/^/* /; s/\t/. /; s/\t/ / |
ratings with a word | dice | head | Blancas: Huber (ELO 2010)\nNegras: Maier (ELO 1999) | "2010" "1999"
clubs behind the names | combat | head | Huber (SK Nord) - Maier (SV Sued) | "SK Nord" "SV Sued"
an ending in brackets | draw | end | (remis) |
a word before the score | dice | end | \nFinal: 0-1 |
a draw in short | draw | end | rem. |
the hour of the draw | draw | end | \ndraw at 22:15 |
resigned in short | chess | end | res. | end
a smile behind | chess | end | 1-0 :-) |
a signature below a line | attack | file | cat; printf -- '-- \nA. Jones\nTel. 0171\n' | "0171"
a word for a colon | attack | all | s/<(.):(.)>/\1 zu \2/ |
a cross between dice | dice | all | s/<(.*):(.*)>/(\1 x \2)/ |
less than | attack | all | s/<(.):(.)>/(\1 < \2)/ |
slashes around dice | dice | all | s/<(.*)>/\/\1\// |
quotes around dice | attack | all | s/<(.*)>/"\1"/ |
brackets for each side | attack | all | s/<(.):(.)>/[\1] [\2]/ |
the sides in German | attack | all | s/<(.):(.)>/Angreifer \1 Verteidiger \2/ |
stops between dice | dice | all | s/,/./g; y/<>/()/ |
semicolons between dice | dice | all | s/,/;/g; y/<>/()/ |
a bar between the sides | attack | all | s/:/\x7c/ |
a bracket behind a die | combat | all | s/<(.)>/\1)/ |
braces around a die | combat | all | s/<(.)>/{\1}/ |
the time of day before rows | attack | rows | s/^/[19:42] /; s/\t/. /; s/\t/ / | "19:42"
arrows behind numbers | draw | rows | s/\t/ -> /; s/\t/ / |
an equals sign behind numbers | attack | rows | s/\t/= /; s/\t/ / |
a word behind numbers | dice | rows | s/\t/. Zug: /; s/\t/ / |
a colon between columns | draw | rows | s/\t/. /; s/\t/      : / |
the side before each row | chess | rows | s/^([0-9]+)\t(.*)\t(.*)/White \1. \2\nBlack \1. \3/ |
lists without numbers | draw | file | awk '/^1\. / { for (i = 1; i < NF; i += 3) { w = w ", " $(i+1); b = b ", " $(i+2) } print "White: " substr(w, 3) "\nBlack: " substr(b, 3) " " $NF; next } 1' |
a mail quoted twice | chess | rows | s/^/>> /; s/\t/. /; s/\t/ / |
a mail quoted with bars | combat | file | sed 's/^/\x7c /' |
the stamp of a message | dice | file | sed '1s/^/[28.11.26, 19:42:10] Anna: /' |
the stamp of a message in another form | chess | file | sed '/^1\./s/^/28.11.26, 19:42 - Anna: /' |
emphasis of a mail | siege | head | *White:* Huber\n*Black:* Maier |
emphasis below | draw | head | _White:_ Huber\n_Black:_ Maier |
between backticks | attack | file | sed '/^1\./s/.*/`&`/' |
semicolons in rows with dice | attack | rows | s/\t/. /; s/\t/; / |
a stop behind the piece | chess | all | s/^([NB])/\1./ |
castling in short German | chess | 9 | kl. Rochade |
an hour in German | draw | 9 | Bg5 19.42 Uhr | "19.42"
agreed behind half a point | draw | end | \n1/2 agreed | end
bold | attack | 4 | **Qxd5 <6:2>** |
a sealed half-move | draw | 9 | Bg5 (sealed) | "sealed"
castling that is sealed | chess | 9 | O-O (sealed) | "sealed"
half a point offered with emphasis | attack | 3 | exd5 <5:1> ½! |
a draw offered in square brackets | draw | 6 | Nf6 [=] |
the time of day in brackets | dice | 4 | c6 (@19:42) | "19:42"
a command without braces | chess | 6 | a6 [%clk 0:45:12] | "0:45:12"
a remark as in programs | attack | file | sed 's/ Nc3/ Nc3 \/* late *\//' | "late"
a list with semicolons | chess | file | sed '/^1\./{s/[0-9]*\. //g; s/ /; /g; s/; \([-0-9]*\)$/ \1/}' |
lists without commas | draw | file | awk '/^1\. / { for (i = 1; i < NF; i += 3) { w = w " " $(i+1); b = b " " $(i+2) } print "White:" w "\nBlack:" b " " $NF; next } 1' |
lists in columns | draw | file | awk '/^1\. / { for (i = 1; i < NF; i += 3) { w = w "\n" $(i+1); b = b "\n" $(i+2) } print "White" w "\nBlack" b " " $NF; next } 1' |
letters of the sides before rows | chess | rows | s/^([0-9]+)\t(.*)\t(.*)/W \1. \2\nB \1. \3/ |
ratings in other brackets | attack | head | White: Huber [2010]\nBlack: Maier, 1999 | "2010" "1999"
emphasis of the result | draw | end | \n*1/2-1/2* |
an equals sign between dice | attack | all | s/<(.):(.)>/(\1=\2)/ |
a colon between brackets | attack | all | s/<(.):(.)>/(\1):(\2)/ |
a picture of a die | attack | all | s/<(.):(.)>/🎲\1:\2/ |
a dash between the names of sides | attack | all | s/<(.):(.)>/(Ang. \1 – Vert. \2)/ |
END
    [ "$status" -eq 0 ] || { echo "$out"; echo "$err"; return 1; }
}
