/* SPDX-License-Identifier: MIT */
/* Any bytes as a ruleset file: refused with places inside the text, or built. */
#include <stdlib.h>

#include "core/base/slice.h"
#include "core/rules/builtin.h"
#include "core/rules/ruleset_loader.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct rules_source *parents[16];

static const struct rules_source *parent_of(void *context, const char *id) {
    struct log *log = context;
    for (size_t i = 0; i < rules_builtins_count && i < 16; i++) {
        if (strcmp(rules_builtins[i].name, id) != 0)
            continue;
        xpgn_slice text = {rules_builtins[i].text, rules_builtins[i].size};
        if (!parents[i])
            rules_source_parse(&parents[i], text, parent_of, log, log);
        return parents[i];
    }
    return NULL;
}

static void check_places(const struct log *log, size_t size) {
    size_t count;
    const xpgn_finding *list = log_list(log, &count);
    for (size_t i = 0; i < count; i++)
        if (list[i].place.offset > size || !list[i].text || !*list[i].text)
            abort();
}

/* A refusal says why, and what was found good can be built. */
static void check_source(struct rules_source *source, struct log *log) {
    xpgn_ruleset *rs = NULL;
    xpgn_status status = rules_source_check(source, log);
    size_t count;
    log_list(log, &count);
    if (status == XPGN_INVALID && count == 0)
        abort();
    if (status != XPGN_OK)
        return;
    if (rules_source_build(source, 0, &rs, log) != XPGN_OK)
        abort();
    ruleset_free(rs);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct log log;
    struct rules_source *source = NULL;
    log_init(&log);
    /* An exact copy, so that reading past its end is seen. */
    char *text = malloc(size ? size : 1);
    if (text) {
        memcpy(text, data, size);
        if (rules_source_parse(&source, (xpgn_slice){text, size}, parent_of, &log, &log) == XPGN_OK)
            check_source(source, &log);
        check_places(&log, size);
        rules_source_free(source);
    }
    free(text);
    log_free_parts(&log);
    return 0;
}
