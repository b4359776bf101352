// Joins and shortens the page's scripts; what to join comes as a document on standard input (see bundle.py).

import terser from "npm:@rollup/plugin-terser@0.4.4";
import { rollup } from "npm:@rollup/wasm-node@4.40.0";

// A browser remembers that a module could not be loaded until its page is left. So what is imported late is fetched
// first: that fails without a connection, and can be tried again.
const fetchedFirst = {
  name: "fetched first",
  renderDynamicImport: () => ({ left: "(async(at)=>{await fetch(new URL(at,import.meta.url));return import(at)})(", right: ")" }),
};

const { folder, to, entries, parts } = await new Response(Deno.stdin.readable).json();
const joined = await rollup({
  input: Object.fromEntries(entries.map((name) => [name.replace(/\.js$/, ""), `${folder}/${name}`])),
  plugins: [fetchedFirst, terser({ module: true })],
  onwarn: ({ message }) => {
    throw new Error(message);
  },
});
await joined.write({
  dir: to,
  entryFileNames: "[name].js",
  chunkFileNames: ({ name }) => `part-${name}.js`,
  manualChunks: (id) => parts[id.slice(folder.length + 1)]?.replace(/^part-|\.js$/g, ""),
});
