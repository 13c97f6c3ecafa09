/* Renaming what is known of a formula along with it. */
#ifndef HBS_GENERATORS_RENAMING_RENAME_H
#define HBS_GENERATORS_RENAMING_RENAME_H

#include "solvers/checking/certificate.h"

/* Of a model or a refutation; other kinds stay. map[v] is the new literal of variable v, v = 1..variables. HBS_ERROR_FAULT: the certificate is damaged. O(its size). */
hbs_status hbs_certificate_rename(hbs_certificate *certificate, uint32_t variables, const int32_t *map, hbs_error *error);

#endif
