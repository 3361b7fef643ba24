#include "solve/cache.h"

#include "base/check.h"
#include "base/vec.h"

#include <errno.h>
#include <nettle/sha2.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum {
  FORMAT = 3,               /* of the stored bytes; a file with another format is emptied */
  APPLICATION = 0x57524e54, /* SQLite's application id: this file is ours */
  BUSY_MS = 2000,           /* another run is writing */
  MAX_FILE = 1 << 30        /* bytes: then it starts anew */
};

struct entry {
  struct wr_digest key;
  uint32_t at, size; /* in `values` */
};

struct wr_cache {
  sqlite3 *db; /* NULL: no cache */
  sqlite3_stmt *get, *put;
  WR_VEC (struct entry) queue;
  wr_buf values;
  wr_buf path, warning;
};

struct wr_digest wr_digest_of (const wr_str *parts, uint32_t count) {
  struct sha256_ctx sha;
  sha256_init (&sha);
  for (uint32_t i = 0; i < count; i++) {
    uint64_t len = parts[i].len;
    sha256_update (&sha, sizeof len, (const uint8_t *)&len);
    sha256_update (&sha, parts[i].len, (const uint8_t *)parts[i].ptr);
  }
  struct wr_digest digest;
  sha256_digest (&sha, sizeof digest.bytes, digest.bytes);
  return digest;
}

static void shut (wr_cache *cache) {
  sqlite3_finalize (cache->get);
  sqlite3_finalize (cache->put);
  sqlite3_close (cache->db);
  cache->get = cache->put = NULL;
  cache->db = NULL;
}

/* One warning, and no cache from here on. */
static void give_up (wr_cache *cache, const char *what) {
  if (cache->warning.len == 0)
    wr_buf_print (&cache->warning, "no cache: %s: %s", wr_buf_text (&cache->path), what);
  shut (cache);
}

static bool run (wr_cache *cache, const char *sql) {
  if (!cache->db) return false;
  if (sqlite3_exec (cache->db, sql, NULL, NULL, NULL) == SQLITE_OK) return true;
  give_up (cache, sqlite3_errmsg (cache->db));
  return false;
}

static int64_t pragma (wr_cache *cache, const char *sql) {
  sqlite3_stmt *query = NULL;
  int64_t value = -1;
  if (cache->db && sqlite3_prepare_v2 (cache->db, sql, -1, &query, NULL) == SQLITE_OK &&
      sqlite3_step (query) == SQLITE_ROW)
    value = sqlite3_column_int64 (query, 0);
  sqlite3_finalize (query);
  return value;
}

static void make_folders (const char *path) {
  char *copy = wr_alloc (strlen (path) + 1, 1);
  strcpy (copy, path);
  for (char *at = strchr (copy + 1, '/'); at; at = strchr (at + 1, '/')) {
    *at = 0;
    mkdir (copy, 0700); /* a failure shows when the file is opened */
    *at = '/';
  }
  free (copy);
}

/* A file that another program made is not touched. */
static bool is_ours (wr_cache *cache) {
  int64_t application = pragma (cache, "PRAGMA application_id");
  int64_t tables = pragma (cache, "SELECT count(*) FROM sqlite_master");
  if (application < 0 || tables < 0) {
    give_up (cache, sqlite3_errmsg (cache->db));
    return false;
  }
  if (application == APPLICATION || (application == 0 && tables == 0)) return true;
  give_up (cache, "not a cache of answers");
  return false;
}

static void prepare (wr_cache *cache) {
  char set_up[160];
  snprintf (set_up, sizeof set_up, "PRAGMA application_id=%d; PRAGMA user_version=%d;", APPLICATION,
            FORMAT);
  bool large = pragma (cache, "PRAGMA page_count") * pragma (cache, "PRAGMA page_size") > MAX_FILE;
  bool old = large || pragma (cache, "PRAGMA user_version") != FORMAT;
  /* `runs` and the others are the tables of the dependency graphs (analysis/store.h). */
  if (old && !(run (cache, "BEGIN IMMEDIATE; DROP TABLE IF EXISTS answers;"
                           "DROP TABLE IF EXISTS edges; DROP TABLE IF EXISTS nodes;"
                           "DROP TABLE IF EXISTS files; DROP TABLE IF EXISTS runs;") &&
               run (cache, set_up) && run (cache, "COMMIT")))
    return;
  if (large) sqlite3_exec (cache->db, "VACUUM", NULL, NULL, NULL); /* or later, when it is free */
  if (!run (cache, "CREATE TABLE IF NOT EXISTS answers (key BLOB PRIMARY KEY, value BLOB NOT NULL)"
                   " WITHOUT ROWID"))
    return;
  if (sqlite3_prepare_v2 (cache->db, "SELECT value FROM answers WHERE key=?", -1, &cache->get,
                          NULL) != SQLITE_OK ||
      sqlite3_prepare_v2 (cache->db, "INSERT OR REPLACE INTO answers VALUES (?,?)", -1, &cache->put,
                          NULL) != SQLITE_OK)
    give_up (cache, sqlite3_errmsg (cache->db));
}

wr_cache *wr_cache_open (const char *path) {
  wr_cache *cache = wr_alloc (1, sizeof *cache);
  wr_buf_print (&cache->path, "%s", path);
  make_folders (path);
  int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
  if (sqlite3_open_v2 (path, &cache->db, flags, NULL) != SQLITE_OK) {
    give_up (cache, cache->db ? sqlite3_errmsg (cache->db) : "out of memory");
    return cache;
  }
  sqlite3_busy_timeout (cache->db, BUSY_MS);
  if (!is_ours (cache)) return cache;
  if (run (cache, "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;")) prepare (cache);
  return cache;
}

bool wr_cache_get (wr_cache *cache, const struct wr_digest *key, wr_buf *out) {
  if (!cache->db) return false;
  WR_ASSERT (cache->get && cache->put); /* prepared, or the database was given up */
  sqlite3_bind_blob (cache->get, 1, key->bytes, sizeof key->bytes, SQLITE_STATIC);
  int code = sqlite3_step (cache->get);
  if (code == SQLITE_ROW)
    wr_buf_add (out, (wr_str){sqlite3_column_blob (cache->get, 0),
                              (size_t)sqlite3_column_bytes (cache->get, 0)});
  if (code != SQLITE_ROW && code != SQLITE_DONE) {
    give_up (cache, sqlite3_errmsg (cache->db));
    return false;
  }
  sqlite3_reset (cache->get);
  return code == SQLITE_ROW;
}

void wr_cache_put (wr_cache *cache, const struct wr_digest *key, wr_str value) {
  if (!cache->db || value.len > UINT32_MAX / 2 || cache->values.len > UINT32_MAX / 2) return;
  WR_ASSERT (value.len > 0); /* an empty value could not be told from none */
  struct entry entry = {*key, (uint32_t)cache->values.len, (uint32_t)value.len};
  WR_VEC_PUSH (&cache->queue, entry);
  wr_buf_add (&cache->values, value);
}

void wr_cache_flush (wr_cache *cache) {
  if (cache->queue.len > 0 && run (cache, "BEGIN IMMEDIATE")) {
    for (uint32_t i = 0; i < cache->queue.len && cache->db; i++) {
      const struct entry *e = &cache->queue.data[i];
      WR_ASSERT ((size_t)e->at + e->size <= cache->values.len);
      sqlite3_bind_blob (cache->put, 1, e->key.bytes, sizeof e->key.bytes, SQLITE_STATIC);
      sqlite3_bind_blob (cache->put, 2, cache->values.data + e->at, (int)e->size, SQLITE_STATIC);
      if (sqlite3_step (cache->put) != SQLITE_DONE) give_up (cache, sqlite3_errmsg (cache->db));
      if (cache->db) sqlite3_reset (cache->put);
    }
    run (cache, "COMMIT");
  }
  WR_VEC_CLEAR (&cache->queue);
  wr_buf_clear (&cache->values);
}

wr_str wr_cache_warning (const wr_cache *cache) { return wr_buf_str (&cache->warning); }

struct sqlite3 *wr_cache_database (wr_cache *cache) {
  return cache->db;
}

void wr_cache_close (wr_cache *cache) {
  if (!cache) return;
  wr_cache_flush (cache);
  shut (cache);
  WR_VEC_FREE (&cache->queue);
  wr_buf_free (&cache->values);
  wr_buf_free (&cache->path);
  wr_buf_free (&cache->warning);
  free (cache);
}
