/* SPDX-License-Identifier: MIT */
/*
 * wire.h - what a tool under test and its driver say to each other. Before each call of
 * tools/frame/disk_calls.h the tool asks, and waits; the driver answers with a verdict, when it is
 * the tool's turn; the tool acts on it and says what came of it. Messages are structs on a socket
 * that keeps their limits (SOCK_SEQPACKET), whose number is in the environment.
 */
#ifndef WIRE_H
#define WIRE_H

#include <stdint.h>

#define WIRE_SOCKET "XPGN_MODEL_SOCKET"
#define WIRE_CHANCE "XPGN_MODEL_CHANCE" /* where the tool's random numbers begin */

enum { WIRE_PATH = 512 };

typedef enum wire_call {
    CALL_OPEN,
    CALL_MAKE_TEMPORARY,
    CALL_CLOSE,
    CALL_WRITE,
    CALL_CUT,
    CALL_SYNC,
    CALL_SYNC_ALL,
    CALL_SYNC_FOLDER,
    CALL_RENAME,
    CALL_REMOVE,
    CALL_LOCK,
    CALL_SET_OWNER,
    CALL_SET_MODE,
    CALLS
} wire_call;

typedef struct wire_request {
    uint32_t call; /* wire_call */
    int32_t fd;    /* -1: none */
    uint32_t flags;
    uint32_t mode;
    uint64_t size;
    uint64_t inode; /* of fd */
    char path[WIRE_PATH], other[WIRE_PATH];
} wire_request;

typedef struct wire_verdict {
    int32_t error;   /* 0: do it; else fail with this errno */
    uint32_t tear;   /* of a write that fails: how many bytes are written first */
    int32_t before;  /* a signal that comes before the call, or 0 */
    int32_t after;   /* a signal that comes when it has been made, or 0 */
    char letters[8]; /* of a temporary file */
} wire_verdict;

typedef struct wire_result {
    int32_t value; /* of the real call: -1 on failure */
    int32_t error;
    uint64_t inode; /* of a file that was opened */
} wire_result;

#endif
