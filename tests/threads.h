/* tests/threads.h -- several threads that fork worker processes.  After a fork in a process with several threads the child may allocate
   memory, because glibc makes malloc usable there; the allocator of AddressSanitizer (gcc 12, clang 14) may stay locked for ever.  With it
   the threads run one after the other. */
#ifndef WR_TESTS_THREADS_H
#define WR_TESTS_THREADS_H

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

#if defined __SANITIZE_ADDRESS__
#define THREADS_AT_ONCE 0
#elif defined __has_feature
#if __has_feature(address_sanitizer)
#define THREADS_AT_ONCE 0
#endif
#endif
#ifndef THREADS_AT_ONCE
#define THREADS_AT_ONCE 1
#endif

enum { THREADS_MOST = 8 };

/* Calls the function with each of the items, in threads, and waits for them. */
static inline void threads_run (void *(*function) (void *item), void *const *items, int count) {
  pthread_t threads[THREADS_MOST];
  for (int i = 0; i < count; i++) {
    if (pthread_create (&threads[i], NULL, function, items[i]) != 0) abort ();
    if (!THREADS_AT_ONCE) pthread_join (threads[i], NULL);
  }
  for (int i = 0; THREADS_AT_ONCE && i < count; i++) pthread_join (threads[i], NULL);
}

#endif
