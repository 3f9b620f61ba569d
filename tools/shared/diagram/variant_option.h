/* SPDX-License-Identifier: MIT */
/* Rulesets named by the user: --variant and --options. */
#ifndef CLI_VARIANT_OPTION_H
#define CLI_VARIANT_OPTION_H

#include "frame/cli.h"

/* Finds the ruleset of --variant and --options, either of which may be NULL. Returns CLI_GO, or
   CLI_TROUBLE after a message that says what was probably meant. */
int cli_find_ruleset(cli *c, xpgn_catalog *catalog, const char *variant, const char *options,
                     const xpgn_ruleset **rs);
/* The id or option nearest to what xpgn_catalog_find reported as unknown; NULL if none is near. */
const char *cli_ruleset_meant(xpgn_catalog *catalog, xpgn_slice variant, xpgn_slice unknown);

#endif
