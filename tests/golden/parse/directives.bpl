#if FILE_0
const first: int;
#elsif FILE_1
const second: int;
#else
const neither: int;
#endif
#if !FILE_0
this is not read (((
  #if nested
  #endif
#else
axiom first == 1; /* comments /* nest */ here */
#endif
