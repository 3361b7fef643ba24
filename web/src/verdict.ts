// The status of a procedure.
import type { Procedure } from "./model";
import type { Status } from "./words";

const VERDICTS: Record<string, Status> = {
  verified: "proved",
  failed: "failed",
  timeout: "timeout",
  unknown: "timeout",
};

/** What is verified by a contradiction alone is vacuous. */
export function procedureStatus(procedure: Procedure): Status {
  const status = VERDICTS[procedure.verdict] ?? "timeout";
  if (status !== "proved") return status;
  return procedure.goals.some((goal) => goal.status === "vacuous") ? "vacuous" : "proved";
}
