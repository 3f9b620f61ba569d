/* SPDX-License-Identifier: MIT */
#include "frame/index_seek.h"

#include <stdlib.h>

/* What precedes a file in the input. */
typedef struct seek_file {
    uint64_t games, bytes;
} seek_file;

static void close_seek(cli_seek *s) {
    if (s->open)
        index_close(&s->index);
    s->open = false;
}

static bool open_file(cli_seek *s, size_t at) {
    if (s->open && s->at == at)
        return true;
    close_seek(s);
    s->at = at;
    s->open = index_open(s->c, &s->index, s->c->common->files.item[at]);
    if (!s->open)
        index_close(&s->index);
    return s->open;
}

static void add_file(cli_seek *s, uint64_t games, uint64_t bytes) {
    s->file = cli_grow(s->c, s->file, s->count, &s->capacity, sizeof *s->file);
    s->file[s->count++] = (seek_file){games, bytes};
}

uint64_t cli_seek_games(const cli_seek *s) {
    return s->count > 0 ? s->file[s->count - 1].games : 0;
}

static size_t known_files(const cli_seek *s) {
    return s->count > 0 ? s->count - 1 : 0;
}

/* Opens indexes in turn until the game is in a known file. */
static bool know(cli_seek *s, uint64_t number) {
    if (s->count == 0)
        add_file(s, 0, 0);
    while (!s->stuck && cli_seek_games(s) < number && known_files(s) < s->c->common->files.count) {
        seek_file before = s->file[s->count - 1];
        const index_foot *f = &s->index.foot;
        s->stuck = !open_file(s, s->count - 1);
        if (s->stuck)
            break;
        s->packed = s->packed || f->frames > 0;
        s->sealed = s->sealed || f->sealed > 0;
        add_file(s, before.games + f->games, before.bytes + f->bytes);
    }
    return cli_seek_games(s) >= number;
}

/* Returns the file that holds the game. */
static size_t file_of(const cli_seek *s, uint64_t number) {
    size_t low = 0, high = known_files(s);
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (s->file[middle + 1].games < number)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

bool cli_seek_find(cli_seek *s, uint64_t number, uint64_t from, xpgn_game *place) {
    if (s->lost || !know(s, number))
        return false;
    size_t at = file_of(s, number);
    const seek_file *file = &s->file[at];
    *place = (xpgn_game){
        .file_index = at, .number = file->games + 1, .line = 1, .column = 1, .before = file->bytes};
    index_answer is = INDEX_LOST;
    if (open_file(s, at))
        is = index_place(s->c, &s->index, number - place->number, from, place);
    s->lost = is == INDEX_LOST;
    return is == INDEX_FOUND;
}

bool cli_seek_any(cli_seek *s, uint64_t last) {
    bool all = know(s, last) || known_files(s) == s->c->common->files.count;
    return all && known_files(s) > 0 && !s->packed && !s->lost;
}

void cli_seek_close(cli_seek *s) {
    close_seek(s);
    free(s->file);
}
