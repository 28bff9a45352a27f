/** The program of a kind of thread: next to this source, or next to the bundle that `scripts/build.mjs` creates. */
export const threadFile = (kind: 'patterns' | 'promises' | 'statistics'): URL =>
  import.meta.url.endsWith('.ts')
    ? new URL(`./${kind}/thread.ts`, import.meta.url)
    : new URL(`./${kind}-thread.js`, import.meta.url)
