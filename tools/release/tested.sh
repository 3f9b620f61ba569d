#!/bin/sh
# SPDX-License-Identifier: MIT
# Prints one page, in Markdown, of what was run before a release: the steps and sums of the outputs of .ci/run, make check-long,
# make check-ports and the like.
#     tested.sh OUTPUT...
set -eu
echo '# What was run'
echo
echo "Version $(sed -n 's/^VERSION = //p' Makefile), commit $(git rev-parse HEAD), $(gcc --version | head -n 1), $(nproc) processors."
for output; do
    printf '\n## %s\n\n| step | passed | failed |\n|---|---|---|\n' "${output##*/}"
    awk '
        function row() { if (step != "") print "| " step " | " good " | " bad " |"; step = "" }
        /^== / { row(); step = $0; sub(/^== /, "", step); sub(/ \(after [0-9]+ s\)$/, "", step); gsub(/\|/, "\\|", step); good = "yes"; bad = "" }
        /^---- / { row(); step = substr($0, 6); good = bad = "" }
        /^failed: / { good = ""; bad = "yes" }
        /^[0-9]+ passed, [0-9]+ failed/ { good = $1; bad = $3; last = $0 }
        /^after [0-9]+ s$/ { row(); took = ", " $2 " s" }
        /(seed|runs?|steps)[ =:]+[0-9]/ && length($0) < 160 { notes = notes "\n- `" $0 "`" }
        END { row(); print "\n" last took "."; if (notes != "") print notes }' "$output"
done
