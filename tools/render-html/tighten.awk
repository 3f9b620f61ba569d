# SPDX-License-Identifier: MIT
# Makes a script shorter that means the same: comments and spaces are left out, and names of its own
# become one letter or two. For the style of the scripts in formats/page: each statement ends with a
# semicolon, no templates (`...`), and a name that is declared is not reached by a computed key.
# Properties listed in `mine` are of the script alone, neither of the data nor of the browser, and become short too.
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

# Is a name a key or a property, and nothing else? `from`: the bracket around it.
function is_key(i, from) {
    return token[i - 1] == "." && token[i - 2] != "." || token[i - 1] == "get" ||
        token[from - 2] == "extends" && token[i + 1] == "(" ||
        token[from] == "{" && token[i - 1] ~ /^[{,]$/ && token[i + 1] == ":"
}

# Is a name in braces both a key and a variable? Such a one stays as it is.
function is_both(i, around) {
    return around == "{" && token[i - 1] ~ /^[{,.]$/ && token[i + 1] ~ /^[,}=]$/
}

function declare(what) {
    if (length(what) > 2 && what ~ /^[A-Za-z_$]/)
        own[what] = 1
}

# In brackets, from one token to another: what a function takes, or a list is taken apart into.
function declare_all(from, to,    inner) {
    for (; from < to; from++) {
        if (!inner && token[from - 1] ~ /^[[(,.]$/)
            declare(token[from])
        inner += (token[from] ~ /^[[({]$/) - (token[from] ~ /^[])}]$/)
    }
}

function is_arrow(i) {
    return token[i] token[i + 1] == "=>"
}

function find_names(    i, depth, around) {
    for (i = 1; i <= count; i++) {
        if (token[i] ~ /^[({[]$/)
            around[++depth] = i
        else if (token[i] ~ /^[)}\]]$/) {
            if (token[around[depth] - 2] == "function" || is_arrow(i + 1) || token[around[depth] - 1] ~ /^(const|let)$/)
                declare_all(around[depth] + 1, i)
            depth--
        } else if (token[i] ~ /^[A-Za-z_$]/ && is_key(i, around[depth]))
            key[i] = 1
        else if (token[i] ~ /^[A-Za-z_$]/ && is_both(i, token[around[depth]]))
            both[token[i]] = 1
        else if (token[i - 1] ~ /^(function|const|let)$/ || is_arrow(i + 1))
            declare(token[i])
    }
}

# The names that stand most often get one letter, a capital: the scripts have none such of their own.
function give_capitals(    i, what, most, times) {
    for (i = 1; i <= count; i++)
        if (is_short(i, token[i]))
            times[token[i]]++
    for (i = 1; i <= 26; i++) {
        most = ""
        for (what in times)
            if (!(what in name) && (most == "" || times[what] > times[most] || times[what] == times[most] && what < most))
                most = what
        if (most != "")
            name[most] = substr("ABCDEFGHIJKLMNOPQRSTUVWXYZ", i, 1)
    }
}

function short_name() {
    named++
    return substr("abcdefghijklmnopqrstuvwxyz", named % 26 + 1, 1) substr("ABCDEFGHIJKLMNOPQRSTUVWXYZ", int(named / 26) % 26 + 1, 1)
}

# ---- the script ----

# Short forms of keywords and values. Names that are declared one after the other share a `let`.
function short_form(i, what) {
    if (token[i - 1] == ";" && what !~ /^(const|let)$/)
        declares[depth] = 0
    if (what ~ /^[)}\]]$/)
        depth--
    else if (what ~ /^[({[]$/)
        declares[++depth] = 0
    else if (what ~ /^(const|let)$/ && token[i - 1] == ";" && declares[depth])
        return ""
    else if (what ~ /^(const|let)$/)
        what = declares[depth] = "let"
    return what in value && token[i + 1] != ":" ? value[what] : what
}

function is_short(i, what) {
    return what in mine || what in own && !(what in both || i in key)
}

function name_of(i, what) {
    if (!is_short(i, what))
        return what
    if (!(what in name))
        name[what] = short_name()
    return name[what]
}

{ text = text $0 "\n" }

END {
    depth = 0
    value["true"] = "!0"
    value["false"] = "!1"
    value["undefined"] = "void 0"
    split("arrived board dice fate fight gives helpers nodes piece", list, " ")
    for (i in list)
        mine[list[i]] = 1
    split_tokens()
    find_names()
    give_capitals()
    for (i = 1; i <= count; i++) {
        what = name_of(i, short_form(i, token[i]))
        if (what == "") {
            hold = before = ","
            continue
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
