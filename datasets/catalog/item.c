/* Rows are made where the instance is, in the worker, so that the one thread that writes only copies bytes. */
#include "datasets/catalog/item.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void hbs_item_free(hbs_item *item) {
    if (!item) return;
    hbs_bytes_free(&item->payload);
    hbs_certificate_free(&item->certificate);
    *item = (hbs_item){0};
}

void hbs_item_clear(hbs_item *item) {
    item->row = (hbs_row){.label = HBS_LABEL_UNKNOWN, .claim = HBS_LABEL_UNKNOWN, .choice_bits = NAN, .tries = 1};
    hbs_bytes_clear(&item->payload);
    hbs_certificate_clear(&item->certificate);
    item->stored = item->infeasible = item->has_canonical = false;
    item->solver = item->source = NULL;
    item->gbd[0] = item->reason[0] = 0;
}

hbs_status hbs_item_fill(hbs_item *item, const hbs_instance *instance, hbs_error *error) {
    hbs_status status = HBS_OK;
    const bool sat = instance->problem == HBS_SAT;
    item->row.size_n = sat ? instance->cnf.variables : instance->pair.q1.atoms;
    item->row.size_m = sat ? instance->cnf.clauses : instance->pair.q2.atoms;
    HBS_TRY(hbs_instance_encode(instance, &item->payload, error));
    HBS_TRY(hbs_instance_content_hash(instance, item->row.content_hash, error));
    if (sat) hbs_cnf_gbd_hash(&instance->cnf, item->gbd);
done:
    return status;
}

void hbs_item_take(hbs_item *item, const hbs_labeller *labeller, hbs_verdict *verdict, hbs_certify certify) {
    item->row.label = verdict->label;
    item->row.effort = verdict->effort;
    item->solver = labeller->solver->name;
    hbs_certificate_clear(&item->certificate);
    item->stored = false;
    if (verdict->label == HBS_LABEL_UNKNOWN) {
        item->source = NULL;
        snprintf(item->reason, sizeof item->reason, "the budget of %llu %s was reached", (unsigned long long)labeller->budget, labeller->solver->step);
        return;
    }
    item->source = "solver";
    item->reason[0] = 0;
    if (!labeller->check) return;
    const hbs_certificate taken = verdict->certificate;
    verdict->certificate = item->certificate;
    item->certificate = taken;
    item->stored = certify == HBS_CERTIFY_STORE;
}

hbs_row hbs_item_row(const hbs_item *item) {
    hbs_row row = item->row;
    row.label_source = item->source;
    row.reason = item->reason[0] ? item->reason : NULL;
    row.payload = item->payload.data;
    row.payload_size = item->payload.size;
    row.certificate_kind = item->certificate.kind;
    row.certificate_size = item->certificate.size;
    if (item->stored && item->certificate.kind != HBS_CERTIFICATE_NONE) {
        row.certificate = item->certificate.bytes.size ? item->certificate.bytes.data : (const uint8_t *)"";
        row.certificate_bytes = item->certificate.bytes.size;
    }
    row.solver = item->solver;
    row.canonical_hash = item->has_canonical ? item->canonical : NULL;
    row.gbd_hash = item->gbd[0] ? item->gbd : NULL;
    return row;
}
