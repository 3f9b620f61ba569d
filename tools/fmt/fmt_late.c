/* SPDX-License-Identifier: MIT */
/* Changes tags as they are written, so that a game is read once and as it is. */
#include "fmt/fmt.h"
#include "shared/tables/opening.h"

#include <string.h>
#include <xpgn/record.h>

/* True if the tag of --set-tag or --remove-tag matters; --fix-result sets what the moves say. */
static bool item_matters(const char *item) {
    const xpgn_slice name = {item, strcspn(item, "=")};
    return fmt_tag_matters(name) || cli_equal(name, cli_slice("Result"));
}

bool fmt_is_late(const fmt_request *r) {
    bool late = r->plies == 0 && r->strip.count == 0;
    for (size_t i = 0; i < r->set.count; i++)
        late = late && !item_matters(r->set.item[i]);
    for (size_t i = 0; i < r->remove.count; i++)
        late = late && !item_matters(r->remove.item[i]);
    return late;
}

void fmt_late_begin(cli_worker *w, fmt_editor *e, const fmt_request *r, const xpgn_game *game) {
    const bool later = cli_rows_take(&r->columns);
    fmt_add_known(w, e, r, game);
    if (!later)
        fmt_add_values(w, e, r, game);
    e->game = later ? game : NULL;
    e->opening = e->visited = NULL;
}

bool fmt_late_visit(fmt_editor *e, const xpgn_walk *walk, const xpgn_position *p) {
    return opening_visit(&e->opening, walk, p);
}

void fmt_late_step(cli_worker *w, fmt_editor *e, const fmt_request *r, const xpgn_step *step) {
    if (step->kind == XPGN_STEP_START) { /* positions visited before count if all were */
        e->visited = e->opening;
        e->opening = NULL;
    }
    if (r->eco && step->depth == 0 && step->position != NULL && !step->whole)
        (void)fmt_late_visit(e, w->walk, step->position);
    if (step->kind != XPGN_STEP_RESULT)
        return;
    if (step->whole && e->opening == NULL)
        e->opening = e->visited;
    if (e->game != NULL)
        fmt_add_late_values(w, e, r, e->game, step);
    fmt_add_end(w, e, r, w->walk, step);
}

static void put_late(cli_worker *w, fmt_editor *e, size_t *count, const xpgn_tag *tag) {
    e->late = cli_grow(w->cli, e->late, *count, &e->late_room, sizeof *e->late);
    e->late[(*count)++] = *tag;
}

const xpgn_tag *fmt_late_tags(cli_worker *w, fmt_editor *e, const fmt_request *r, size_t *count) {
    size_t tags, n = 0;
    const xpgn_tag *tag = xpgn_walk_tags(w->walk, &tags);
    for (size_t i = 0; i < tags; i++)
        if (!fmt_tag_goes(e, r, tag[i].name))
            put_late(w, e, &n, &tag[i]);
    tag = xpgn_record_tags(e->added, &tags);
    for (size_t i = 0; i < tags; i++)
        put_late(w, e, &n, &tag[i]);
    *count = n;
    return e->late;
}

/* The game must have no errors, and no findings about its tags, be it their form, which may depend
   on those around them, or what they say: sealed dice without a signature have one. */
bool fmt_late_good(const xpgn_walk *walk) {
    size_t tags, count;
    const xpgn_tag *tag = xpgn_walk_tags(walk, &tags);
    const xpgn_finding *list = xpgn_walk_findings(walk, &count);
    if (tags == 0)
        return false;
    const xpgn_place *last = &tag[tags - 1].place;
    for (size_t i = 0; i < count; i++)
        if (list[i].level == XPGN_ERROR || list[i].place.offset <= last->offset + last->length)
            return false;
    return true;
}
