/* SPDX-License-Identifier: MIT */
/* The lists of codes and rulesets. */
#include "validate/validate.h"

#include <string.h>
#include <xpgn/rulesets.h>

enum { COLUMNS = 4 };

/* A table with columns as wide as needed. */
typedef struct code_listing {
    xpgn_buffer *out; /* NULL: only measure */
    size_t width[COLUMNS];
} code_listing;

/* Writes a row. Its last cell does not affect the width of the column. */
static void list_row(code_listing *l, const char *const cell[COLUMNS]) {
    size_t start = l->out != NULL ? l->out->size : 0, column = 0;
    for (int i = 0; i < COLUMNS && cell[i] != NULL && cell[i][0] != '\0'; i++) {
        bool last = i + 1 == COLUMNS || cell[i + 1] == NULL || cell[i + 1][0] == '\0';
        size_t width = strlen(cell[i]);
        if (!last && width > l->width[i])
            l->width[i] = width;
        if (l->out != NULL) {
            cli_pad(l->out, start, column);
            xpgn_buffer_text(l->out, cell[i]);
        }
        column += l->width[i] + 2;
    }
    if (l->out != NULL)
        xpgn_buffer_char(l->out, '\n');
}

static const char *const level_names[] = {"lint", "warning", "error"};

static void list_code(code_listing *l, const xpgn_code *code) {
    list_row(l, (const char *const[COLUMNS]){code->code, level_names[code->level], code->title,
                                             code->cure});
}

static void list_format_codes(code_listing *l, const cli_codes *codes) {
    for (size_t i = 0; i < codes->count; i++)
        if (codes->row[i].ruleset == NULL)
            list_code(l, codes->row[i].code);
}

static void list_rules(code_listing *l, const cli_codes *codes) {
    for (size_t i = 0; i < codes->count; i++)
        if (codes->row[i].ruleset != NULL)
            list_code(l, codes->row[i].code);
}

/* Lists id, title and options. */
static void list_variants(code_listing *l, const cli_codes *codes) {
    const xpgn_ruleset *rs;
    for (size_t i = 0; (rs = cli_ruleset_at(codes->catalog, i)) != NULL; i++) {
        xpgn_buffer names = {0};
        const char *option;
        for (size_t n = 0; (option = xpgn_ruleset_option(rs, n)) != NULL; n++)
            xpgn_buffer_printf(&names, "%s%s", n > 0 ? " " : "", option);
        xpgn_buffer_char(&names, '\0');
        list_row(l, (const char *const[COLUMNS]){xpgn_ruleset_id(rs), xpgn_ruleset_title(rs),
                                                 names.failed ? NULL : names.data, NULL});
        if (l->out != NULL)
            l->out->failed |= names.failed;
        xpgn_buffer_free(&names);
    }
}

typedef void list_function(code_listing *l, const cli_codes *codes);

/* Runs `list` twice: to measure and to print. */
static void put_code_list(xpgn_buffer *b, const cli_codes *codes, list_function *list) {
    code_listing l = {.out = NULL};
    list(&l, codes);
    l.out = b;
    list(&l, codes);
}

static void put_json_codes(xpgn_buffer *b, const cli_codes *codes) {
    for (size_t i = 0; i < codes->count; i++) {
        const xpgn_code *code = codes->row[i].code;
        json_open(b, NULL, "{");
        json_text(b, "code", code->code);
        json_text(b, "level", level_names[code->level]);
        json_text(b, "title", code->title);
        json_known(b, "cure", code->cure);
        json_text(b, "ruleset", codes->row[i].ruleset);
        xpgn_buffer_text(b, "}\n");
    }
}

static void put_json_variants(xpgn_buffer *b, const cli_codes *codes) {
    const xpgn_ruleset *rs;
    const char *option;
    for (size_t i = 0; (rs = cli_ruleset_at(codes->catalog, i)) != NULL; i++) {
        json_open(b, NULL, "{");
        json_text(b, "ruleset", xpgn_ruleset_id(rs));
        json_text(b, "title", xpgn_ruleset_title(rs));
        json_open(b, "options", "[");
        for (size_t n = 0; (option = xpgn_ruleset_option(rs, n)) != NULL; n++)
            json_text(b, NULL, option);
        xpgn_buffer_text(b, "]}\n");
    }
}

int validate_lists(cli *c, const validate_options *o) {
    cli_codes codes;
    if (o->format != CLI_STYLE_TEXT && o->format != CLI_STYLE_JSON)
        return cli_usage(c, "--list-codes and --list-variants require --format=text or json");
    if (!cli_codes_open(c, &codes))
        return CLI_TROUBLE;
    bool json = o->format == CLI_STYLE_JSON;
    xpgn_buffer out = {0};
    if (o->list_codes && json) {
        put_json_codes(&out, &codes);
    } else if (o->list_codes) {
        put_code_list(&out, &codes, list_format_codes);
        put_code_list(&out, &codes, list_rules);
    }
    if (o->list_variants && json)
        put_json_variants(&out, &codes);
    else if (o->list_variants)
        put_code_list(&out, &codes, list_variants);
    cli_flush(c, CLI_OUT, &out);
    xpgn_buffer_free(&out);
    cli_codes_close(&codes);
    return CLI_GOOD;
}
