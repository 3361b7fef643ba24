/* The command line with one more language. */
#include "cli/cli.h"
#include "tiny.h"

int main (int argc, char **argv) {
  const struct wr_front *const fronts[] = {&tiny_front, wr_fronts_builtin ()[0], NULL};
  return wr_cli (argc, argv, fronts);
}
