/** The program of the thread: beside this source, or beside the bundle that `scripts/build.mjs` makes of both. */
export const threadFile = (): URL =>
  import.meta.url.endsWith('.ts') ? new URL('./thread.ts', import.meta.url) : new URL('./promised.js', import.meta.url)
