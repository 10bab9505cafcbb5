/* Preloaded into a process, it writes a line to the file named by SYNCS for each call that the test is about:
 * "wal" for a write to a write-ahead log, "sync" for such a log that is on disk, "told" for a write to the output. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static ssize_t (*real_write)(int, const void *, size_t);

static void note(const char *line) {
    static int file = -1;
    if (file < 0) file = open(getenv("SYNCS"), O_WRONLY | O_CREAT | O_APPEND, 0600);
    if (!real_write) real_write = dlsym(RTLD_NEXT, "write");
    real_write(file, line, strlen(line));
}

static int is_wal(int file) {
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path);
    return length > 4 && memcmp(path + length - 4, "-wal", 4) == 0;
}

#define WRITES(name, offset)                                                      \
    ssize_t name(int file, const void *data, size_t size, offset at) {            \
        ssize_t (*real)(int, const void *, size_t, offset) = dlsym(RTLD_NEXT, #name); \
        if (is_wal(file)) note("wal\n");                                          \
        return real(file, data, size, at);                                        \
    }

#define SYNCS(name)                                        \
    int name(int file) {                                   \
        int (*real)(int) = dlsym(RTLD_NEXT, #name);        \
        int result = real(file);                           \
        if (result == 0 && is_wal(file)) note("sync\n");   \
        return result;                                     \
    }

WRITES(pwrite, off_t)
WRITES(pwrite64, off64_t)
SYNCS(fsync)
SYNCS(fdatasync)

ssize_t write(int file, const void *data, size_t size) {
    if (file == STDOUT_FILENO) note("told\n");
    if (!real_write) real_write = dlsym(RTLD_NEXT, "write");
    return real_write(file, data, size);
}
