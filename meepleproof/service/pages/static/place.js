// Where pages and files are. A page of `serve` is at the root of its host and has the address `/puzzle/ID`; of a site it
// lies in some folder, as the file `puzzle/ID.html`. All that scripts know are addresses of the first form.

const ROOT = new URL("../../", import.meta.url); // scripts are in `static/VERSION/`
const html = globalThis.document?.documentElement;

/** Whether no server of ours answers: pages and documents are files. */
export const ALONE = html?.dataset.alone !== undefined;

/**
 * Where the engine of a site is that has one, and how large: a folder, an archive, megabytes, and how many bytes of
 * them are seen coming.
 */
export const ENGINE = html?.dataset.engine
  ? {
    runtime: html.dataset.engine,
    modules: html.dataset.modules,
    megabytes: html.dataset.megabytes,
    fetched: html.dataset.fetched,
  }
  : null;

/**
 * The address of a page or file, in whatever folder the site lies.
 * @param {string} path
 * @returns {string}
 */
export function address(path) {
  const [, name, rest] = /^\/([^?#]*)(.*)$/.exec(path) ?? ["", "", ""];
  const isFile = !name || /(\.[a-z]+|\/answers|\/)$/.test(name);
  return `${ROOT.pathname}${ALONE && !isFile ? `${name}.html` : name}${rest}`;
}

/**
 * The path that `address` made an address of.
 * @param {string} pathname
 * @returns {string}
 */
export function pathOf(pathname) {
  const name = pathname.slice(ROOT.pathname.length).replace(/(^|\/)index\.html$|\.html$/, "");
  return `/${name}`;
}
