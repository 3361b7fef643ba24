#include "base/str.h"

#include "base/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

wr_str wr_str_of (const char *zero_terminated) {
  return (wr_str){zero_terminated, strlen (zero_terminated)};
}

bool wr_str_equal (wr_str a, wr_str b) {
  return a.len == b.len && (!a.len || !memcmp (a.ptr, b.ptr, a.len));
}

bool wr_str_starts (wr_str text, wr_str prefix) {
  return text.len >= prefix.len && wr_str_equal ((wr_str){text.ptr, prefix.len}, prefix);
}

bool wr_str_ends (wr_str text, wr_str suffix) {
  return text.len >= suffix.len &&
         wr_str_equal ((wr_str){text.ptr + (text.len - suffix.len), suffix.len}, suffix);
}

int wr_str_compare (wr_str a, wr_str b) {
  size_t common = a.len < b.len ? a.len : b.len;
  int order = common ? memcmp (a.ptr, b.ptr, common) : 0;
  return order ? order : (a.len > b.len) - (a.len < b.len);
}

wr_str wr_str_keep (wr_arena *arena, wr_str text) {
  char *copy = wr_arena_take (arena, text.len + 1, 1, 1);
  if (text.len) memcpy (copy, text.ptr, text.len);
  return (wr_str){copy, text.len};
}

wr_str wr_str_print (wr_arena *arena, const char *fmt, ...) {
  va_list args;
  va_start (args, fmt);
  wr_buf buf = {0};
  wr_buf_vprint (&buf, fmt, args);
  va_end (args);
  wr_str kept = wr_str_keep (arena, wr_buf_str (&buf));
  wr_buf_free (&buf);
  return kept;
}

uint64_t wr_str_hash (wr_str text, uint64_t seed) {
  uint64_t hash = seed ^ 0xcbf29ce484222325u;
  for (size_t i = 0; i < text.len; i++) {
    hash = (hash ^ (unsigned char)text.ptr[i]) * 0x100000001b3u;
  }
  hash ^= hash >> 32;
  hash *= 0x9e3779b97f4a7c15u;
  return hash ^ hash >> 29;
}

static void reserve (wr_buf *buf, size_t more) {
  WR_REQUIRE (more < SIZE_MAX / 2 && buf->len < SIZE_MAX / 2 - more);
  if (buf->len + more <= buf->cap) return;
  size_t cap = buf->cap ? buf->cap : 64;
  while (cap < buf->len + more) cap *= 2;
  buf->data = wr_realloc (buf->data, cap, 1);
  buf->cap = cap;
}

void wr_buf_add (wr_buf *buf, wr_str text) {
  if (!text.len) return;
  reserve (buf, text.len);
  memcpy (buf->data + buf->len, text.ptr, text.len);
  buf->len += text.len;
}

void wr_buf_add_char (wr_buf *buf, char c) {
  reserve (buf, 1);
  buf->data[buf->len++] = c;
}

void wr_buf_vprint (wr_buf *buf, const char *fmt, va_list args) {
  va_list again;
  va_copy (again, args);
  int need = vsnprintf (NULL, 0, fmt, args);
  WR_REQUIRE (need >= 0);
  reserve (buf, (size_t)need + 1);
  vsnprintf (buf->data + buf->len, (size_t)need + 1, fmt, again);
  va_end (again);
  buf->len += (size_t)need;
}

void wr_buf_print (wr_buf *buf, const char *fmt, ...) {
  va_list args;
  va_start (args, fmt);
  wr_buf_vprint (buf, fmt, args);
  va_end (args);
}

const char *wr_buf_text (wr_buf *buf) {
  reserve (buf, 1);
  buf->data[buf->len] = '\0';
  return buf->data;
}

wr_str wr_buf_str (const wr_buf *buf) { return (wr_str){buf->len ? buf->data : "", buf->len}; }

void wr_buf_clear (wr_buf *buf) { buf->len = 0; }

void wr_buf_free (wr_buf *buf) {
  free (buf->data);
  *buf = (wr_buf){0};
}
