#!/bin/sh
# SPDX-License-Identifier: MIT
# Prints one page, in Markdown, of what was run before a release: the steps and sums of the outputs of .ci/run, make check,
# make check-long, make check-ports, make verify and make try-release, one file each; the names of the steps say how much
# of a thing was run. An output without a sum is refused: it is not known how it ended.
#     tested.sh OUTPUT...
set -eu
echo '# What was run'
echo
echo "Version $(sed -n 's/^VERSION = //p' Makefile), commit $(git rev-parse HEAD), $(gcc --version | head -n 1), $(nproc) processors."
for output; do
    printf '\n## %s\n' "$(basename "$output" .log)"
    awk '
        function row() {
            if (step != "" && rows++ == 0)
                print "\n| step | passed | failed |\n|---|---|---|"
            if (step != "")
                print "| " step " | " good " | " bad " |"
            step = ""
        }
        function begin(name, passed, failed) { row(); step = name; gsub(/\|/, "\\|", step); good = passed; bad = failed }
        { sub(/\r$/, "") }
        /^== / { name = substr($0, 4); sub(/ \(after [0-9]+ s\)$/, "", name); begin(name, 1, 0) }
        /^ok  / { sub(/^ok +/, ""); begin($0, 1, 0); row(); next }
        /^FAILED  / { sub(/^FAILED +/, ""); begin($0, 0, 1); row(); next }
        /^failed: / { good = 0; bad = 1 }
        /^after [0-9]+ s$/ { row(); took = ", in " $2 " s" }
        /^[0-9]+ passed, [0-9]+ failed/ { if (step != "") { good = $1; bad = $3 } last = $0 }
        /^the same [0-9]+ files$/ { last = $0 }
        END {
            row()
            if (last == "")
                exit 1
            print "\n" last took "."
        }' "$output" || {
        echo "$output: has no sum" >&2
        exit 1
    }
done
