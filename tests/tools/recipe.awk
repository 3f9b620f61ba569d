# SPDX-License-Identifier: MIT
# Prints a display of a manual page, as a shell reads it: the one of that number below the heading.
#   awk -v section='Several hosts' -v number=1 -f tests/tools/recipe.awk man/xpgn-scale.7

/^\.S[hs] / {
    heading = $0
    sub(/^\.S[hs] /, "", heading)
    count = 0
}

/^\.Bd / {
    count++
    on = heading == section && count == number
    next
}

/^\.Ed/ {
    on = 0
}

on {
    sub(/^\\&/, "")
    gsub(/\\e/, "\\")
    gsub(/\\-/, "-")
    print
    found = 1
}

END {
    if (!found) {
        print "no display " number " below " section >"/dev/stderr"
        exit 1
    }
}
