// The player's own attempts as a tree: what was tried, where it went wrong, and what solved the puzzle.

import { make, picture } from "./dom.js";

const SIZE = [34, 34];

// Attempts that begin alike share their first turns.
function grown(tries) {
  const root = { kids: new Map() };
  for (const one of tries) {
    let node = root;
    one.line.split("~").forEach((turn, index, turns) => {
      if (!node.kids.has(turn))
        node.kids.set(turn, { number: index + 1, art: one.art[index], line: one.line, kids: new Map() });
      node = node.kids.get(turn);
      if (one.wrong === node.number) node.wrong = true;
      if (index === turns.length - 1) node.end = one.won ? "won" : "missed";
    });
  }
  return root;
}

function signOf(node) {
  if (node.end === "won") return ["★", "solved", "good"];
  if (node.wrong) return ["✕", "this was the wrong turn", "bad"];
  if (node.end === "missed") return ["✕", "goal missed", "bad"];
  return ["", "", ""];
}

function branch(game, node) {
  const kids = [...node.kids.values()];
  if (!kids.length) return null;
  return make(
    "ul",
    { class: "tree" },
    ...kids.map((kid) => {
      const [sign, says, kind] = signOf(kid);
      const head = "Your attempt";
      return make(
        "li",
        {},
        make(
          "button",
          {
            type: "button",
            class: `turned ${kind}`,
            "aria-label": `Turn ${kid.number}${says ? `: ${says}` : ""}. Show it on the board`,
            click: () => game.watch(head, kid.line, kid.number),
          },
          kid.art ? picture(kid.art, SIZE) : null,
          make("span", {}, kid.art ? `Turn ${kid.number}` : "Answer"),
          sign ? make("b", { "aria-hidden": "true" }, sign) : null,
          says ? make("small", { "aria-hidden": "true" }, says) : null,
        ),
        branch(game, kid),
      );
    }),
  );
}

export function attempts(game, tries = []) {
  const failed = tries.filter((one) => !one.won).length;
  if (!failed) return null;
  return make(
    "details",
    { id: "attempts", "data-part": "attempts" },
    make("summary", {}, `Your attempts (${tries.length})`),
    branch(game, grown(tries)),
  );
}
