// What this device keeps: each document at its place, with the number of its form. Older forms are read. One of a
// newer form is left alone, and one that cannot be read is set aside; both are said in a sentence.

const URN = "urn:meepleproof:";

/** @type {Set<string>} */
const told = new Set(); // sentences that this page has said

/**
 * How a document that is kept could be read: it was, there is none, the browser keeps nothing, it was set aside,
 * or it is of a newer form.
 * @typedef {"read" | "none" | "shut" | "aside" | "newer"} State
 */

/**
 * @template {Record<string, any>} T
 */
export class Store {
  /**
   * @param {object} about
   * @param {string} about.place where it is kept
   * @param {string} about.schema the name of its schema, without a number
   * @param {string} about.what what it is, in a sentence
   * @param {number} about.form the number of the form that is written
   * @param {() => T} about.empty what is there before anything is kept
   * @param {Record<number, (document: any) => T | string | null>} about.readers by the number of a form, 0 for
   *   documents that name none: what is in a document, or a sentence about what is wrong with it, or null
   */
  constructor({ place, schema, what, form, empty, readers }) {
    this.place = place;
    this.schema = schema;
    this.what = what;
    this.form = form;
    this.empty = empty;
    this.readers = readers;
    /** @type {State} */
    this.state = "none";
  }

  /**
   * What is kept.
   * @returns {T}
   */
  read() {
    let text;
    try {
      text = localStorage.getItem(this.place);
    } catch {
      this.state = "shut";
      return this.empty();
    }
    if (text === null) {
      this.state = "none";
      return this.empty();
    }
    const { content, fault, newer } = this.parse(text);
    if (content) {
      this.state = "read";
      return content;
    }
    this.state = newer ? "newer" : "aside";
    if (!newer) this.setAside(text);
    tellOnce(
      newer
        ? `${fault} It is left as it is, and nothing is added to it here.`
        : `${fault} It was set aside, not deleted.`,
    );
    return this.empty();
  }

  /**
   * What is in a text: a document that was kept or exported; or in words what is wrong with it.
   * @param {string} text
   * @returns {{ content?: T, fault?: string, newer?: boolean }}
   */
  parse(text) {
    let found;
    try {
      found = JSON.parse(text);
    } catch {
      return { fault: `This is damaged, or no document of ${this.what}: it cannot be read as JSON.` };
    }
    const form = this.formOf(found);
    if (form === null) return { fault: `This is no document of ${this.what}.` };
    if (!this.readers[form]) {
      const fault =
        `This document of ${this.what} is of version ${form}, but these pages read versions up to ${this.form}.`;
      return { newer: form > this.form, fault };
    }
    const content = this.readers[form](found);
    if (content && typeof content !== "string") return { content };
    return { fault: content ?? `This document of ${this.what} is damaged.` };
  }

  /**
   * The number of a document's form, 0 if it names none; null if it is of something else.
   * @param {any} document
   */
  formOf(document) {
    const named = document?.$schema;
    if (named === undefined) return this.readers[0] ? 0 : null;
    const start = `${URN}${this.schema}:`;
    const number = String(named).startsWith(start) ? String(named).slice(start.length) : "";
    return /^[0-9]{1,4}$/.test(number) ? Number(number) : null;
  }

  /**
   * The document of a content, as it is kept and exported.
   * @param {T} content
   */
  document(content) {
    return { $schema: `${URN}${this.schema}:${this.form}`, ...content };
  }

  /**
   * Keeps a content, and returns whether it is kept: not over one of a newer form.
   * @param {T} content
   */
  write(content) {
    this.read();
    if (this.state === "newer") return false;
    try {
      localStorage.setItem(this.place, JSON.stringify(this.document(content)));
      return true;
    } catch {
      return false;
    }
  }

  /**
   * Takes what is kept away; it is set aside if something in it could not be read.
   * @param {boolean} damaged
   */
  remove(damaged) {
    try {
      const text = localStorage.getItem(this.place);
      if (damaged && text !== null) this.setAside(text);
      else localStorage.removeItem(this.place);
    } catch {
      // It stays where it is.
    }
  }

  /** What was set aside here; null if nothing was. */
  aside() {
    try {
      return localStorage.getItem(`${this.place}.unreadable`);
    } catch {
      return null;
    }
  }

  /** @param {string} text */
  setAside(text) {
    try {
      localStorage.setItem(`${this.place}.unreadable`, text);
      localStorage.removeItem(this.place);
    } catch {
      // It stays where it is.
    }
  }
}

/** @param {string} sentence */
function tellOnce(sentence) {
  if (told.has(sentence) || typeof document === "undefined") return;
  told.add(sentence);
  const place = document.createElement("div");
  place.className = "offline";
  place.setAttribute("role", "status");
  place.textContent = sentence;
  document.body.append(place);
  setTimeout(() => place.remove(), 12_000);
}
