// Fields of a form, drawn as the server describes them: a number, a choice, goods, words, lines of several values. Each
// can also be unknown, or not printed, or never. What is typed goes into the document at once; nothing is judged here.

import { make } from "./dom.js";
import { setAt, valueAt } from "./catalogue-kept.js";

const STATES = { unknown: null, none: undefined, never: false, empty: [] };
const SAYS = { unknown: "unknown", never: "there is no such way", empty: "none" };
let drawn = 0; // fields, so that each has an id of its own

/**
 * @typedef {{ path: string[], label: string, kind: string, rule?: string, states: string[], none?: string, options?: [any, string][],
 *   fields?: Spec[], least?: number, most?: number, long?: number, often?: boolean }} Spec
 * @typedef {{ changed: () => void, goods: () => string[], tags: () => string[] }} Around
 */

/**
 * A field for a value of `whole`; `where` is the place of that in the document, for faults.
 * @param {Spec} spec
 * @param {any} whole
 * @param {Around} around
 * @param {string} where
 */
export function field(spec, whole, around, where) {
  return new Field(spec, whole, around, `${where}/${spec.path.join("/")}`).element();
}

class Field {
  constructor(spec, whole, around, where) {
    this.spec = spec;
    this.whole = whole;
    this.around = around;
    this.where = where;
    this.id = `field-${++drawn}`;
  }

  get value() {
    return valueAt(this.whole, this.spec.path);
  }

  set value(value) {
    setAt(this.whole, this.spec.path, value);
    this.state();
    this.around.changed();
  }

  element() {
    const { spec, where, id } = this;
    const control = this.control();
    const single = ["number", "choice", "word", "words", "text", "numbers"].includes(spec.kind);
    this.states = spec.kind === "choice" ? [] : spec.states.map((name) => this.stateChip(name));
    const label = single ? make("label", { for: id }, spec.label) : make("span", { id: `${id}.label` }, spec.label);
    const group = single ? {} : { role: "group", "aria-labelledby": `${id}.label` };
    const root = make(
      "div",
      { class: `field ${spec.kind}`, "data-where": where, ...group },
      make("p", { class: "head" }, label, spec.rule ? make("small", {}, spec.rule) : null),
      make("div", { class: "value" }, control, ...this.states),
      make("p", { class: "fault refusal", hidden: true }),
    );
    this.state();
    return root;
  }

  // What the field can be in place of a value; a value that is typed ends it.
  stateChip(name) {
    const click = () => {
      this.value = name === "empty" ? [] : STATES[name];
      this.emptied?.();
    };
    return make("button", { type: "button", class: "chip state", "data-state": name, click }, this.says(name));
  }

  says(name) {
    return SAYS[name] ?? this.spec.none;
  }

  // An empty value is the first of its states.
  get empty() {
    return this.spec.states.includes("unknown") ? null : undefined;
  }

  state() {
    const { value } = this;
    const now = stateOf(value === undefined && !this.spec.states.includes("none") ? null : value);
    for (const chip of this.states ?? []) chip.setAttribute("aria-pressed", String(chip.dataset.state === now));
  }

  control() {
    const { kind } = this.spec;
    if (kind === "choice") return this.choice();
    if (kind === "goods") return this.goods();
    if (kind === "target") return this.target();
    if (kind === "group") return this.group();
    if (kind === "lines") return this.lines();
    return this.typed(kind);
  }

  typed(kind) {
    const lists = ["words", "numbers"].includes(kind);
    const input = make("input", {
      id: this.id,
      value: textOf(this.value),
      autocomplete: "off",
      inputmode: kind === "number" ? (this.spec.least < 0 ? "text" : "numeric") : null,
      maxlength: lists ? null : this.spec.long,
      size: kind === "number" ? 5 : null,
      list: ["word", "words"].includes(kind) ? "tags" : null,
      input: () => (this.value = input.value.trim() === "" ? this.nothing() : READ[kind](input.value)),
    });
    this.emptied = () => (input.value = textOf(this.value));
    return input;
  }

  nothing() {
    return this.spec.kind === "text" && !this.spec.states.length ? undefined : this.empty;
  }

  choice() {
    const { spec } = this;
    const states = spec.states.map((name) => [STATES[name], this.says(name)]);
    const all = [...states, ...(spec.options ?? [])];
    if (!states.length && this.value === undefined) all.unshift([undefined, "choose"]);
    const options = all.map(([value, says], number) =>
      make("option", { value: number, selected: value === (this.value ?? this.empty) }, says)
    );
    return make(
      "select",
      { id: this.id, change: (event) => (this.value = all[Number(event.target.value)][0]) },
      ...options,
    );
  }

  // A tap adds a good, the next one takes it out; of goods that are needed, several may be.
  goods() {
    const most = this.spec.often ? 3 : 1;
    const chips = this.around.goods().map((good) => {
      const count = () => (Array.isArray(this.value) ? this.value.filter((one) => one === good).length : 0);
      const chip = make("button", { type: "button", class: "chip good" });
      const show = () => {
        chip.textContent = `${good.replaceAll("_", " ")}${count() > 1 ? ` × ${count()}` : ""}`;
        chip.setAttribute("aria-pressed", String(count() > 0));
      };
      chip.addEventListener("click", () => {
        const others = (Array.isArray(this.value) ? this.value : []).filter((one) => one !== good);
        const now = (count() + 1) % (most + 1);
        const all = [...others, ...Array(now).fill(good)];
        this.value = all.length ? all : this.empty;
        show();
      });
      show();
      return [chip, show];
    });
    this.emptied = () => chips.forEach(([, show]) => show());
    return make("div", { class: "chips" }, ...chips.map(([chip]) => chip));
  }

  // Tiles of a type, or with a tag.
  target() {
    const { options = [] } = this.spec;
    const tag = make("input", {
      "aria-label": `${this.spec.label}: the tag`,
      value: this.value?.tag ?? "",
      list: "tags",
      autocomplete: "off",
      input: () => (this.value = { tag: word(tag.value) }),
    });
    const select = make(
      "select",
      {
        "aria-label": `${this.spec.label}: of a type, or with a tag`,
        change: () => {
          tag.hidden = select.value !== "tag";
          this.value = select.value === "tag" ? { tag: word(tag.value) } : select.value ? { type: select.value } : null;
        },
      },
      make("option", { value: "" }, "unknown"),
      ...options.map(([value, says]) => make("option", { value, selected: this.value?.type === value }, says)),
      make("option", { value: "tag", selected: this.value?.tag !== undefined }, "with a tag"),
    );
    tag.hidden = this.value?.tag === undefined;
    this.emptied = () => {
      select.value = "";
      tag.hidden = true;
    };
    return make("div", { class: "row" }, select, tag);
  }

  // Several values that are there together or not at all.
  group() {
    const { fields = [] } = this.spec;
    const place = make("div", { class: "group" });
    const show = () => {
      const blank = Object.fromEntries(fields.map((one) => [one.path[0], null]));
      const whole = { ...blank, ...this.value };
      const around = { ...this.around, changed: () => (this.value = whole) };
      place.replaceChildren(...fields.map((one) => field(one, whole, around, this.where)));
    };
    this.emptied = show;
    show();
    return place;
  }

  // A list of lines, each of several values.
  lines() {
    const { fields = [] } = this.spec;
    const place = make("div", { class: "lines" });
    const show = () => {
      const all = (Array.isArray(this.value) ? this.value : []).filter((one) => typeof one === "object");
      const rows = all.map((one, number) =>
        make(
          "div",
          { class: "line" },
          ...fields.map((each) => field(each, one, this.around, `${this.where}/${number}`)),
          make("button", {
            type: "button",
            class: "button small",
            click: () => {
              this.value = all.filter((other) => other !== one);
              show();
            },
          }, "Take it out"),
        )
      );
      const add = () => {
        const blank = Object.fromEntries(fields.filter(isUnknown).map((one) => [one.path[0], null]));
        this.value = [...all, blank];
        show();
      };
      place.replaceChildren(
        ...rows,
        make("button", { type: "button", class: "button small", click: add }, "Add a line"),
      );
    };
    this.emptied = show;
    show();
    return place;
  }
}

// Which of its states a field is in; none of them if there is a value.
function stateOf(value) {
  if (Array.isArray(value)) return value.length ? "" : "empty";
  return { undefined: "none", null: "unknown", false: "never" }[String(value)] ?? "";
}

function isUnknown({ states }) {
  return states.includes("unknown");
}

function textOf(value) {
  if (value === undefined || value === null || value === false) return "";
  return Array.isArray(value) ? value.join(", ") : String(value);
}

// What is no number stays as it was typed: the check says so.
function number(text) {
  const read = Number(text.trim().replace("−", "-"));
  return Number.isFinite(read) ? read : text.trim();
}

/**
 * A button that is on or off.
 * @param {string} id
 * @param {string} says
 * @param {boolean} on
 * @param {() => void} click
 * @param {Record<string, string>} more
 */
export function toggle(id, says, on, click, more = {}) {
  return make("button", { type: "button", id, class: "chip", "aria-pressed": String(on), click, ...more }, says);
}

/** A tag or good as documents write it. */
export function word(text) {
  return text.trim().toLowerCase().replaceAll(/\s+/g, "_");
}

function parts(text) {
  return text.split(",").map((one) => one.trim()).filter(Boolean);
}

// Ids of tiles keep their capitals.
function wordOrId(text) {
  return /^[A-Z0-9]+-/i.test(text) && !/\s/.test(text) ? text : word(text);
}

const READ = {
  number,
  numbers: (text) => parts(text).map(number),
  word,
  words: (text) => parts(text).map(wordOrId),
  text: (text) => text,
};
