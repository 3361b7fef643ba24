// The status of goals and elements.
import type { RawElement, RawGoal } from "./data";
import type { Item } from "./model";
import type { Status } from "./words";

export function goalStatus(goal: RawGoal): Status {
  if (goal.verdict === "failed") return "failed";
  if (goal.verdict !== "proved") return "timeout";
  return goal.vacuous ? "vacuous" : "proved";
}

/** What earlier goals established is no element of its own: it counts where a proof uses it. */
const REUSES = new Set(["assert-assumed", "requires-at-call-assumed", "well-formed-assumed"]);
/** Whoever wrote it, this is never hidden. */
export const TROUBLE: Status[] = ["failed", "timeout", "vacuous"];
const STRENGTH: Status[] = ["unreachable", "needed", "interchangeable", "no-information", "removable", "unused"];

/** Of what does not count in the percentage. */
export function itemsStatus(items: Item[]): Status {
  for (const bad of ["failed", "timeout", "vacuous"] as const) {
    if (items.some((item) => item.goal && item.status === bad)) return bad;
  }
  const goals = items.some((item) => item.goal);
  const facts = items.filter(
    (item) =>
      !item.goal && !(goals && REUSES.has(item.role) && item.status !== "needed" && item.status !== "interchangeable"),
  );
  for (const status of STRENGTH) {
    if (facts.some((fact) => fact.status === status)) return status;
  }
  return "proved";
}


const COVERED: Record<string, Status> = { proved: "proved", interchangeable: "interchangeable" };

/** Of what counts in it: the run has decided. */
export function knownStatus(known: RawElement, items: Item[]): Status {
  const { state, reason = "" } = known;
  switch (state) {
    case "covered":
      return COVERED[reason] ?? "needed";
    case "vacuous":
      return reason === "unreachable" ? "unreachable" : "vacuous";
    case "failed":
      return reason === "failed" ? "failed" : "timeout";
    case "unexplained":
      return "no-information";
    case "exempt":
      return "exempt";
    default: {
      const facts = items.filter((item) => !item.goal);
      return facts.length && facts.every((fact) => fact.status === "unused") ? "unused" : "removable";
    }
  }
}
