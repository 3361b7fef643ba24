#include "cli/clean.h"

#include "base/utf8.h"

/* The length of a colour's sequence at the beginning of the text; 0: there is none. */
static size_t color_length (wr_str text) {
  static const char *const colors[] = {"0", "1", "2", "1;31", "1;32", "1;35", "1;36"};
  for (size_t i = 0; i < sizeof colors / sizeof *colors; i++) {
    wr_str color = wr_str_of (colors[i]);
    size_t length = color.len + 3;
    if (text.len < length || text.ptr[1] != '[' || text.ptr[length - 1] != 'm') continue;
    if (wr_str_equal ((wr_str){text.ptr + 2, color.len}, color)) return length;
  }
  return 0;
}

/* A runner takes a line for a command if it begins with "::", blanks aside, or has "##[" anywhere; others have names before the bracket. */
static bool begins_command (wr_str text, bool at_start, const struct wr_clean *how) {
  if (how->no_commands && at_start && wr_str_starts (text, WR_LIT ("::"))) return true;
  if (!wr_str_starts (text, WR_LIT ("##"))) return false;
  if (wr_str_starts (text, WR_LIT ("##["))) return how->no_commands || how->no_services;
  return how->no_services &&
         (wr_str_starts (text, WR_LIT ("##vso[")) || wr_str_starts (text, WR_LIT ("##teamcity[")));
}

static bool is_plain (char c) { return (c >= ' ' && c < 0x7F) || c == '\n' || c == '\t'; }

/* The bytes of one character, or of one colour. */
static size_t clean_one (wr_buf *out, wr_str text, const struct wr_clean *how) {
  if (text.ptr[0] == '\33' && how->colors) {
    size_t length = color_length (text);
    if (length) {
      wr_buf_add (out, (wr_str){text.ptr, length});
      return length;
    }
  }
  size_t length = 0;
  int32_t code = wr_utf8_next (text, &length);
  if (code == WR_UTF8_BAD)
    wr_buf_print (out, "\\x%02x", (unsigned char)text.ptr[0]);
  else if (wr_utf8_printable (code))
    wr_buf_add (out, (wr_str){text.ptr, length});
  else
    wr_buf_print (out, "\\u%04x", (unsigned)code);
  return length;
}

bool wr_is_clean (wr_str text) {
  enum { BLOCK = 64 }; /* compilers make a few instructions of a block */
  unsigned bad = 0;
  size_t i = 0;
  for (; i + BLOCK <= text.len && !bad; i += BLOCK)
    for (size_t k = 0; k < BLOCK; k++) bad |= !is_plain (text.ptr[i + k]);
  for (; i < text.len && !bad; i++) bad |= !is_plain (text.ptr[i]);
  return !bad;
}

void wr_clean_text (wr_buf *out, wr_str text, const struct wr_clean *how) {
  bool at_start = true; /* only blanks precede on this line */
  for (size_t i = 0; i < text.len;) {
    wr_str rest = {text.ptr + i, text.len - i};
    char c = text.ptr[i];
    if (begins_command (rest, at_start, how)) {
      wr_buf_print (out, "\\u%04x", (unsigned)c);
      at_start = false;
      i++;
    } else if (is_plain (c)) {
      wr_buf_add_char (out, c);
      at_start = c == '\n' || (at_start && (c == ' ' || c == '\t'));
      i++;
    } else {
      size_t from = out->len;
      size_t taken = clean_one (out, rest, how);
      bool color = taken > 1 && out->data[from] == '\33';
      at_start = at_start && (color || (unsigned char)c >= 0x80); /* a blank of Unicode, perhaps */
      i += taken;
    }
  }
}
