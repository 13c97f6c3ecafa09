/* What formulas are taken for when instances are compared with a law. */
#ifndef HBS_ANALYSIS_TAKEN_AS_H
#define HBS_ANALYSIS_TAKEN_AS_H

/* As their generator draws them, as its parameter `distinct` says (imports, and generators without one: sequences when a clause repeats), or as the user says. */
typedef enum hbs_as { HBS_AS_DRAWN = 0, HBS_AS_SETS, HBS_AS_SEQUENCES } hbs_as;

#endif
