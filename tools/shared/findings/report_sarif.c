/* SPDX-License-Identifier: MIT */
/*
 * Findings as one SARIF 2.1.0 log, written incrementally: head (the tool and its rules), one result
 * per finding, tail (exit status). Memory does not grow with the findings.
 */
#include "shared/findings/finding_codes.h"
#include "shared/findings/finding_report.h"

#include <string.h>

enum { LINE = 1000 }; /* source lines longer than this are not quoted */

/* SARIF has most texts as {"text":...}. */
static void put_sarif_text(xpgn_buffer *b, const char *key, xpgn_slice text) {
    json_open(b, key, "{");
    json_slice(b, "text", text);
    xpgn_buffer_char(b, '}');
}

/* Returns the SARIF name of a level: "note", "warning" or "error". */
static const char *level_name(xpgn_level level) {
    return level == XPGN_LINT ? "note" : report_level_names[level];
}

/* ---- head and tail --------------------------------------------------------------------------- */

static void put_sarif_rule(xpgn_buffer *b, const cli_code *row) {
    const xpgn_code *code = row->code;
    json_open(b, NULL, "{");
    json_text(b, "id", code->code);
    put_sarif_text(b, "shortDescription", cli_slice(code->title));
    if (code->cure != NULL && code->cure[0] != '\0')
        put_sarif_text(b, "help", cli_slice(code->cure));
    json_open(b, "defaultConfiguration", "{");
    json_text(b, "level", level_name(code->level));
    xpgn_buffer_char(b, '}');
    if (row->ruleset != NULL) {
        json_open(b, "properties", "{");
        json_text(b, "ruleset", row->ruleset);
        xpgn_buffer_char(b, '}');
    }
    xpgn_buffer_text(b, "}");
}

void cli_sarif_begin(xpgn_buffer *b, const cli *c, const cli_codes *codes) {
    json_open(b, NULL, "{");
    json_text(b, "$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    json_text(b, "version", "2.1.0");
    json_open(b, "runs", "[{");
    json_open(b, "tool", "{");
    json_open(b, "driver", "{");
    json_text(b, "name", c->tool->name);
    json_text(b, "version", xpgn_version());
    json_text(b, "semanticVersion", xpgn_version());
    json_open(b, "rules", "[\n");
    for (size_t i = 0; i < codes->count; i++) {
        xpgn_buffer_text(b, i > 0 ? ",\n" : "");
        put_sarif_rule(b, &codes->row[i]);
    }
    xpgn_buffer_text(b, "]}}");
    json_text(b, "columnKind", "unicodeCodePoints");
    json_open(b, "results", "[\n");
}

void cli_sarif_end(xpgn_buffer *b, int status) {
    static const char *const meaning[] = {"success", "some game has errors",
                                          "something could not be read or written"};
    xpgn_buffer_char(b, ']');
    json_open(b, "invocations", "[{");
    json_flag(b, "executionSuccessful", status != CLI_TROUBLE);
    json_number(b, "exitCode", status);
    json_text(b, "exitCodeDescription", meaning[status]);
    xpgn_buffer_text(b, "}]}]}\n");
}

/* ---- where ----------------------------------------------------------------------------------- */

/* Writes a path as a percent-encoded URI reference; absolute paths get a scheme. */
static void put_uri(xpgn_buffer *b, const char *path) {
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
                                "-._~/";
    if (strcmp(path, "-") == 0) {
        xpgn_buffer_text(b, "\"stdin:\"");
        return;
    }
    xpgn_buffer_text(b, path[0] == '/' ? "\"file://" : "\"");
    for (const char *p = path; *p != '\0'; p++) {
        if (strchr(plain, *p) != NULL)
            xpgn_buffer_char(b, *p);
        else
            xpgn_buffer_printf(b, "%%%02X", (unsigned)(unsigned char)*p);
    }
    xpgn_buffer_char(b, '"');
}

static void put_artifact(xpgn_buffer *b, const char *path) {
    json_open(b, "artifactLocation", "{");
    json_key(b, "uri");
    put_uri(b, path);
    xpgn_buffer_char(b, '}');
}

static void put_snippet(xpgn_buffer *b, xpgn_slice text) {
    if (text.size > 0 && text.size <= LINE)
        put_sarif_text(b, "snippet", text);
}

/* Returns the text of a place. */
static xpgn_slice bytes_of(const xpgn_game *game, xpgn_place place) {
    size_t from = place.offset < game->text.size ? place.offset : game->text.size;
    size_t left = game->text.size - from;
    return (xpgn_slice){game->text.data + from, place.length < left ? place.length : left};
}

static void put_physical(xpgn_buffer *b, const cli_report *how, const xpgn_fact_source *s) {
    uint64_t line, column;
    xpgn_slice text;
    report_find(how, s->game, s->place->offset, &line, &column, &text);
    json_open(b, "physicalLocation", "{");
    put_artifact(b, s->game->file);
    json_open(b, "region", "{");
    cli_put_keys(b, &how->keys->region, s);
    put_snippet(b, bytes_of(s->game, *s->place));
    xpgn_buffer_char(b, '}');
    json_open(b, "contextRegion", "{");
    json_number(b, "startLine", (int64_t)line);
    put_snippet(b, text);
    xpgn_buffer_text(b, "}}");
}

/* Writes the name of the location, "game 4, Adams - Brandt, 3. Nxd5". */
static void put_logical(xpgn_buffer *b, const xpgn_game *game, const xpgn_walk *walk,
                        const xpgn_finding *f) {
    xpgn_buffer name = {0};
    cli_put_title(&name, game, walk);
    if (f->turn != NULL && f->turn[0] != '\0')
        xpgn_buffer_printf(&name, ", %s", f->turn);
    json_open(b, "logicalLocations", "[{");
    json_move(b, "fullyQualifiedName", &name);
    xpgn_buffer_text(b, "}]");
}

/* ---- one result ------------------------------------------------------------------------------ */

/* Writes a sentence: the fault, and what was expected. */
static void put_message(xpgn_buffer *b, const cli_report *how, const xpgn_fact_source *s) {
    const cli_fact_keys *k = &how->keys->message;
    xpgn_buffer text = {0}, part = {0};
    xpgn_fact_source with = *s;
    with.text = &part;
    for (size_t i = 0; i < k->count; i++) {
        size_t before = text.size;
        xpgn_buffer_text(&text, i > 0 ? "; " : "");
        size_t begin = text.size;
        xpgn_fact_write(&text, &with, &k->member[i].asked.ask);
        text.size = text.size > begin ? text.size : before;
    }
    if (text.size > 0 && text.data[text.size - 1] != '?')
        xpgn_buffer_char(&text, '.');
    json_open(b, "message", "{");
    json_move(b, "text", &text);
    xpgn_buffer_char(b, '}');
    xpgn_buffer_free(&part);
}

static void put_replacement(xpgn_buffer *b, const cli_report *how, const xpgn_fact_source *s) {
    json_open(b, NULL, "{");
    json_open(b, "deletedRegion", "{");
    cli_put_keys(b, &how->keys->region, s);
    xpgn_buffer_char(b, '}');
    if (s->fix->text[0] != '\0')
        put_sarif_text(b, "insertedContent", cli_slice(s->fix->text));
    xpgn_buffer_char(b, '}');
}

/* Alternatives become fixes with one replacement each; the parts of one correction become one
   fix. */
static void put_fixes(xpgn_buffer *b, const cli_report *how, const xpgn_fact_source *finding) {
    xpgn_fact_source s = *finding;
    if (s.finding->fix_count == 0)
        return;
    json_open(b, "fixes", "[");
    for (uint32_t i = 0; i < s.finding->fix_count; i++) {
        s.fix = &s.finding->fix[i];
        s.place = &s.fix->place;
        if (i == 0 || !s.finding->together) {
            json_open(b, NULL, "{");
            json_open(b, "artifactChanges", "[{");
            put_artifact(b, s.game->file);
            json_open(b, "replacements", "[");
        }
        put_replacement(b, how, &s);
        if (i + 1 == s.finding->fix_count || !s.finding->together)
            xpgn_buffer_text(b, "]}]}");
    }
    xpgn_buffer_char(b, ']');
}

static void put_properties(xpgn_buffer *b, const cli_report *how, const xpgn_fact_source *of) {
    xpgn_buffer text = {0};
    xpgn_fact_source s = *of;
    s.text = &text;
    json_open(b, "properties", "{");
    cli_put_keys(b, &how->keys->properties, &s);
    if (s.rs != NULL)
        cli_put_keys(b, &how->keys->variant, &s);
    xpgn_buffer_char(b, '}');
    xpgn_buffer_free(&text);
}

/* If the buffer is not empty, it ends with a result: cli_flush writes the same separator between
   buffers. */
void cli_report_sarif(xpgn_buffer *b, const cli_report *how, const xpgn_game *game,
                      const xpgn_walk *walk, const xpgn_finding *f) {
    xpgn_fact_source s = report_subject(how, game, walk, f);
    xpgn_buffer_text(b, b->size > 0 ? CLI_SARIF_BETWEEN : "");
    json_open(b, NULL, "{");
    json_text(b, "ruleId", f->code);
    size_t index = how->codes != NULL ? cli_codes_find(how->codes, f->code) : 0;
    if (how->codes != NULL && index < how->codes->count)
        json_number(b, "ruleIndex", (int64_t)index);
    json_text(b, "level", level_name(report_level(how, f)));
    put_message(b, how, &s);
    json_open(b, "locations", "[{");
    put_physical(b, how, &s);
    if (game->number > 0)
        put_logical(b, game, walk, f);
    xpgn_buffer_text(b, "}]");
    put_fixes(b, how, &s);
    if (game->number > 0)
        put_properties(b, how, &s);
    xpgn_buffer_char(b, '}');
}
