# SPDX-License-Identifier: MIT
# After each move of plain games what an online site writes there: an evaluation and a clock. With -v long=1
# what an engine writes: 240 bytes, most of them the moves that it expects.
BEGIN {
    for (i = 0; i < 9; i++)
        line = line " Nf3 Qe7 bxc5 Rad1 O-O"
}
/^\[/ { print; next }
{
    said = "[%eval 0." NR % 90 + 10 "] [%clk 0:" NR % 50 + 10 ":00]"
    if (long)
        said = "d=" NR % 30 + 10 ", mt=" NR * 37 ", n=" NR * 4567 ", pv=" line ", wv=0." NR % 90 + 10
    for (i = 1; i <= NF; i++)
        if ($i ~ /[a-hO]/)
            $i = $i " {" said "}"
    print
}
