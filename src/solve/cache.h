/* solve/cache.h -- a cache of answers by content, in a SQLite file that several runs may share. Losing the file costs
   only time: if it cannot be used (damaged, locked, disk full, no permission), there is one warning and the run goes
   on without it.

   What is read was written by the same user with the same build, and not changed since.  Every stored key covers the build's sources
   (wr_build_id); every value has a digest of key and value before it, and a value that does not match it is not found; a file
   or folder that other users own or may write to is refused, and so is a symbolic link (solve/claim.h).  A file that a newer version made is left alone. */
#ifndef WR_SOLVE_CACHE_H
#define WR_SOLVE_CACHE_H

#include "base/str.h"

typedef struct wr_cache wr_cache;

/* SHA-256 of everything that an answer depends on. */
struct wr_digest {
  uint8_t bytes[32];
};
struct wr_digest wr_digest_of (const wr_str *parts, uint32_t count); /* parts do not run together */

/* A digest of the sources that make and ask queries; equal for equal sources.  [made by tools/build-id] */
extern const char wr_build_id[];

/* Never NULL; makes missing folders.  A file that cannot be written to is read, with a warning. */
wr_cache *wr_cache_open (const char *path);
/* The same; if it is only to be read, nothing is made or written, and a missing file is an empty one. */
wr_cache *wr_cache_open_as (const char *path, bool read_only);
bool wr_cache_read_only (const wr_cache *cache);
/* Appends the bytes stored under the key. */
bool wr_cache_get (wr_cache *cache, const struct wr_digest *key, wr_buf *out);
/* Remembered until the next flush. */
void wr_cache_put (wr_cache *cache, const struct wr_digest *key, wr_str value);
void wr_cache_flush (wr_cache *cache);
/* What went wrong, for the user; empty: nothing.  Valid until the cache is closed. */
wr_str wr_cache_warning (const wr_cache *cache);
/* What stands before a stored value, and the check: false, or *value without it. */
struct wr_digest wr_cache_seal (const struct wr_digest *key, wr_str value);
bool wr_cache_unseal (const struct wr_digest *key, wr_str *value);
/* The file's connection, for tables beside the answers; NULL: there is no cache. */
struct sqlite3 *wr_cache_database (wr_cache *cache);
void wr_cache_close (wr_cache *cache); /* flushes */

#endif
