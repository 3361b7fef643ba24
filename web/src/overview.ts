// The top of the page: in one sentence what came out, how much of the program proofs use, and the legend.
import { count, h, number, seconds, short, visible, type Child } from "./dom";
import { Legend } from "./legend";
import { meter } from "./meter";
import type { Model } from "./model";
import type { State } from "./state";
import type { Status } from "./words";

type Tone = "bad" | "warn" | "odd" | "good";

export function headline(model: Model): { tone: Tone; text: string } {
  const goals = model.goals.length;
  const of = (status: Status): number => model.goals.filter((goal) => goal.status === status).length;
  const failed = of("failed");
  const open = of("timeout");
  const vacuous = of("vacuous");
  const refused = model.diagnostics.filter(
    (one) => one.raw.severity === "error" && !one.goal && !one.raw.finding,
  ).length;
  if (refused && !goals) return { tone: "bad", text: `The program was refused: ${count(refused, "error")}.` };
  if (refused)
    return {
      tone: "bad",
      text: `A program was refused (${count(refused, "error")}); ${number(goals - failed - open)} of ${count(goals, "goal")} elsewhere proved.`,
    };
  if (failed) return { tone: "bad", text: `${number(failed)} of ${count(goals, "goal")} could not be proved.` };
  if (open)
    return {
      tone: "warn",
      text: `${number(open)} of ${count(goals, "goal")} ${open === 1 ? "was" : "were"} not decided.`,
    };
  if (!goals) return { tone: "warn", text: "There is nothing to prove." };
  if (model.diagnostics.some((one) => one.raw.code === "contradictory-axioms")) {
    return { tone: "odd", text: "The axioms contradict each other: everything can be proved from them." };
  }
  if (vacuous) {
    const which =
      vacuous === goals
        ? goals === 1
          ? "The goal is"
          : `All ${number(goals)} goals are`
        : `All ${number(goals)} goals are`;
    const but =
      vacuous === goals
        ? goals === 1
          ? "it holds"
          : "they hold"
        : vacuous === 1
          ? "one holds"
          : `${number(vacuous)} hold`;
    return { tone: "odd", text: `${which} proved, but ${but} only by a contradiction.` };
  }
  return { tone: "good", text: goals === 1 ? "The goal is proved." : `All ${number(goals)} goals are proved.` };
}

function title(model: Model): string {
  const [first] = model.files;
  if (!first) return "no files";
  return model.files.length > 1 ? `${first.path} and ${count(model.files.length - 1, "more file")}` : first.path;
}

/** What is missing was not found to be false or unneeded: the run ended before. */
function banner(model: Model): Child {
  if (model.data.report.complete !== false) return null;
  const { unchecked = 0, not_begun = 0 } = model.data.report.summary;
  const missing = [
    unchecked ? count(unchecked, "goal") : "",
    not_begun ? count(not_begun, "procedure") : "",
  ].filter(Boolean);
  const words = missing.length
    ? `: ${missing.join(" and ")} ${unchecked + not_begun === 1 ? "was" : "were"} not checked`
    : "";
  return h(
    "p",
    { class: "banner", role: "status" },
    h("strong", {}, "This report is incomplete. "),
    `The run was stopped before it had ended${words}. What is not known here was not looked at; run it again to get it.`,
  );
}

/** Of the only program with numbers: a sum over several programs would mean nothing. */
function progress(model: Model): string | null {
  const [one, ...more] = model.data.report.files.flatMap((file) => file.progress ?? []);
  if (!one || more.length) return null;
  const share = (value: number): string => `${(100 * value).toFixed(1)} %`;
  return `progress ${share(one.progress)} (specification ${share(one.specification)}, proof ${share(one.proof)})`;
}

export function overview(state: State, tools: Child, choose: (status: Status | null) => void): HTMLElement {
  const { model } = state;
  const { tone, text } = headline(model);
  const { summary, command } = model.data.report;
  const findings = model.diagnostics.filter((one) => one.raw.finding).length;
  const errors = model.diagnostics.filter((one) => !one.raw.finding && one.raw.severity === "error").length;
  const facts = [
    count(model.procedures.length, "procedure"),
    errors ? count(errors, "error") : null,
    model.covering ? count(findings, "finding") : null,
    progress(model),
    summary.cost ? `${short(summary.cost.resources)} solver steps` : null,
    `${seconds(summary.seconds)}${summary.cached ? ` with ${number(summary.cached)} answers from the cache` : ""}`,
  ].filter(Boolean);
  document.title = visible(`${text} ${title(model)} – Warrant`);
  return h(
    "header",
    { class: `overview ${tone}` },
    h(
      "div",
      { class: "top" },
      h("span", { class: "brand" }, "Warrant"),
      h("span", { class: "run" }, `${command} ${title(model)}`),
      h("div", { class: "buttons" }, tools),
    ),
    h(
      "div",
      { class: "sum" },
      h("div", { class: "verdict" }, h("h1", {}, text), h("p", { class: "quiet" }, facts.join(" · "))),
      meter(model),
      new Legend(state, choose).root,
    ),
    banner(model),
  );
}
