/* solve/confine.c -- the filters are programs for the kernel's packet filter: an array of instructions that looks at the
   number of a system call and at its arguments.  They are written down here rather than made by libseccomp: they are one comparison
   per row of the table below, a worker is confined after each fork, where building a filter anew would cost more than
   the fork, and a filter must be there on every machine on which Warrant runs. */
#include "solve/confine.h"

#include "base/check.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
#define SANITIZED 1
#elif defined __has_feature
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) ||                         \
    __has_feature(memory_sanitizer)
#define SANITIZED 1
#endif
#endif

#if defined SANITIZED
#define ARCHITECTURE 0
#elif defined __x86_64__ && !defined __ILP32__
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined __aarch64__ && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#else
#define ARCHITECTURE 0
#endif

enum rule_kind {
  ALLOW,
  TEMPLATE, /* for the template only */
  FAIL,     /* with the given error: a library tries it and can do without */
  IF_SET,   /* allowed if a bit of an argument is set; the template needs no bit */
  UNLESS,   /* allowed unless a bit of an argument is set */
  OWN /* allowed if the first argument is the number of this process; for the template always, its children inherit the rule */
};

struct rule {
  enum rule_kind kind;
  int call;
  uint32_t value, argument; /* the error; the bit, and the number of the argument */
};

static const struct rule rules[] = {
    /* Memory, none of which may hold code. */
    {ALLOW, SYS_brk, 0, 0},
    {ALLOW, SYS_munmap, 0, 0},
    {ALLOW, SYS_mremap, 0, 0},
    {ALLOW, SYS_madvise, 0, 0},
    {UNLESS, SYS_mmap, PROT_EXEC, 2},
    {UNLESS, SYS_mprotect, PROT_EXEC, 2},
    /* Descriptors that are open. */
    {ALLOW, SYS_read, 0, 0},
    {ALLOW, SYS_write, 0, 0},
    {ALLOW, SYS_writev, 0, 0},
    {ALLOW, SYS_close, 0, 0},
    {ALLOW, SYS_lseek, 0, 0},
    {ALLOW, SYS_ftruncate, 0, 0},
    {ALLOW, SYS_ppoll, 0, 0},
    {ALLOW, SYS_restart_syscall, 0, 0},
    /* Time, and what a process may know about itself. */
    {ALLOW, SYS_clock_gettime, 0, 0},
    {ALLOW, SYS_clock_getres, 0, 0},
    {ALLOW, SYS_clock_nanosleep, 0, 0},
    {ALLOW, SYS_nanosleep, 0, 0},
    {ALLOW, SYS_setitimer, 0, 0},
    {ALLOW, SYS_gettimeofday, 0, 0},
    {ALLOW, SYS_getrusage, 0, 0},
    {ALLOW, SYS_times, 0, 0},
    {ALLOW, SYS_getpid, 0, 0},
    {ALLOW, SYS_gettid, 0, 0},
    {ALLOW, SYS_getrandom, 0, 0},
    {ALLOW, SYS_sysinfo, 0, 0},
    {ALLOW, SYS_uname, 0, 0},
    {ALLOW, SYS_getcpu, 0, 0},
    /* Threads: the solver's timer is one. */
    {ALLOW, SYS_futex, 0, 0},
    {ALLOW, SYS_sched_yield, 0, 0},
    {ALLOW, SYS_sched_getaffinity, 0, 0},
    {ALLOW, SYS_set_robust_list, 0, 0},
#ifdef SYS_rseq
    {ALLOW, SYS_rseq, 0, 0},
#endif
    {IF_SET, SYS_clone, CLONE_THREAD, 0},
#ifdef SYS_clone3
    {FAIL, SYS_clone3, ENOSYS,
     0}, /* its flags lie in memory, where a filter cannot look; libraries then use clone */
#endif
    /* Signals within the process, and its end; tgkill is how abort ends. */
    {ALLOW, SYS_rt_sigaction, 0, 0},
    {ALLOW, SYS_rt_sigprocmask, 0, 0},
    {ALLOW, SYS_rt_sigreturn, 0, 0},
    {ALLOW, SYS_sigaltstack, 0, 0},
    {OWN, SYS_tgkill, 0, 0},
    {ALLOW, SYS_exit, 0, 0},
    {ALLOW, SYS_exit_group, 0, 0},
    /* The template starts and ends workers, and keeps what they write to standard error in memory. */
    {TEMPLATE, SYS_wait4, 0, 0},
    {TEMPLATE, SYS_kill, 0, 0},
    {TEMPLATE, SYS_signalfd4, 0, 0},
    {TEMPLATE, SYS_getppid, 0, 0},
    {TEMPLATE, SYS_seccomp, 0, 0},
    {TEMPLATE, SYS_prctl, 0, 0},
    {TEMPLATE, SYS_memfd_create, 0, 0},
    {TEMPLATE, SYS_dup3, 0, 0},
    {TEMPLATE, SYS_pread64, 0, 0},
    {TEMPLATE, SYS_fstat, 0, 0},
    {TEMPLATE, SYS_newfstatat, 0, 0},
#ifdef SYS_dup2
    {TEMPLATE, SYS_dup2, 0, 0},
#endif
    /* What libraries try: files of the system, limits, the kind of a descriptor, names of threads and of memory. */
    {FAIL, SYS_prctl, EPERM, 0},
    {FAIL, SYS_openat, EACCES, 0},
    {FAIL, SYS_faccessat, EACCES, 0},
    {FAIL, SYS_readlinkat, EACCES, 0},
    {FAIL, SYS_newfstatat, EACCES, 0},
    {FAIL, SYS_statx, EACCES, 0},
    {FAIL, SYS_fstat, EACCES, 0},
    {FAIL, SYS_ioctl, ENOTTY, 0},
    {FAIL, SYS_fcntl, EINVAL, 0},
    {FAIL, SYS_prlimit64, EPERM, 0},
#ifdef __x86_64__ /* older calls that other processors never had */
    {ALLOW, SYS_time, 0, 0},
    {ALLOW, SYS_poll, 0, 0},
    {ALLOW, SYS_arch_prctl, 0, 0},
    {FAIL, SYS_open, EACCES, 0},
    {FAIL, SYS_access, EACCES, 0},
    {FAIL, SYS_stat, EACCES, 0},
    {FAIL, SYS_lstat, EACCES, 0},
    {FAIL, SYS_readlink, EACCES, 0},
    {FAIL, SYS_getrlimit, EPERM, 0},
#endif
};
enum { RULES = sizeof rules / sizeof *rules, MOST = 5 + RULES * 5 };

typedef struct sock_filter instruction;

struct filter {
  instruction code[MOST];
  unsigned short length;
};

static void add (struct filter *f, uint16_t code, uint32_t k, uint8_t yes, uint8_t no) {
  WR_ASSERT (f->length < MOST);
  f->code[f->length++] = (instruction)BPF_JUMP (code, k, yes, no);
}

static void load (struct filter *f, size_t offset) {
  add (f, BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset, 0, 0);
}

static void end (struct filter *f, uint32_t action) { add (f, BPF_RET | BPF_K, action, 0, 0); }

/* The number of the call is loaded, and stays loaded for the next rule unless this one decides. */
enum { EQUAL = BPF_JMP | BPF_JEQ | BPF_K, BITS = BPF_JMP | BPF_JSET | BPF_K };

static void add_call (struct filter *f, const struct rule *rule, uint32_t action) {
  add (f, EQUAL, (uint32_t)rule->call, 0, 1);
  end (f, action);
}

/* Allowed if the low half of the argument passes the test, or with `wanted` false if it does not. */
static void add_condition (struct filter *f, const struct rule *rule, uint16_t test, uint32_t value,
                           bool wanted) {
  add (f, EQUAL, (uint32_t)rule->call, 0, 4);
  load (f, offsetof (struct seccomp_data, args) + rule->argument * sizeof (uint64_t));
  add (f, test, value, !wanted, wanted);
  end (f, SECCOMP_RET_ALLOW);
  end (f, SECCOMP_RET_KILL_PROCESS);
}

static void add_rule (struct filter *f, const struct rule *rule, enum wr_confinement what) {
  bool template = what == WR_CONFINE_TEMPLATE;
  switch (rule->kind) {
  case ALLOW: add_call (f, rule, SECCOMP_RET_ALLOW); return;
  case FAIL: add_call (f, rule, SECCOMP_RET_ERRNO | rule->value); return;
  case TEMPLATE:
    if (template) add_call (f, rule, SECCOMP_RET_ALLOW);
    return;
  case IF_SET:
    if (template)
      add_call (f, rule, SECCOMP_RET_ALLOW);
    else
      add_condition (f, rule, BITS, rule->value, true);
    return;
  case UNLESS: add_condition (f, rule, BITS, rule->value, false); return;
  case OWN:
    if (template)
      add_call (f, rule, SECCOMP_RET_ALLOW);
    else
      add_condition (f, rule, EQUAL, (uint32_t)getpid (), true);
    return;
  }
}

static void build (struct filter *f, enum wr_confinement what) {
  *f = (struct filter){.length = 0};
  load (f, offsetof (struct seccomp_data, arch));
  add (f, BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0);
  end (f, SECCOMP_RET_KILL_PROCESS);
  load (f, offsetof (struct seccomp_data, nr));
  for (size_t i = 0; i < RULES; i++) add_rule (f, &rules[i], what);
  end (f, SECCOMP_RET_KILL_PROCESS);
}

void wr_forbid_privileges (void) { prctl (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); }

bool wr_can_confine (void) { return ARCHITECTURE != 0; }

bool wr_confine (enum wr_confinement what) {
  if (!wr_can_confine ()) return false;
  struct filter f;
  build (&f, what);
  return prctl (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         prctl (PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &(struct sock_fprog){f.length, f.code}) == 0;
}
