/* SPDX-License-Identifier: MIT */
/* All codes of findings: those of the format, and the rules of all rulesets. */
#include "shared/findings/finding_codes.h"

#include <stdlib.h>
#include <string.h>
#include <xpgn/rulesets.h>

const xpgn_ruleset *cli_ruleset_at(xpgn_catalog *catalog, size_t index) {
    const xpgn_ruleset *rs = NULL;
    xpgn_slice unknown;
    const char *id = xpgn_catalog_id(catalog, index);
    if (id != NULL)
        (void)xpgn_catalog_find(catalog, (xpgn_slice){id, strlen(id)}, (xpgn_slice){"", 0}, &rs,
                                &unknown);
    return rs;
}

size_t cli_codes_find(const cli_codes *codes, const char *code) {
    size_t i = 0;
    while (i < codes->count && strcmp(codes->row[i].code->code, code) != 0)
        i++;
    return i;
}

static void add_code(cli *c, cli_codes *codes, const xpgn_code *code, const char *ruleset) {
    codes->row = cli_grow(c, codes->row, codes->count, &codes->capacity, sizeof *codes->row);
    codes->row[codes->count++] = (cli_code){code, ruleset};
}

bool cli_codes_open(cli *c, cli_codes *codes) {
    const xpgn_code *code;
    *codes = (cli_codes){0};
    if (!cli_open_catalog(c, &codes->catalog))
        return false;
    for (size_t i = 0; (code = xpgn_code_at(i)) != NULL; i++)
        add_code(c, codes, code, NULL);
    for (size_t i = 0; xpgn_catalog_id(codes->catalog, i) != NULL; i++) {
        const xpgn_ruleset *rs = cli_ruleset_at(codes->catalog, i);
        for (size_t n = 0; rs != NULL && (code = xpgn_ruleset_rule(rs, n)) != NULL; n++)
            if (cli_codes_find(codes, code->code) ==
                codes->count) /* chess960 shares the rules of chess */
                add_code(c, codes, code, xpgn_ruleset_id(rs));
    }
    return true;
}

void cli_codes_close(cli_codes *codes) {
    free(codes->row);
    xpgn_catalog_free(codes->catalog);
    *codes = (cli_codes){0};
}
