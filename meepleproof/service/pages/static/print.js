// The sheet of paper: the button prints.

import { first } from "./dom.js";
const button = first("[data-print]");
button.hidden = false;
button.addEventListener("click", () => print());
