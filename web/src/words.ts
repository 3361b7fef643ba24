// What things are called.

export type Status =
  | "failed"
  | "timeout"
  | "vacuous"
  | "unreachable"
  | "removable"
  | "unused"
  | "no-information"
  | "interchangeable"
  | "needed"
  | "proved";

export interface StatusWords {
  letter: string;
  word: string;
  sentence: string;
}

/** Most urgent first: this order decides what a line and the ruler show. */
export const STATUSES: Record<Status, StatusWords> = {
  failed: { letter: "F", word: "failed", sentence: "Could not be proved." },
  timeout: { letter: "T", word: "timeout", sentence: "Ran out of its budget, or was not decided." },
  vacuous: { letter: "V", word: "vacuous", sentence: "Holds whatever it says: no execution reaches it." },
  unreachable: { letter: "X", word: "unreachable", sentence: "No execution gets here." },
  removable: { letter: "R", word: "removable", sentence: "The proofs that were found do without it." },
  unused: { letter: "U", word: "unused", sentence: "No proof can use it: all were looked at." },
  "no-information": {
    letter: "?",
    word: "no information",
    sentence: "A goal that might use it is not proved, or a limit was hit.",
  },
  interchangeable: {
    letter: "I",
    word: "interchangeable",
    sentence: "Used by a proof, but something else can stand in for it.",
  },
  needed: { letter: "N", word: "needed", sentence: "Some goal is not proved without it." },
  proved: { letter: "P", word: "proved", sentence: "A goal that is proved." },
};

export const ORDER = Object.keys(STATUSES) as Status[];

const GOAL_ROLES: Record<string, string> = {
  "requires-at-call": "Precondition at a call",
  ensures: "Postcondition",
  "invariant-established": "Invariant on entry to its loop",
  "invariant-maintained": "Invariant kept by its loop",
  assert: "Assertion",
  "well-formed": "Well-formedness",
};

const FACT_ROLES: Record<string, string> = {
  requires: "Precondition",
  "requires-at-call-assumed": "Precondition of a call, once proved",
  "ensures-of-call": "Postcondition of a call",
  "invariant-assumed": "Invariant at the head of its loop",
  "assert-assumed": "What was proved before",
  assume: "Assumption",
  assign: "Assignment",
  where: "Where clause",
  condition: "Condition",
  axiom: "Axiom",
  "function-body": "Function body",
  "well-formed-assumed": "Well-formedness, once proved",
};

export function roleWords(role: string, name = ""): string {
  if (role === "condition" && /(^|\/)condition-not\//.test(name)) return "Condition is false";
  if (role === "condition") return "Condition is true";
  return GOAL_ROLES[role] ?? FACT_ROLES[role] ?? role;
}

/** Short, for narrow columns. */
const SHORT: Record<string, string> = {
  "requires-at-call": "call needs",
  ensures: "ensures",
  "invariant-established": "invariant, entry",
  "invariant-maintained": "invariant, kept",
  assert: "assert",
  "well-formed": "well-formed",
};

export function roleShort(role: string): string {
  return SHORT[role] ?? role;
}

/** What an element is, whatever its role at a point. */
export function elementWords(role: string): string {
  if (role.startsWith("invariant")) return "invariant";
  if (role.startsWith("assert")) return "assertion";
  if (role.startsWith("requires-at-call") || role === "ensures-of-call") return "call";
  if (role === "condition") return "condition";
  return roleWords(role).toLowerCase();
}

export const NEEDS: Record<string, string> = {
  trigger: "needed only for the terms it mentions: quantifiers are instantiated with them",
  limit: "needed as far as the budget tells: without it the solver ran out",
};
