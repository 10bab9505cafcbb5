/* The same in C, without a library for JSON:
 *
 *     cc -O2 -o bot bot.c
 *     lido arena le-plouf --players cmd:./bot random --games 100
 *
 * "legal" is a list of texts, and no move of a game has a quote or a backslash in it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define MOST_MOVES 8192

int main(void) {
    char *line = NULL;
    size_t room = 0;
    srand((unsigned)time(NULL) ^ (unsigned)getpid());
    while (getline(&line, &room, stdin) > 0) {
        char *moves[MOST_MOVES], *at = strstr(line, "\"legal\":[");
        int lengths[MOST_MOVES], count = 0;
        if (!strstr(line, "\"do\":\"go\"") || !at) {
            printf("{\"ok\":true}\n");
        } else {
            at += strlen("\"legal\":[");
            while (*at == '"' && count < MOST_MOVES) {
                char *end = strchr(at + 1, '"');
                moves[count] = at + 1;
                lengths[count++] = (int)(end - at - 1);
                at = end[1] == ',' ? end + 2 : end + 1;
            }
            int any = rand() % count;
            printf("{\"move\":\"%.*s\"}\n", lengths[any], moves[any]);
        }
        fflush(stdout);
    }
    free(line);
    return 0;
}
