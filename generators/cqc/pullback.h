/* Pairs contained by construction. */
#ifndef HBS_GENERATORS_CQC_PULLBACK_H
#define HBS_GENERATORS_CQC_PULLBACK_H

#include "generators/cqc/shape.h"

/* After hbs_shape_begin: draws q1, a map and what it pulls back into q2, claims 1 and brings the map as witness. Redraws by hbs_unit_retry. */
hbs_status hbs_pullback_draw(hbs_unit *unit, hbs_shape_room *room);

#endif
