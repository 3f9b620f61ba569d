/* SPDX-License-Identifier: MIT */
/* The values of tags, judged as they are entered. */
#include "scribe/scribe.h"

#include "xpgn_codes.h"

#include <string.h>

static bool is_date(const char *name) {
    return strcmp(name, "Date") == 0 || strcmp(name, "EventDate") == 0 ||
           strcmp(name, "UTCDate") == 0;
}

/* A date that is not known, in whole. */
static bool is_unknown(xpgn_slice value) {
    for (size_t i = 0; i < value.size; i++)
        if (value.data[i] != '?')
            return false;
    return true;
}

bool draft_enter_tag(struct draft *s, const char *name, xpgn_slice value, struct reply *a) {
    char date[XPGN_DATE];
    if (!is_date(name) || is_unknown(value)) {
        draft_set_tag(s, name, value);
        return true;
    }
    if (!xpgn_date_read(value, date))
        return scribe_refuse(a, XPGN_CODE_DATE,
                             "%s '%.*s' is no day, or may be two; expected it as %s", name,
                             (int)value.size, value.data, "2026.11.21, or 21.11.2026");
    draft_set_tag(s, name, (xpgn_slice){date, strlen(date)});
    return true;
}
