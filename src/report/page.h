/* report/page.h -- the page that web/ builds (web/dist/page.html), byte for byte; page.c is made from it by
   tools/embed.c when Warrant is built. */
#ifndef WR_REPORT_PAGE_H
#define WR_REPORT_PAGE_H

#include <stddef.h>

extern const unsigned char wr_page[];
extern const size_t wr_page_size;

#endif
