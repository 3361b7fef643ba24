#include "analysis/store.h"

#include "base/check.h"

#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

static const char schema[] =
    "CREATE TABLE IF NOT EXISTS runs (id INTEGER PRIMARY KEY, program TEXT NOT NULL UNIQUE,"
    " digest BLOB NOT NULL UNIQUE, warrant TEXT NOT NULL, made TEXT NOT NULL, graph BLOB NOT NULL);"
    "CREATE TABLE IF NOT EXISTS files (run INTEGER NOT NULL, number INTEGER NOT NULL,"
    " path TEXT NOT NULL, sha256 TEXT NOT NULL, PRIMARY KEY (run, number)) WITHOUT ROWID;"
    "CREATE TABLE IF NOT EXISTS nodes (run INTEGER NOT NULL, number INTEGER NOT NULL, id TEXT,"
    " name TEXT, label TEXT, goal INTEGER NOT NULL, role TEXT NOT NULL, class TEXT NOT NULL,"
    " element INTEGER, procedure TEXT, file TEXT, line INTEGER, \"column\" INTEGER, end_line "
    "INTEGER,"
    " end_column INTEGER, use_file TEXT, use_line INTEGER, use_column INTEGER, text TEXT,"
    " verdict TEXT, vacuous INTEGER, status TEXT, kind TEXT, type TEXT, PRIMARY KEY (run, number)) "
    "WITHOUT "
    "ROWID;"
    "CREATE TABLE IF NOT EXISTS edges (run INTEGER NOT NULL, source INTEGER NOT NULL,"
    " target INTEGER NOT NULL, kind TEXT NOT NULL, need TEXT,"
    " PRIMARY KEY (run, source, target, kind)) WITHOUT ROWID;";

static struct wr_digest digest_of (const struct wr_run_key *key) {
  wr_buf files = {0};
  for (uint32_t i = 0; i < key->file_count; i++) {
    const struct wr_stored_file *file = &key->files[i];
    wr_buf_print (&files, "%zu ", file->path.len);
    wr_buf_add (&files, file->path);
    wr_buf_add (&files, (wr_str){(const char *)file->digest.bytes, sizeof file->digest.bytes});
  }
  wr_buf format = {0};
  wr_buf_print (&format, "%s %s %d", WR_VERSION, wr_build_id, WR_STORE_FORMAT);
  wr_str parts[3] = {wr_buf_str (&files), key->how, wr_buf_str (&format)};
  struct wr_digest digest = wr_digest_of (parts, 3);
  wr_buf_free (&files);
  wr_buf_free (&format);
  return digest;
}

wr_graph *wr_store_get (wr_cache *cache, const struct wr_run_key *key, wr_arena *arena) {
  sqlite3 *db = wr_cache_database (cache);
  sqlite3_stmt *query = NULL;
  wr_graph *graph = NULL;
  struct wr_digest digest = digest_of (key);
  if (!db || sqlite3_prepare_v2 (db, "SELECT graph FROM runs WHERE digest=?", -1, &query, NULL))
    return NULL;
  sqlite3_bind_blob (query, 1, digest.bytes, sizeof digest.bytes, SQLITE_STATIC);
  if (sqlite3_step (query) == SQLITE_ROW) {
    wr_str value = {sqlite3_column_blob (query, 0), (size_t)sqlite3_column_bytes (query, 0)};
    if (value.ptr && wr_cache_unseal (&digest, &value))
      graph = wr_graph_read (value.ptr, value.len, arena);
  }
  sqlite3_finalize (query);
  return graph;
}

bool wr_store_last (wr_cache *cache, wr_arena *arena, wr_str **paths, uint32_t *count) {
  sqlite3 *db = wr_cache_database (cache);
  sqlite3_stmt *query = NULL;
  WR_VEC (wr_str) found = {0};
  static const char sql[] = "SELECT path, (SELECT program FROM runs WHERE id=run) FROM files"
                            " WHERE run=(SELECT max(id) FROM runs) ORDER BY number";
  wr_buf joined = {0}, program = {0}; /* both say the same if the file is not damaged */
  if (!db || sqlite3_prepare_v2 (db, sql, -1, &query, NULL)) return false;
  while (sqlite3_step (query) == SQLITE_ROW) {
    wr_str path = {(const char *)sqlite3_column_text (query, 0),
                   (size_t)sqlite3_column_bytes (query, 0)};
    if (!path.ptr) continue;
    if (found.len) wr_buf_add_char (&joined, '\n');
    wr_buf_add (&joined, path);
    wr_buf_clear (&program);
    wr_buf_add (&program, (wr_str){(const char *)sqlite3_column_text (query, 1),
                                   (size_t)sqlite3_column_bytes (query, 1)});
    WR_VEC_PUSH (&found, wr_str_keep (arena, path));
  }
  sqlite3_finalize (query);
  if (!wr_str_equal (wr_buf_str (&joined), wr_buf_str (&program))) WR_VEC_CLEAR (&found);
  wr_buf_free (&joined);
  wr_buf_free (&program);
  *paths = WR_VEC_KEEP (arena, &found);
  *count = found.len;
  WR_VEC_FREE (&found);
  return *count > 0;
}

/* -- writing ---------------------------------------------------------------------------------------- */

struct statement {
  sqlite3_stmt *sql;
  int next;
  bool failed;
};

static struct statement prepare (sqlite3 *db, const char *sql) {
  struct statement s = {0};
  s.failed = sqlite3_prepare_v2 (db, sql, -1, &s.sql, NULL) != SQLITE_OK;
  return s;
}

static void bind_text (struct statement *s, wr_str text) {
  s->next++;
  if (text.len)
    s->failed |=
        sqlite3_bind_text (s->sql, s->next, text.ptr, (int)text.len, SQLITE_STATIC) != SQLITE_OK;
  else
    s->failed |= sqlite3_bind_null (s->sql, s->next) != SQLITE_OK;
}

static void bind_word (struct statement *s, const char *word) {
  bind_text (s, word ? wr_str_of (word) : (wr_str){0});
}

static void bind_number (struct statement *s, int64_t number) {
  s->failed |= sqlite3_bind_int64 (s->sql, ++s->next, number) != SQLITE_OK;
}

static void execute (struct statement *s) {
  WR_ASSERT (s->failed || s->next == sqlite3_bind_parameter_count (s->sql));
  if (!s->failed) s->failed = sqlite3_step (s->sql) != SQLITE_DONE;
  sqlite3_reset (s->sql);
  s->next = 0;
}

static bool finish (struct statement *s) {
  sqlite3_finalize (s->sql);
  return !s->failed;
}

static void bind_span (struct statement *s, const struct wr_place *place) {
  bind_text (s, place->file);
  bind_number (s, place->line);
  bind_number (s, place->column);
}

static bool put_nodes (sqlite3 *db, int64_t run, const wr_graph *graph) {
  struct statement s =
      prepare (db, "INSERT INTO nodes VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)");
  wr_buf id = {0};
  for (uint32_t i = 0; i < graph->node_count && !s.failed; i++) {
    const struct wr_gnode *node = &graph->nodes[i];
    wr_buf_clear (&id);
    if (node->label) wr_gnode_id (&id, node);
    bind_number (&s, run);
    bind_number (&s, i);
    bind_text (&s, wr_buf_str (&id));
    bind_text (&s, node->name);
    bind_text (&s, node->given);
    bind_number (&s, node->goal);
    bind_word (&s, wr_role_name ((enum wr_role)node->role));
    bind_word (&s, wr_class_name ((enum wr_class)node->cls));
    bind_number (&s, node->element);
    bind_text (&s, node->procedure ? graph->procedures[node->procedure - 1].name : (wr_str){0});
    bind_span (&s, &node->at);
    bind_number (&s, node->at.end_line);
    bind_number (&s, node->at.end_column);
    bind_span (&s, &node->use);
    bind_text (&s, node->text);
    bind_word (&s, node->goal && node->verdict ? wr_verdict_name ((enum wr_verdict)node->verdict)
                                               : NULL);
    bind_number (&s, node->vacuous);
    bind_word (&s, node->goal ? NULL : wr_fact_status_name ((enum wr_fact_status)node->status));
    bind_word (&s, wr_trust_name ((enum wr_trust)node->trust));
    bind_word (&s, wr_label_type_name ((enum wr_label_type)node->type));
    execute (&s);
  }
  wr_buf_free (&id);
  return finish (&s);
}

static bool put_edges (sqlite3 *db, int64_t run, const wr_graph *graph) {
  struct statement s = prepare (db, "INSERT INTO edges VALUES (?,?,?,?,?)");
  for (uint32_t n = 0; n < graph->node_count; n++) {
    for (uint32_t e = graph->first[n]; e < graph->first[n + 1] && !s.failed; e++) {
      bind_number (&s, run);
      bind_number (&s, n);
      bind_number (&s, graph->to[e]);
      bind_word (&s, wr_edge_name ((enum wr_edge_kind)graph->kind[e]));
      bind_word (&s, wr_need_name ((enum wr_need)graph->need[e]));
      execute (&s);
    }
  }
  return finish (&s);
}

static bool put_files (sqlite3 *db, int64_t run, const struct wr_run_key *key) {
  struct statement s = prepare (db, "INSERT INTO files VALUES (?,?,?,?)");
  for (uint32_t i = 0; i < key->file_count && !s.failed; i++) {
    char hex[65];
    for (uint32_t k = 0; k < 32; k++)
      snprintf (hex + 2 * k, 3, "%02x", key->files[i].digest.bytes[k]);
    bind_number (&s, run);
    bind_number (&s, i + 1);
    bind_text (&s, key->files[i].path);
    bind_word (&s, hex);
    execute (&s);
  }
  return finish (&s);
}

static bool forget (sqlite3 *db, wr_str program) {
  static const char *const tables[] = {
      "DELETE FROM edges WHERE run IN (SELECT id FROM runs WHERE program=?)",
      "DELETE FROM nodes WHERE run IN (SELECT id FROM runs WHERE program=?)",
      "DELETE FROM files WHERE run IN (SELECT id FROM runs WHERE program=?)",
      "DELETE FROM runs WHERE program=?"};
  bool good = true;
  for (uint32_t i = 0; i < 4 && good; i++) {
    struct statement s = prepare (db, tables[i]);
    bind_text (&s, program);
    execute (&s);
    good = finish (&s);
  }
  return good;
}

static bool put_run (sqlite3 *db, const struct wr_run_key *key, wr_str program,
                     const wr_graph *graph) {
  WR_ASSERT (program.len && key->file_count);
  struct wr_digest digest = digest_of (key);
  struct statement s = prepare (db, "INSERT INTO runs (program, digest, warrant, made, graph)"
                                    " VALUES (?,?,?,strftime('%Y-%m-%dT%H:%M:%SZ','now'),?)");
  wr_buf bytes = {0}, plain = {0};
  if (graph) {
    wr_graph_write (&plain, graph);
    struct wr_digest seal = wr_cache_seal (&digest, wr_buf_str (&plain));
    wr_buf_add (&bytes, (wr_str){(const char *)seal.bytes, sizeof seal.bytes});
    wr_buf_add (&bytes, wr_buf_str (&plain));
  }
  bind_text (&s, program);
  s.failed |= sqlite3_bind_blob (s.sql, ++s.next, digest.bytes, sizeof digest.bytes,
                                 SQLITE_STATIC) != SQLITE_OK;
  bind_word (&s, WR_VERSION);
  s.failed |= sqlite3_bind_blob64 (s.sql, ++s.next, bytes.len ? bytes.data : "", bytes.len,
                                   SQLITE_STATIC) != SQLITE_OK;
  execute (&s);
  bool good = finish (&s);
  wr_buf_free (&plain);
  wr_buf_free (&bytes);
  return good;
}

void wr_store_put (wr_cache *cache, const struct wr_run_key *key, const wr_graph *graph) {
  sqlite3 *db = wr_cache_database (cache);
  if (!db || wr_cache_read_only (cache)) return;
  if (sqlite3_exec (db, schema, NULL, NULL, NULL) != SQLITE_OK) return;
  /* a file of an earlier version lacks the column; else this fails and changes nothing */
  sqlite3_exec (db, "ALTER TABLE nodes ADD COLUMN type TEXT", NULL, NULL, NULL);
  if (sqlite3_exec (db, "BEGIN IMMEDIATE", NULL, NULL, NULL) != SQLITE_OK) return;
  wr_buf program = {0};
  for (uint32_t i = 0; i < key->file_count; i++) {
    if (i) wr_buf_add_char (&program, '\n');
    wr_buf_add (&program, key->files[i].path);
  }
  bool good = forget (db, wr_buf_str (&program)) && put_run (db, key, wr_buf_str (&program), graph);
  int64_t run = sqlite3_last_insert_rowid (db);
  WR_ASSERT (!good || run > 0);
  good = good && put_files (db, run, key);
  good = good && (!graph || (put_nodes (db, run, graph) && put_edges (db, run, graph)));
  if (!good || sqlite3_exec (db, "COMMIT", NULL, NULL, NULL) != SQLITE_OK)
    sqlite3_exec (db, "ROLLBACK", NULL, NULL, NULL);
  wr_buf_free (&program);
}
