/* SPDX-License-Identifier: MIT */
#include "core/walk/canonical_bytes.h"

#include <xpgn/rulesets.h>

#include "core/base/buffer.h"
#include "core/walk/fast.h"
#include "internal/text_out.h"

xpgn_status trail_open(struct canonical_bytes *t) {
    return sha256_open(&t->sha);
}

void trail_begin(struct canonical_bytes *t) {
    xpgn_buffer_clear(&t->bytes);
    t->actions = 0;
    t->started = false;
}

void trail_free(struct canonical_bytes *t) {
    xpgn_buffer_free(&t->bytes);
    xpgn_buffer_free(&t->head.bytes);
    sha256_close(&t->sha);
}

void trail_start(struct canonical_bytes *t, const xpgn_position *p) {
    t->started = p->files > 0;
    t->start = *p;
}

static void put_byte(struct canonical_bytes *t, unsigned byte) {
    xpgn_buffer_char(&t->bytes, (char)byte);
}

static void put_side_trail(struct canonical_bytes *t, const xpgn_roll_side *side) {
    put_byte(t, side->dice_count);
    for (unsigned i = 0; i < side->dice_count; i++)
        put_byte(t, side->dice[i]);
}

static void put_dice_trail(struct canonical_bytes *t, const xpgn_roll *roll) {
    for (unsigned i = 0; i < roll->exchanges; i++) {
        const xpgn_roll_side *side = roll->exchange[i].side;
        if (side[0].dice_count + side[1].dice_count == 0)
            continue;
        put_byte(t, TRAIL_DICE);
        put_side_trail(t, &side[0]);
        put_side_trail(t, &side[1]);
    }
}

void trail_action(struct canonical_bytes *t, const xpgn_facts *facts) {
    const xpgn_action *a = &facts->action;
    t->actions++;
    for (unsigned i = 0; i < facts->turn_roll.count; i++) {
        put_byte(t, TRAIL_TURN_ROLL);
        put_byte(t, facts->turn_roll.die[i]);
    }
    put_byte(t, a->from);
    put_byte(t, a->to);
    if (a->promotion != 0)
        put_byte(t, TRAIL_BECOMES + a->promotion);
    if (a->kind > XPGN_ATTACK)
        put_byte(t, TRAIL_KIND + a->kind);
    if (a->kind == XPGN_RELEASE && a->drop != XPGN_NO_SQUARE) {
        put_byte(t, TRAIL_DROP);
        put_byte(t, a->drop);
    }
    put_dice_trail(t, &facts->roll);
    for (unsigned side = 0; facts->combat && side < 2; side++) {
        if (facts->side[side].cell == XPGN_NO_SQUARE)
            continue;
        put_byte(t, TRAIL_CELL + side); /* the cell of a prisoner is a choice */
        put_byte(t, facts->side[side].cell);
    }
}

void trail_turn(struct canonical_bytes *t) {
    put_byte(t, TRAIL_TURN);
}

/* What follows the squares of a move that is more than these; 0: nothing. */
static inline unsigned trail_more(played_code move) {
    if (played_castles(move))
        return TRAIL_KIND + XPGN_CASTLING;
    const unsigned promotion = played_promotion(move);
    return promotion != 0 ? TRAIL_BECOMES + promotion : 0;
}

/* Makes room once: appending byte by byte would take longer than the moves themselves. */
void trail_moves(struct canonical_bytes *t, const played_code *moves, uint32_t count) {
    enum { MOST = 3 };
    char *c = buffer_room(&t->bytes, (size_t)count * MOST); /* the moves themselves are larger */
    for (uint32_t i = 0; c != NULL && i < count; i++) {
        const unsigned more = trail_more(moves[i]);
        c[0] = (char)(moves[i] & 63);
        c[1] = (char)(moves[i] >> PLAYED_TO & 63);
        c[2] = (char)more;
        c += 2 + (more != 0);
    }
    if (c != NULL)
        t->bytes.size = (size_t)(c - t->bytes.data);
    t->actions = count;
}

/* Puts "chess", its options and the start position, one per line. */
static bool put_trail_head(struct canonical_bytes *t, const xpgn_ruleset *rs) {
    xpgn_buffer *b = &t->head.bytes;
    if (t->head.rs == rs && t->head.start.alive == t->start.alive &&
        position_equal(&t->head.start, &t->start))
        return true;
    xpgn_buffer_clear(b);
    xpgn_buffer_printf(b, "%s\n%s\n", rs->id, rs->options_in_force);
    xpgn_position_write(b, rs, &t->start);
    xpgn_buffer_char(b, '\n');
    t->head.rs = b->failed ? NULL : rs;
    t->head.start = t->start;
    if (b->failed)
        return false;
    t->sha.begin(&t->head.hash);
    t->sha.update(&t->head.hash, (const unsigned char *)b->data, b->size);
    return true;
}

bool trail_digest(struct canonical_bytes *t, const xpgn_ruleset *rs, bool with_actions,
                  uint8_t digest[XPGN_DIGEST_SIZE]) {
    unsigned char hash[SHA256_BYTES];
    if (!put_trail_head(t, rs))
        return false;
    crypto_hash_sha256_state state = t->head.hash;
    if (with_actions && t->bytes.failed)
        return false;
    if (with_actions && t->bytes.size > 0)
        t->sha.update(&state, (const unsigned char *)t->bytes.data, t->bytes.size);
    t->sha.final(&state, hash);
    memcpy(digest, hash, XPGN_DIGEST_SIZE);
    return true;
}

bool trail_write(struct canonical_bytes *t, const xpgn_ruleset *rs, xpgn_buffer *b) {
    if (!put_trail_head(t, rs))
        return false;
    xpgn_buffer_put(b, t->head.bytes.data, t->head.bytes.size);
    xpgn_buffer_put(b, t->bytes.data, t->bytes.size);
    return !b->failed;
}
