/* SPDX-License-Identifier: MIT */
/*
 * Runs commands in turns, so that other load of the machine affects all alike, and prints the
 * median of each: measure RUNS <COMMANDS A line of COMMANDS, between tabs: a name, a program, its
 * arguments.  A line of the answer: the name, seconds of processor time, seconds by the clock, peak
 * memory in KiB, exit status.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* wait4 is what tells the use of one child. */
pid_t wait4(pid_t pid, int *status, int options, struct rusage *usage);

enum { MAX_COMMANDS = 64, MAX_RUNS = 999, MAX_WORDS = 64 };

struct command {
    char line[4096];
    char *word[MAX_WORDS + 1]; /* of the line, [0] is the name; NULL ends */
    double cpu[MAX_RUNS], wall[MAX_RUNS];
    long peak; /* of all runs */
    int status;
};

static struct command command[MAX_COMMANDS];

static double now(void) {
    struct timespec t;
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static double seconds(struct timeval t) {
    return (double)t.tv_sec + (double)t.tv_usec * 1e-6;
}

static size_t read_commands(void) {
    size_t count = 0;
    while (count < MAX_COMMANDS && fgets(command[count].line, sizeof command[count].line, stdin)) {
        struct command *c = &command[count];
        c->line[strcspn(c->line, "\n")] = '\0';
        size_t words = 0;
        for (char *p = c->line; p != NULL && words < MAX_WORDS; words++) {
            c->word[words] = p;
            p = strchr(p, '\t');
            if (p != NULL)
                *p++ = '\0';
        }
        count += words > 1;
    }
    return count;
}

static _Noreturn void be(char *const *words) {
    int nothing = open("/dev/null", O_RDWR);
    (void)dup2(nothing, STDIN_FILENO);
    (void)dup2(nothing, STDOUT_FILENO);
    (void)dup2(nothing, STDERR_FILENO);
    (void)execvp(words[0], words);
    _exit(127);
}

static void run(struct command *c, int turn) {
    struct rusage usage;
    double start = now();
    pid_t child = fork();
    if (child == 0)
        be(c->word + 1);
    int status = 0;
    if (child < 0 || wait4(child, &status, 0, &usage) != child) {
        perror("measure");
        exit(2);
    }
    c->wall[turn] = now() - start;
    c->cpu[turn] = seconds(usage.ru_utime) + seconds(usage.ru_stime);
    c->peak = usage.ru_maxrss > c->peak ? usage.ru_maxrss : c->peak;
    c->status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static int by_size(const void *a, const void *b) {
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static double median(double *list, int count) {
    qsort(list, (size_t)count, sizeof *list, by_size);
    return list[count / 2];
}

int main(int argc, char **argv) {
    long runs = argc == 2 ? strtol(argv[1], NULL, 10) : 0;
    if (runs < 1 || runs > MAX_RUNS) {
        fprintf(stderr, "usage: measure RUNS <COMMANDS\n");
        return 2;
    }
    size_t count = read_commands();
    for (int turn = 0; turn < (int)runs; turn++)
        for (size_t i = 0; i < count; i++)
            run(&command[i], turn);
    for (size_t i = 0; i < count; i++) {
        struct command *c = &command[i];
        printf("%s\t%.4f\t%.4f\t%ld\t%d\n", c->word[0], median(c->cpu, (int)runs),
               median(c->wall, (int)runs), c->peak, c->status);
    }
    return fflush(stdout) != 0;
}
