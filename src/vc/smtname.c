#include "vc/smtname.h"

#include <string.h>

static bool is_plain (unsigned char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         (c && strchr ("~!@$%^&*_-+=<>.?/", c));
}

static void add_escaped (wr_buf *out, wr_str name) {
  for (size_t i = 0; i < name.len; i++) {
    unsigned char c = (unsigned char)name.ptr[i];
    switch (c) {
    case '!': wr_buf_print (out, "!!"); break;
    case '@': wr_buf_print (out, "!a"); break;
    case '|': wr_buf_print (out, "!p"); break;
    case '\\': wr_buf_print (out, "!b"); break;
    default:
      if (c < 0x20 || c >= 0x7f) {
        wr_buf_print (out, "!x%02x", c);
      } else {
        wr_buf_add_char (out, (char)c);
      }
    }
  }
}

/* Built-in words of solvers that begin with a capital letter. */
static const char *const known[] = {
    "Array",   "Bag",          "BitVec",        "Bool",  "Const",   "Float128",  "Float16",
    "Float32", "Float64",      "FloatingPoint", "Int",   "List",    "Map",       "NUMERAL",
    "DECIMAL", "NaN",          "Pair",          "Real",  "RegEx",   "RegLan",    "RNA",
    "RNE",     "RoundingMode", "RTN",           "RTP",   "RTZ",     "STRING",    "Seq",
    "Set",     "String",       "Table",         "Tuple", "Unicode", "UnitTuple", "Relation"};

/* Built-in names are words of small letters, digits and signs, begin with fp. or round, or are known. */
static bool looks_built_in (wr_str name) {
  if (wr_str_starts (name, WR_LIT ("fp.")) || wr_str_starts (name, WR_LIT ("round"))) return true;
  bool capital = false;
  for (size_t i = 0; i < name.len; i++) {
    unsigned char c = (unsigned char)name.ptr[i];
    capital |= (c >= 'A' && c <= 'Z') || c >= 0x80 || c == '#' || c == '$' || c == '\'' || c == '`';
  }
  if (!capital) return true;
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    if (wr_str_equal (name, wr_str_of (known[i]))) return true;
  }
  return false;
}

/* Bars only where they are needed. */
static void add_symbol (wr_buf *out, wr_str text) {
  bool plain = text.len > 0 && !(text.ptr[0] >= '0' && text.ptr[0] <= '9') && text.ptr[0] != '@' &&
               text.ptr[0] != '.';
  for (size_t i = 0; i < text.len && plain; i++) plain = is_plain ((unsigned char)text.ptr[i]);
  if (!plain) wr_buf_add_char (out, '|');
  wr_buf_add (out, text);
  if (!plain) wr_buf_add_char (out, '|');
}

static void finish (wr_buf *out, wr_buf *text) {
  add_symbol (out, wr_buf_str (text));
  wr_buf_free (text);
}

void wr_smt_name (wr_buf *out, wr_str name) {
  wr_buf text = {0};
  add_escaped (&text, name);
  if (looks_built_in (name)) wr_buf_add_char (&text, '@');
  finish (out, &text);
}

void wr_smt_constructor (wr_buf *out, wr_str name) {
  wr_buf text = {0}, plain = {0};
  add_escaped (&text, name);
  bool digit = name.len && name.ptr[0] >= '0' && name.ptr[0] <= '9';
  if (digit || !name.len || name.ptr[0] == '.') wr_buf_print (&plain, "!c");
  for (size_t i = 0; i < text.len; i++) {
    unsigned char c = (unsigned char)text.data[i];
    if (is_plain (c))
      wr_buf_add_char (&plain, (char)c);
    else
      wr_buf_print (&plain, "!x%02x", c);
  }
  if (looks_built_in (name)) wr_buf_add_char (&plain, '@');
  wr_buf_free (&text);
  finish (out, &plain);
}

void wr_smt_sort_name (wr_buf *out, wr_str name) {
  wr_buf text = {0};
  wr_buf_print (&text, "T@");
  add_escaped (&text, name);
  finish (out, &text);
}

void wr_smt_incarnation (wr_buf *out, wr_str name) {
  wr_buf text = {0};
  const char *at = memrchr (name.ptr, '@', name.len);
  size_t base = at ? (size_t)(at - name.ptr) : name.len;
  add_escaped (&text, (wr_str){name.ptr, base});
  wr_buf_add_char (&text, '@');
  if (at) add_escaped (&text, (wr_str){at + 1, name.len - base - 1});
  finish (out, &text);
}

void wr_smt_bound (wr_buf *out, wr_str name, uint32_t number) {
  wr_buf text = {0};
  add_escaped (&text, name);
  wr_buf_print (&text, "!v%u", (unsigned)number);
  finish (out, &text);
}
