/* SPDX-License-Identifier: MIT */
/* A changed record is stored before it becomes the record. */
#include "internal/writers.h"
#include "record/session/recorder.h"

/* Stores what was written. False if nothing has changed; *a says why. */
static bool store(struct recorder *r, size_t kept, const xpgn_buffer *written, xpgn_reply *a) {
    xpgn_buffer *text = &r->stored.text, old = {0};
    char why[RECORDER_WHY] = "";
    if (kept < text->size)
        xpgn_buffer_put(&old, text->data + kept, text->size - kept);
    text->size = kept;
    xpgn_buffer_slice(text, bytes_of(written));
    recorder_need(r, &old);
    recorder_need(r, text);
    if (r->o.keep != NULL || kept < r->stored.since)
        r->stored.since = kept;
    bool good = !r->lost && (r->o.keep == NULL || r->o.keep(r->o.data, r, why));
    if (!good) {
        text->size = kept;
        xpgn_buffer_slice(text, bytes_of(&old));
        xpgn_reply_refuse(a, "DISK", "not recorded: %s", why);
    }
    xpgn_buffer_free(&old);
    return good;
}

/* Keeps the walk and writer of the stored record; the previous ones become free. */
static void keep_walk(struct recorder *r, const struct draft *s) {
    struct stored *stored = &r->stored;
    xpgn_walk *walk = stored->walk;
    xpgn_writer *writer = stored->writer;
    stored->walk = r->walk;
    stored->writer = r->writer;
    r->walk = walk;
    r->writer = writer;
    if (s->shared == 0)
        stored->body = (size_t)(draft_body_of(bytes_of(&stored->text)).data - stored->text.data);
    stored->grows =
        s->tail.size == 0 && xpgn_writer_turn(stored->writer, &stored->kept, &stored->from);
}

/* Appends the shared beginning and the body of the draft. */
static void put_joined(struct recorder *r, const struct draft *next, xpgn_buffer *body) {
    if (next->shared == 0)
        return;
    xpgn_buffer_put(body, r->draft.body.data, next->shared);
    xpgn_buffer_slice(body, bytes_of(&next->body));
    recorder_need(r, body);
}

bool recorder_settle(struct recorder *r, struct draft *next, xpgn_reply *a) {
    struct progress st = {0};
    xpgn_buffer out = {0}, body = {0};
    size_t kept;
    seal_put_open(r, next);
    bool good = draft_render(r, next, &st, &out, &kept, a);
    if (good)
        put_joined(r, next, &body);
    good = good && store(r, kept, &out, a);
    seal_done(r, good);
    xpgn_buffer_free(&out);
    if (!good) {
        xpgn_buffer_free(&body);
        progress_free(&st);
        return false;
    }
    keep_walk(r, next);
    r->sheet.stale = true; /* what is typed says so after this */
    if (next->shared > 0) {
        xpgn_buffer_free(&next->body);
        next->body = body;
        next->shared = 0;
    }
    struct draft old = r->draft;
    progress_free(&r->now);
    r->draft = *next;
    r->now = st;
    *next = old;
    return true;
}

bool recorder_take(struct recorder *r, struct draft *next, xpgn_reply *a) {
    if (!recorder_settle(r, next, a))
        return false;
    intent_drop(&r->intent);
    recorder_taken(r, a);
    return true;
}

bool recorder_change(struct recorder *r, struct draft *next, const char *done, xpgn_reply *a) {
    bool good = recorder_settle(r, next, a);
    draft_free(next);
    if (!good)
        return false;
    xpgn_buffer_clear(&a->text);
    xpgn_buffer_text(&a->text, done);
    return true;
}
