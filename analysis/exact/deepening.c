/* Iterative deepening (Korf, Depth-first iterative-deepening, 1985) by the probability of a path in place of its length. A small b first: each enumeration says how many
 * paths one more choice would add to those that were cut, which bounds from below what a larger b takes. It ends when that is more than allowed, so that the
 * largest b is not found by running out of paths. In between b goes up by half of what the growth so far suggests is left, because a long tail gains few paths a
 * bit; a b that goes too far is bisected. All enumerations together take a few times the paths of the last one. */
#include "analysis/exact/deepening.h"

#include <math.h>
#include <string.h>

#define FIRST_MOST 10u

hbs_deepening hbs_deepening_start(uint64_t paths) {
    uint32_t first = 1;
    while (first < FIRST_MOST && paths >> 2 * first) first++;
    return (hbs_deepening){.paths = paths, .bits = first};
}

/* Bits up to the first that lets a cut path go on; 0: none was cut. */
static uint32_t first_gain(const hbs_deepening *own) {
    for (uint32_t i = 0; i < HBS_ENUMERATION_AHEAD; i++)
        if (own->gain[i]) return i + 1;
    return 0;
}

/* Bits by which the paths suffice as far as can be seen, with as much again for what comes behind; 0: by none. */
static uint32_t visible(const hbs_deepening *own) {
    const uint64_t room = own->paths - own->taken;
    const uint32_t first = first_gain(own);
    if (!first || own->gain[first - 1] > room) return 0;
    uint64_t added = 0;
    uint32_t step = first;
    for (uint32_t i = first - 1; i < HBS_ENUMERATION_AHEAD && own->gain[i] <= room / 2 - added; i++) {
        added += own->gain[i];
        step = i + 1;
    }
    return step;
}

static uint32_t suggested(const hbs_deepening *own) {
    const double room = log2((double)own->paths / (double)own->taken), grown = log2((double)own->taken / (double)own->taken_before);
    if (own->before == own->good || !own->taken_before) return 0;
    const double ahead = grown > 0 ? room / grown * (own->good - own->before) / 2 : own->good;
    return ahead < own->good ? (uint32_t)ahead : own->good;
}

/* 0: `good` is the largest. */
static uint32_t next_bits(const hbs_deepening *own) {
    if (own->good && !visible(own)) return 0;
    const uint32_t step = own->good ? visible(own) : 0, more = own->good ? suggested(own) : 0;
    uint32_t next = own->good + (step > more ? step : more);
    if (own->failed && next >= own->failed) next = own->good + step;
    if (own->failed && (next >= own->failed || !own->good)) next = (own->good + own->failed) / 2;
    return next > own->good && next <= HBS_DEEPENING_ALL ? next : 0;
}

static void take_good(hbs_deepening *own, const hbs_enumeration *walked) {
    own->before = own->good;
    own->taken_before = own->taken;
    own->good = own->bits;
    own->taken = walked->paths + walked->cut + walked->closed;
    memcpy(own->gain, walked->gain, sizeof own->gain);
    const uint32_t first = first_gain(own);
    own->said = first ? own->good + first - 1 : 0;
}

bool hbs_deepening_more(hbs_deepening *own, hbs_status status, const hbs_enumeration *walked) {
    if (own->last || (status != HBS_OK && status != HBS_ERROR_BUDGET)) return false;
    if (status == HBS_OK) {
        take_good(own, walked);
    } else if (own->bits == HBS_DEEPENING_ALL) {   /* too bold a guess */
        *own = hbs_deepening_start(own->paths);
        return true;
    } else {
        own->failed = own->bits;
    }
    const uint32_t next = next_bits(own);
    if (!next && (status == HBS_OK || !own->good)) return false;
    own->last = !next;
    own->bits = next ? next : own->good;
    return true;
}
