// What goals cost.  Goals that one query proved share its cost: that of the query is what can be compared.
import { number } from "./dom";
import type { Goal } from "./model";

export function costOf(goal: Goal): number {
  return goal.raw.group?.resources ?? goal.raw.resources;
}

/** The most expensive queries, each by its first goal. */
export function dearest(goals: Goal[], most: number): Goal[] {
  const seen = new Set<string>();
  return [...goals]
    .sort((a, b) => costOf(b) - costOf(a))
    .filter(({ raw }) => {
      if (!raw.group) return true;
      if (seen.has(raw.group.first)) return false;
      seen.add(raw.group.first);
      return true;
    })
    .slice(0, most);
}

export function costWords({ raw }: Goal): string {
  if (!raw.group) return `${number(raw.resources)} solver steps`;
  return `${number(raw.group.resources)} solver steps of one query for ${number(raw.group.goals)} goals`;
}
