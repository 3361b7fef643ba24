// Commands of `warrant` for what is selected, to be copied.
import { h } from "./dom";
import type { Item, Model, Procedure } from "./model";

/** A word for a shell. */
export function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** The files of the program, and the name of one of its elements or procedures in them. */
function command(model: Model, verb: string, program: number, name: string): string {
  const files = model.files.filter((file) => file.program === program).map((file) => file.path);
  return ["warrant", verb, ...files, name].map(quoted).join(" ");
}

export function commandsOfItem(model: Model, item: Item): string[] {
  const verbs = item.goal ? ["why", "prune"] : ["impact"];
  return verbs.map((verb) => command(model, verb, item.program, item.name));
}

export function commandsOfProcedure(model: Model, procedure: Procedure): string[] {
  return ["why", "prune"].map((verb) => command(model, verb, procedure.program, procedure.name));
}

/** A page from disk may not reach the clipboard by itself: then a selection is copied. */
async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = h("textarea", { class: "offscreen", "aria-hidden": "true" });
    area.value = text;
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  }
}

export function commandList(commands: string[]): HTMLElement {
  return h(
    "div",
    { class: "commands screen" },
    h("h3", {}, "On the command line"),
    commands.map((text) => {
      const button: HTMLButtonElement = h(
        "button",
        {
          class: "tool copy",
          "aria-label": `Copy: ${text}`,
          click: () =>
            void copy(text).then((done) => {
              button.textContent = done ? "Copied" : "Not copied";
              setTimeout(() => (button.textContent = "Copy"), 1500);
            }),
        },
        "Copy",
      );
      return h("div", { class: "command" }, h("code", { title: text }, text), button);
    }),
  );
}
