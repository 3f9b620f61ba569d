/* SPDX-License-Identifier: MIT */
/*
 * Findings as one SARIF 2.1.0 log, written incrementally: head (the tool and its rules), one result
 * per finding, tail (exit status). Memory does not grow with the findings.
 */
#include "cli/codes.h"
#include "cli/report.h"

#include <string.h>

enum { LINE = 1000 }; /* source lines longer than this are not quoted */

static void put_string(xpgn_buffer *b, const char *text) {
    xpgn_buffer_json(b, (xpgn_slice){text, strlen(text)});
}

/* The SARIF name of a level: "note", "warning" or "error". */
static const char *level_name(xpgn_level level) {
    return level == XPGN_LINT ? "note" : report_level_names[level];
}

/* ---- head and tail --------------------------------------------------------------------------- */

static void put_rule(xpgn_buffer *b, const cli_code *row) {
    const xpgn_code *code = row->code;
    xpgn_buffer_text(b, "{\"id\":");
    put_string(b, code->code);
    xpgn_buffer_text(b, ",\"shortDescription\":{\"text\":");
    put_string(b, code->title);
    xpgn_buffer_text(b, "}");
    if (code->cure != NULL && code->cure[0] != '\0') {
        xpgn_buffer_text(b, ",\"help\":{\"text\":");
        put_string(b, code->cure);
        xpgn_buffer_text(b, "}");
    }
    xpgn_buffer_printf(b, ",\"defaultConfiguration\":{\"level\":\"%s\"}", level_name(code->level));
    if (row->ruleset != NULL) {
        xpgn_buffer_text(b, ",\"properties\":{\"ruleset\":");
        put_string(b, row->ruleset);
        xpgn_buffer_text(b, "}");
    }
    xpgn_buffer_text(b, "}");
}

void cli_sarif_begin(xpgn_buffer *b, const cli *c, const cli_codes *codes) {
    xpgn_buffer_printf(b,
                       "{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\","
                       "\"version\":\"2.1.0\",\"runs\":[{\"tool\":{\"driver\":{\"name\":\"%s\","
                       "\"version\":\"%s\",\"semanticVersion\":\"%s\",\"rules\":[\n",
                       c->tool->name, xpgn_version(), xpgn_version());
    for (size_t i = 0; i < codes->count; i++) {
        xpgn_buffer_text(b, i > 0 ? ",\n" : "");
        put_rule(b, &codes->row[i]);
    }
    xpgn_buffer_text(b, "]}},\"columnKind\":\"unicodeCodePoints\",\"results\":[\n");
}

void cli_sarif_end(xpgn_buffer *b, int status) {
    static const char *const meaning[] = {"success", "some game has errors",
                                          "something could not be read or written"};
    xpgn_buffer_printf(b,
                       "],\"invocations\":[{\"executionSuccessful\":%s,\"exitCode\":%d,"
                       "\"exitCodeDescription\":\"%s\"}]}]}\n",
                       status == CLI_TROUBLE ? "false" : "true", status, meaning[status]);
}

/* ---- where ----------------------------------------------------------------------------------- */

/* Writes a path as a URI reference, percent-encoded; absolute paths with a scheme. */
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
    xpgn_buffer_text(b, "\"artifactLocation\":{\"uri\":");
    put_uri(b, path);
    xpgn_buffer_char(b, '}');
}

static void put_snippet(xpgn_buffer *b, xpgn_slice text) {
    if (text.size == 0 || text.size > LINE)
        return;
    xpgn_buffer_text(b, ",\"snippet\":{\"text\":");
    xpgn_buffer_json(b, text);
    xpgn_buffer_char(b, '}');
}

/* The text of a place. */
static xpgn_slice bytes_of(const xpgn_game *game, xpgn_place place) {
    size_t from = place.offset < game->text.size ? place.offset : game->text.size;
    size_t left = game->text.size - from;
    return (xpgn_slice){game->text.data + from, place.length < left ? place.length : left};
}

static void put_physical(xpgn_buffer *b, const cli_report *how, const xpgn_subject *s) {
    uint64_t line, column;
    xpgn_slice text;
    report_find(how, s->game, s->place->offset, &line, &column, &text);
    xpgn_buffer_text(b, "\"physicalLocation\":{");
    put_artifact(b, s->game->file);
    xpgn_buffer_text(b, ",\"region\":{");
    cli_put_keys(b, &how->keys->region, s);
    put_snippet(b, bytes_of(s->game, *s->place));
    xpgn_buffer_printf(b, "},\"contextRegion\":{\"startLine\":%llu", (unsigned long long)line);
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
    xpgn_buffer_text(b, ",\"logicalLocations\":[{\"fullyQualifiedName\":");
    xpgn_buffer_json(b, (xpgn_slice){name.data, name.size});
    xpgn_buffer_text(b, "}]");
    b->failed = b->failed || name.failed;
    xpgn_buffer_free(&name);
}

/* ---- one result ------------------------------------------------------------------------------ */

/* Writes a sentence: the fault, and what was expected. */
static void put_message(xpgn_buffer *b, const cli_report *how, const xpgn_subject *s) {
    const cli_keys *k = &how->keys->message;
    xpgn_buffer text = {0}, part = {0};
    xpgn_subject with = *s;
    with.text = &part;
    for (size_t i = 0; i < k->count; i++) {
        size_t before = text.size;
        xpgn_buffer_text(&text, i > 0 ? "; " : "");
        size_t begin = text.size;
        xpgn_fact_write(&text, &with, &k->key[i].ask);
        text.size = text.size > begin ? text.size : before;
    }
    if (text.size > 0 && text.data[text.size - 1] != '?')
        xpgn_buffer_char(&text, '.');
    xpgn_buffer_text(b, ",\"message\":{\"text\":");
    xpgn_buffer_json(b, (xpgn_slice){text.data, text.size});
    xpgn_buffer_char(b, '}');
    b->failed = b->failed || text.failed;
    xpgn_buffer_free(&text);
    xpgn_buffer_free(&part);
}

static void put_fix(xpgn_buffer *b, const cli_report *how, const xpgn_subject *s) {
    xpgn_buffer_text(b, "{\"artifactChanges\":[{");
    put_artifact(b, s->game->file);
    xpgn_buffer_text(b, ",\"replacements\":[{\"deletedRegion\":{");
    cli_put_keys(b, &how->keys->region, s);
    xpgn_buffer_char(b, '}');
    if (s->fix->text[0] != '\0') {
        xpgn_buffer_text(b, ",\"insertedContent\":{\"text\":");
        put_string(b, s->fix->text);
        xpgn_buffer_char(b, '}');
    }
    xpgn_buffer_text(b, "}]}]}");
}

static void put_fixes(xpgn_buffer *b, const cli_report *how, const xpgn_subject *finding) {
    xpgn_subject s = *finding;
    for (uint32_t i = 0; i < s.finding->fix_count; i++) {
        s.fix = &s.finding->fix[i];
        s.place = &s.fix->place;
        xpgn_buffer_text(b, i == 0 ? ",\"fixes\":[" : ",");
        put_fix(b, how, &s);
    }
    xpgn_buffer_text(b, s.finding->fix_count > 0 ? "]" : "");
}

static void put_properties(xpgn_buffer *b, const cli_report *how, xpgn_subject *s) {
    xpgn_buffer text = {0};
    s->text = &text;
    xpgn_buffer_text(b, ",\"properties\":{");
    cli_put_keys(b, &how->keys->properties, s);
    if (s->rs != NULL) {
        xpgn_buffer_char(b, ',');
        cli_put_keys(b, &how->keys->variant, s);
    }
    xpgn_buffer_char(b, '}');
    xpgn_buffer_free(&text);
}

/* If the buffer is not empty, it ends with a result: cli_flush writes the same separator between
   buffers. */
void report_sarif(xpgn_buffer *b, const cli_report *how, const xpgn_game *game,
                  const xpgn_walk *walk, const xpgn_finding *f) {
    xpgn_subject s = report_subject(how, game, walk, f);
    xpgn_buffer_text(b, b->size > 0 ? CLI_SARIF_BETWEEN : "");
    xpgn_buffer_printf(b, "{\"ruleId\":\"%s\"", f->code);
    size_t index = how->codes != NULL ? cli_codes_find(how->codes, f->code) : 0;
    if (how->codes != NULL && index < how->codes->count)
        xpgn_buffer_printf(b, ",\"ruleIndex\":%zu", index);
    xpgn_buffer_printf(b, ",\"level\":\"%s\"", level_name(report_level(how, f)));
    put_message(b, how, &s);
    xpgn_buffer_text(b, ",\"locations\":[{");
    put_physical(b, how, &s);
    if (game->number > 0)
        put_logical(b, game, walk, f);
    xpgn_buffer_text(b, "}]");
    put_fixes(b, how, &s);
    if (game->number > 0)
        put_properties(b, how, &s);
    xpgn_buffer_char(b, '}');
}
