procedure P() { if (*) { /* never closed
