# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# For tests that run the examples of a manual: `load examples`.

# manual_examples PAGE: runs every command of the section EXAMPLES of an mdoc page in a copy of the
# samples, which are installed with the manuals, and compares its output with what the page shows after it. An example is a display:
# `$ COMMAND`, which goes on after a line that ends with \ or |, then the output (spaces at the ends
# of its lines do not count).
manual_examples() {
    local folder=$BATS_TEST_TMPDIR/examples number
    rm -rf "$folder" "$BATS_TEST_TMPDIR/samples"
    mkdir "$folder"
    cp -r "$ROOT/samples" "$BATS_TEST_TMPDIR/samples"
    cd "$BATS_TEST_TMPDIR/samples" || return
    awk -v folder="$folder" '
        /^\.Sh / { on = $2 == "EXAMPLES" }
        !on { next }
        /^\.Bd / { n++; command = 1; display = 1; next }
        /^\.Ed/ { display = 0; next }
        !display { next }
        {
            sub(/^\\&/, "")
            gsub(/\\e/, "\\")
            if (command)
                sub(/^\$ /, "")
            print >(folder "/" n (command ? ".command" : ".expected"))
            command = command && /[\\|]$/
        }' "$1"
    for ((number = 1; ; number++)); do
        [ -f "$folder/$number.command" ] || break
        touch "$folder/$number.expected"
        bash "$folder/$number.command" 2>&1 | sed 's/ *$//' | sed -e :a -e '/^\n*$/{$d;N;ba' -e '}' \
            >"$folder/$number.actual"
        diff -u "$folder/$number.expected" "$folder/$number.actual" || return 1
    done
    [ "$number" -gt 1 ]
}
