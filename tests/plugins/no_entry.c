/* A shared object that is no plugin. */
extern int no_entry;
int no_entry = 1;
