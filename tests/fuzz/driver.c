/* Runs a fuzz target without libFuzzer: on every file of a folder, and on a fixed number of mutations of each, which depend on the file's name and
 * contents alone. So every compiler's test run replays what was found once, and looks a little further. */
#include <dirent.h>
#include <stdbool.h>
#include <string.h>

#include "core/hash.h"
#include "core/rng.h"
#include "tests/fuzz/fuzz.h"

#define MUTATIONS 300u

static uint8_t *read_file(const char *path, size_t *size)
{
    FILE *const file = fopen(path, "rb");
    REQUIRE(file);
    REQUIRE(fseek(file, 0, SEEK_END) == 0);
    const long length = ftell(file);
    REQUIRE(length >= 0);
    rewind(file);
    uint8_t *const data = malloc((size_t)length + 1);
    REQUIRE(data);
    *size = fread(data, 1, (size_t)length, file);
    REQUIRE(*size == (size_t)length);
    fclose(file);
    return data;
}

/* One to four edits: a byte changed, cut out, doubled, or a block moved to the front. A copy of exact size, so that a read past its end shows. */
static uint8_t *mutate(const uint8_t *data, size_t *size, hbs_rng *rng)
{
    static const char likely[] = "0123456789-pcnf% \n\r\t().,:-<>\"'\\_X&";
    uint8_t *const work = malloc(*size + 8);
    REQUIRE(work);
    memcpy(work, data, *size);
    for (uint64_t edits = 1 + hbs_rng_below(rng, 4); edits && *size; edits--) {
        const size_t at = (size_t)hbs_rng_below(rng, *size);
        switch (hbs_rng_below(rng, 5)) {
        case 0: work[at] = (uint8_t)hbs_rng_below(rng, 256); break;
        case 1: work[at] = (uint8_t)likely[hbs_rng_below(rng, sizeof likely - 1)]; break;
        case 2: memmove(work + at, work + at + 1, --*size - at); break;
        case 3: memmove(work + at + 1, work + at, (*size)++ - at); break;
        default: memmove(work, work + at, *size -= at); break;
        }
    }
    uint8_t *const exact = malloc(*size ? *size : 1);
    REQUIRE(exact);
    memcpy(exact, work, *size);
    free(work);
    return exact;
}

static void run_file(const char *path)
{
    size_t size;
    uint8_t hash[HBS_HASH_SIZE];
    uint64_t seed = 0;
    hbs_rng rng;
    uint8_t *const data = read_file(path, &size);
    LLVMFuzzerTestOneInput(data, size);
    hbs_hash_of(data, size, hash);
    for (unsigned i = 0; i < 8; i++) seed = seed << 8 | hash[i];
    for (unsigned i = 0; i < MUTATIONS; i++) {
        size_t length = size;
        hbs_rng_seed(&rng, seed, i, HBS_LANE_INSTANCE);
        uint8_t *const mutant = mutate(data, &length, &rng);
        LLVMFuzzerTestOneInput(mutant, length);
        free(mutant);
    }
    free(data);
}

int main(int count, char **arguments)
{
    unsigned files = 0;
    for (int i = 1; i < count; i++) {
        DIR *const folder = opendir(arguments[i]);
        REQUIRE(folder);
        for (const struct dirent *entry; (entry = readdir(folder));) {
            char path[4096];
            if (entry->d_name[0] == '.') continue;
            REQUIRE(snprintf(path, sizeof path, "%s/%s", arguments[i], entry->d_name) < (int)sizeof path);
            run_file(path);
            files++;
        }
        closedir(folder);
    }
    printf("%u files, %u mutations each\n", files, MUTATIONS);
    return files == 0;
}
