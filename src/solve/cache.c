#include "solve/cache.h"

#include "base/check.h"
#include "base/os.h"
#include "base/vec.h"
#include "solve/claim.h"

#include <errno.h>
#include <nettle/sha2.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>

enum {
  FORMAT = 4,               /* of the stored bytes; a file with an older format is emptied */
  APPLICATION = 0x57524e54, /* SQLite's application id: this file is ours */
  BUSY_MS = 2000,           /* another run is writing */
  PAUSE_MS = 5,
  MAX_FILE = 1 << 30 /* bytes: then it starts anew */
};

struct entry {
  struct wr_digest key;
  uint32_t at, size; /* in `values` */
};

struct wr_cache {
  sqlite3 *db; /* NULL: no cache */
  bool read_only;
  bool frozen; /* it cannot be written to, so SQLite makes no files beside it and takes no locks */
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

struct wr_digest wr_cache_seal (const struct wr_digest *key, wr_str value) {
  wr_str parts[3] = {WR_LIT ("value"), {(const char *)key->bytes, sizeof key->bytes}, value};
  return wr_digest_of (parts, 3);
}

bool wr_cache_unseal (const struct wr_digest *key, wr_str *value) {
  struct wr_digest seal;
  if (value->len < sizeof seal) return false;
  wr_str rest = {value->ptr + sizeof seal, value->len - sizeof seal};
  seal = wr_cache_seal (key, rest);
  if (memcmp (seal.bytes, value->ptr, sizeof seal.bytes) != 0) return false;
  *value = rest;
  return true;
}

/* The key under which a value is stored: what another build computed is not found. */
static struct wr_digest stored_key (const struct wr_digest *key) {
  wr_str parts[2] = {wr_str_of (wr_build_id), {(const char *)key->bytes, sizeof key->bytes}};
  return wr_digest_of (parts, 2);
}

/* One warning, and no cache from here on. */
static void give_up (wr_cache *cache, const char *what) {
  if (cache->db || cache->warning.len == 0) {
    wr_buf_clear (&cache->warning); /* that it is only read */
    wr_buf_print (&cache->warning, "no cache: %s: %s", wr_buf_text (&cache->path), what);
  }
  shut (cache);
}

/* SQLite does not wait for locks in all cases, for example when the journal is set up. */
static bool run (wr_cache *cache, const char *sql) {
  if (!cache->db) return false;
  double end = wr_clock () + BUSY_MS * 1e-3;
  int code;
  while ((code = sqlite3_exec (cache->db, sql, NULL, NULL, NULL)) == SQLITE_BUSY &&
         wr_clock () < end)
    sqlite3_sleep (PAUSE_MS);
  if (code == SQLITE_OK) return true;
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

/* -- setting it up ---------------------------------------------------------------------------------- */

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
  int64_t format = pragma (cache, "PRAGMA user_version");
  if (format > FORMAT) {
    give_up (cache, "a newer version of Warrant made it");
    return;
  }
  bool old = large || format != FORMAT;
  if (old && cache->read_only) {
    shut (cache); /* there is nothing in it for this version */
    return;
  }
  /* `runs` and the others are the tables of the dependency graphs (analysis/store.h). */
  if (old && !(run (cache, "BEGIN IMMEDIATE; DROP TABLE IF EXISTS answers;"
                           "DROP TABLE IF EXISTS edges; DROP TABLE IF EXISTS nodes;"
                           "DROP TABLE IF EXISTS files; DROP TABLE IF EXISTS runs;") &&
               run (cache, set_up) && run (cache, "COMMIT")))
    return;
  if (large) sqlite3_exec (cache->db, "VACUUM", NULL, NULL, NULL); /* or later, when it is free */
  if (!cache->read_only &&
      !run (cache, "CREATE TABLE IF NOT EXISTS answers (key BLOB PRIMARY KEY, value BLOB NOT NULL)"
                   " WITHOUT ROWID"))
    return;
  if (sqlite3_prepare_v2 (cache->db, "SELECT value FROM answers WHERE key=?", -1, &cache->get,
                          NULL) != SQLITE_OK ||
      sqlite3_prepare_v2 (cache->db, "INSERT OR REPLACE INTO answers VALUES (?,?)", -1, &cache->put,
                          NULL) != SQLITE_OK)
    give_up (cache, sqlite3_errmsg (cache->db));
}

/* The path as a URI of SQLite, which says that nobody changes the file. */
static void add_frozen_uri (wr_buf *out, const char *path) {
  wr_buf_print (out, "file:");
  for (const char *c = path; *c; c++)
    if (strchr ("/-_.", *c) || (*c >= '0' && *c <= '9') || (*c >= 'a' && *c <= 'z') ||
        (*c >= 'A' && *c <= 'Z'))
      wr_buf_add_char (out, *c);
    else
      wr_buf_print (out, "%%%02X", (unsigned)(unsigned char)*c);
  wr_buf_print (out, "?immutable=1");
}

static int open_database (wr_cache *cache) {
  const char *path = wr_buf_text (&cache->path);
  if (!cache->frozen)
    return sqlite3_open_v2 (path, &cache->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL);
  wr_buf uri = {0};
  add_frozen_uri (&uri, path);
  int code = sqlite3_open_v2 (wr_buf_text (&uri), &cache->db,
                              SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, NULL);
  wr_buf_free (&uri);
  return code;
}

static void set_up (wr_cache *cache) {
  if (open_database (cache) != SQLITE_OK) {
    give_up (cache, cache->db ? sqlite3_errmsg (cache->db) : "out of memory");
    return;
  }
  sqlite3_busy_timeout (cache->db, BUSY_MS);
  if (!is_ours (cache)) return;
  if (cache->frozen || run (cache, "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;"))
    prepare (cache);
}

/* Finds out for what the file may be used.  False: there is no cache. */
static bool claim (wr_cache *cache, int folder) {
  wr_buf why = {0};
  enum wr_claim claim = wr_claim_file (folder, wr_buf_text (&cache->path), !cache->read_only, &why);
  if (claim == WR_CLAIM_NONE && why.len > 0) give_up (cache, wr_buf_text (&why));
  if (claim == WR_CLAIM_READ) {
    if (!cache->read_only)
      wr_buf_print (&cache->warning, "the cache is only read: %s: %s", wr_buf_text (&cache->path),
                    wr_buf_text (&why));
    cache->frozen = cache->read_only = true;
  }
  wr_buf_free (&why);
  return claim != WR_CLAIM_NONE;
}

/* Several runs may find no file and make it at the same time: one after the other.  False: the lock was not to be had. */
static bool lock_folder (int folder) {
  double end = wr_clock () + BUSY_MS * 1e-3;
  while (flock (folder, LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK && errno != EINTR) return true; /* no locks on this file system */
    if (wr_clock () > end) return false;
    sqlite3_sleep (PAUSE_MS);
  }
  return true;
}

wr_cache *wr_cache_open_as (const char *path, bool read_only) {
  wr_cache *cache = wr_alloc (1, sizeof *cache);
  cache->read_only = read_only;
  wr_buf_print (&cache->path, "%s", path);
  if (!read_only) make_folders (path);
  int folder = wr_claim_folder (path);
  if (folder < 0) {
    if (!read_only) give_up (cache, wr_error_text (errno));
  } else if (!lock_folder (folder)) {
    give_up (cache, "another process holds its lock");
  } else if (claim (cache, folder)) {
    set_up (cache);
  }
  wr_close (&folder); /* and unlocks */
  return cache;
}

wr_cache *wr_cache_open (const char *path) { return wr_cache_open_as (path, false); }

bool wr_cache_get (wr_cache *cache, const struct wr_digest *key, wr_buf *out) {
  if (!cache->db) return false;
  WR_ASSERT (cache->get && cache->put); /* prepared, or the database was given up */
  struct wr_digest stored = stored_key (key);
  sqlite3_bind_blob (cache->get, 1, stored.bytes, sizeof stored.bytes, SQLITE_STATIC);
  int code = sqlite3_step (cache->get);
  bool good = false;
  if (code == SQLITE_ROW) {
    wr_str value = {sqlite3_column_blob (cache->get, 0),
                    (size_t)sqlite3_column_bytes (cache->get, 0)};
    good = wr_cache_unseal (&stored, &value);
    if (good) wr_buf_add (out, value);
  }
  if (code != SQLITE_ROW && code != SQLITE_DONE) {
    give_up (cache, sqlite3_errmsg (cache->db));
    return false;
  }
  sqlite3_reset (cache->get);
  return good;
}

void wr_cache_put (wr_cache *cache, const struct wr_digest *key, wr_str value) {
  if (!cache->db || cache->read_only) return;
  if (value.len > UINT32_MAX / 2 || cache->values.len > UINT32_MAX / 2) return;
  WR_ASSERT (value.len > 0); /* an empty value could not be told from none */
  struct wr_digest stored = stored_key (key), seal = wr_cache_seal (&stored, value);
  struct entry entry = {stored, (uint32_t)cache->values.len,
                        (uint32_t)(sizeof seal.bytes + value.len)};
  WR_VEC_PUSH (&cache->queue, entry);
  wr_buf_add (&cache->values, (wr_str){(const char *)seal.bytes, sizeof seal.bytes});
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

bool wr_cache_read_only (const wr_cache *cache) { return cache->read_only; }

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
