/* embed FILE OUT HEADER NAME -- writes a C file with the bytes of FILE as the array NAME and their number as
   NAME_size; HEADER declares both. */
#include <stdio.h>

int main (int argc, char **argv) {
  if (argc != 5) return 2;
  FILE *in = fopen (argv[1], "rb"), *out = fopen (argv[2], "w");
  if (!in || !out) {
    perror (in ? argv[2] : argv[1]);
    return 1;
  }
  fprintf (out, "#include \"%s\"\n\nconst unsigned char %s[] = {", argv[3], argv[4]);
  unsigned long size = 0;
  for (int c; (c = getc (in)) != EOF; size++) fprintf (out, "%s%d,", size % 24 ? "" : "\n", c);
  fprintf (out, "0};\nconst size_t %s_size = %lu;\n", argv[4], size);
  return ferror (in) || fclose (in) || fclose (out);
}
