/* The whole of hardbias. Programs may include single rooms instead: <hardbias/core/cnf.h>, ..; a generator needs <hardbias/plugin.h> alone.
 *
 * Conventions. What can fail returns an hbs_status and says why in an hbs_error that the caller owns (core/status.h). Nothing prints, exits or keeps state
 * between calls; objects may be used from any thread, one thread at a time. A zeroed struct is empty and valid where its header says so.
 *
 * To draw an instance: generators/registry.h, params.h, unit.h. To label one: solvers/solver.h; to count its models: solvers/count.h; to check
 * a claim about one: solvers/model_text.h, drat.h.
 * To keep datasets: datasets/catalog.h, make.h, import.h, export.h. To measure them: analysis/measure.h, study.h, report/report.h. */
#ifndef HARDBIAS_H
#define HARDBIAS_H

#include "core/status.h"
#include "core/memory.h"
#include "core/printable.h"
#include "core/listener.h"
#include "core/rng.h"
#include "core/hash.h"
#include "core/parallel.h"
#include "core/statistics.h"
#include "core/cnf.h"
#include "core/query.h"
#include "core/instance.h"
#include "solvers/certificate.h"
#include "solvers/solver.h"
#include "solvers/proof.h"
#include "solvers/drat.h"
#include "solvers/model_text.h"
#include "solvers/search_tree.h"
#include "solvers/bit_tree.h"
#include "solvers/count.h"
#include "solvers/cross_check.h"
#include "solvers/count_homomorphisms.h"
#include "solvers/query_core.h"
#include "generators/plugin.h"
#include "generators/plugins.h"
#include "generators/registry.h"
#include "generators/params.h"
#include "generators/spec.h"
#include "generators/unit.h"
#include "datasets/archives.h"
#include "datasets/dimacs.h"
#include "datasets/datalog.h"
#include "datasets/name_index.h"
#include "datasets/sparql.h"
#include "datasets/sql.h"
#include "datasets/pair_text.h"
#include "datasets/catalog.h"
#include "datasets/make.h"
#include "datasets/calibrate.h"
#include "datasets/import.h"
#include "datasets/export.h"
#include "analysis/features/feature.h"
#include "analysis/deciders/decider.h"
#include "analysis/probes/probe.h"
#include "analysis/certified.h"
#include "analysis/finding.h"
#include "analysis/measure.h"
#include "analysis/feature_table.h"
#include "analysis/reference.h"
#include "analysis/study.h"
#include "analysis/report/report.h"

#endif
