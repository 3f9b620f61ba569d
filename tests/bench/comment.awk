# SPDX-License-Identifier: MIT
# After each move of plain games what an online site writes there: an evaluation and a clock.
/^\[/ { print; next }
{
    for (i = 1; i <= NF; i++)
        if ($i ~ /[a-hO]/)
            $i = $i " {[%eval 0." NR % 90 + 10 "] [%clk 0:" NR % 50 + 10 ":00]}"
    print
}
