/* A query of SQL between its text and its atoms. */
#ifndef HBS_DATASETS_FORMATS_SQL_DRAFT_H
#define HBS_DATASETS_FORMATS_SQL_DRAFT_H

#include "core/query.h"
#include "datasets/formats/scanner.h"
#include "datasets/formats/sql.h"

#define HBS_SQL_COLUMNS_MAX 1024u
#define HBS_SQL_SOURCES_MAX 65536u
#define HBS_SQL_NONE UINT32_MAX

/* Kinds of a node's symbol: the source of a column, or these. */
enum { HBS_SQL_NUMBER_NODE = HBS_SQL_SOURCES_MAX, HBS_SQL_STRING_NODE };

/* A column or constant as written; names are symbols of the draft, HBS_SQL_NONE where there is none. */
typedef struct hbs_sql_reference {
    uint32_t table, column;  /* a constant: table HBS_SQL_NONE and column a node; a star: column HBS_SQL_NONE */
    bool constant;
    const char *at;
} hbs_sql_reference;

typedef struct hbs_sql_source {
    uint32_t table;          /* in the schema */
    uint32_t alias;          /* a name */
} hbs_sql_source;

typedef struct hbs_sql_draft {
    hbs_symbols names, nodes, aliases;
    hbs_sql_source *from;
    hbs_sql_reference *select, *equal;   /* equal: two by two */
    size_t sources, source_capacity, selects, select_capacity, equals, equal_capacity;
    uint32_t *parent, *constant, *head;   /* of nodes; the node of each selected column */
    size_t heads, head_capacity;
} hbs_sql_draft;

void hbs_sql_draft_free(hbs_sql_draft *draft);
/* From names to classes: which column of which item of FROM a reference is, and what is equal. Columns that the schema lacks are added unless the text declared it. */
hbs_status hbs_sql_resolve(hbs_sql_draft *draft, hbs_sql_schema *schema, bool declared, const hbs_scanner *scanner);
/* An atom for each item of FROM. Both queries of the pair must have been resolved, so that the tables have all their columns. */
hbs_status hbs_sql_build(hbs_sql_draft *draft, const hbs_sql_schema *schema, hbs_query_pair *pair, hbs_query *to, hbs_error *error);

#endif
