/* SPDX-License-Identifier: MIT */
/* The findings about an event. */
#include "event/event_tool.h"
#include "shared/findings/fact_keys.h"
#include "shared/findings/finding_codes.h"
#include "shared/findings/finding_report.h"

#include <string.h>
#include <xpgn/walk.h>
#include <xpgn_codes.h>

enum { TOLD = 16 };

typedef struct printer {
    cli *c;
    event_options *o;
    xpgn_walk *walk;
    cli_report how;
    xpgn_buffer text, hint;
    const char *told[TOLD]; /* texts of findings that are not printed again for other events */
    size_t told_count;
} printer;

/* Walks to the start of the record, where the walk knows the tags. */
static void go_to_start(const printer *p, const xpgn_game *game) {
    const xpgn_step *step;
    xpgn_status status = xpgn_walk_begin(p->walk, game);
    if (status == XPGN_OK)
        status = xpgn_walk_next(p->walk, &step);
    if (status == XPGN_NO_MEMORY)
        cli_no_memory(p->c);
}

/* The hint of a finding, with the option that helps. */
static const char *hint_of(printer *p, const xpgn_finding *f) {
    if (f->hint == NULL || strcmp(f->code, XPGN_CODE_EVENT_CLOCK_FREE) != 0)
        return f->hint;
    xpgn_buffer_clear(&p->hint);
    xpgn_buffer_printf(&p->hint, "%s; --time-control gives one", f->hint);
    xpgn_buffer_char(&p->hint, '\0');
    if (p->hint.failed)
        cli_no_memory(p->c);
    return p->hint.data;
}

/* True if this finding about a time control has been printed, for any event. */
static bool is_told(printer *p, const xpgn_finding *f) {
    if (strcmp(f->code, XPGN_CODE_EVENT_CONTROL) != 0)
        return false;
    for (size_t i = 0; i < p->told_count; i++)
        if (strcmp(p->told[i], f->text) == 0)
            return true;
    if (p->told_count < TOLD)
        p->told[p->told_count++] = f->text;
    return false;
}

static void print_one(printer *p, const xpgn_event_finding *f) {
    event_options *o = p->o;
    xpgn_finding out = f->finding;
    if (out.level == XPGN_ERROR || (out.level == XPGN_WARNING && o->strict))
        o->status = o->status > CLI_BAD ? o->status : CLI_BAD;
    if (o->quiet || is_told(p, &out))
        return;
    if (!f->listed)
        go_to_start(p, f->game);
    out.hint = hint_of(p, &out);
    cli_report_finding(&p->text, &p->how, f->game, f->listed ? NULL : p->walk, &out);
}

static void print_event(printer *p, const xpgn_event *e, int sink) {
    size_t count;
    const xpgn_event_finding *list = xpgn_event_findings(e, &count);
    for (size_t i = 0; i < count; i++) {
        print_one(p, &list[i]);
        cli_flush(p->c, sink, &p->text);
    }
}

void event_print(cli *c, event_options *o, xpgn_walk *walk) {
    int sink = o->shown > 0 ? CLI_ERR : CLI_OUT;
    cli_codes codes = {0};
    cli_report_keys keys;
    cli_report_keys_find(c, &keys);
    printer p = {.c = c,
                 .o = o,
                 .walk = walk,
                 .how = {.style = (cli_style)o->format,
                         .json = cli_report_json,
                         .sarif = cli_report_sarif,
                         .color = c->sink[sink].color,
                         .columns = c->sink[sink].columns,
                         .strict = o->strict,
                         .keys = &keys,
                         .codes = &codes}};
    bool log = p.how.style == CLI_STYLE_SARIF && !o->quiet;
    if (log && !cli_codes_open(c, &codes))
        cli_die(c, "cannot load the rulesets");
    if (log) {
        cli_sarif_begin(&p.text, c, &codes);
        cli_flush(c, sink, &p.text);
        cli_between(c, sink, CLI_SARIF_BETWEEN);
    }
    for (size_t i = 0; i < o->groups; i++)
        print_event(&p, o->group[i].event, sink);
    if (log) {
        cli_between(c, sink, NULL);
        cli_sarif_end(&p.text, o->status);
        cli_flush(c, sink, &p.text);
    }
    cli_codes_close(&codes);
    xpgn_buffer_free(&p.text);
    xpgn_buffer_free(&p.hint);
}
