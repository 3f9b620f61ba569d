/* SPDX-License-Identifier: MIT */
#include "game/dates.h"

#include "base/slice.h"

/* A number of `n` digits, -1 if some are `?`, -2 for anything else. */
static int date_part(const char *s, int n) {
    int value = 0, unknown = 0;
    for (int i = 0; i < n; i++) {
        if (s[i] == '?')
            unknown++;
        else if (is_digit(s[i]))
            value = value * 10 + (s[i] - '0');
        else
            return -2;
    }
    return unknown == 0 ? value : -1;
}

static bool date_fits(xpgn_slice v) {
    static const int days[12] = {31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    if (v.size != 10 || v.data[4] != '.' || v.data[7] != '.')
        return false;
    int year = date_part(v.data, 4), month = date_part(v.data + 5, 2),
        day = date_part(v.data + 8, 2);
    if (year == -2 || month == -2 || day == -2 || month == 0 || month > 12 || day == 0 || day > 31)
        return false;
    if (month > 0 && day > days[month - 1])
        return false;
    bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    return !(month == 2 && day == 29 && year >= 0 && !leap);
}

bool date_usual(xpgn_slice value) {
    return value.size == 0 || slice_is(value, "?") || date_fits(value);
}
