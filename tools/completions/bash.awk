# SPDX-License-Identifier: MIT
# Turns the table of options (make.sh) into a completion for bash, with offer.awk; -v rest=FILE is the
# part that does not depend on the table. Needs only bash, not the package bash-completion.

$3 == "tool" {
    tool = $1
    tools = tools " " tool
    if (tool != "xpgn") {
        sub(/^xpgn-/, "", $1)
        commands = commands " " $1
    }
    next
}
$3 == "topic" { topics = topics " " $1; next }
$3 == "code" { codes = codes " " $1; next }
$3 == "command" { words_of[tool] = words_of[tool] " " $1; next }
{
    words = $1 ($3 == "flag" ? "" : "=")
    list[tool] = list[tool] " " words ($2 == "-" ? "" : " " $2)
    if ($3 != "flag") {
        pattern = tool ":" $1
        if ($2 != "-")
            pattern = pattern " | " tool ":" $2
        kinds = kinds "    " pattern ") echo '" offer($3, $4, $6) "' ;;\n"
    }
}

END {
    print "# bash completion for xpgn and its tools; made by tools/completions from their options"
    print "# SPDX-License-Identifier: MIT"
    print ""
    print "_xpgn_commands='" substr(commands, 2) "'"
    print "_xpgn_topics='" substr(topics, 2) "'"
    print "_xpgn_codes='" substr(codes, 2) "'"
    print ""
    print "# Long options with `=` where a value follows, and letters."
    print "_xpgn_options() {"
    print "    case $1 in"
    count = split(substr(tools, 2), order, " ")
    for (i = 1; i <= count; i++)
        print "    " order[i] ") echo '" substr(list[order[i]], 2) "' ;;"
    print "    esac"
    print "}"
    print ""
    print "# The commands of a program."
    print "_xpgn_words_of() {"
    print "    case $1 in"
    for (i = 1; i <= count; i++)
        if (order[i] in words_of)
            print "    " order[i] ") echo '" substr(words_of[order[i]], 2) "' ;;"
    print "    esac"
    print "}"
    print ""
    print "# What follows an option; nothing where it takes no value."
    print "_xpgn_value() {"
    print "    case $1 in"
    printf "%s", kinds
    print "    esac"
    print "}"
    while ((getline line <rest) > 0)
        if (line !~ /^# (SPDX|shellcheck)/)
            print line
    print ""
    print "complete -F _xpgn" tools
}
