/* SPDX-License-Identifier: MIT */
/* The value of a tag as JSON. */
#include "frame/cli.h"
#include "shared/findings/finding_report.h"

#include <xpgn/record.h>

void cli_put_value_json(xpgn_buffer *b, const char *key, xpgn_slice value) {
    if (value.data == NULL) {
        json_text(b, key, NULL);
        return;
    }
    xpgn_buffer plain = {0};
    xpgn_tag_text(&plain, value);
    json_move(b, key, &plain);
}
