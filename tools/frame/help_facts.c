/* SPDX-License-Identifier: MIT */
/* The facts that an option names, for --dump-options. */
#include "frame/cli.h"
#include "internal/action_facts.h"

#include <xpgn/facts.h>

void cli_dump_facts(xpgn_buffer *b, uint32_t scopes) {
    const char *before = "\t";
    const xpgn_fact *f;
    for (size_t i = 0; (f = xpgn_fact_at(i)) != NULL; i++) {
        if ((scopes >> f->scope & 1) == 0)
            continue;
        xpgn_buffer_printf(b, "%s%s", before, f->name);
        if (f->sided)
            xpgn_buffer_printf(b, " attacker_%s defender_%s", f->name, f->name);
        before = " ";
    }
}
