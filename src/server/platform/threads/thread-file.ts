/** The program of a kind of thread: beside this source, or beside the bundle that `scripts/build.mjs` makes of both. */
export const threadFile = (kind: 'patterns' | 'promises' | 'statistics'): URL =>
  import.meta.url.endsWith('.ts')
    ? new URL(`./${kind}/thread.ts`, import.meta.url)
    : new URL(`./${kind}-thread.js`, import.meta.url)
