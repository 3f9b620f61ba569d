/* SPDX-License-Identifier: MIT */
/* The rulesets that the user adds, and what is wrong with their files. */
#include "frame/cli.h"
#include "internal/loop.h"

#include <xpgn/rulesets.h>

/* Reports a ruleset file that could not be read. */
static void report_unread(cli *c, const char *path, const xpgn_catalog *catalog) {
    size_t count;
    const xpgn_finding *list = xpgn_catalog_findings(catalog, &count);
    if (count > 0)
        cli_message(c, "%s", list[0].text);
    else
        cli_message(c, "%s: cannot be read", path);
}

static void report_ruleset(cli *c, int sink, const cli_report *how, const char *path,
                           const xpgn_catalog *catalog, xpgn_slice text) {
    xpgn_buffer b = {0};
    size_t count;
    const xpgn_finding *list = xpgn_catalog_findings(catalog, &count);
    while (count > 0 && list[count - 1].level == XPGN_LINT && (how == NULL || !how->lint))
        count--; /* they come last */
    cli_report as_text = {.color = c->sink[sink].color, .columns = c->sink[sink].columns};
    cli_report_file(&b, how != NULL ? how : &as_text, path, text, list, count);
    cli_flush(c, sink, &b);
    xpgn_buffer_free(&b);
}

bool cli_load_ruleset(cli *c, xpgn_catalog *catalog, const char *path, int sink,
                      const cli_report *how) {
    xpgn_slice text = {0};
    xpgn_status status = xpgn_catalog_load(catalog, path, &text);
    if (status == XPGN_NO_MEMORY)
        cli_no_memory(c);
    if (status == XPGN_OK)
        c->rules = hash_bytes(c->rules, text.data, text.size);
    if (status == XPGN_IO)
        report_unread(c, path, catalog);
    else if (status != XPGN_OK || sink == CLI_OUT) /* --check-rules reports warnings too */
        report_ruleset(c, sink, how, path, catalog, text);
    return status == XPGN_OK;
}

bool cli_open_catalog(cli *c, xpgn_catalog **catalog) {
    *catalog = NULL;
    if (xpgn_catalog_new(catalog) != XPGN_OK)
        cli_no_memory(c);
    c->rules = 0;
    bool good = cli_load_path(c, *catalog);
    for (size_t i = 0; good && i < c->common->rules.count; i++)
        good = cli_load_ruleset(c, *catalog, c->common->rules.item[i], CLI_ERR, NULL);
    if (good)
        return true;
    xpgn_catalog_free(*catalog);
    *catalog = NULL;
    return false;
}

void cli_put_how(xpgn_buffer *b, const cli *c) {
    xpgn_buffer_text(b, xpgn_version());
    if (c->common->max_game > 0)
        xpgn_buffer_printf(b, " max-game=%llu", (unsigned long long)c->common->max_game);
    if (c->rules != 0)
        xpgn_buffer_printf(b, " rules=%016llx", (unsigned long long)c->rules);
}
