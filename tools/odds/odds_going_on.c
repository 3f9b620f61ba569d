/* SPDX-License-Identifier: MIT */
/* Attackers that may go on: how long they do, and the odds of it. */
#include "odds/odds.h"

#include <stdlib.h>
#include <string.h>
#include <xpgn/rulesets.h>

#include "internal/meant.h"
#include "internal/rules.h"

xpgn_status count_odds(combat *k) {
    if (k->stop_below > 0)
        return xpgn_combat_odds_on(k->rs, &k->facts, k->stop_below, &k->odds);
    return xpgn_combat_odds(k->rs, &k->facts, &k->odds) ? XPGN_OK : XPGN_INVALID;
}

bool read_stops(options *o) {
    char *end;
    if (o->stop_below == NULL)
        return true;
    if (strspn(o->stop_below, "0123456789-") != strlen(o->stop_below))
        return false;
    const unsigned long first = strtoul(o->stop_below, &end, 10);
    const unsigned long last = *end == '-' ? strtoul(end + 1, &end, 10) : first;
    if (*end != '\0' || first < 1 || first > last || last > MOST_STOP)
        return false;
    o->stops = (number_range){(int)first, (int)last};
    return true;
}

int check_stops(cli *c, const options *o, const xpgn_ruleset *rs) {
    if (o->stop_below == NULL || xpgn_ruleset_goes_on(rs))
        return CLI_GO;
    cli_message(c, "--stop-below: an attacker of %s does not go on", xpgn_ruleset_title(rs));
    return CLI_TROUBLE;
}

void put_stop(xpgn_buffer *b, unsigned stop_below, const xpgn_language *words) {
    xpgn_word_translate(b, stop_below == 1 ? "until one falls" : "stop below", words);
    if (stop_below > 1)
        xpgn_buffer_printf(b, " %u", stop_below);
}

void put_stops(xpgn_buffer *cells, const combat *k) {
    combat way = *k;
    if (!xpgn_ruleset_goes_on(k->rs) || k->exchange > 0)
        return;
    xpgn_buffer_text(cells, "exchanges\twins\tloses\tboth\tneither\tpoints\tlost\none");
    for (int stop = 0; stop <= k->facts.side[0].hits; stop++) {
        way.stop_below = (unsigned)stop;
        if (count_odds(&way) != XPGN_OK) {
            cells->failed = true;
            return;
        }
        if (stop > 0)
            put_stop(cells, way.stop_below, NULL);
        put_chances(cells, &way, true);
        xpgn_buffer_char(cells, '\n');
    }
}
