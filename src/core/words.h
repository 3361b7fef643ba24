/* core/words.h -- the words of core's text form that are not names. */
#ifndef WR_CORE_WORDS_H
#define WR_CORE_WORDS_H

#include "core/core.h"

/* A byte that may stand in a name without bars (not a digit or a sign at its start). */
bool wr_word_is_name_byte (unsigned char c);
/* True for the words of operators and sorts: as names they stand between bars. */
bool wr_word_is_reserved (wr_str word);
bool wr_word_is_plain_name (wr_str word);

/* Sorts without parts; false if the word is not such a sort. */
bool wr_word_simple_sort (wr_str word, enum wr_sort_kind *kind);
const char *wr_word_of_simple_sort (enum wr_sort_kind kind);

#endif
