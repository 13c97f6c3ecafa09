/* Text from strangers (file names, what a catalog holds) made safe to show. */
#ifndef HBS_CORE_PRINTABLE_H
#define HBS_CORE_PRINTABLE_H

#ifdef __cplusplus
extern "C" {
#endif

/* Each byte of a control character becomes '?': line breaks, tabs and escapes, DEL, and those of ISO 6429 from U+0080 to U+009F; so does each that is not UTF-8. The rest, and the length,
 * stays. Linear time. */
void hbs_make_printable(char *text);

#ifdef __cplusplus
}
#endif
#endif
