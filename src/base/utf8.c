#include "base/utf8.h"

#include "base/check.h"

static uint32_t tail_bytes (unsigned char lead) {
  if (lead >= 0xC2 && lead <= 0xDF) return 1;
  if (lead >= 0xE0 && lead <= 0xEF) return 2;
  if (lead >= 0xF0 && lead <= 0xF4) return 3;
  return 0;
}

int32_t wr_utf8_next (wr_str text, size_t *at) {
  WR_ASSERT (*at < text.len);
  size_t from = (*at)++;
  unsigned char lead = (unsigned char)text.ptr[from];
  if (lead < 0x80) return lead;
  uint32_t tail = tail_bytes (lead);
  if (!tail || text.len - from <= tail) return WR_UTF8_BAD;
  int32_t code = lead & (0x3F >> tail);
  for (uint32_t i = 1; i <= tail; i++) {
    unsigned char byte = (unsigned char)text.ptr[from + i];
    if ((byte & 0xC0) != 0x80) return WR_UTF8_BAD;
    code = code << 6 | (byte & 0x3F);
  }
  static const int32_t least[] = {0, 0x80, 0x800, 0x10000};
  bool surrogate = code >= 0xD800 && code <= 0xDFFF;
  if (code < least[tail] || code > 0x10FFFF || surrogate) return WR_UTF8_BAD;
  *at = from + 1 + tail;
  return code;
}

struct range {
  int32_t first, last;
};

static bool in_ranges (const struct range *ranges, size_t count, int32_t code) {
  for (size_t i = 0; i < count; i++) {
    if (code >= ranges[i].first && code <= ranges[i].last) return true;
  }
  return false;
}

/* The blocks that matter in source text; rare scripts are left at width one. */
static const struct range combining[] = {
    {0x0300, 0x036F}, {0x0483, 0x0489}, {0x0591, 0x05BD}, {0x0610, 0x061A},
    {0x064B, 0x065F}, {0x093C, 0x093C}, {0x0941, 0x0948}, {0x0E34, 0x0E3A},
    {0x0E47, 0x0E4E}, {0x1AB0, 0x1AFF}, {0x1DC0, 0x1DFF}, {0x200B, 0x200D},
    {0x20D0, 0x20FF}, {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F}, {0xE0100, 0xE01EF},
};
static const struct range wide[] = {
    {0x1100, 0x115F},   {0x231A, 0x231B},   {0x2E80, 0x303E},   {0x3041, 0x33FF},
    {0x3400, 0x4DBF},   {0x4E00, 0x9FFF},   {0xA000, 0xA4CF},   {0xA960, 0xA97F},
    {0xAC00, 0xD7A3},   {0xF900, 0xFAFF},   {0xFE30, 0xFE6F},   {0xFF00, 0xFF60},
    {0xFFE0, 0xFFE6},   {0x1F300, 0x1F64F}, {0x1F680, 0x1F6FF}, {0x1F900, 0x1F9FF},
    {0x20000, 0x3FFFD},
};
/* Controls, and the marks that change the direction of what follows. */
static const struct range unsafe[] = {
    {0x00, 0x1F},     {0x7F, 0x9F},     {0x061C, 0x061C}, {0x200E, 0x200F},
    {0x2028, 0x202E}, {0x2066, 0x2069}, {0xFEFF, 0xFEFF}, {0xFFF9, 0xFFFB},
};

#define IN(table, code) in_ranges (table, sizeof (table) / sizeof *(table), code)

uint32_t wr_utf8_width (int32_t code) {
  if (code < 0x300) return 1;
  if (IN (combining, code)) return 0;
  return IN (wide, code) ? 2 : 1;
}

bool wr_utf8_printable (int32_t code) {
  if (code >= 0x20 && code < 0x7F) return true;
  return code != WR_UTF8_BAD && !IN (unsafe, code);
}

bool wr_utf8_bidi (int32_t code) {
  return code == 0x061C || code == 0x200E || code == 0x200F || (code >= 0x202A && code <= 0x202E) ||
         (code >= 0x2066 && code <= 0x2069);
}

static void clean (wr_buf *out, wr_str text, bool tabs) {
  for (size_t i = 0; i < text.len;) {
    size_t from = i;
    int32_t code = wr_utf8_next (text, &i);
    if (tabs && code == '\t') {
      wr_buf_add_char (out, '\t');
    } else if (code == '\t' || code == '\n' || code == '\r') {
      wr_buf_add_char (out, ' ');
    } else if (wr_utf8_printable (code)) {
      wr_buf_add (out, (wr_str){text.ptr + from, i - from});
    } else {
      wr_buf_add (out, WR_LIT ("\xEF\xBF\xBD"));
    }
  }
}

void wr_utf8_clean (wr_buf *out, wr_str text) { clean (out, text, false); }
void wr_utf8_clean_line (wr_buf *out, wr_str text) { clean (out, text, true); }
