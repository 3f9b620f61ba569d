/* SPDX-License-Identifier: MIT */
#include "core/base/slice.h"
#include "core/forms/scan.h"
#include "core/forms/written_ending.h"
#include "core/game/finding_hint.h"
#include "core/play/ending.h"
#include "core/text/result_text.h"
#include "core/text/tagvalue.h"
#include "core/walk/walk_state.h"

bool walk_is_forfeit(const xpgn_walk *w) {
    const struct token *t = &w->token;
    if (t->kind != TOKEN_WORD || t->text.data[0] != '0')
        return false; /* the usual case */
    xpgn_slice tag = walk_value(w, KNOWN_RESULT), all = w->game->text;
    return w->lines.depth == 0 && walk_seats(w) == 2 && tag.data != NULL &&
           result_is_forfeit(t->text) && result_is_forfeit(tag) &&
           scan_only_comments(t->text.data + t->text.size, all.data + all.size);
}

/* A tag that says nothing changes with the result. */
static void fix_tag_too(xpgn_walk *w, const char *right) {
    xpgn_slice tag = walk_value(w, KNOWN_RESULT);
    size_t count = w->log.count;
    if (w->lines.depth > 0 || tag.size == 0 || !slice_has_only(tag, "*?") || count == 0)
        return;
    log_fix(&w->log, walk_known(w, KNOWN_RESULT)->place, "%s", right);
    w->log.list[count - 1].together = true;
}

bool walk_check_outcome(xpgn_walk *w, xpgn_slice text, xpgn_place place) {
    struct line *l = walk_line(w);
    uint8_t score[XPGN_MAX_SEATS] = {0};
    bool forfeit = result_is_forfeit(text) && walk_seats(w) == 2;
    if (w->unnamed) /* the number of seats is not known either */
        return true;
    if (!forfeit && !result_read(text, walk_seats(w), score)) {
        log_add(&w->log, D_RESULT_SEATS, place, "impossible result %.*s in a game of %u seats",
                SLICE(text), walk_seats(w));
        return false;
    }
    if (l->dead)
        return true;
    if (l->outcome.over && memcmp(score, l->outcome.score, sizeof score) != 0) {
        char right[24];
        result_write(l->outcome.score, walk_seats(w), right);
        log_rule(&w->log, l->outcome.rule, place, "result %.*s, expected %s", SLICE(text), right);
        fix_tag_too(w, right);
        hint_right(&w->log, place, right);
        return false;
    }
    if (!l->outcome.over && ending_fallen_share(walk_position(w), score)) {
        log_add(&w->log, D_RESULT_SEATS, place,
                "result %.*s gives a share to a seat that is out of the game", SLICE(text));
        return false;
    }
    return true;
}

/*
 * True if the missing result is explained by another finding: an unclosed comment may contain it; a
 * fault at the very end may be meant as one, or be where the file was cut off; text without tags
 * and playable actions is not a game.
 */
static bool is_reported(const xpgn_walk *w, uint32_t end) {
    const struct line *l = &w->lines.list[0];
    bool played = l->ply > (l->dead ? 1u : 0u);
    size_t tags;
    (void)tags_all(w->tags, &tags);
    if (w->lex.open || (tags == 0 && !played && w->log.errors > 0))
        return true;
    for (size_t i = w->log.count; i > 0; i--) {
        const xpgn_finding *found = &w->log.list[i - 1];
        bool unread =
            log_is(found, D_TOKEN) || log_is(found, D_ACTION) || log_is(found, D_NO_RESULT);
        if (unread && found->place.offset + found->place.length == end)
            return true;
    }
    return false;
}

/* Drops a finding about a stray NAG at the end, which is a move cut off after its letter. Returns
   how many findings remain. */
static size_t drop_cut_letter(xpgn_walk *w, uint32_t end) {
    struct log *log = &w->log;
    const xpgn_finding *last = log->count > 0 ? &log->list[log->count - 1] : NULL;
    if (last != NULL && log_is(last, D_NAG_STRAY) && last->place.offset + last->place.length == end)
        log_truncate(log, log->count - 1);
    return log->count;
}

xpgn_slice walk_player(const xpgn_walk *w, const char *seat) {
    const xpgn_tag *t = tags_find(w->tags, slice_of(seat));
    return t != NULL ? t->value : (xpgn_slice){"", 0};
}

/* True if the text ends with a result in words, White resigns, which is `found` then. */
static bool says_result(const xpgn_walk *w, const char *end, xpgn_slice *found, struct ending *e) {
    enum { WORDS = 6 };
    const xpgn_slice names[2] = {walk_player(w, "White"), walk_player(w, "Black")};
    const char *begin = w->game->text.data, *line = end, *p = end;
    while (line > begin && !byte_is(line[-1], BYTE_LINE))
        line--;
    found->size = 0;
    if (walk_seats(w) != 2 || end == line || *line == '%' ||
        memchr(line, ';', (size_t)(end - line)) != NULL)
        return false;
    for (unsigned i = 0; i < WORDS && p > line; i++) {
        struct ending read;
        while (p > line && !byte_is(p[-1], BYTE_SPACE))
            p--;
        if (ending_read(p, end, names, &read) && p + read.size == end && read.result != NULL &&
            *read.result != '*') {
            *e = read;
            *found = (xpgn_slice){p, read.size};
        }
        while (p > line && byte_is(p[-1], BYTE_SPACE))
            p--;
    }
    return found->size > 0;
}

/* The result in words of a game with other errors: without them the import reads it. False: there
   is none. */
static bool report_words(xpgn_walk *w, uint32_t end) {
    struct ending e;
    xpgn_slice words;
    if (!says_result(w, w->game->text.data + end, &words, &e))
        return false;
    xpgn_place place = {(uint32_t)(words.data - w->game->text.data), (uint32_t)words.size};
    size_t kept = w->log.count;
    log_add(&w->log, D_FOREIGN, place, "the result is written in another form (%.*s)",
            SLICE(words));
    walk_label(w, kept);
    log_hint(&w->log, "xpgn-fmt --import writes it as %s", e.result);
    log_fix(&w->log, place, "%s", e.result);
    return true;
}

/* Reports a missing result; proposes the one that the rules or the tag give. */
static void report_no_result(xpgn_walk *w, xpgn_slice tag, xpgn_place end) {
    const xpgn_outcome *outcome = &walk_line(w)->outcome;
    size_t kept = drop_cut_letter(w, end.offset);
    char right[24];
    log_add(&w->log, D_NO_RESULT, end, "missing result at the end of the game");
    walk_label(w, kept);
    uint8_t score[XPGN_MAX_SEATS];
    if (outcome->over)
        result_write(outcome->score, walk_seats(w), right);
    else if (tag.data != NULL && result_read(tag, walk_seats(w), score))
        result_write(score, walk_seats(w), right);
    else
        return;
    log_hint(&w->log, "add %s", right);
    log_fix(&w->log, end, " %s", right);
}

static bool results_agree(xpgn_slice one, xpgn_slice other, unsigned seats) {
    uint8_t a[XPGN_MAX_SEATS], b[XPGN_MAX_SEATS];
    return slice_equal(one, other) || (result_is_forfeit(one) && result_is_forfeit(other)) ||
           (result_read(one, seats, a) && result_read(other, seats, b) &&
            memcmp(a, b, sizeof a) == 0);
}

/* Reports that the two results differ. If the rules decided the game, they have confirmed the one
   in the movetext; the tag says nothing against it if it is still *. */
static void report_tag(xpgn_walk *w, xpgn_slice tag) {
    xpgn_slice played = w->result.token.text;
    xpgn_place at = walk_known(w, KNOWN_RESULT)->place;
    bool over = walk_line(w)->outcome.over;
    log_add(&w->log, D_RESULT_DIFFERS, at, "Result \"%.*s\", but the movetext ends with %.*s",
            SLICE(tag), SLICE(played));
    if (!over && !slice_is(tag, "*"))
        return;
    log_hint(&w->log, "write %.*s%s", SLICE(played), over ? ", as the rules have it" : "");
    log_fix(&w->log, at, "%.*s", SLICE(played));
}

static void check_end(xpgn_walk *w) {
    xpgn_slice tag = walk_value(w, KNOWN_RESULT);
    bool tagged = tag.data != NULL && result_is(tag);
    xpgn_place end = {(uint32_t)w->game->text.size, 0};
    if (!w->result.found) {
        /* The place of the finding is the end of the last line. */
        while (end.offset > 0 && is_space(w->game->text.data[end.offset - 1]))
            end.offset--;
        if (!is_reported(w, end.offset) && !(w->log.errors > 0 && report_words(w, end.offset)))
            report_no_result(w, tag, end);
        if (tagged)
            (void)walk_check_outcome(w, tag, walk_known(w, KNOWN_RESULT)->place);
        return;
    }
    if (!walk_check_outcome(w, w->result.token.text, w->result.token.place))
        return;
    if (tagged && !results_agree(tag, w->result.token.text, walk_seats(w)))
        report_tag(w, tag);
}

uint32_t walk_ply_count(const xpgn_walk *w) {
    const xpgn_tag *t = walk_known(w, KNOWN_PLY_COUNT);
    return t != NULL ? tag_value_plies(t->value) : UINT32_MAX;
}

void walk_check_result(xpgn_walk *w) {
    uint32_t plies = walk_line(w)->ply, count = walk_ply_count(w);
    check_end(w);
    /* only in a faultless game: other faults would change the count too */
    if (w->result.found && !w->has_gap && w->log.errors == 0 && count != UINT32_MAX &&
        count != plies)
        log_add(&w->log, D_PLY_COUNT, walk_known(w, KNOWN_PLY_COUNT)->place,
                "PlyCount %u, expected %u", count, plies);
}
