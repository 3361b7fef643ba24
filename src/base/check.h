/* base/check.h -- assertions.  WR_ASSERT states what must hold if our code is right; a violation is
   a bug of ours, never a reaction to user input.  WR_UNREACHABLE ends a switch over all kinds. */
#ifndef WR_BASE_CHECK_H
#define WR_BASE_CHECK_H

#include <stdnoreturn.h>

/* Prints place and condition on standard error and aborts. */
noreturn void wr_check_failed (const char *file, int line, const char *what);

#ifdef NDEBUG
#define WR_ASSERT(cond) ((void)sizeof (cond))
#else
#define WR_ASSERT(cond) ((cond) ? (void)0 : wr_check_failed (__FILE__, __LINE__, #cond))
#endif

/* Checked in release builds as well: use where going on would give a wrong verdict. */
#define WR_REQUIRE(cond) ((cond) ? (void)0 : wr_check_failed (__FILE__, __LINE__, #cond))

#define WR_UNREACHABLE() wr_check_failed (__FILE__, __LINE__, "unreachable")

#endif
