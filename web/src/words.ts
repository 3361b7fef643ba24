// What things are called.

export type Status =
  | "failed"
  | "timeout"
  | "vacuous"
  | "unreachable"
  | "removable"
  | "unused"
  | "no-information"
  | "exempt"
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
    word: "undecided",
    sentence: "Whether a proof uses it is undecided: a goal that might use it is not proved, or a limit was hit.",
  },
  exempt: {
    letter: "E",
    word: "exempt",
    sentence: "Not counted: it is true or false itself, or part of a contradiction that is intended.",
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

/** Why an element has its state, where that does not follow from its status. */
export const REASONS: Record<string, string> = {
  contradiction: "Only a contradiction uses it.",
  "vacuous-goal": "Its own goals hold vacuously.",
  "not-checked": "A goal that might use it was not checked.",
  "not-proved": "A goal that might use it is not proved.",
  limit: "A goal that might use it is proved, but a limit was hit before the proof could be explained.",
  unconfirmed: "Cores were not confirmed (--cores=fast).",
  undecided: "Only a clause uses it of which it is undecided whether a proof uses it.",
};

/** What a role of goals or facts is called; the data of the page says it (core/roles.def, src/report/html.c). */
export interface RoleWords {
  title: string;
  /** Of the else side of a condition. */
  negative?: string;
  /** The title for narrow columns. */
  brief?: string;
  /** What stands in the text, whatever its role at a point. */
  element: string;
}

const roles = new Map<string, RoleWords>();

export function learnRoles(words: Record<string, RoleWords>): void {
  for (const [role, one] of Object.entries(words)) roles.set(role, one);
}

export function roleWords(role: string, name = ""): string {
  const words = roles.get(role);
  if (words?.negative && name.includes(`${role}-not/`)) return words.negative;
  return words?.title ?? role;
}

export function roleShort(role: string): string {
  return roles.get(role)?.brief ?? role;
}

export function elementWords(role: string): string {
  return roles.get(role)?.element ?? role;
}

export const NEEDS: Record<string, string> = {
  trigger: "needed only for the terms it mentions: quantifiers are instantiated with them",
  limit: "needed as far as the budget tells: without it the solver ran out",
};
