/* cli/main.c -- the program `warrant`. */
#include "cli/cli.h"

int main (int argc, char **argv) { return wr_cli (argc, argv, NULL); }
