/* SPDX-License-Identifier: MIT */
/* The least likely rolls: a short list, in an order that does not depend on how it was made. */
#include <stdlib.h>
#include <string.h>

#include "output/count/luck.h"

static double chance_of_ways(uint64_t ways, uint64_t all) {
    return all > 0 ? (double)ways / (double)all : 1;
}

bool least_wants(const struct least_list *list, uint64_t ways, uint64_t all) {
    return list->count < LEAST_KEPT ||
           chance_of_ways(ways, all) <= list->roll[list->count - 1].chance;
}

static int compare_rolls(const struct least_roll *a, const struct least_roll *b) {
    int order = (a->chance > b->chance) - (a->chance < b->chance);
    for (unsigned i = 0; order == 0 && i < LEAST_FIELDS; i++)
        order = strcmp(a->text[i], b->text[i]);
    return order;
}

/* Copies the texts into one block. */
static bool copy_texts(struct least_roll *roll, const xpgn_slice text[LEAST_FIELDS]) {
    size_t size = 0;
    for (unsigned i = 0; i < LEAST_FIELDS; i++)
        size += text[i].size + 1;
    char *p = malloc(size);
    if (p == NULL)
        return false;
    for (unsigned i = 0; i < LEAST_FIELDS; i++) {
        roll->text[i] = p;
        if (text[i].size > 0)
            memcpy(p, text[i].data, text[i].size);
        p += text[i].size;
        *p++ = '\0';
    }
    return true;
}

bool least_add(struct least_list *list, uint64_t ways, uint64_t all,
               const xpgn_slice text[LEAST_FIELDS]) {
    struct least_roll roll = {.chance = chance_of_ways(ways, all), .ways = ways, .all = all};
    if (!copy_texts(&roll, text))
        return false;
    size_t at = list->count;
    while (at > 0 && compare_rolls(&roll, &list->roll[at - 1]) < 0)
        at--;
    if (at == LEAST_KEPT) {
        free(roll.text[0]);
        return true;
    }
    if (list->count == LEAST_KEPT)
        free(list->roll[--list->count].text[0]);
    memmove(&list->roll[at + 1], &list->roll[at], (list->count - at) * sizeof roll);
    list->roll[at] = roll;
    list->count++;
    return true;
}

bool least_merge(struct least_list *list, const struct least_list *from) {
    for (size_t i = 0; i < from->count; i++) {
        const struct least_roll *r = &from->roll[i];
        xpgn_slice text[LEAST_FIELDS];
        for (unsigned f = 0; f < LEAST_FIELDS; f++)
            text[f] = (xpgn_slice){r->text[f], strlen(r->text[f])};
        if (!least_add(list, r->ways, r->all, text))
            return false;
    }
    return true;
}

void least_clear(struct least_list *list) {
    for (size_t i = 0; i < list->count; i++)
        free(list->roll[i].text[0]);
    list->count = 0;
}
