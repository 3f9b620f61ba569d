# SPDX-License-Identifier: MIT
# Makes a script shorter that means the same: comments and spaces are left out, and names of its own
# become two letters. For the style of the scripts in formats/page: each statement ends with a
# semicolon, no templates (`...`), and a name that is declared is not reached by a computed key.
#   awk -f tighten.awk FILE...

# ---- tokens ----

# The end of a string, or of a regular expression, that begins at `from`.
function end_of(from, mark,    i, c, inside) {
    for (i = from + 1; (c = substr(text, i, 1)) != mark || inside; i++) {
        if (c == "\\")
            i++
        else if (mark == "/" && (c == "[" || c == "]"))
            inside = c == "["
    }
    return i
}

function add(what) {
    token[++count] = what
    last = substr(what, length(what))
}

function split_tokens(    i, to, c, rest) {
    for (i = 1; i <= length(text); i = to + 1) {
        c = substr(text, to = i, 1)
        rest = substr(text, i, 80)
        if (c ~ /[ \n]/) {
            spaced[count + 1] = 1
        } else if (c == "/" && substr(rest, 2, 1) == "/") {
            to = i + index(substr(text, i), "\n") - 1
            spaced[count + 1] = 1
        } else if (c ~ /['"]/ || c == "/" && last ~ /[(,=:[!&|?{};]/) {
            to = end_of(i, c)
            add(substr(text, i, to - i + 1))
        } else if (match(rest, /^[A-Za-z0-9_$]+/)) {
            to = i + RLENGTH - 1
            add(substr(rest, 1, RLENGTH))
        } else {
            add(c)
        }
    }
}

# ---- names ----

# Is a name a key, a property, or in braces for both a key and a variable?
function is_key(i, around) {
    return token[i - 1] == "." && token[i - 2] != "." || token[i + 1] == ":" || token[i - 1] == "get" ||
        around == "{" && token[i - 1] ~ /^[{,.]$/ && token[i + 1] ~ /^[,}=]$/
}

function find_names(    i, depth, around) {
    for (i = 1; i <= count; i++) {
        if (token[i] ~ /^[({[]$/)
            around[++depth] = token[i]
        else if (token[i] ~ /^[)}\]]$/)
            depth--
        else if (token[i] !~ /^[A-Za-z_$]/)
            continue
        else if (is_key(i, around[depth]))
            key[token[i]] = 1
        else if (token[i - 1] ~ /^(function|const|let)$/ && length(token[i]) > 2)
            own[token[i]] = 1
    }
}

function short_name() {
    named++
    return substr("abcdefghijklmnopqrstuvwxyz", named % 26 + 1, 1) substr("ABCDEFGHIJKLMNOPQRSTUVWXYZ", int(named / 26) % 26 + 1, 1)
}

# ---- the script ----

{ text = text $0 "\n" }

END {
    split_tokens()
    find_names()
    for (i = 1; i <= count; i++) {
        what = token[i]
        if (what in own && !(what in key)) {
            if (!(what in name))
                name[what] = short_name()
            what = name[what]
        }
        if (what == "}" && token[i - 1] == ";")
            hold = ""
        printf "%s", hold
        hold = ""
        if (spaced[i] && (before ~ /[A-Za-z0-9_$]$/ && what ~ /^[A-Za-z0-9_$]/ || before == what && what ~ /^[+-]$/))
            printf " "
        if (what == ";")
            hold = what
        else
            printf "%s", what
        before = what
    }
    print hold
}
