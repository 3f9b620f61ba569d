/* SPDX-License-Identifier: MIT */
/* The values of tags, judged as they are entered. */
#include "record/record.h"

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

bool record_enter_tag(sheet *s, const char *name, xpgn_slice value, reply *a) {
    char date[XPGN_DATE];
    if (!is_date(name) || is_unknown(value)) {
        record_set_tag(s, name, value);
        return true;
    }
    if (!xpgn_date_read(value, date))
        return record_refuse(a, XPGN_CODE_DATE,
                             "%s '%.*s' is no day, or may be two; expected it as %s", name,
                             (int)value.size, value.data, "2026.11.21, or 21.11.2026");
    record_set_tag(s, name, (xpgn_slice){date, strlen(date)});
    return true;
}

const char *record_refused_tag(const reply *a) {
    if (strcmp(a->code, XPGN_CODE_VARIANT) == 0)
        return "Variant";
    if (strcmp(a->code, XPGN_CODE_OPTION) == 0)
        return "RuleOptions";
    return a->code[0] == 'P' ? "XFEN" : "";
}
