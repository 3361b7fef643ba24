/* tests/trust/ground_nofloat.c -- without MPFR no floats are tried. */
#include "ground.h"

void ground_floats (struct sheet *s) { (void)s; }
