// The sheet of paper: the button prints.

const button = document.querySelector("[data-print]");
button.hidden = false;
button.addEventListener("click", () => print());
