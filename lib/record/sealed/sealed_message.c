/* SPDX-License-Identifier: MIT */
/* The messages that the parties of a game with sealed dice exchange, one line each. */
#include "core/base/fault.h"
#include "core/base/slice.h"
#include "internal/sealed.h"
#include "internal/text_out.h"

static const char *const kinds[] = {"announce", "answer", "sign", "end"};
enum { KINDS = sizeof kinds / sizeof *kinds };

static bool is_of_roll(xpgn_message_kind kind) {
    return kind == XPGN_MESSAGE_ANNOUNCE || kind == XPGN_MESSAGE_ANSWER;
}

static bool take_link_number(xpgn_slice *rest, uint32_t *number) {
    xpgn_slice word = slice_cut(rest, ' ');
    uint64_t n;
    if (!slice_number(word, &n) || word.data[0] == '0' || n > XPGN_MAX_ROLLS)
        return false;
    *number = (uint32_t)n;
    return true;
}

/* True if it has no control characters, which would affect a terminal or end the line. */
static bool is_plain_line(xpgn_slice text) {
    for (size_t i = 0; i < text.size; i++)
        if ((unsigned char)text.data[i] < ' ' || text.data[i] == 127)
            return false;
    return true;
}

/* Reads what follows the kind. Returns NULL, or what is wrong with it. */
static const char *read_rest(xpgn_slice line, xpgn_message *m) {
    if (is_of_roll(m->kind) && !take_link_number(&line, &m->number))
        return "it has no roll number";
    m->party = xpgn_party_find(slice_cut(&line, ' '));
    if (m->party == XPGN_PARTIES)
        return "it names no party";
    if (m->kind == XPGN_MESSAGE_SIGN)
        m->text = slice_cut(&line, ' ');
    else if (!chain_link_read(slice_cut(&line, ' '), &m->link))
        return "it has no link of 64 lower-case hexadecimal digits";
    if (m->kind != XPGN_MESSAGE_END && !xpgn_signature_read(slice_cut(&line, ' '), &m->sign))
        return "it has no signature of 86 characters of base64";
    if (m->kind == XPGN_MESSAGE_ANNOUNCE)
        m->text = line;
    else if (line.size > 0)
        return "there is text after it";
    if (m->kind == XPGN_MESSAGE_ANNOUNCE && (m->text.size == 0 || !is_plain_line(m->text)))
        return "it does not say what is announced";
    if (m->kind == XPGN_MESSAGE_SIGN && (m->text.size == 0 || !is_plain_line(m->text)))
        return "it has no result";
    return NULL;
}

xpgn_status xpgn_message_read(xpgn_slice line, xpgn_message *out, xpgn_fault *fault) {
    xpgn_message m = {.number = 0};
    line = slice_given(line);
    xpgn_slice word = slice_cut(&line, ' ');
    unsigned kind = 0;
    while (kind < KINDS && !slice_is(word, kinds[kind]))
        kind++;
    m.kind = (xpgn_message_kind)kind;
    const char *wrong = kind == KINDS ? "it does not begin with announce, answer, sign or end"
                                      : read_rest(line, &m);
    if (wrong != NULL) {
        (void)fault_set(fault, "%s", wrong);
        return XPGN_INVALID;
    }
    *out = m;
    return XPGN_OK;
}

void xpgn_message_write(xpgn_buffer *b, const xpgn_message *m) {
    if ((unsigned)m->kind >= KINDS || m->party >= XPGN_PARTIES)
        return;
    xpgn_buffer_printf(b, "%s ", kinds[m->kind]);
    if (is_of_roll(m->kind))
        xpgn_buffer_printf(b, "%u ", (unsigned)m->number);
    xpgn_buffer_printf(b, "%s ", xpgn_party_name(m->party));
    if (m->kind == XPGN_MESSAGE_SIGN)
        xpgn_buffer_slice(b, m->text);
    else
        chain_link_write(b, &m->link);
    if (m->kind != XPGN_MESSAGE_END) {
        xpgn_buffer_char(b, ' ');
        xpgn_signature_write(b, &m->sign);
    }
    if (m->kind == XPGN_MESSAGE_ANNOUNCE) {
        xpgn_buffer_char(b, ' ');
        xpgn_buffer_slice(b, m->text);
    }
}
