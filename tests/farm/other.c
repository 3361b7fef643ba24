/* tests/farm/other.c -- preloaded into a worker: the solver seems to have another version. */
const char *Z3_get_full_version (void);
const char *Z3_get_full_version (void) { return "9.9.9.9"; }
