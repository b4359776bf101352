// The browser's own rules of the Solo Variant, which are loaded as one file where they are needed.

export { HandTables } from "./solo-hand.js";
export { helpAfter } from "./solo-help.js";
export { SoloTables } from "./solo-table.js";
