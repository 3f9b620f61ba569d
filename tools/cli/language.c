/* SPDX-License-Identifier: MIT */
#include "cli/language.h"

#include <string.h>

int cli_check_language(cli *c, const char *code, const char *besides) {
    xpgn_language l;
    if (xpgn_language_find(code, &l) || (besides != NULL && strcmp(code, besides) == 0))
        return CLI_GO;
    xpgn_buffer list = {0};
    if (besides != NULL)
        xpgn_buffer_text(&list, besides);
    for (size_t i = 0; xpgn_language_at(i, &l); i++)
        xpgn_buffer_printf(&list, "%s%s", list.size > 0 ? ", " : "", l.code);
    xpgn_buffer_char(&list, '\0');
    if (list.failed)
        cli_no_memory(c);
    int status = cli_usage(c, "--language: '%s' is none of %s", code, list.data);
    xpgn_buffer_free(&list);
    return status;
}
