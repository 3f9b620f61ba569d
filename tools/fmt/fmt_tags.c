/* SPDX-License-Identifier: MIT */
/* Changes tags in the text of a game, before it is read. */
#include "fmt/fmt.h"
#include "internal/loop.h"
#include "internal/walk_modes.h"
#include "internal/writers.h"
#include "shared/tables/opening.h"

#include <stdlib.h>
#include <string.h>
#include <xpgn/record.h>

/* The tags that determine what a game is. */
static const char *const needed[] = {"Variant", "RuleOptions", "SetUp",      "FEN",
                                     "XFEN",    "FirstRoll",   "RulesDigest"};
static const char *const roster[] = {"Event", "Site",   "Date", "Round", "White",
                                     "Black", "Result", "Red",  "Green"};

int fmt_check_request(cli *c, fmt_request *r) {
    for (size_t i = 0; i < r->set.count; i++) {
        const char *text = r->set.item[i], *equals = strchr(text, '=');
        if (equals == NULL || !xpgn_is_tag_name((xpgn_slice){text, (size_t)(equals - text)}))
            return cli_usage(c, "--set-tag: '%s' is not Name=Value", text);
    }
    for (size_t i = 0; i < r->remove.count; i++)
        if (!xpgn_is_tag_name(cli_slice(r->remove.item[i])))
            return cli_usage(c, "--remove-tag: '%s' is not the name of a tag", r->remove.item[i]);
    int status = fmt_check_values(c, r);
    for (size_t i = 0; i < r->remove.count && status == CLI_GO; i++)
        status = fmt_watch_tag(c, r, cli_slice(r->remove.item[i]));
    if (status == CLI_GO)
        status = fmt_check_names(c, r);
    return status == CLI_GO ? fmt_check_strip(c, r) : status;
}

void fmt_close_request(cli *c, fmt_request *r) {
    cli_tags_tell(c, (cli_tags){r->columns.columns.tag, r->columns.columns.tags}, &r->seen);
    cli_words_tell(c, "player", &r->players, &r->played, true);
    cli_words_tell(c, "command", &r->commands, &r->commanded, true);
    cli_rows_free(&r->columns);
}

bool fmt_edits(const fmt_request *r) {
    return r->set.count + r->remove.count > 0 || r->roster || r->fix_result || r->eco ||
           r->rename.count + r->strip.count > 0 || r->names != NULL || r->plies > 0;
}

static void add_tag(cli_worker *w, xpgn_record *to, const char *name, xpgn_slice value) {
    if (xpgn_record_set_tag(to, name, value) != XPGN_OK)
        cli_no_memory(w->cli);
}

/* Reads the tags that --set-tag sets to the same value in each game. */
static void read_set(cli_worker *w, xpgn_record *to, const cli_list *set) {
    xpgn_buffer name = {0};
    for (size_t i = 0; i < set->count; i++) {
        const char *text = set->item[i], *equals = strchr(text, '=');
        if (strchr(equals, '{') != NULL)
            continue; /* it depends on the game */
        xpgn_buffer_clear(&name);
        xpgn_buffer_put(&name, text, (size_t)(equals - text));
        xpgn_buffer_char(&name, '\0');
        if (name.failed)
            cli_no_memory(w->cli);
        add_tag(w, to, name.data, cli_slice(equals + 1));
    }
    xpgn_buffer_free(&name);
}

/* ---- what is known at the end of a game ------------------------------------------------------ */

static bool visit_tag_position(void *data, const xpgn_position *p) {
    fmt_editor *e = data;
    return opening_visit(&e->opening, e->walk, p);
}

static bool has_result(xpgn_slice tag) {
    uint8_t score[XPGN_MAX_SEATS];
    return tag.size > 0 && (xpgn_result_read(tag, 2, score) || xpgn_result_read(tag, 4, score));
}

/* A * says less than a result in the tag, which it does not replace. */
void fmt_add_end(cli_worker *w, fmt_editor *e, const fmt_request *r, const xpgn_walk *walk,
                 const xpgn_step *step) {
    if (r->fix_result && step->text.size > 0 &&
        !(step->text.data[0] == '*' && has_result(xpgn_walk_tag(walk, "Result"))))
        add_tag(w, e->added, "Result", step->text);
    if (r->eco && e->opening != NULL) {
        add_tag(w, e->added, "ECO", cli_slice(e->opening->eco));
        add_tag(w, e->added, "Opening", cli_slice(e->opening->name));
    }
}

static void open_look_ahead(cli_worker *w, fmt_editor *e, const fmt_request *r) {
    const xpgn_walk_options how = {XPGN_WALK_OPTIONS, .skip_variations = true, .detail = XPGN_WHOLE,
                                   .visit = r->eco ? visit_tag_position : NULL, .visit_data = e};
    if (xpgn_walk_new(&e->walk, w->catalog, &how) != XPGN_OK)
        cli_no_memory(w->cli);
}

/* Plays the game, and adds the tags that follow from it. */
static void look_ahead_for_tags(cli_worker *w, fmt_editor *e, const fmt_request *r,
                                const xpgn_game *game) {
    const xpgn_step *step;
    if (e->walk == NULL)
        open_look_ahead(w, e, r);
    e->opening = NULL;
    xpgn_status status = xpgn_walk_begin(e->walk, game);
    while (status == XPGN_OK && (status = xpgn_walk_next(e->walk, &step)) == XPGN_OK) {
        if (step->kind == XPGN_STEP_START) /* positions visited before do not count */
            e->opening = NULL;
        if (step->depth == 0 && step->position != NULL && r->eco && !step->whole)
            (void)visit_tag_position(e, step->position);
        if (step->kind == XPGN_STEP_RESULT)
            fmt_add_end(w, e, r, e->walk, step);
    }
    if (status == XPGN_NO_MEMORY)
        cli_no_memory(w->cli);
}

/* ---- the text -------------------------------------------------------------------------------- */

static bool is_in(const char *const *list, size_t count, xpgn_slice name) {
    for (size_t i = 0; i < count; i++)
        if (name.size > 0 && *list[i] == *name.data && cli_equal(name, cli_slice(list[i])))
            return true;
    return false;
}

/* True if a tag with this name is set. */
static bool is_added(const fmt_editor *e, xpgn_slice name) {
    size_t count;
    const xpgn_tag *tag = xpgn_record_tags(e->added, &count);
    for (size_t i = 0; i < count; i++)
        if (cli_equal(tag[i].name, name))
            return true;
    return false;
}

static void put_added(xpgn_buffer *b, const xpgn_record *added) {
    size_t count;
    const xpgn_tag *tag = xpgn_record_tags(added, &count);
    for (size_t i = 0; i < count; i++)
        xpgn_buffer_printf(b, " [%.*s \"%.*s\"]", (int)tag[i].name.size, tag[i].name.data,
                           (int)tag[i].value.size, tag[i].value.data);
}

bool fmt_tag_matters(xpgn_slice name) {
    static const char *const more[] = {"XPGN", "DiceCommit", "DiceOpen", "DiceKey", "DiceLast"};
    return is_in(needed, sizeof needed / sizeof *needed, name) ||
           is_in(more, sizeof more / sizeof *more, name);
}

/* True of a tag that the roster does not have and no game needs. */
static bool is_extra(xpgn_slice name) {
    return !is_in(roster, sizeof roster / sizeof *roster, name) &&
           !is_in(needed, sizeof needed / sizeof *needed, name);
}

bool fmt_tag_goes(const fmt_editor *e, const fmt_request *r, xpgn_slice name) {
    static const char *const derived[] = {"ECO", "Opening", "Variation", "NIC"};
    return is_in(r->remove.item, r->remove.count, name) || is_added(e, name) ||
           (r->roster && is_extra(name)) || (r->eco && is_in(derived, 4, name));
}

/* Blanks text; keeps line ends, so that places stay right. */
static void blank(char *p, size_t size) {
    for (size_t i = 0; i < size; i++)
        if (p[i] != '\n' && p[i] != '\r')
            p[i] = ' ';
}

/* Makes the game without the tags to remove, and with the added ones after the last tag or, if it
   has no tags, on a new line before the first. */
static void build(cli_worker *w, fmt_editor *e, const fmt_request *r, const xpgn_game *game,
                  xpgn_game *edited) {
    xpgn_token t;
    size_t end = 0;
    xpgn_buffer_clear(&e->text);
    xpgn_buffer_slice(&e->text, game->text);
    xpgn_reader_begin(e->reader, game->text);
    while (!e->text.failed && xpgn_reader_next(e->reader, &t) &&
           (t.kind == XPGN_TOKEN_TAG || t.kind == XPGN_TOKEN_COMMENT)) {
        if (t.kind != XPGN_TOKEN_TAG)
            continue;
        end = t.place.offset + t.place.length;
        if (fmt_tag_goes(e, r, t.name))
            blank(e->text.data + t.place.offset, t.place.length);
    }
    xpgn_slice rest = {game->text.data + end, game->text.size - end};
    e->text.size = e->text.failed ? 0 : end;
    put_added(&e->text, e->added);
    xpgn_buffer_char(&e->text, end > 0 ? ' ' : '\n');
    xpgn_buffer_slice(&e->text, rest);
    if (e->text.failed)
        cli_no_memory(w->cli);
    fmt_strip(w, e, r);
    *edited = *game;
    edited->text = (xpgn_slice){e->text.data, e->text.size};
    edited->line -= end == 0;
}

static void open_editor(cli_worker *w, fmt_editor *e, const fmt_request *r) {
    const xpgn_slice none = {"", 0};
    if (xpgn_reader_new(&e->reader) != XPGN_OK || xpgn_record_new(&e->set, none) != XPGN_OK ||
        xpgn_record_new(&e->added, none) != XPGN_OK)
        cli_no_memory(w->cli);
    read_set(w, e->set, &r->set);
}

/* Sets PlyCount to the half-moves that are kept, if it is greater. */
static void cut_ply_count(cli_worker *w, fmt_editor *e, const fmt_request *r,
                          const xpgn_game *game) {
    const xpgn_slice name = cli_slice("PlyCount");
    xpgn_slice value;
    xpgn_span plies;
    char number[24];
    xpgn_reader_tags(e->reader, game->text, &name, 1, &value);
    (void)snprintf(number, sizeof number, "%llu", (unsigned long long)r->plies);
    if (value.data != NULL && xpgn_value_number(value, true, &plies) &&
        plies.low / 1000000 > (int64_t)r->plies)
        add_tag(w, e->added, name.data, cli_slice(number));
}

void fmt_add_known(cli_worker *w, fmt_editor *e, const fmt_request *r, const xpgn_game *game) {
    if (e->reader == NULL)
        open_editor(w, e, r);
    if (xpgn_record_copy(e->added, e->set) != XPGN_OK)
        cli_no_memory(w->cli);
    fmt_add_names(w, e, r, game);
}

xpgn_game fmt_edit(cli_worker *w, fmt_editor *e, const fmt_request *r, const xpgn_game *game) {
    xpgn_game edited;
    fmt_add_known(w, e, r, game);
    fmt_add_values(w, e, r, game);
    if (r->plies > 0)
        cut_ply_count(w, e, r, game);
    if (r->fix_result || r->eco) {
        build(w, e, r, game, &edited);
        look_ahead_for_tags(w, e, r, &edited);
    }
    build(w, e, r, game, &edited);
    return edited;
}

void fmt_editor_free(fmt_editor *e, fmt_request *r) {
    xpgn_reader_free(e->reader);
    xpgn_walk_free(e->walk);
    xpgn_record_free(e->set);
    xpgn_record_free(e->added);
    cli_row_close(&e->row, &r->seen);
    cli_tags_merge(&r->played, &e->played);
    cli_tags_merge(&r->commanded, &e->commanded);
    fmt_names_free(&e->names);
    xpgn_buffer_free(&e->text);
    free(e->late);
}
