/* farm/unit.c -- units and results as bytes (farm/unit.h). */
#include "farm/unit.h"

#include "solve/answer.h"
#include "solve/z3_log.h"

#include <sqlite3.h>
#include <string.h>

enum { UNIT_FORM = 0x57465531, RESULT_FORM = 0x57465231 };

/* -- units --------------------------------------------------------------------------------------------- */

void wr_farm_unit_write (wr_buf *out, const wr_farm_unit *unit) {
  wr_put_u32 (out, UNIT_FORM);
  wr_put_u32 (out, unit->words.len);
  for (uint32_t i = 0; i < unit->words.len; i++) wr_put_str (out, unit->words.data[i]);
  wr_put_u32 (out, unit->files.len);
  for (uint32_t i = 0; i < unit->files.len; i++) {
    wr_put_str (out, unit->files.data[i].name);
    wr_put_str (out, unit->files.data[i].text);
  }
}

static bool is_plain (wr_str name) {
  return name.len && name.ptr[0] != '.' && !memchr (name.ptr, '/', name.len) &&
         !memchr (name.ptr, 0, name.len);
}

bool wr_farm_unit_read (wr_str bytes, wr_farm_unit *unit) {
  struct wr_bytes in = {(const unsigned char *)bytes.ptr, bytes.len, false};
  *unit = (wr_farm_unit){0};
  if (wr_get_u32 (&in) != UNIT_FORM) return false;
  for (uint32_t n = wr_get_u32 (&in); !in.bad && n; n--) {
    wr_str word = wr_get_str (&in);
    WR_VEC_PUSH (&unit->words, word);
  }
  for (uint32_t n = wr_get_u32 (&in); !in.bad && n; n--) {
    struct wr_farm_file file = {.name = wr_get_str (&in)};
    file.text = wr_get_str (&in);
    if (!is_plain (file.name)) in.bad = true;
    WR_VEC_PUSH (&unit->files, file);
  }
  return !in.bad && in.left == 0;
}

void wr_farm_unit_free (wr_farm_unit *unit) {
  WR_VEC_FREE (&unit->words);
  WR_VEC_FREE (&unit->files);
}

wr_str wr_farm_who (wr_arena *arena) {
  return wr_str_print (arena, "warrant %s %s, %s", WR_VERSION, wr_build_id,
                       wr_z3_version (arena).ptr);
}

struct wr_digest wr_farm_key (wr_str unit) {
  wr_str parts[] = {WR_LIT ("unit of a farm"), unit};
  return wr_digest_of (parts, 2);
}

/* -- results ------------------------------------------------------------------------------------------- */

static void put_digest (wr_buf *out, const struct wr_digest *digest) {
  wr_buf_add (out, (wr_str){(const char *)digest->bytes, sizeof digest->bytes});
}

static struct wr_digest sum (wr_str bytes) {
  wr_str parts[] = {WR_LIT ("result of a farm"), bytes};
  return wr_digest_of (parts, 2);
}

void wr_farm_result_write (wr_buf *out, const struct wr_digest *unit, wr_str who, wr_cache *cache) {
  size_t begin = out->len;
  sqlite3 *db = wr_cache_database (cache);
  sqlite3_stmt *rows = NULL;
  wr_put_u32 (out, RESULT_FORM);
  wr_put_str (out, who);
  put_digest (out, unit);
  if (db) sqlite3_prepare_v2 (db, "SELECT key, value FROM answers ORDER BY key", -1, &rows, NULL);
  while (rows && sqlite3_step (rows) == SQLITE_ROW) {
    wr_put_str (out,
                (wr_str){sqlite3_column_blob (rows, 0), (size_t)sqlite3_column_bytes (rows, 0)});
    wr_put_str (out,
                (wr_str){sqlite3_column_blob (rows, 1), (size_t)sqlite3_column_bytes (rows, 1)});
  }
  sqlite3_finalize (rows);
  struct wr_digest end = sum ((wr_str){out->data + begin, out->len - begin});
  put_digest (out, &end);
}

static bool get_digest (struct wr_bytes *in, struct wr_digest *digest) {
  if (in->left < sizeof digest->bytes) in->bad = true;
  if (in->bad) return false;
  memcpy (digest->bytes, in->at, sizeof digest->bytes);
  in->at += sizeof digest->bytes;
  in->left -= sizeof digest->bytes;
  return true;
}

/* An entry that is not sealed under its key would never be found. */
static void take_entry (struct wr_bytes *in, sqlite3_stmt *put) {
  struct wr_digest key;
  wr_str name = wr_get_str (in), value = wr_get_str (in);
  if (in->bad || name.len != sizeof key.bytes) {
    in->bad = true;
    return;
  }
  memcpy (key.bytes, name.ptr, sizeof key.bytes);
  wr_str inside = value;
  if (!wr_cache_unseal (&key, &inside)) {
    in->bad = true;
    return;
  }
  sqlite3_bind_blob (put, 1, name.ptr, (int)name.len, SQLITE_STATIC);
  sqlite3_bind_blob (put, 2, value.ptr, (int)value.len, SQLITE_STATIC);
  sqlite3_step (put);
  sqlite3_reset (put);
}

/* All entries or none. */
static bool take_entries (struct wr_bytes *in, sqlite3 *db) {
  sqlite3_stmt *put = NULL;
  if (sqlite3_exec (db, "BEGIN IMMEDIATE", NULL, NULL, NULL) != SQLITE_OK) return false;
  if (sqlite3_prepare_v2 (db, "INSERT OR REPLACE INTO answers VALUES (?,?)", -1, &put, NULL) !=
      SQLITE_OK)
    in->bad = true;
  while (!in->bad && in->left) take_entry (in, put);
  sqlite3_finalize (put);
  sqlite3_exec (db, in->bad ? "ROLLBACK" : "COMMIT", NULL, NULL, NULL);
  return !in->bad;
}

enum wr_farm_verdict wr_farm_result_take (wr_str bytes, const struct wr_digest *unit, wr_str who,
                                          wr_cache *cache) {
  struct wr_digest said, end;
  if (bytes.len < sizeof end.bytes) return WR_FARM_DAMAGED;
  wr_str inside = {bytes.ptr, bytes.len - sizeof end.bytes};
  end = sum (inside);
  if (memcmp (end.bytes, inside.ptr + inside.len, sizeof end.bytes) != 0) return WR_FARM_DAMAGED;
  struct wr_bytes in = {(const unsigned char *)inside.ptr, inside.len, false};
  if (wr_get_u32 (&in) != RESULT_FORM) return WR_FARM_DAMAGED;
  wr_str by = wr_get_str (&in);
  if (in.bad) return WR_FARM_DAMAGED;
  if (!wr_str_equal (by, who)) return WR_FARM_OTHER;
  if (!get_digest (&in, &said) || memcmp (said.bytes, unit->bytes, sizeof said.bytes) != 0)
    return WR_FARM_DAMAGED;
  sqlite3 *db = wr_cache_database (cache);
  return db && take_entries (&in, db) ? WR_FARM_TAKEN : WR_FARM_DAMAGED;
}
