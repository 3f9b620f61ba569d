/* SPDX-License-Identifier: MIT */
/* Changes tags as they are written, so that a game is read once and as it is. */
#include "fmt/fmt.h"

#include <string.h>

/* True if the tag of --set-tag or --remove-tag matters, or its name is not as it will be written.
 */
static bool item_matters(const char *item) {
    return fmt_tag_matters((xpgn_slice){item, strcspn(item, "=")});
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
    fmt_add_known(w, e, r, game);
    e->opening = e->visited = NULL;
    e->late_matters = false;
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
    fmt_add_end(w, e, r, w->walk, step);
}

static void put_late(cli_worker *w, fmt_editor *e, size_t *count, const xpgn_tag *tag) {
    e->late = cli_grow(w->cli, e->late, *count, &e->late_room, sizeof *e->late);
    e->late[(*count)++] = *tag;
}

const xpgn_tag *fmt_late_tags(cli_worker *w, fmt_editor *e, const fmt_request *r, size_t *count) {
    size_t tags, n = 0;
    const xpgn_tag *tag = xpgn_walk_tags(w->walk, &tags);
    for (size_t i = 0; i < tags; i++) {
        bool gone = fmt_tag_goes(e, r, tag[i].name);
        e->late_matters = e->late_matters || (gone && fmt_tag_matters(tag[i].name));
        if (!gone)
            put_late(w, e, &n, &tag[i]);
    }
    tag = xpgn_record_tags(e->added, &tags);
    for (size_t i = 0; i < tags; i++)
        put_late(w, e, &n, &tag[i]);
    *count = n;
    return e->late;
}

/* The findings must be those that the game has with other tags, none of which is shown; so no tag
   pair may be written in a form that another one could change. */
bool fmt_late_good(const fmt_editor *e, const xpgn_walk *walk) {
    size_t tags, count;
    const xpgn_tag *tag = xpgn_walk_tags(walk, &tags);
    const xpgn_finding *list = xpgn_walk_findings(walk, &count);
    if (tags == 0 || e->late_matters)
        return false;
    const xpgn_place *last = &tag[tags - 1].place;
    for (size_t i = 0; i < count; i++)
        if (list[i].level == XPGN_ERROR || list[i].place.offset <= last->offset + last->length)
            return false;
    return true;
}
