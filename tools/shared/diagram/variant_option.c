/* SPDX-License-Identifier: MIT */
/* Rulesets named by the user. */
#include <xpgn/rulesets.h>

#include "frame/word_guess.h"
#include "shared/diagram/variant_option.h"

const char *cli_ruleset_meant(xpgn_catalog *catalog, xpgn_slice variant, xpgn_slice unknown) {
    cli_guess guess = cli_guess_begin(unknown.data, unknown.size);
    const xpgn_ruleset *rs;
    const char *name;
    xpgn_slice at;
    /* if an option is unknown, its ruleset is found without options */
    bool option = xpgn_catalog_find(catalog, variant, (xpgn_slice){"", 0}, &rs, &at) == XPGN_OK;
    for (size_t i = 0; (name = option ? xpgn_ruleset_option(rs, i) : xpgn_catalog_id(catalog, i));
         i++)
        cli_guess_try(&guess, name);
    return guess.best;
}

int cli_find_ruleset(cli *c, xpgn_catalog *catalog, const char *variant, const char *options,
                     const xpgn_ruleset **rs) {
    xpgn_slice unknown = {"", 0};
    xpgn_status status =
        xpgn_catalog_find(catalog, cli_slice(variant), cli_slice(options), rs, &unknown);
    if (status == XPGN_NO_MEMORY)
        cli_no_memory(c);
    if (status == XPGN_OK)
        return CLI_GO;
    const char *meant = cli_ruleset_meant(catalog, cli_slice(variant), unknown);
    return cli_usage(c,
                     meant != NULL ? "unknown ruleset or option '%.*s'; did you mean %s?"
                                   : "unknown ruleset or option '%.*s'",
                     (int)unknown.size, unknown.data, meant);
}
