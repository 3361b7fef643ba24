/* cli/main.c -- the command line. */
#include <stdio.h>

int main (void) {
  puts ("warrant " WR_VERSION);
  return 0;
}
