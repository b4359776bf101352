import{f as t}from"./part-shared.js";const r=t("[data-print]");r.hidden=!1,r.addEventListener("click",()=>print());
