/* SPDX-License-Identifier: MIT */
/* Odds in words and numbers. Rounded without libm, which would be one more library for every tool.
 */
#include "shared/chance/odds_rows.h"

#include <math.h>

const cli_outcome cli_outcomes[CLI_OUTCOMES] = {
    {XPGN_FATE_UNHARMED, XPGN_FATE_REMOVED, "defender removed"},
    {XPGN_FATE_WOUNDED, XPGN_FATE_REMOVED, "defender removed, attacker wounded"},
    {XPGN_FATE_UNHARMED, XPGN_FATE_WOUNDED, "defender wounded"},
    {XPGN_FATE_UNHARMED, XPGN_FATE_UNHARMED, "neither harmed"},
    {XPGN_FATE_WOUNDED, XPGN_FATE_WOUNDED, "both wounded"},
    {XPGN_FATE_REMOVED, XPGN_FATE_REMOVED, "both removed"},
    {XPGN_FATE_WOUNDED, XPGN_FATE_UNHARMED, "attacker wounded"},
    {XPGN_FATE_REMOVED, XPGN_FATE_WOUNDED, "attacker removed, defender wounded"},
    {XPGN_FATE_REMOVED, XPGN_FATE_UNHARMED, "attacker removed"},
};

void cli_put_percent(xpgn_buffer *b, double chance, unsigned digits) {
    double scale = pow(10, (double)digits), shown = round(chance * 100 * scale) / scale;
    const char *sign = "";
    if (chance > 0 && shown <= 0) {
        sign = "<";
        shown = 1 / scale;
    } else if (chance < 1 && shown >= 100) {
        sign = ">";
        shown = 100 - 1 / scale;
    }
    bool whole = chance <= 0 || chance >= 1;
    xpgn_buffer_printf(b, "%s%.*f%%", sign, whole ? 0 : (int)digits, shown);
}

double cli_points_of(double half_points) {
    double points = half_points / 2;
    return fabs(points) < 1e-9 ? 0 : points;
}

void cli_put_points(xpgn_buffer *b, double half_points, bool exact) {
    double points = cli_points_of(half_points);
    if (!exact)
        points = round(points * 100) / 100;
    if (fabs(points) < 1e-9)
        xpgn_buffer_char(b, '0');
    else if (!exact)
        xpgn_buffer_printf(b, "%+.2f", points);
    else
        xpgn_buffer_printf(b, fmod(points, 1) == 0 ? "%+.0f" : "%+.1f", points);
}
