// The top of the page: in one sentence what came out, how much the proofs need, and the legend.
import { count, h, number, percent, seconds, type Child } from "./dom";
import type { Model } from "./model";
import { ORDER, STATUSES, type Status } from "./words";

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

function coverage(model: Model): Child {
  const { covered = 0, total = 0 } = model.data.report.summary;
  if (!model.covering || !total) return null;
  const hollow = model.goals.length > 0 && model.goals.every((goal) => goal.status === "vacuous");
  const definition = "A fact counts as covered when some proof needs it or uses it. Unreachable facts do not count.";
  return h(
    "div",
    { class: "meter", title: definition },
    h("span", { class: "big" }, percent(covered, total)),
    h(
      "span",
      { class: "meter-text" },
      hollow ? "of facts covered, by the contradiction" : "of facts covered",
      h("span", { class: "quiet" }, `${number(covered)} of ${number(total)}, re-uses of proved clauses included`),
    ),
  );
}

/** The statuses that occur, as buttons that show one of them alone. */
function legend(model: Model, choose: (status: Status | null) => void): HTMLElement {
  const present = ORDER.filter((status) => model.counts.get(status)).reverse();
  const all = present.reduce((sum, status) => sum + (model.counts.get(status) ?? 0), 0);
  let chosen: Status | null = null;
  const buttons = present.map((status) =>
    h(
      "button",
      {
        class: `chip s-${status}`,
        "aria-pressed": "false",
        title: `${STATUSES[status].sentence} Click to show only these.`,
      },
      h("span", { class: "letter", "aria-hidden": "true" }, STATUSES[status].letter),
      h("span", {}, STATUSES[status].word),
      h("span", { class: "n" }, number(model.counts.get(status) ?? 0)),
    ),
  );
  buttons.forEach((button, i) => {
    button.addEventListener("click", () => {
      chosen = chosen === present[i] ? null : (present[i] ?? null);
      buttons.forEach((one, k) => one.setAttribute("aria-pressed", String(present[k] === chosen)));
      choose(chosen);
    });
  });
  const bar = h("div", { class: "bar", "aria-hidden": "true" });
  for (const status of present) {
    const part = h("span", { class: `s-${status}` });
    part.style.flexGrow = String(model.counts.get(status) ?? 0);
    bar.append(part);
  }
  return h(
    "div",
    { class: "legend" },
    all ? bar : null,
    h("div", { class: "chips", role: "group", "aria-label": "Legend: show one status alone" }, buttons),
  );
}

function title(model: Model): string {
  const [first] = model.files;
  if (!first) return "no files";
  return model.files.length > 1 ? `${first.path} and ${count(model.files.length - 1, "more file")}` : first.path;
}

export function overview(model: Model, tools: Child, choose: (status: Status | null) => void): HTMLElement {
  const { tone, text } = headline(model);
  const { summary, command } = model.data.report;
  const findings = model.diagnostics.filter((one) => one.raw.finding).length;
  const errors = model.diagnostics.filter((one) => !one.raw.finding && one.raw.severity === "error").length;
  const facts = [
    count(model.procedures.length, "procedure"),
    errors ? count(errors, "error") : null,
    model.covering ? count(findings, "finding") : null,
    `${seconds(summary.seconds)}`,
  ].filter(Boolean);
  document.title = `${text} ${title(model)} – Warrant`;
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
      coverage(model),
      legend(model, choose),
    ),
  );
}
