/* SPDX-License-Identifier: MIT */
/* JSON objects whose members are facts. */
#include "shared/findings/fact_keys.h"

#include <string.h>

/* Sets the text of a key as it is after another value. */
static void set_text(cli *c, xpgn_member *member, const char *name) {
    xpgn_buffer b = {0};
    xpgn_buffer_char(&b, '0'); /* a value, after which a comma is due */
    json_key(&b, name);
    if (b.failed)
        cli_no_memory(c);
    if (b.size - 1 > XPGN_MEMBER_KEY)
        cli_die(c, "key '%s' is too long", name);
    member->size = (uint8_t)(b.size - 1);
    memcpy(member->key, b.data + 1, member->size);
    xpgn_buffer_free(&b);
}

static void add_key(cli *c, cli_fact_keys *k, uint32_t scopes, xpgn_slice name) {
    const char *equals = memchr(name.data, '=', name.size);
    size_t before = equals != NULL ? (size_t)(equals - name.data) : 0;
    xpgn_slice fact = {name.data + before + (equals != NULL),
                       name.size - before - (equals != NULL)};
    xpgn_fact_ref ask = {UINT16_MAX, 0};
    xpgn_fault fault;
    const bool null = cli_equal(fact, cli_slice("null"));
    if (k->count == CLI_KEYS || (!null && xpgn_fact_resolve(fact, scopes, &ask, &fault) != XPGN_OK))
        cli_die(c, "no fact '%.*s' here", (int)fact.size, fact.data);
    const char *own = null ? "" : xpgn_fact_at(ask.fact)->name;
    const char *shown = equals != NULL ? name.data : own;
    int size = (int)(equals != NULL ? before : strlen(own));
    snprintf(k->name[k->count], sizeof k->name[0], "%.*s", size, shown);
    k->member[k->count].asked = xpgn_ask(ask);
    set_text(c, &k->member[k->count], k->name[k->count]);
    k->count++;
}

void cli_fact_keys_find(cli *c, cli_fact_keys *k, uint32_t scopes, const char *names) {
    k->count = 0;
    for (const char *at = names; *at != '\0';) {
        size_t size = strcspn(at, ",");
        add_key(c, k, scopes, (xpgn_slice){at, size});
        at += size + (at[size] == ',');
    }
}

void cli_put_keys(xpgn_buffer *b, const cli_fact_keys *k, const xpgn_fact_source *s) {
    xpgn_fact_members(b, s, k->member, k->count, NULL);
}

void cli_put_piece_keys(xpgn_buffer *b, const char *name, const cli_fact_keys *k,
                        const xpgn_fact_source *s) {
    json_key(b, name);
    xpgn_fact_json(b, s, &k->member[0].asked.ask);
    b->size -= b->size > 0;
    xpgn_fact_members(b, s, k->member + 1, k->count - 1, NULL);
    xpgn_buffer_char(b, '}');
}
