/* SPDX-License-Identifier: MIT */
/* JSON objects whose members are facts. */
#include "shared/findings/fact_keys.h"

#include <string.h>

/* Sets the text of a key as it is after another value. */
static void set_text(cli *c, struct cli_key *key) {
    xpgn_buffer b = {0};
    xpgn_buffer_char(&b, '0'); /* a value, after which a comma is due */
    json_key(&b, key->name);
    if (b.failed)
        cli_no_memory(c);
    key->size = b.size - 1;
    memcpy(key->text, b.data + 1, key->size);
    xpgn_buffer_free(&b);
}

static void add_key(cli *c, cli_fact_keys *k, uint32_t scopes, xpgn_slice name) {
    const char *equals = memchr(name.data, '=', name.size);
    size_t before = equals != NULL ? (size_t)(equals - name.data) : 0;
    xpgn_slice fact = {name.data + before + (equals != NULL),
                       name.size - before - (equals != NULL)};
    struct cli_key *key = &k->key[k->count < CLI_KEYS ? k->count : 0];
    xpgn_fault fault;
    if (k->count == CLI_KEYS || xpgn_fact_resolve(fact, scopes, &key->ask, &fault) != XPGN_OK)
        cli_die(c, "no fact '%.*s' here", (int)fact.size, fact.data);
    const char *own = xpgn_fact_at(key->ask.fact)->name;
    const char *shown = equals != NULL ? name.data : own;
    int size = (int)(equals != NULL ? before : strlen(own));
    snprintf(key->name, sizeof key->name, "%.*s", size, shown);
    set_text(c, key);
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

static void put_from(xpgn_buffer *b, const cli_fact_keys *k, size_t from,
                     const xpgn_fact_source *s) {
    for (size_t i = from; i < k->count; i++) {
        const struct cli_key *key = &k->key[i];
        size_t skipped = i == from; /* after a value a comma is due */
        if (i == from)
            json_key(b, NULL);
        xpgn_buffer_put(b, key->text + skipped, key->size - skipped);
        xpgn_fact_json(b, s, &key->ask);
    }
}

void cli_put_keys(xpgn_buffer *b, const cli_fact_keys *k, const xpgn_fact_source *s) {
    put_from(b, k, 0, s);
}

void cli_put_piece_keys(xpgn_buffer *b, const char *name, const cli_fact_keys *k,
                        const xpgn_fact_source *s) {
    json_key(b, name);
    xpgn_fact_json(b, s, &k->key[0].ask);
    b->size -= b->size > 0;
    put_from(b, k, 1, s);
    xpgn_buffer_char(b, '}');
}
